internal import ArgumentParser
internal import Profiles

struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Create, validate and describe accessory profiles.",
    subcommands: [New.self, Validate.self, Schema.self])

  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Write the JSON Schema of accessory profiles; 'reflector schema' writes all.",
      shouldDisplay: false)

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
