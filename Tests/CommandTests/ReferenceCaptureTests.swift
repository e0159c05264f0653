import Foundation
import ProjectFiles
import Testing

@Suite("The reference captures")
struct ReferenceCaptureTests {
  private static let folder = ProjectFolder.url.appending(path: "Captures/reference")

  /// A row of the table in Captures/reference/README.md.
  private struct Row {
    let file: String
    let arguments: String
  }

  private static func rows() throws -> [Row] {
    let page = try String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
    return page.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/\| `([a-z0-9-]+\.pcapng)` \| `([^`]+)` \| .+ \|/#).map {
        Row(file: String($0.1), arguments: String($0.2))
      }
    }
  }

  /// A change is to be looked at in Wireshark before it takes its place.
  @Test("are what the commands beside them write, on every machine")
  func octets() throws {
    let folder = try Folder()
    for row in try Self.rows() {
      let ended = try Tool.shell(
        """
        cd '\(ProjectFolder.url.path)' && rm -rf '\(folder.url.path)/made' && "$REFLECTOR" \
        \(row.arguments) --capture '\(folder.url.path)/made' --quiet \
        && echo met || echo not met; cp '\(folder.url.path)'/made/*.pcapng '\(folder.url.path)/\(row.file)'
        """, in: folder)
      #expect(ended.status == 0, "\(row.file): \(ended.error)")
      #expect(ended.output == (row.file.contains("not-kept") ? "not met\n" : "met\n"))
      let written = try Data(contentsOf: folder.url.appending(path: row.file))
      let reference = try Data(contentsOf: Self.folder.appending(path: row.file))
      #expect(written == reference, "\(row.file)")
      #expect(reference.count < 200_000, "\(row.file)")
    }
  }

  @Test("all stand in the table")
  func table() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { $0.hasSuffix(".pcapng") }
    #expect(try Self.rows().map(\.file).sorted() == files.sorted())
  }
}
