internal import ArgumentParser
internal import Glibc

struct WiresharkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wireshark",
    abstract: "Install or remove the CS step dissector and the live capture for Wireshark.",
    subcommands: [Install.self, Uninstall.self])

  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The home folder to use instead of your own.", valueName: "folder"))
    var folder: String?

    @Flag(help: "Print the changes without making them.")
    var dryRun = false

    @Flag(name: .shortAndLong, help: "Print only errors.")
    var quiet = false

    func validate() throws {
      if folder == "" { throw ValidationError("found an empty name for --folder, expected a folder.") }
    }
  }

  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install",
      abstract: "Install the dissector, a Wireshark profile and the capture program.",
      usage: "reflector wireshark install [<options>]",
      discussion: """
          reflector wireshark install
          reflector wireshark install --dry-run

        For Wireshark 4.0 and later, without root. Files that you changed are kept and reported.
        """)

    @OptionGroup var options: Options

    @Flag(help: "Also replace files that you changed; a copy is kept as NAME.before-reflector.")
    var force = false

    func run() throws {
      let folders = try WiresharkFolders(home: options.folder)
      var hasKept = false
      let installer = WiresharkInstaller(folders: folders, isDryRun: options.dryRun, isForced: force)
      try installer.install { part, outcome throws(BadInput) in
        try WiresharkCommand.tell(part, outcome, options)
        hasKept = hasKept || outcome == .kept
      }
      if options.quiet { return }
      if hasKept {
        try StandardStream.output.writeOrThrow(
          "\nKept files were changed, or are not from this tool; --force replaces them.\n")
      }
      if !options.dryRun { try StandardStream.output.writeOrThrow(Self.advice(folders)) }
    }

    private static func advice(_ folders: WiresharkFolders) -> String {
      let root =
        geteuid() == 0
        ? "\nYou are root: Wireshark 4.4 and later load no scripts for root. Install as the user who runs it.\n"
        : ""
      // Wireshark starts in another folder.
      let extcap = folders.extcap.hasPrefix("/") ? folders.extcap : OutputFile.place(of: folders.extcap)
      let old =
        folders.isExtcapNamed
        ? "" : "\nFor Wireshark 4.0 and 4.2 set WIRESHARK_EXTCAP_DIR=\(extcap) before you start it.\n"
      return """

        Next: restart Wireshark and choose the profile '\(WiresharkFolders.profileName)' (Edit, Configuration \
        Profiles).
        Steps: reflector check PROFILE --steps, and open the capture.
        Live: the interface '\(ExtcapDialogue.displayName)' is in the list.
        \(old)\(root)
        """
    }
  }

  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "uninstall",
      abstract: "Remove the installed files.",
      discussion: """
          reflector wireshark uninstall
        """)

    @OptionGroup var options: Options

    @Flag(help: "Also remove files that you changed; a copy is kept as NAME.before-reflector.")
    var force = false

    func run() throws {
      let folders = try WiresharkFolders(home: options.folder)
      try WiresharkInstaller(folders: folders, isDryRun: options.dryRun, isForced: force).uninstall {
        part, outcome throws(BadInput) in
        try WiresharkCommand.tell(part, outcome, options)
      }
    }
  }

  private static func tell(
    _ part: WiresharkPart, _ outcome: WiresharkInstaller.Outcome, _ options: Options
  ) throws(BadInput) {
    if options.quiet { return }
    func padded(_ text: String, _ count: Int) -> String {
      text + String(repeating: " ", count: max(1, count - text.count))
    }
    let would = options.dryRun && ![.unchanged, .kept, .absent].contains(outcome) ? "would be " : ""
    try StandardStream.output.writeOrThrow(
      padded(part.noun, 11) + padded(would + outcome.rawValue, options.dryRun ? 19 : 10) + part.path + "\n")
  }
}
