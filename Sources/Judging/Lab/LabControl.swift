public import Documents
public import Profiles

/// A value of the accessory that a lab lets you turn.
public struct LabControl: Hashable, Sendable {
  /// What it is turned with.
  public enum Kind: Hashable, Sendable {
    /// `true` or `false`.
    case flag
    /// Any of these numbers beside the one that every device has.
    case several([Int], beside: Int)
    /// One of these numbers.
    case one([Int])
    /// A number in steps. The file allows more than the range.
    case slider(ClosedRange<Double>, step: Double)
  }

  /// The keys that lead to it in a profile, joined by dots. The first has the value, the others take it too.
  public let paths: [String]
  /// Its name on the page.
  public let title: String
  /// The unit; empty for none.
  public let unit: String
  public let kind: Kind

  /// The key that has the value.
  public var path: String { paths[0] }

  /// Keys that a file has only while a flag is set.
  private let dependentPaths: [String]

  /// A key that has one value beside 1, and another beside more.
  private struct Companion: Hashable, Sendable {
    let path: String
    let besideOne: String
    let besideMore: String
  }

  private let companion: Companion?

  private init(
    _ paths: String..., dependents: [String] = [], companion: Companion? = nil, title: String,
    unit: String = "", _ kind: Kind
  ) {
    self.paths = paths
    dependentPaths = dependents
    self.companion = companion
    self.title = title
    self.unit = unit
    self.kind = kind
  }

  /// All, in the order of the page.
  public static let all = [
    LabControl(
      "channel_sounding.t_fcs_us", title: "T_FCS beside 150", unit: "us",
      .several([15, 20, 30, 40, 50, 60, 80, 100, 120], beside: 150)),
    LabControl(
      "channel_sounding.inline_pct.supported",
      dependents: ["channel_sounding.inline_pct.t_ip2_us", "channel_sounding.inline_pct.t_sw_us"],
      title: "Inline PCT", .flag),
    LabControl(
      "channel_sounding.antennas", "channel_sounding.antenna_paths",
      companion: Companion(path: "channel_sounding.t_sw_us", besideOne: "0", besideMore: "10"),
      title: "Antennas", .one([1, 2, 3, 4])),
    LabControl("radio.noise_floor_dbm", title: "Noise floor", unit: "dBm", .slider(-110...(-60), step: 1)),
    LabControl("radio.tx_power_dbm", title: "Transmit power", unit: "dBm", .slider(-20...20, step: 1)),
    LabControl(
      "radio.pll_settling_tau_us", title: "PLL settling tau", unit: "us", .slider(0...50, step: 0.5)),
    LabControl("radio.phase_noise_rad", title: "Phase noise", unit: "rad", .slider(0...1, step: 0.01)),
    LabControl(
      "radio.carrier_offset_ppm", title: "Carrier offset", unit: "ppm", .slider(-50...50, step: 0.5)),
    LabControl(
      "radio.inline_pct_error_deg", title: "Inline PCT error", unit: "deg", .slider(0...60, step: 1)),
    LabControl("radio.fixed_delay_ns", title: "Fixed delay", unit: "ns", .slider(0...10, step: 0.1)),
  ]

  /// The control of a value; nil for one that has none.
  public static func of(_ path: String) -> LabControl? { all.first { $0.path == path } }

  /// The numbers that a profile has, 1 and 0 for `true` and `false`; none where it has no value.
  public func numbers(in profile: AccessoryProfile) -> [Double] {
    let text = profile.text(at: path) ?? ""
    if kind == .flag { return [text == "true" ? 1 : 0] }
    let numbers = text.split { "[], ".contains($0) }.compactMap { Double($0) }
    guard case .several(let values, _) = kind else { return numbers }
    return numbers.filter { number in values.contains { Double($0) == number } }
  }

  /// Turns the control to numbers, or to 1 and 0 for `true` and `false`; nil if it has no such value.
  public func settings(_ numbers: [Double]) -> [DocumentSetting]? {
    switch kind {
    case .flag:
      guard numbers == [0] || numbers == [1] else { return nil }
      return paths.map { DocumentSetting($0, "\(numbers == [1])") }
        + (numbers == [1] ? [] : dependentPaths.map(DocumentSetting.init(leavingOut:)))
    case .several(let values, let always):
      let chosen = values.filter { numbers.contains(Double($0)) }
      guard chosen.count == numbers.count else { return nil }
      return paths.map { DocumentSetting($0, items: (chosen + [always]).map { "\($0)" }) }
    case .one(let values): return settings(numbers) { number in values.contains { Double($0) == number } }
    case .slider(let range, _): return settings(numbers, where: range.contains)
    }
  }

  private func settings(_ numbers: [Double], where isLegal: (Double) -> Bool) -> [DocumentSetting]? {
    guard numbers.count == 1, isLegal(numbers[0]) else { return nil }
    let beside = companion.map {
      DocumentSetting($0.path, numbers == [1] ? $0.besideOne : $0.besideMore)
    }
    return paths.map { DocumentSetting($0, ScalarText.format(numbers[0])) } + (beside.map { [$0] } ?? [])
  }
}
