import Foundation
import ProjectFiles

/// The files of the project as text.
struct SourceTree {
  struct File {
    let path: String
    let text: String

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    /// The target of a file: of Sources, below a floor, or of Tests.
    var target: String {
      let parts = path.split(separator: "/")
      return String(parts[parts[0] == "Sources" ? 2 : 1])
    }

    /// The modules that it imports, in every form that the language has.
    var imports: [String] {
      let form =
        /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|typealias|let|var)\s+)?(\w+)/
      return lines.compactMap { line in line.firstMatch(of: form).map { String($0.1) } }
    }
  }

  /// The Swift files below `folder`, in order of their paths.
  static func swiftFiles(below folder: String) throws -> [File] {
    let base = ProjectFolder.url.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path).sorted()
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      File(
        path: "\(folder)/\(path)",
        text: try String(contentsOf: base.appending(path: path), encoding: .utf8))
    }
  }

  /// The paths of the files in `folder`, in order.
  static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ProjectFolder.url.appending(path: folder).path)
      .filter { $0.contains(".") }.sorted().map { "\(folder)/\($0)" }
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: ProjectFolder.url.appending(path: path), encoding: .utf8)
  }
}
