internal import ChannelSounding
internal import Reports

/// What the program tells Wireshark of itself when asked: the sentences of extcap, one a line.
enum ExtcapDialogue {
  /// The name of the interface, for command lines.
  static let interface = "reflector"
  /// The name of the interface in Wireshark's list.
  static let displayName = "Channel Sounding reflector (virtual)"

  static var interfaces: String {
    sentence("extcap", [("version", ReflectorTool.identity.version), ("display", displayName)])
      + sentence("interface", [("value", interface), ("display", displayName)])
  }

  /// What packets come from it. The stream has interfaces of other link types, too.
  static var linkTypes: String {
    sentence(
      "dlt",
      [
        ("number", "256"), ("name", "BLUETOOTH_LE_LL_WITH_PHDR"),
        ("display", "Bluetooth LE link layer, HCI of both ends, CS steps"),
      ])
  }

  /// What a user can choose.
  static func options(_ library: DataLibrary) -> String {
    let names = library.files(in: .accessories).map(DataLibrary.stem)
    let times = TFCS.all.map { ("\($0.microseconds)", "\($0)") }
    return selector(
      0, "--profile", "Accessory", "A shipped profile.", names, usual: ExtcapOptions.usualProfile)
      + argument(
        1, "--own-profile", "Accessory of your own", "A profile of your own, in place of a shipped one.",
        [("type", "fileselect"), ("mustexist", "true"), ("required", "false")])
      + argument(
        2, "--distance", "Distance (m)", "The true distance.",
        [("type", "double"), ("range", "0.1,149"), ("default", "\(PlaceOptions.defaultDistance)")])
      + selector(
        3, "--t-fcs", "T_FCS", "The T_FCS that the phone offers beside 150 us.",
        [("0", "the phone's preference")] + times, usual: "0")
      + argument(
        4, "--noise", "More noise (dB)", "Added noise of both receivers.",
        [("type", "double"), ("range", "0,60"), ("default", "0")])
      + argument(
        5, "--seed", "Seed", "The same seed gives the same packets.",
        [("type", "unsigned"), ("default", "\(PlaceOptions.defaultSeed)")])
      + selector(
        6, "--phone", "Phone", "The phone that ranges with the accessory.",
        library.files(in: .phones).map(DataLibrary.stem), usual: PlaceOptions.defaultPhone)
      + selector(
        7, "--environment", "Environment", "The radio environment.",
        library.files(in: .environments).map(DataLibrary.stem), usual: PlaceOptions.defaultEnvironment)
      + argument(
        8, "--steps", "Show each CS step", "Needs the dissector of 'reflector wireshark install'.",
        [("type", "boolean"), ("default", "true")])
  }

  private static func selector(
    _ number: Int, _ call: String, _ display: String, _ tooltip: String, _ names: [String], usual: String
  ) -> String {
    selector(number, call, display, tooltip, names.map { ($0, $0) }, usual: usual)
  }

  private static func selector(
    _ number: Int, _ call: String, _ display: String, _ tooltip: String,
    _ values: [(value: String, display: String)], usual: String
  ) -> String {
    argument(number, call, display, tooltip, [("type", "selector")])
      + values.map { value, display in
        sentence(
          "value",
          [
            ("arg", "\(number)"), ("value", value), ("display", display),
            ("default", value == usual ? "true" : "false"),
          ])
      }.joined()
  }

  private static func argument(
    _ number: Int, _ call: String, _ display: String, _ tooltip: String, _ rest: [(String, String)]
  ) -> String {
    sentence(
      "arg", [("number", "\(number)"), ("call", call), ("display", display), ("tooltip", tooltip)] + rest)
  }

  private static func sentence(_ word: String, _ parts: [(String, String)]) -> String {
    word + " " + parts.map { "{\($0)=\($1)}" }.joined() + "\n"
  }
}
