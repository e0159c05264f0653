internal import ArgumentParser

/// The arguments that place a phone and an accessory in an air.
struct PlaceOptions: ParsableArguments {
  static let defaultPhone = "iphone-ios27"
  static let defaultEnvironment = "line-of-sight"
  static let defaultDistance = 3.0
  static let defaultSeed: UInt64 = 1
  private static let distances = 0.1...149.0

  @OptionGroup var air: AirOptions

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The true distance, 0.1 to 149.", valueName: "metres"))
  var distance = PlaceOptions.defaultDistance

  /// The phone's name or path.
  var phone: String { air.phone }
  /// The environment's name or path.
  var environment: String { air.environment }
  /// The seed of all chance.
  var seed: UInt64 { air.seed }

  func validate() throws {
    guard Self.distances.contains(distance) else {
      throw ValidationError("found --distance \(distance), expected 0.1 to 149 metres.")
    }
  }
}
