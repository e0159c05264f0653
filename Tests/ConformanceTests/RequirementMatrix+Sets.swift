import Profiles

extension RequirementMatrix {
  /// Two made-up accessories: one that claims what every phone platform needs, one that claims all there is.
  private static let madeUp = ["reference", "everything"]
  /// Every shipped chipset.
  private static let chipsets = [
    "nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx",
  ]

  /// What a phone with inline PCT asks.
  static let phone = RequirementMatrix(
    set: "apple-ios27-cs", controls: madeUp, others: ["nordic-nrf54l15-ipt", "nxp-kw47-ipt"],
    amounts: ["procedures": 1_100])
  /// The controller behind its HCI.
  static let controller = RequirementMatrix(set: "core-6-3-hci", controls: madeUp, others: chipsets)
  /// The link layer.
  static let linkLayer = RequirementMatrix(
    set: "core-6-3-ll", controls: madeUp, others: chipsets,
    amounts: ["endless_procedures": 1_100],
    // LL-71 and LL-72 look at each of these again, on link after link; LL-60 goes on where LL-36 ends.
    entailed: ["LL-12", "LL-13", "LL-14", "LL-31", "LL-36", "LL-37"])
  /// The radio.
  static let radio = RequirementMatrix(
    set: "core-6-3-rfphy", controls: madeUp, others: chipsets,
    amounts: [
      "phases": 2_600, "mode_0_steps": 72, "steps": 500, "subevents": 6, "runs": 24, "series_procedures": 50,
      "distance_runs": 20, "groups": 8,
    ])
  /// The Ranging Service.
  static let rangingService = withRangingService("ras-rap-1-0")
  /// What Android asks.
  static let android = withRangingService("android16-ranging-cs")
  /// The guidelines for accessories, of whose recommendations shipped chipsets miss some.
  static let advertising = RequirementMatrix(set: "apple-adg-ble", controls: madeUp, others: [])
  /// AccessorySetupKit, without an app.
  static let setupKit = RequirementMatrix(
    set: "apple-ask", controls: madeUp,
    others: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt"],
    // Mistakes of an app, which `SetupKitTests` makes.
    entailed: ["ASK-01", "ASK-02", "ASK-03", "ASK-08"])

  /// Every set.
  static let all = [
    phone, controller, linkLayer, radio, rangingService, android, advertising, setupKit,
  ]

  /// An accessory with the Ranging Service and all that it can have, so that every requirement is judged.
  private static func withRangingService(_ set: String) -> RequirementMatrix {
    RequirementMatrix(
      set: set, controls: madeUp + ["nordic-nrf54l15-ras"], others: ["silabs-xg24", "ti-cc27xx"],
      claimsEverything: true,
      claims: { profile in
        profile.gatt.ranging.resendsLostSegments = true
        profile.gatt.ranging.aborts = true
        profile.gatt.ranging.filters = true
      },
      phone: "android16")
  }
}
