internal import ArgumentParser
internal import Glibc

/// `reflector wireshark`
struct WiresharkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wireshark",
    abstract: "Teach Wireshark the steps of Channel Sounding, and let it capture a running simulation.",
    subcommands: [Install.self, Uninstall.self])

  /// What both have in common.
  struct Options: ParsableArguments {
    @Option(help: ArgumentHelp("The home folder to use instead of yours.", valueName: "folder"))
    var folder: String?

    @Flag(help: "Say what would be done, and do nothing.")
    var dryRun = false

    func validate() throws {
      if folder == "" { throw ValidationError("found an empty name for --folder, expected a folder.") }
    }
  }

  /// `reflector wireshark install`
  struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "install",
      abstract: "Put the dissector, a profile and the capture program where Wireshark looks for them.",
      discussion: """
          reflector wireshark install
          reflector wireshark install --dry-run

        For Wireshark 4.0 and later, without root. What you changed yourself is left as it is, and you are told.
        """)

    @OptionGroup var options: Options

    @Flag(help: "Replace what you changed, too; yours is kept as NAME.before-reflector.")
    var force = false

    func run() throws {
      let folders = try WiresharkFolders(home: options.folder)
      var hasKept = false
      let installer = WiresharkInstaller(folders: folders, isDryRun: options.dryRun, isForced: force)
      try installer.install { part, outcome in
        WiresharkCommand.tell(part, outcome, options)
        hasKept = hasKept || outcome == .kept
      }
      if hasKept {
        StandardStream.output.write(
          "\nWhat is kept was changed by you, or put there by something else; --force replaces it.\n")
      }
      if !options.dryRun { StandardStream.output.write(Self.advice(folders)) }
    }

    private static func advice(_ folders: WiresharkFolders) -> String {
      let root =
        geteuid() == 0
        ? "\nYou are root: Wireshark 4.4 and later load no scripts for root. Install as the user who runs it.\n"
        : ""
      let old =
        folders.isExtcapNamed
        ? "" : "\nFor Wireshark 4.0 and 4.2 set WIRESHARK_EXTCAP_DIR=\(folders.extcap) before you start it.\n"
      return """

        Next: start Wireshark anew and choose the profile '\(WiresharkFolders.profileName)' (Edit, Configuration \
        Profiles).
        Steps: reflector check PROFILE --steps, and open the capture.
        Live: the interface '\(ExtcapDialogue.displayName)' is in the list.
        \(old)\(root)
        """
    }
  }

  /// `reflector wireshark uninstall`
  struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "uninstall",
      abstract: "Take away what install put in place.",
      discussion: """
          reflector wireshark uninstall
        """)

    @OptionGroup var options: Options

    @Flag(help: "Remove what you changed, too; yours is kept as NAME.before-reflector.")
    var force = false

    func run() throws {
      let folders = try WiresharkFolders(home: options.folder)
      try WiresharkInstaller(folders: folders, isDryRun: options.dryRun, isForced: force).uninstall {
        WiresharkCommand.tell($0, $1, options)
      }
    }
  }

  private static func tell(_ part: WiresharkPart, _ outcome: WiresharkInstaller.Outcome, _ options: Options) {
    func padded(_ text: String, _ count: Int) -> String {
      text + String(repeating: " ", count: max(1, count - text.count))
    }
    let would = options.dryRun && ![.unchanged, .kept, .absent].contains(outcome) ? "would be " : ""
    StandardStream.output.write(
      padded(part.noun, 11) + padded(would + outcome.rawValue, options.dryRun ? 19 : 10) + part.path + "\n")
  }
}
