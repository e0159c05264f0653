internal import Pages

/// The pages beside the page of a check that is too large for one file: `1.html` and so on in the folder `NAME-pages`.
struct PageParts {
  let name: String
  let folder: String
  /// Where page and folder lie; empty, or with a slash at its end.
  private let place: String

  /// - Parameter page: the path of the page itself.
  init(of page: String) {
    place = page.lastIndex(of: "/").map { String(page[...$0]) } ?? ""
    name = String(page.dropFirst(place.count))
    folder = (name.hasSuffix(".html") ? String(name.dropLast(5)) : name) + "-pages"
  }

  /// Writes the parts, and removes those that an earlier run wrote beyond them.
  func write(_ parts: [CheckPage.Part]) throws(BadInput) {
    for part in parts {
      try OutputFile.checkKept(place + part.path, option: ReportFormat.html.option)
      try OutputFile.write(part.html, at: place + part.path)
    }
    remove(after: parts.count)
  }

  /// Removes the parts of an earlier run with higher numbers. What another program wrote there stays.
  func remove(after count: Int) {
    for name in DataLibrary.names(in: place + folder) {
      guard let number = Self.number(of: name), number > count else { continue }
      let path = "\(place)\(folder)/\(name)"
      if EarlierReport.isReplaceable(path, words: EarlierReport.pageWords) { OutputFile.removeRegular(path) }
    }
  }

  private static func number(of name: String) -> Int? {
    guard name.hasSuffix(".html"), let number = Int(name.dropLast(5)), name == "\(number).html" else {
      return nil
    }
    return number
  }
}
