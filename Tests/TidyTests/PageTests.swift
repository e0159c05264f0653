import Foundation
import ProjectFiles
import Testing

@Suite("Pages point at what is there")
struct PageTests {
  private static func pages() throws -> [String] {
    try ["", "docs", "docs/requirements", "docs/keys"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: ProjectFolder.url.appending(path: folder).path)
        .filter { $0.hasSuffix(".md") }.sorted().map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
    }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: ProjectFolder.url.appending(path: path).path)
  }

  @Test("a file or folder that is named by its path is there", arguments: try Self.pages())
  func paths(page: String) throws {
    for match in try SourceTree.text(of: page).matches(of: /`((?:Sources|Tests|Pipelines)\/[\w\/+.-]*)`/) {
      #expect(exists(String(match.1)), "\(page) names \(match.1)")
    }
  }

  @Test("the architecture has one picture, and the files that its walks name")
  func walks() throws {
    let page = try SourceTree.text(of: "docs/architecture.md")
    #expect(page.ranges(of: "\n```\n").count == 2, "a picture begins and ends")
    let places = Set(
      try SourceTree.swiftFiles(below: "Sources").map { file in
        file.path.split(separator: "/").dropFirst(2).joined(separator: "/")
      })
    let named = page.matches(of: /`([A-Z]\w+\/[\w\/+]+\.swift)`/).map { String($0.1) }
    #expect(named.count >= 15)
    for path in named where !places.contains(path) {
      Issue.record("docs/architecture.md names \(path)")
    }
  }

  @Test("a link to another page leads there, and to a heading of it", arguments: try Self.pages())
  func links(page: String) throws {
    let folder: String = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
    for match in try SourceTree.text(of: page).matches(of: /\]\(([\w\/.-]*)(?:#([\w-]+))?\)/) {
      let target = match.1.isEmpty ? page : folder + match.1
      #expect(exists(target), "\(page) links to \(target)")
      if let anchor = match.2, exists(target), target.hasSuffix(".md") {
        #expect(try Self.anchors(of: target).contains(String(anchor)), "\(page) links to \(target)#\(anchor)")
      }
    }
  }

  /// As forges make them of headings: lower case, blanks as hyphens, all else but letters and digits dropped.
  private static func anchors(of page: String) throws -> Set<String> {
    Set(
      try SourceTree.text(of: page).split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
        let heading = line.drop { $0 == "#" }.dropFirst().lowercased()
        return String(
          heading.compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
      })
  }

  /// Words of which the field has better ones, and those.
  private static let bannedWords = [
    ("on trial", "under test"), ("put up with", "waived until"), ("patience", "timeout"),
    (" told ", "reports, or gets"), (" told.", "reports, or gets"), ("nobody's", "unknown"),
    ("nobody says", "defaults to"), ("in order to", "to"),
  ]

  @Test("says things in the field's own words", arguments: try Self.pages())
  func words(page: String) throws {
    for (number, line) in try SourceTree.text(of: page).split(
      separator: "\n", omittingEmptySubsequences: false
    ).enumerated() {
      for (word, better) in Self.bannedWords where line.contains(word) {
        Issue.record("\(page):\(number + 1): say '\(better)'")
      }
    }
  }

  @Test("mkdocs.yml has every page once")
  func site() throws {
    let named = try SourceTree.text(of: "mkdocs.yml").matches(of: /- ([A-Za-z0-9\/-]+\.md)/).map {
      String($0.1)
    }
    let pages = try Self.pages().map { $0 == "README.md" ? "index.md" : $0.replacing("docs/", with: "") }
    #expect(named.sorted() == pages.sorted())
  }

  @Test("a target of make that a page shows is in the Makefile", arguments: try Self.pages())
  func targets(page: String) throws {
    let makefile = try SourceTree.text(of: "Makefile")
    let targets = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
    for match in try SourceTree.text(of: page).matches(of: /(?:`|\$ )make ([a-z-]+)/) {
      #expect(targets.contains(String(match.1)), "\(page) shows make \(match.1)")
    }
  }
}
