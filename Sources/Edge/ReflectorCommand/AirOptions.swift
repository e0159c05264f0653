internal import ArgumentParser

/// The arguments that say who ranges, in what, and by which chance.
struct AirOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The phone that ranges, by name or path.", valueName: "name"))
  var phone = PlaceOptions.defaultPhone

  @Option(help: ArgumentHelp("What lies between the two, by name or path.", valueName: "name"))
  var environment = PlaceOptions.defaultEnvironment

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The seed of all chance; where nothing real takes part, the same seed gives the same octets.",
      valueName: "n"))
  var seed = PlaceOptions.defaultSeed
}
