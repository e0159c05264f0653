internal import ArgumentParser
internal import Documents
internal import Glibc
internal import Profiles
internal import Reports

extension ProfileCommand {
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Write a profile with an explanation of each key.",
      usage: "reflector profile new [<path>] [<options>]",
      discussion: """
        Without --from the values are those of an accessory that iOS 27 ranges with. With --from they are those of a \
        shipped profile and keep their sources. Changed values count as assumed. On a terminal, and without arguments, it \
        asks.

          reflector profile new accessory.yaml --chipset EX1234
          reflector profile new board.yaml --from nordic-nrf54l15-ipt --t-fcs 80,100
        """)

    private static let defaultVendor = "Example Semiconductor"
    private static let defaultChipset = "EX1234"

    @OptionGroup var file: NewFileOptions

    @Option(
      help: ArgumentHelp(
        "Begin with this profile: a path, or the name of a shipped one.", valueName: "profile"),
      completion: .names(.profiles))
    var from: String?

    @Option(help: "The vendor of the chipset.")
    var vendor: String?

    @Option(help: "The chipset.")
    var chipset: String?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("Number of antennas, each with an antenna path.", valueName: "n"))
    var antennas: Int?

    @Option(
      help: ArgumentHelp(
        "The supported T_FCS in microseconds, separated by commas; 150 is always one.", valueName: "list"))
    var tFcs: String?

    @Flag(inversion: .prefixedNo, help: "Support inline PCT, with the role and the features that it takes.")
    var inlinePct: Bool?

    @OptionGroup var changes: SettingOptions

    func validate() throws {
      if let antennas, !(1...4).contains(antennas) {
        throw ValidationError("found --antennas \(antennas), expected 1 to 4.")
      }
      if let tFcs, Self.numbers(tFcs).isEmpty {
        throw ValidationError("found --t-fcs '\(Excerpt.of(tFcs))', expected microseconds, as 80,100.")
      }
    }

    func run() throws {
      var command = self
      if isBare, isatty(STDIN_FILENO) == 1, StandardStream.output.isTerminal {
        try ProfileQuestions().complete(&command)
      }
      try command.file.write(try command.text(), next: "check")
    }

    private var hasChanges: Bool {
      antennas != nil || tFcs != nil || inlinePct != nil || !changes.assignments.isEmpty
    }

    /// Whether nothing was said of the profile.
    private var isBare: Bool {
      file.path == nil && from == nil && vendor == nil && chipset == nil && !hasChanges
    }

    /// The profile. Throws if no profile has all that was given.
    func text() throws(BadInput) -> String {
      for (option, name) in [("--vendor", vendor), ("--chipset", chipset)] {
        if let name { try Self.checkName(name, of: option) }
      }
      let template = ProfileTemplate.text(
        vendor: vendor ?? Self.defaultVendor, chipset: chipset ?? Self.defaultChipset)
      guard from != nil || hasChanges else { return template }
      var files = AccessoryFiles([(path: "template", octets: Array(template.utf8))])
      if let from {
        var reader = DocumentReader()
        let path = try DataLibrary().path(from, in: .accessories)
        guard reader.read(path, AccessoryProfile.read) != nil else { throw BadInput(reader.errors) }
        files = AccessoryFiles(reader.files)
      }
      do throws(DocumentErrors) {
        let base = try files.profile()
        var made = try files.profile(settings(base))
        // What is said of the base does not hold for the new one, unless --set says it again.
        let isOther = vendor != nil || chipset != nil
        if isOther, made.identity.firmware == base.identity.firmware { made.identity.firmware = "" }
        if made.identity.summary == base.identity.summary { made.identity.summary = "" }
        let origin = "Made by 'reflector profile new' from \(from ?? "its template")."
        let draft = ProfileDraft(made, changedFrom: base, origin: origin, isExplained: true)
        let text = "\(ProfileTemplate.editorLine)\n\(draft.text)"
        _ = try AccessoryFiles([(path: file.path ?? "profile", octets: Array(text.utf8))]).profile()
        return text
      } catch {
        throw BadInput([error])
      }
    }

    private func settings(_ base: AccessoryProfile) -> [DocumentSetting] {
      var settings: [DocumentSetting] = []
      func add(_ option: String, _ changes: [DocumentSetting]) {
        settings += changes.map { $0.given(by: option) }
      }
      if let vendor { add("--vendor", [DocumentSetting("identity.vendor", vendor)]) }
      if let chipset { add("--chipset", [DocumentSetting("identity.chipset", chipset)]) }
      if let antennas { add("--antennas", AccessoryChange.antennas(antennas, in: base)) }
      if let tFcs { add("--t-fcs", AccessoryChange.tFCS(Self.numbers(tFcs))) }
      if inlinePct == true { add("--inline-pct", AccessoryChange.inlinePCT(addedTo: base)) }
      if inlinePct == false { add("--no-inline-pct", AccessoryChange.inlinePCT(false)) }
      return settings + changes.settings
    }

    /// Microseconds, separated by commas; empty if one of them is no number.
    static func numbers(_ text: String) -> [Int] {
      let numbers = NameList.items([text.filter { $0 != " " }]).map { Int($0) }
      return numbers.contains(nil) ? [] : numbers.compactMap(\.self)
    }

    /// Throws if a profile cannot have the name that the user typed.
    static func checkName(_ name: String, of option: String) throws(BadInput) {
      let text = ProfileTemplate.text(vendor: name, chipset: name)
      do throws(DocumentErrors) {
        _ = try AccessoryFiles([(path: "profile", octets: Array(text.utf8))]).profile()
      } catch {
        throw BadInput("found \(option) '\(Excerpt.of(name))', expected 1 to 400 octets of plain text.")
      }
    }
  }
}
