internal import ArgumentParser

/// The arguments that place a phone and an accessory in an air.
struct PlaceOptions: ParsableArguments {
  static let defaultPhone = "iphone-ios27"
  static let defaultEnvironment = "line-of-sight"
  static let defaultDistance = 3.0
  static let defaultSeed: UInt64 = 1
  private static let distances = 0.1...149.0

  @Option(help: ArgumentHelp("The phone that ranges, by name or path.", valueName: "name"))
  var phone = PlaceOptions.defaultPhone

  @Option(help: ArgumentHelp("What lies between the two, by name or path.", valueName: "name"))
  var environment = PlaceOptions.defaultEnvironment

  @Option(help: ArgumentHelp("The true distance, 0.1 to 149.", valueName: "metres"))
  var distance = PlaceOptions.defaultDistance

  @Option(
    help: ArgumentHelp(
      "The seed of all chance; where nothing real takes part, the same seed gives the same octets.",
      valueName: "n"))
  var seed = PlaceOptions.defaultSeed

  func validate() throws {
    guard Self.distances.contains(distance) else {
      throw ValidationError("found --distance \(distance), expected 0.1 to 149 metres.")
    }
  }
}
