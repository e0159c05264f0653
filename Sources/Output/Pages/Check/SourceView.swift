internal import Documents
internal import Reports

/// The files of a page with the lines that decide requirements.
struct SourceView {
  /// A line that decides a requirement.
  struct Mark {
    let position: SourcePosition
    let requirement: String
    let label: OutcomeLabel
    /// Where the requirement is on the page.
    let target: String
  }

  private let files: [CheckPage.SourceFile]

  init(_ files: [CheckPage.SourceFile]) { self.files = files }

  /// Where the page has a line; nil if it does not have the file.
  func target(of position: SourcePosition) -> String? {
    files.firstIndex { $0.path == position.file }.map { Self.target($0, position.line) }
  }

  private static func target(_ file: Int, _ line: Int) -> String {
    "\(CheckPage.fileID(file))-line-\(line)"
  }

  /// The files, line by line.
  func views(marks: [Mark]) -> [View] {
    files.enumerated().map { index, file in
      let own = Dictionary(grouping: marks.filter { $0.position.file == file.path }, by: \.position.line)
      var lines = file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      if lines.last?.isEmpty == true { lines.removeLast() }
      return [
        "id": CheckPage.fileID(index), "name": file.path, "digest": file.digest,
        "lines": lines.enumerated().map { row, text in
          let marks = own[row + 1] ?? []
          return [
            "id": Self.target(index, row + 1), "number": row + 1, "text": String(text),
            "class": present(marks.isEmpty ? nil : "marked"),
            "marks": marks.map { mark in
              ["class": mark.label.pageClass, "target": mark.target, "requirement": mark.requirement] as View
            },
          ] as View
        },
      ]
    }
  }
}
