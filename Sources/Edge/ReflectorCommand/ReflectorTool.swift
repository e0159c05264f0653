internal import ArgumentParser
internal import Dispatch
internal import Documents
internal import Glibc
internal import Profiles
internal import Reports

/// The command `reflector`.
struct ReflectorTool: ParsableCommand {
  /// The name and version in reports and captures.
  static let identity = ToolIdentity(name: "reflector", version: "0.1.0")

  /// The same in one text.
  static var signature: String { "\(identity.name) \(identity.version)" }

  static let configuration = CommandConfiguration(
    commandName: "reflector",
    abstract: "Checks whether a phone will range with your Channel Sounding accessory, and shows why.",
    discussion: """
      Describe the accessory in a profile, then check it:

        reflector profile new accessory.yaml
        reflector check accessory.yaml

      Exit status: 0 all pass, 1 a requirement failed, 2 bad input, 3 inconclusive, \
      70 a bug of ours.
      """,
    version: signature,
    subcommands: [
      CheckCommand.self, ScenarioCommand.self, GateCommand.self, RangeCommand.self, EstimatorsCommand.self,
      CampaignCommand.self, LabCommand.self, AnalyzeCommand.self, ImportCommand.self, FrameCommand.self,
      CaptureCommand.self,
      ServeCommand.self,
      WiresharkCommand.self, ListCommand.self,
      ExplainCommand.self, ProfileCommand.self, SchemaCommand.self, ExtcapCommand.self,
    ])
}

/// A command with a result that its exit status reports.
protocol StatusCommand: ParsableCommand {
  func status() throws -> ExitStatus
}

@main
enum Main {
  /// Not `async`: the runtime opens descriptors before an asynchronous `main` begins.
  static func main() {
    ClosedStreams.hold()
    CrashStatus.install()
    Task {
      let ended = await Self.status(Array(CommandLine.arguments.dropFirst()))
      exit(ended.rawValue)
    }
    // Most commands read documents, --version and --help none: this thread builds their keys while the other one reads
    // the arguments.
    if CommandLine.arguments.dropFirst().first?.hasPrefix("-") == false {
      _ = ProfileSchema.requirements
      _ = AccessoryProfile.paths
    }
    dispatchMain()
  }

  /// Runs the command line and says how it ended; messages are written by then.
  static func status(_ arguments: [String]) async -> ExitStatus {
    do throws(BadInput) {
      return try await outcome(of: arguments)
    } catch {
      StandardError.write(DisplayText.lines(error.description) + "\n")
      return .badInput
    }
  }

  private static func outcome(of arguments: [String]) async throws(BadInput) -> ExitStatus {
    if let group = bareGroup(arguments[...], in: ReflectorTool.self) {
      StandardError.write(ReflectorTool.helpMessage(for: group, includeHidden: false) + "\n")
      return .badInput
    }
    do {
      let isExtcap = ExtcapCommand.isCalled(by: arguments)
      if !isExtcap { try checkCommand(arguments[...], of: ReflectorTool.self) }
      let (arguments, notices) = FormerNames.renamed(arguments)
      for notice in notices { StandardError.write("note: \(notice)\n") }
      var command = try ReflectorTool.parseAsRoot((isExtcap ? ["extcap"] : []) + arguments)
      if let option = RepeatedOption.first(in: arguments, of: command) {
        throw BadInput("found \(option) more than once, expected it once: it takes one value.")
      }
      if let check = command as? CheckCommand { return try await check.status() }
      if let lab = command as? LabCommand { return try await lab.status() }
      if let judging = command as? any StatusCommand { return try judging.status() }
      try command.run()
      return .pass
    } catch let error as BadInput {
      throw error
    } catch {
      return try status(of: error, arguments)
    }
  }

  /// The group of commands that `arguments` name, if none of its commands follows.
  private static func bareGroup(
    _ arguments: ArraySlice<String>, in group: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    let commands = group.configuration.subcommands
    guard let name = arguments.first else { return commands.isEmpty ? nil : group }
    guard let command = commands.first(where: { $0._commandName == name }) else { return nil }
    return bareGroup(arguments.dropFirst(), in: command)
  }

  /// Throws if a group has no command of the given name: the parser would only say that it does not expect the word, or
  /// print the help of the group.
  private static func checkCommand(
    _ arguments: ArraySlice<String>, of group: any ParsableCommand.Type, after words: [String] = []
  ) throws(BadInput) {
    let commands = group.configuration.subcommands
    guard !commands.isEmpty, let name = arguments.first, !name.hasPrefix("-") else { return }
    if let command = commands.first(where: { $0._commandName == name }) {
      return try checkCommand(arguments.dropFirst(), of: command, after: words + [name])
    }
    if name == "help", words.isEmpty { return try checkCommand(arguments.dropFirst(), of: group) }
    let groups = commands.filter { $0.configuration.subcommands.contains { $0._commandName == name } }
    let meant =
      groups.isEmpty
      ? NearestWord.matches(name, in: commands.map { $0._commandName }, count: 1)
      : groups.map { "\($0._commandName) \(name)" }
    let found = (words + [Excerpt.of(name)]).joined(separator: " ")
    let commandLines = meant.map { (words + [$0]).joined(separator: " ") }
    let advice =
      meant.isEmpty
      ? "'\((["reflector"] + words + ["--help"]).joined(separator: " "))' lists them."
      : "did you mean \(commandLines.joined(separator: " or "))?"
    throw BadInput("found no command '\(found)'; \(advice)")
  }

  /// A word with one dash in which the parser has read the option for help; nil if help was asked for.
  private static func misreadWord(in arguments: [String]) -> String? {
    let words = arguments.prefix { $0 != "--" }
    let asks = words.contains {
      ["help", "--help", "--version"].contains($0) || $0.wholeMatch(of: /-q*h[hq]*/) != nil
    }
    return asks ? nil : words.first { $0.wholeMatch(of: /-[^-].*/) != nil && $0.contains("h") }
  }

  /// The parser's own errors: help is none, a wrong argument is bad input, and all else is a bug of ours.
  private static func status(of error: any Error, _ arguments: [String]) throws(BadInput) -> ExitStatus {
    let message = ReflectorTool.fullMessage(for: error) + "\n"
    switch ReflectorTool.exitCode(for: error) {
    case .success:
      if let word = misreadWord(in: arguments) {
        StandardError.write(
          DisplayText.line("Error: found \(word), expected -\(word); a file of that name is ./\(word)") + "\n"
        )
        return .badInput
      }
      try StandardStream.output.writeOrThrow(message)
      return .pass
    case .validationFailure:
      StandardError.write(ParserMessage.completed(message))
      return .badInput
    default:
      StandardError.write(message)
      return .bug
    }
  }
}
