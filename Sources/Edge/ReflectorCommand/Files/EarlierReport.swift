internal import Glibc
internal import Reports

/// Tells the reports of earlier runs from all other files, by words that each has near its beginning. Bad input ends a
/// run before all files are read, so a file that has other words may be one that the command would have read.
enum EarlierReport {
  /// The words of every page of this tool.
  static let pageWords = [#"<meta name="generator" content="\#(ReflectorTool.identity.name) "#]
  /// The words are among so many octets in every format.
  private static let headCount = 1024

  /// Whether nothing but an earlier report is lost with what stands at `path`: such a report, an empty file, what is no
  /// file, or nothing.
  ///
  /// - Parameter words: of which an earlier report has one; empty if the tool cannot tell it.
  static func isReplaceable(_ path: String, words: [String]) -> Bool {
    guard let identity = FileIdentity(path), identity.isRegular else { return true }
    guard let head = head(of: path) else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return text.isEmpty || words.contains { text.contains($0) }
  }

  /// The first octets of a file; nil if it cannot be read.
  private static func head(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: headCount)
    let count = head.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, headCount) }
    return count >= 0 ? Array(head.prefix(count)) : nil
  }
}

extension ReportFormat {
  /// What a report in this format of `check`, `scenario` or `gate` has near its beginning, and no file that they read;
  /// empty if they write none.
  ///
  /// - Parameter schema: the name of the JSON document of the command.
  func words(schema: String) -> [String] {
    let tool = ReflectorTool.identity.name
    switch self {
    case .json: return ["\"schema\": \"\(schema)\""]
    case .csv: return ["scenario,time_s,"]
    case .junit: return ["<testsuites name=\"\(tool) "]
    case .sarif: return ["\"driver\": {\n          \"name\": \"\(tool)\""]
    case .markdown: return ["# \(CheckMarkdown.title)\n", "# \(GateMarkdown.title)\n"]
    case .tap: return ["TAP version 13\n"]
    case .html: return EarlierReport.pageWords
    case .sqlite: return []
    }
  }
}
