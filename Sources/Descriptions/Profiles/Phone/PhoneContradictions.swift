internal import ChannelSounding
internal import CoreTypes
internal import Documents

/// Keys of a phone that are legal alone but contradict each other.
enum PhoneContradictions {
  static func errors(in root: Section, phone: PhoneProfile) -> [DocumentError] {
    var errors: [DocumentError] = []
    func refuse(_ text: String, _ section: Section, _ key: String, _ other: String, fix: String) {
      errors += section.contradiction(text, key, other: section.position(other), fix: fix)
    }
    let match = root.section("match")
    if phone.match.manufacturerData.count != phone.match.manufacturerMask.count {
      let key = match.has("manufacturer_mask") ? "manufacturer_mask" : "manufacturer_data"
      refuse(
        "found data and mask of different lengths, expected the same", match, key, "manufacturer_data",
        fix: "Write a mask as long as the data.")
    }
    if match.has("manufacturer_data"), !match.has("company_id") {
      refuse(
        "found data without a company identifier, expected both", match, "manufacturer_data", "company_id",
        fix: "Add the company identifier.")
    }
    if phone.match.services.isEmpty, !match.has("company_id") {
      errors +=
        match.contradiction(
          "found neither a service nor a company identifier, expected one of them",
          fix: "Add 'services: [0x185B]'."
        )
    }
    errors += configurationProblems(in: root.section("channel_sounding"), phone.configuration)
    let connection = root.section("connection")
    let asked = phone.connection
    if connection.has("supervision_timeout_ms"),
      asked.supervisionTimeoutMilliseconds <= asked.leastTimeoutMilliseconds
    {
      let least = ScalarText.format(asked.leastTimeoutMilliseconds)
      refuse(
        "found \(ScalarText.format(asked.supervisionTimeoutMilliseconds)), expected more than \(least)",
        connection, "supervision_timeout_ms", "interval_ms", fix: "Write a longer time.")
    } else if asked.leastTimeoutMilliseconds >= SupervisionTimeout.legalMilliseconds.upperBound {
      refuse(
        "found a latency too long for any supervision timeout", connection, "latency", "interval_ms",
        fix: "Write a lower latency.")
    }
    if phone.apps.scanWindowMilliseconds > phone.apps.scanIntervalMilliseconds {
      let apps = root.section("apps")
      let interval = ScalarText.format(phone.apps.scanIntervalMilliseconds)
      refuse(
        "found a window above the interval of \(interval)", apps,
        apps.has("scan_window_ms") ? "scan_window_ms" : "scan_interval_ms", "scan_interval_ms",
        fix: "Write a window of \(interval) or less.")
    }
    let procedures = root.section("procedures")
    for (low, high) in [
      ("min_interval_events", "max_interval_events"), ("min_subevent_us", "max_subevent_us"),
    ] {
      guard let least = procedures.integer(low), let most = procedures.integer(high), least > most else {
        continue
      }
      refuse("found \(least), expected at most \(most)", procedures, low, high, fix: "Write \(most) or less.")
    }
    return errors
  }

  /// Illegal values of the configuration, and keys that have no effect without another key.
  private static func configurationProblems(
    in section: Section, _ configuration: CSConfiguration
  ) -> [DocumentError] {
    var errors: [DocumentError] = []
    func refuse(_ key: String, _ text: String, fix: String) {
      errors += section.contradiction(text, key, fix: fix)
    }
    for key in ["min_main_mode_steps", "max_main_mode_steps"]
    where section.has(key) && !section.has("sub_mode") {
      refuse(
        key, "found main-mode steps before a sub mode, but no sub_mode",
        fix: "Add sub_mode, or drop this key.")
    }
    for key in ["ch3c_shape", "ch3c_jump"] where section.has(key) && section.text("channel_selection") != "3c"
    {
      refuse(key, "found a key of #3c, but another channel selection", fix: "Add 'channel_selection: 3c'.")
    }
    for problem in LegalConfiguration.problems(in: configuration) {
      guard let key = keys[problem.field] else { continue }
      refuse(key, "found an illegal configuration: \(problem)", fix: "Change this key or those beside it.")
    }
    return errors
  }

  /// The keys of the fields of a configuration whose ranges depend on each other.
  private static let keys: [ConfigurationProblem.Field: String] = [
    .subMode: "sub_mode", .mainModeMinSteps: "min_main_mode_steps", .ch3cJump: "ch3c_jump",
    .channelMapRepetition: "channel_map_repetition",
  ]
}
