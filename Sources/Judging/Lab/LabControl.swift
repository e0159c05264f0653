package import Documents
package import Profiles

/// A value of the accessory that a lab lets you turn.
package struct LabControl: Hashable, Sendable {
  /// What it is turned with.
  package enum Kind: Hashable, Sendable {
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
  package let path: String
  /// Its name on the page.
  package let title: String
  /// The unit; empty for none.
  package let unit: String
  package let kind: Kind

  private init(_ path: String, title: String, unit: String = "", _ kind: Kind) {
    self.path = path
    self.title = title
    self.unit = unit
    self.kind = kind
  }

  /// All, in the order of the page.
  package static let all = [
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
  package static func of(_ path: String) -> LabControl? { all.first { $0.path == path } }

  /// The number that a profile has, 1 and 0 for `true` and `false`; nil where it has none, and for T_FCS.
  package func number(in profile: AccessoryProfile) -> Double? {
    let text = profile.text(at: path) ?? ""
    switch kind {
    case .inlinePCT: return text == "true" ? 1 : 0
    case .tFCS: return nil
    case .antennas, .slider: return Double(text)
    }
  }

  /// Each T_FCS, and whether a profile has it; none for another control.
  package func choices(in profile: AccessoryProfile) -> [(value: Int, isChosen: Bool)] {
    guard case .tFCS(let values) = kind else { return [] }
    let chosen = (profile.text(at: path) ?? "").split { "[], ".contains($0) }.compactMap { Int($0) }
    return values.map { ($0, chosen.contains($0)) }
  }

  /// Turns the control of a profile to a number, or to 1 and 0 for `true` and `false`; nil if it has no such value.
  package func settings(_ number: Double, in profile: AccessoryProfile) -> [DocumentSetting]? {
    switch kind {
    case .inlinePCT: return [0, 1].contains(number) ? AccessoryChange.inlinePCT(number == 1) : nil
    case .tFCS: return nil
    case .antennas(let counts):
      return counts.first { Double($0) == number }.map { AccessoryChange.antennas($0, in: profile) }
    case .slider(let range, _):
      return range.contains(number) ? [DocumentSetting(path, ScalarText.format(number))] : nil
    }
  }

  /// Adds each T_FCS that is `true` to those of a profile, and removes each that is `false`; nil if the control has no
  /// such value.
  package func settings(choosing choices: [Int: Bool], in profile: AccessoryProfile) -> [DocumentSetting]? {
    guard case .tFCS(let values) = kind, choices.keys.allSatisfy(values.contains) else { return nil }
    let chosen = self.choices(in: profile).filter { choices[$0.value] ?? $0.isChosen }
    return AccessoryChange.tFCS(chosen.map(\.value))
  }
}
