public import Documents
internal import Notation

/// What is wrong with files that a user wrote.
public struct ValidationReport {
  /// The kind and version of the JSON document; it grows when a key changes its meaning or goes away.
  public static let schemaName = "reflector/validation/1"

  public struct File {
    var path: String
    var notices: [String]
    var errors: DocumentErrors?

    /// - Parameters:
    ///   - path: as messages name it.
    ///   - notices: what is unusual but allowed, a line each.
    ///   - errors: nil for a valid file.
    public init(path: String, notices: [String], errors: DocumentErrors?) {
      self.path = path
      self.notices = notices
      self.errors = errors
    }
  }

  private let files: [File]

  /// - Parameter files: in the order of the arguments.
  public init(files: [File]) { self.files = files }

  /// The valid files with their notices, a line each.
  public var text: String {
    files.filter { $0.errors == nil }.flatMap { ["\($0.path): valid"] + $0.notices }.map {
      DisplayText.line($0) + "\n"
    }.joined()
  }

  /// For programs, with a line feed at its end.
  public func json(tool: ToolIdentity) -> String {
    JSONValue.object([
      ("schema", .text(Self.schemaName)),
      ("tool", tool.json),
      ("valid", .flag(!files.contains { $0.errors != nil })),
      ("files", .list(files.map(Self.value))),
    ]).document()
  }

  private static func value(_ file: File) -> JSONValue {
    .object([
      ("file", .text(file.path)), ("valid", .flag(file.errors == nil)),
      ("errors", .list((file.errors?.errors ?? []).map(value))),
      ("further_errors", .integer(file.errors?.furtherCount ?? 0)), ("notices", .texts(file.notices)),
    ])
  }

  private static func value(_ error: DocumentError) -> JSONValue {
    .object([
      ("file", .text(error.position.file)), ("line", .integer(error.position.line)),
      ("column", .integer(error.position.column)), ("path", .text(error.path)),
      ("text", .text(error.problemText)),
    ])
  }

  /// For code hosts, with a line feed at its end.
  public func sarif(tool: ToolIdentity) -> String { Self.sarif(files.compactMap(\.errors), tool: tool) }

  /// The errors of files, for code hosts.
  public static func sarif(_ errors: [DocumentErrors], tool: ToolIdentity) -> String {
    var log = SARIFLog(tool: tool, category: "validate")
    let text = "A file has the keys and the values that its schema allows."
    log.add(
      SARIFLog.Rule(
        id: "valid-file", title: "Valid files", text: text, help: text, level: .error, tags: []))
    for error in errors.flatMap(\.errors) {
      log.add(
        SARIFLog.Result(
          ruleID: "valid-file", level: .error,
          message: (error.path.isEmpty ? "" : "\(Excerpt.of(error.path)): ") + error.problemText,
          position: error.position,
          fingerprint: ["valid-file", error.position.file, error.path, error.problemText].joined(
            separator: "/"),
          properties: []))
    }
    return log.text
  }
}

extension ReportSchema {
  /// That of `reflector profile validate --json`.
  public static var validation: String {
    SchemaShape.document(
      name: ValidationReport.schemaName, title: "Validation of files",
      fields: [
        ("tool", "The program.", tool), ("valid", "Whether all files are valid.", .flag),
        (
          "files", "In the order of the arguments.",
          .list(
            of: .object([
              ("file", "The path as messages name it.", .text), ("valid", "Whether it has no error.", .flag),
              (
                "errors", "The first 20; missing keys before the rest.",
                .list(
                  of: .object([
                    ("file", "The file, or the one it extends.", .text),
                    ("line", "Counted from 1.", .integer), ("column", "Counted from 1.", .integer),
                    ("path", "As `channel_sounding.t_fcs_us`; empty for the file as a whole.", .text),
                    ("text", "What was found, what was expected, and the fix.", .text),
                  ]))
              ),
              ("further_errors", "Number of errors beside these.", .integer),
              ("notices", "What is unusual but allowed.", .list(of: .text)),
            ]))
        ),
      ])
  }
}
