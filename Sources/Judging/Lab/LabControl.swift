public import Documents
public import Profiles

/// A value of the accessory that a lab lets you turn.
public struct LabControl: Hashable, Sendable {
  /// What it is turned with.
  public enum Kind: Hashable, Sendable {
    /// Inline PCT: `true` or `false`.
    case inlinePCT
    /// T_FCS: any of these beside the one that every device has.
    case tFCS([Int])
    /// One of these numbers of antennas.
    case antennas([Int])
    /// A number in steps. The file allows more than the range.
    case slider(ClosedRange<Double>, step: Double)
  }

  /// The key that has the value in a profile.
  public let path: String
  /// Its name on the page.
  public let title: String
  /// The unit; empty for none.
  public let unit: String
  public let kind: Kind

  private init(_ path: String, title: String, unit: String = "", _ kind: Kind) {
    self.path = path
    self.title = title
    self.unit = unit
    self.kind = kind
  }

  /// All, in the order of the page.
  public static let all = [
    LabControl(
      "channel_sounding.t_fcs_us", title: "T_FCS beside 150", unit: "us",
      .tFCS([15, 20, 30, 40, 50, 60, 80, 100, 120])),
    LabControl("channel_sounding.inline_pct.supported", title: "Inline PCT", .inlinePCT),
    LabControl("channel_sounding.antennas", title: "Antennas", .antennas([1, 2, 3, 4])),
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
    if kind == .inlinePCT { return [text == "true" ? 1 : 0] }
    let numbers = text.split { "[], ".contains($0) }.compactMap { Double($0) }
    guard case .tFCS(let values) = kind else { return numbers }
    return numbers.filter { number in values.contains { Double($0) == number } }
  }

  /// Turns the control of a profile to numbers, or to 1 and 0 for `true` and `false`; nil if it has no such value.
  public func settings(_ numbers: [Double], in profile: AccessoryProfile) -> [DocumentSetting]? {
    switch kind {
    case .inlinePCT:
      guard numbers == [0] || numbers == [1] else { return nil }
      return AccessoryChange.inlinePCT(numbers == [1])
    case .tFCS(let values):
      let chosen = values.filter { numbers.contains(Double($0)) }
      return chosen.count == numbers.count ? AccessoryChange.tFCS(chosen) : nil
    case .antennas(let counts):
      let chosen = counts.filter { [Double($0)] == numbers }
      return chosen.first.map { AccessoryChange.antennas($0, in: profile) }
    case .slider(let range, _):
      guard numbers.count == 1, range.contains(numbers[0]) else { return nil }
      return [DocumentSetting(path, ScalarText.format(numbers[0]))]
    }
  }
}
