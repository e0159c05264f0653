package import Documents

/// What is wrong with files that a user wrote.
package struct ValidationReport {
  /// The kind and version of the JSON document; it grows when a key changes its meaning or goes away.
  package static let schemaName = "reflector/validation/1"

  package struct File {
    var path: String
    var notices: [String]
    var errors: DocumentErrors?

    /// The notices are a line each; `errors` is nil for a valid file.
    package init(path: String, notices: [String], errors: DocumentErrors?) {
      self.path = path
      self.notices = notices
      self.errors = errors
    }
  }

  private let files: [File]

  /// - Parameter files: in the order of the arguments.
  package init(files: [File]) { self.files = files }

  /// The valid files with their notices, a line each.
  package var text: String {
    files.filter { $0.errors == nil }.flatMap { ["\($0.path): valid"] + $0.notices }.map {
      DisplayText.line($0) + "\n"
    }.joined()
  }

  /// For programs, with a line feed at its end.
  package func json(tool: ToolIdentity) -> String {
    Self.document.text(self, tool: tool)
  }

  static let document = JSONDocument<ValidationReport>(
    name: schemaName, title: "Validation of files",
    fields: [
      .init("valid", "Whether all files are valid.") { !$0.files.contains { $0.errors != nil } },
      .list("files", "In the order of the arguments.", of: fileKeys, \.files),
    ])

  private static let fileKeys: [JSONField<File>] = [
    .init("file", "The path as messages name it.", \.path),
    .init("valid", "Whether it has no error.") { $0.errors == nil },
    .list("errors", "The first 20; missing keys before the rest.", of: errorKeys) { $0.errors?.errors ?? [] },
    .init("further_errors", "Number of errors beside these.") { $0.errors?.furtherCount ?? 0 },
    .init("notices", "What is unusual but allowed.", \.notices),
  ]

  private static let errorKeys: [JSONField<DocumentError>] = [
    .init("file", "The file, or the one it extends.", \.position.file),
    .init("line", "Counted from 1.", \.position.line),
    .init("column", "Counted from 1.", \.position.column),
    .init("path", "As `channel_sounding.t_fcs_us`; empty for the file as a whole.", \.path),
    .init("text", "What was found, what was expected, and the fix.", \.problemText),
  ]

  /// For code hosts, with a line feed at its end.
  package func sarif(tool: ToolIdentity) -> String { Self.sarif(files.compactMap(\.errors), tool: tool) }

  /// The errors of files, for code hosts.
  package static func sarif(_ errors: [DocumentErrors], tool: ToolIdentity) -> String {
    var log = SARIFLog(tool: tool, category: "validate")
    let text = "A file has the keys and the values that its schema allows."
    log.add(
      SARIFLog.Rule(
        id: "valid-file", title: "Valid files", text: text, help: text, level: .error, tags: []))
    for error in errors.flatMap(\.errors) {
      log.add(
        SARIFLog.Result(
          ruleID: "valid-file", level: .error,
          message: error.message,
          position: error.position,
          fingerprint: ["valid-file", error.position.file, error.path, error.problemText].joined(
            separator: "/"),
          properties: []))
    }
    return log.text
  }
}
