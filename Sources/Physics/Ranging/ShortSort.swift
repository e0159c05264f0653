extension [Double] {
  /// Sorts some tens of numbers in place by insertion; unlike `sort` it takes no memory.
  mutating func sortFew() {
    withUnsafeMutableBufferPointer { numbers in
      for index in numbers.indices.dropFirst() {
        let number = numbers[index]
        var place = index
        while place > 0 && numbers[place &- 1] > number {
          numbers[place] = numbers[place &- 1]
          place &-= 1
        }
        numbers[place] = number
      }
    }
  }
}
