internal import ArgumentParser
internal import Documents
internal import Glibc
internal import Profiles

/// `reflector profile`
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Create, validate and describe accessory profiles.",
    subcommands: [New.self, Validate.self, Schema.self])

  /// `reflector profile new`
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Write a profile template with an explanation of each key.",
      discussion: """
          reflector profile new accessory.yaml --chipset EX1234
        """)

    @Argument(help: "The file to write (default: standard output).")
    var path: String?

    @Option(help: "The vendor of the chipset.")
    var vendor = "Example Semiconductor"

    @Option(help: "The chipset.")
    var chipset = "EX1234"

    @Flag(help: "Replace the file if it exists.")
    var force = false

    func run() throws {
      let text = ProfileTemplate.text(vendor: vendor, chipset: chipset)
      try checkText(text)
      guard let path, path != "-" else { return try StandardStream.output.writeOrThrow(text) }
      if !force, access(path, F_OK) == 0 {
        throw BadInput("\(path) exists already; choose another name, or replace it with --force")
      }
      try OutputFile.write(text, at: path)
      try StandardStream.output.writeOrThrow("wrote \(path); next: reflector check \(path)\n")
    }

    /// What the user typed may be no text for a profile.
    private func checkText(_ text: String) throws(BadInput) {
      do throws(DocumentErrors) {
        _ = try AccessoryProfile.read(file: path ?? "profile") { _ in Array(text.utf8) }
      } catch {
        throw BadInput(
          "found an invalid --vendor or --chipset, expected 1 to 400 octets of plain text")
      }
    }
  }

  /// `reflector profile validate`
  struct Validate: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "validate",
      abstract: "Report all errors of profiles and other files, with lines and fixes.",
      discussion: """
        The key 'schema' tells what a file is: an accessory, a phone, an environment, a requirement set, a \
        scenario, waivers or the policy of a gate.

          reflector profile validate Profiles/accessories/*.yaml waivers.yaml
        """)

    @Argument(help: ArgumentHelp("Paths, or names of shipped profiles.", valueName: "file"))
    var paths: [String]

    func run() throws {
      let library = DataLibrary()
      let sets = SetLibrary(files: library.files(in: .requirements))
      var reader = DocumentReader()
      var lines = ""
      for name in paths {
        let path = try library.path(name, in: .accessories)
        let notices = reader.read(path) { (file, load) throws(DocumentErrors) in
          try DocumentKind(file: file, load: load).notices(file: file, sets: sets, load: load)
        }
        guard let notices else { continue }
        lines += "\(path): valid\n" + notices.map { "\($0)\n" }.joined()
      }
      try StandardStream.output.writeOrThrow(lines)
      if !reader.errors.isEmpty { throw BadInput(reader.errors) }
    }
  }

  /// `reflector profile schema`
  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Write the JSON Schema of accessory profiles, for editors.",
      discussion: """
          reflector profile schema > accessory.schema.json
        """)

    /// Another kind of file.
    enum Kind: EnumerableFlag {
      case environment, phone

      static func help(for value: Kind) -> ArgumentHelp? { "Write the schema of \(value)s instead." }
    }

    @Flag(exclusivity: .exclusive)
    var kind: Kind?

    func run() throws {
      let schema =
        switch kind {
        case nil: ProfileSchema.json
        case .environment: ProfileSchema.environmentJSON
        case .phone: ProfileSchema.phoneJSON
        }
      try StandardStream.output.writeOrThrow(schema)
    }
  }
}
