internal import ArgumentParser
internal import Reports

/// The command `reflector`.
struct ReflectorTool: ParsableCommand {
  /// The name and version in reports and captures.
  static let identity = ToolIdentity(name: "reflector", version: "0.1.0")

  /// The same in one text.
  static var signature: String { "\(identity.name) \(identity.version)" }

  static let configuration = CommandConfiguration(
    commandName: "reflector",
    abstract: "Says whether a phone will range with your Channel Sounding accessory, and shows why.",
    discussion: """
      Describe the accessory in a profile, then check it:

        reflector profile new accessory.yaml
        reflector check accessory.yaml

      Exit status: 0 all pass, 1 a requirement failed, 2 bad input, 3 inconclusive, \
      70 a bug of ours.
      """,
    version: signature,
    subcommands: [
      CheckCommand.self, GateCommand.self, RangeCommand.self, EstimatorsCommand.self, AnalyzeCommand.self,
      ImportCommand.self,
      FrameCommand.self, CaptureCommand.self, ServeCommand.self, WiresharkCommand.self, ListCommand.self,
      ExplainCommand.self, ProfileCommand.self, SchemaCommand.self, ExtcapCommand.self,
    ])
}
