internal import ArgumentParser
internal import Pages
internal import Reports

/// The formats of reports for programs, by the options that ask for them.
enum ReportFormat: String {
  case json, csv, junit, sarif, markdown, tap, html, sqlite

  /// What the user gives, as `--json`.
  var option: String { "--\(rawValue)" }
  /// Whether programs that read it want a file.
  var isFileAlone: Bool {
    switch self {
    case .junit, .sarif, .html, .sqlite: true
    case .json, .csv, .markdown, .tap: false
    }
  }
}

/// A command whose reports tell what is wrong with its input.
enum ReportingCommand {
  case check, gate, scenario

  /// The name of its JSON document.
  var schema: String {
    switch self {
    case .check: CheckJSON.schemaName
    case .gate: GateJSON.schemaName
    case .scenario: ScenarioJSON.schemaName
    }
  }

  /// The heading of its pages.
  fileprivate var title: String {
    switch self {
    case .check: CheckMarkdown.title
    case .gate: GateMarkdown.title
    case .scenario: "Scenarios"
    }
  }
}

/// The reports that a command was asked for, each with its file; `-` is standard output.
struct RequestedReports {
  private let reports: [(format: ReportFormat, path: String)]
  private let folders: FolderOptions
  /// The folder of captures, which the command makes.
  private var captureFolder: String?

  /// Takes the values of the options; nil where one was not given.
  init(_ options: [(ReportFormat, String?)], _ folders: FolderOptions) {
    self.folders = folders
    reports = options.compactMap { format, path in path.map { (format, $0) } }
  }

  /// The same, with files that may stand in the folder that is made for captures.
  func beside(_ captureFolder: String?) -> RequestedReports {
    var requested = self
    requested.captureFolder = captureFolder
    return requested
  }

  /// Whether a report goes to standard output, and text for people to standard error.
  var takeStandardOutput: Bool { reports.contains { $0.path == "-" } }

  var textStream: StandardStream { takeStandardOutput ? .error : .output }

  /// Throws if a name is empty or given twice, or if a report that needs a file has none.
  func validate() throws {
    for (index, (format, path)) in reports.enumerated() {
      if path.isEmpty { throw ValidationError("found an empty name for \(format.option), expected one.") }
      if path == "-", format.isFileAlone {
        throw ValidationError("found \(format.option) -, expected the name of a file.")
      }
      if let other = reports[..<index].first(where: { OutputFile.isOne($0.path, path) }) {
        let places = [other.path, path].map { $0 == "-" ? "standard output" : $0 }
        let second = places[0] == places[1] ? "" : places[1] + " "
        throw ValidationError(
          "found \(places[0]) for \(other.format.option) and \(second)for \(format.option), expected one report a file."
        )
      }
    }
  }

  var files: [(option: String, path: String)] {
    reports.filter { $0.path != "-" }.map { ($0.format.option, $0.path) }
  }

  /// Throws if one of the files cannot be made, or is one that the command has read.
  func checkFiles() throws(BadInput) {
    for (option, path) in files {
      try folders.checkFile(path, option: option, beside: captureFolder)
    }
  }

  /// Throws if one of the captures that the command will write is one of these reports too, or a file that it has read.
  func checkCaptures(_ paths: [String]) throws(BadInput) {
    for path in paths {
      try OutputFile.checkKept(path, option: "--capture")
      if let report = files.first(where: { OutputFile.isOne($0.path, path) }) {
        throw BadInput(
          "found \(report.path) for \(report.option), expected another name: the capture \(path) is that file"
        )
      }
    }
  }

  /// Reads input. If it is wrong, the reports that people and programs show have the errors, and no older report
  /// stays in the place of the others. What is no report of an earlier run stays.
  func reportingRefusal<Value>(
    of command: ReportingCommand, _ read: () throws(BadInput) -> Value
  ) throws(BadInput) -> Value {
    do throws(BadInput) {
      return try read()
    } catch {
      try write(refusal: error, of: command)
      throw error
    }
  }

  private func write(refusal: BadInput, of command: ReportingCommand) throws(BadInput) {
    do throws(BadInput) {
      try checkFiles()
    } catch {
      // The input is mended first.
      throw refusal
    }
    for (format, path) in reports where path != "-" {
      guard EarlierReport.isReplaceable(path, words: format.words(schema: command.schema)) else { continue }
      if let text = Self.text(format, of: refusal, by: command) {
        try OutputFile.write(text, at: path)
      } else {
        OutputFile.removeRegular(path)
      }
      if format == .html { PageParts(of: path).remove(after: 0) }
    }
  }

  /// What is wrong, in a format that can say it.
  private static func text(
    _ format: ReportFormat, of error: BadInput, by command: ReportingCommand
  ) -> String? {
    let tool = ReflectorTool.identity
    let refusal = Refusal(error.documents, message: error.description, title: command.title)
    switch format {
    case .junit: return refusal.junit(tool: tool)
    case .tap: return refusal.tap
    case .markdown: return refusal.markdown(tool: tool)
    case .html: return RefusalPage(refusal).html(tool: tool)
    case .sarif:
      return error.documents.isEmpty ? nil : ValidationReport.sarif(error.documents, tool: tool)
    case .json, .csv, .sqlite: return nil
    }
  }

  /// Writes each report as `text` has it; one without a text was written as it came. Writes none if one of them would
  /// replace a file that was read since the files were checked.
  func write(_ text: (ReportFormat) throws(BadInput) -> String?) throws(BadInput) {
    for (option, path) in files { try OutputFile.checkKept(path, option: option) }
    for (format, path) in reports {
      if let text = try text(format) { try OutputFile.writeOrPrint(text, at: path) }
    }
  }
}
