internal import CoreTypes

extension Fault {
  /// Faults of what is advertised.
  static let advertisingFaults: [Fault] = [
    .serviceUUIDNotAdvertised, .serviceUUIDDroppedWhenBonded,
  ]

  /// No service UUID is advertised.
  public static let serviceUUIDNotAdvertised = Fault(
    "service-uuid-not-advertised", .advertising,
    "No service UUID is advertised.",
    inFirmware: """
      The UUID stands in the scan response, or was left out because the accessory serves no \
      Ranging Service.
      """,
    report: """
      nRF Connect SDK, pull request 30019: a reflector without the Ranging Service advertises its \
      UUID, since some devices would not connect without it.
      """,
    breaks: ["CS-A09", "RAS-15"]
  ) { $0.advertising.services = [] }

  /// The service UUID is no longer advertised once there is a bond.
  public static let serviceUUIDDroppedWhenBonded = Fault(
    "service-uuid-dropped-when-bonded", .advertising,
    "The service UUID is no longer advertised once there is a bond.",
    inFirmware: "The firmware has one set of advertising data for pairing and another for known peers.",
    breaks: ["CS-A09"]
  ) { $0.advertising.keepsServicesWhenBonded = false }
}
