package import AccessoryProfile

extension Requirement {
  /// A limit that one of its cases needs; a set without it is refused before anything runs.
  package func setLimit(_ name: String) -> Double {
    guard let limit = limit(name) else { preconditionFailure("\(id) sets no limit called \(name)") }
    return limit
  }

  /// A limit whose rule admits whole numbers alone.
  package func setWholeLimit(_ name: String) -> Int {
    guard let limit = Int(exactly: setLimit(name)) else {
      preconditionFailure("\(id) sets \(name) to no whole number")
    }
    return limit
  }
}
