internal import ArgumentParser
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

/// The reports that a command was asked for, each with its file; `-` is standard output.
struct RequestedReports {
  private let reports: [(format: ReportFormat, path: String)]
  private let folders: FolderOptions
  /// Files that the command reads.
  private var inputs: [String]
  /// The folder of captures, which the command makes.
  private var captureFolder: String?

  /// Takes the values of the options; nil where one was not given. No report takes the place of one of the inputs.
  init(_ options: [(ReportFormat, String?)], _ folders: FolderOptions, keeping inputs: [String] = []) {
    self.folders = folders
    self.inputs = inputs
    reports = options.compactMap { format, path in path.map { (format, $0) } }
  }

  /// The same, with files that may stand in the folder that is made for captures.
  func beside(_ captureFolder: String?) -> RequestedReports {
    var requested = self
    requested.captureFolder = captureFolder
    return requested
  }

  /// The same, for a command that reads these files.
  func keeping(_ inputs: [String]) -> RequestedReports {
    var requested = self
    requested.inputs += inputs
    return requested
  }

  /// Whether a report goes to standard output, and text for people to standard error.
  var takeStandardOutput: Bool { reports.contains { $0.path == "-" } }

  /// The stream of text for people.
  var textStream: StandardStream { takeStandardOutput ? .error : .output }

  /// Throws if a name is empty or given twice, or if a report that needs a file has none.
  func validate() throws {
    for (index, (format, path)) in reports.enumerated() {
      if path.isEmpty { throw ValidationError("found an empty name for \(format.option), expected one.") }
      if path == "-", format.isFileAlone {
        throw ValidationError("found \(format.option) -, expected the name of a file.")
      }
      if let other = reports[..<index].first(where: { $0.path == path }) {
        let place = path == "-" ? "standard output" : path
        throw ValidationError(
          "found \(place) for \(other.format.option) and for \(format.option), expected one report a file.")
      }
    }
  }

  /// Throws if one of the files cannot be made, or is one of the files that the command reads.
  func checkFiles() throws(BadInput) {
    for (format, path) in reports where path != "-" {
      try folders.checkFile(path, option: format.option, beside: captureFolder, keeping: inputs)
    }
  }

  /// Reads input. If it is wrong, the reports that programs show have the errors, and no older report stays in the place
  /// of the others.
  func reportingRefusal<Value>(_ read: () throws(BadInput) -> Value) throws(BadInput) -> Value {
    do throws(BadInput) {
      return try read()
    } catch {
      try write(refusal: error)
      throw error
    }
  }

  private func write(refusal: BadInput) throws(BadInput) {
    do throws(BadInput) {
      try checkFiles()
    } catch {
      // The input is mended first.
      throw refusal
    }
    for (format, path) in reports where path != "-" {
      if let text = Self.text(format, of: refusal) {
        try OutputFile.write(text, at: path)
      } else {
        OutputFile.removeRegular(path)
      }
    }
  }

  /// What is wrong, in a format that can say it.
  private static func text(_ format: ReportFormat, of error: BadInput) -> String? {
    let tool = ReflectorTool.identity
    switch format {
    case .junit: return RefusalJUnit.text(error.documents, message: error.description, tool: tool)
    case .sarif:
      return error.documents.isEmpty ? nil : ValidationReport.sarif(error.documents, tool: tool)
    case .json, .csv, .markdown, .tap, .html, .sqlite: return nil
    }
  }

  /// Writes each report as `text` has it; one without a text was written as it came.
  func write(_ text: (ReportFormat) throws(BadInput) -> String?) throws(BadInput) {
    for (format, path) in reports {
      if let text = try text(format) { try OutputFile.writeOrPrint(text, at: path) }
    }
  }
}
