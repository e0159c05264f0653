/// Names as a person lists them: joined by commas, in an option that may be given again.
enum NameList {
  /// The names, each once, in the order of their first appearance.
  static func items(_ lists: [String]) -> [String] {
    var items: [String] = []
    for item in lists.flatMap({ $0.split(separator: ",") }).map(String.init) where !items.contains(item) {
      items.append(item)
    }
    return items
  }
}
