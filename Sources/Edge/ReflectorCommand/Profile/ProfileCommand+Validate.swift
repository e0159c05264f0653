internal import ArgumentParser
internal import Documents
internal import Profiles
internal import Reports

extension ProfileCommand {
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "validate",
      abstract: "Report all errors of profiles and other files, with lines and fixes.",
      usage: "reflector profile validate <file> ... [<options>]",
      discussion: """
        The key 'schema' tells what a file is: \(DocumentKind.choice). A scenario is read with the files that it \
        names.

          reflector profile validate Profiles/accessories/*.yaml waivers.yaml
          reflector profile validate accessory.yaml --sarif errors.sarif

        Exit status: 0 all valid, 2 bad input, 70 a bug of ours.
        """)

    @Argument(
      help: ArgumentHelp(
        "Paths, or names of shipped profiles; '-' is standard input.", valueName: "file"))
    var paths: [String]

    @Option(help: ArgumentHelp("Write the result as JSON; '-' writes to standard output.", valueName: "file"))
    var json: String?

    @Option(help: ArgumentHelp("Write the errors as SARIF 2.1.0.", valueName: "file"))
    var sarif: String?

    @OptionGroup var folders: FolderOptions

    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    private var requested: RequestedReports {
      RequestedReports([(.json, json), (.sarif, sarif)], folders)
    }

    func validate() throws { try requested.validate() }

    func run() throws {
      try requested.checkFiles()
      let library = DataLibrary()
      var reader = DocumentReader()
      var files: [ValidationReport.File] = []
      for name in paths {
        let path = try library.path(name, in: .accessories)
        let count = reader.errors.count
        let notices = reader.read(path) { (file, load) throws(DocumentErrors) in
          try DocumentKind(file: file, load: load).notices(file: file, shipped: library, load: load)
        }
        files.append(
          ValidationReport.File(
            path: path, notices: notices ?? [], errors: reader.errors.dropFirst(count).first))
      }
      let report = ValidationReport(files: files)
      try requested.write { format in
        format == .json
          ? report.json(tool: ReflectorTool.identity) : report.sarif(tool: ReflectorTool.identity)
      }
      if !quiet { try requested.textStream.writeOrThrow(report.text) }
      if !reader.errors.isEmpty { throw BadInput(reader.errors) }
    }
  }
}
