import Testing

@Suite("Imports follow docs/architecture.md")
struct ImportTests {
  /// The rows of the target table: name, whether it is edge, and the names it may import.
  static func allowances() throws -> [(target: String, isEdge: Bool, allowed: Set<String>)] {
    var rows: [(target: String, isEdge: Bool, allowed: Set<String>)] = []
    for line in try SourceTree.text(of: "docs/architecture.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingPrefix { $0 == " " } }
      guard cells.count == 3, cells[0].hasPrefix("`") else { continue }
      let target = String(cells[0].split(separator: "`")[0])
      var allowed = Set<String>()
      if cells[2].hasPrefix("all above") {
        allowed = Set(rows.map(\.target))
        let exceptions = cells[2].split(separator: " but ")
        if exceptions.count > 1 { allowed.subtract(Self.names(in: exceptions[1])) }
        allowed.formUnion(Self.names(in: exceptions[0]))
      } else {
        allowed = Set(Self.names(in: cells[2]))
      }
      rows.append((target, cells[0].contains("*edge*"), allowed))
    }
    return rows
  }

  private static func names(in cell: some StringProtocol) -> [String] {
    let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  static func imports(of file: SourceTree.File) -> [String] {
    file.lines.compactMap { line in
      let words = line.split(separator: " ")
      guard let position = words.firstIndex(of: "import"), position <= 2, words.count > position + 1,
        words[..<position].allSatisfy({
          ["public", "package", "internal", "@testable", "@_exported"].contains($0)
        })
      else { return nil }
      return String(words[position + 1].split(separator: ".")[0])
    }
  }

  @Test("every target imports only what its row allows")
  func importsAreAllowed() throws {
    let rows = try Self.allowances()
    #expect(rows.count > 10)
    let foundation: Set = ["Foundation", "Glibc"]
    let mayTouchFiles: Set = ["Capture", "Reports"]
    for file in try SourceTree.swiftFiles(below: "Sources") {
      guard let row = rows.first(where: { $0.target == file.target }) else {
        Issue.record("\(file.target) is not in the table of docs/architecture.md")
        continue
      }
      for name in Self.imports(of: file) {
        let isAllowed =
          row.allowed.contains(name)
          || foundation.contains(name) && (row.isEdge || mayTouchFiles.contains(file.target))
        #expect(isAllowed, "\(file.path) imports \(name), which docs/architecture.md does not allow")
      }
    }
  }
}
