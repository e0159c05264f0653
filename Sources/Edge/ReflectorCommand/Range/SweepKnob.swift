internal import Documents
internal import Profiles

/// A knob that `--sweep` can name: a number of the profile's radio, the phone or the environment, or one that
/// stands in no file.
struct SweepKnob {
  enum Place {
    case accessory(Knob)
    case phone(Knob)
    case environment(Knob)
    /// The signal-to-noise ratio of a tone at both receivers.
    case toneSNR
    /// How fast the phone goes away.
    case speed
  }

  /// The speeds that a phone may have, in metres a second.
  static let speeds = -50.0...50.0
  private static let toneSNRs = -20.0...100.0
  private static let aliases = [
    "pll_settling_tau_us": "tau", "carrier_offset_ppm": "cfo", "t_fcs_us": "tFCS", "t_pm_us": "tPM",
    "t_ip2_us": "tIP2",
  ]

  let place: Place

  /// All knobs, those of no file first.
  static var all: [SweepKnob] {
    let places =
      [Place.toneSNR, .speed] + AccessoryProfile.knobs.map(Place.accessory)
      + PhoneProfile.knobs.map(Place.phone) + EnvironmentPreset.knobs.map(Place.environment)
    return places.map { SweepKnob(place: $0) }
  }

  /// The knob called `name`: by its short name, its last key, or all keys that lead to it. What both radios have is the
  /// accessory's unless `phone.` stands before it.
  static func named(_ name: String) throws(BadInput) -> SweepKnob {
    let all = all
    if let knob = all.first(where: { $0.names.contains(name) }) { return knob }
    let nearest = NearestWord.match(name, in: all.compactMap(\.alias) + all.map(\.key))
    throw BadInput(
      "found no knob '\(name)'; " + (nearest.map { "did you mean \($0)? " } ?? "")
        + "'reflector list knobs' lists all.")
  }

  /// All keys that lead to it.
  var path: String {
    switch place {
    case .phone(let knob) where isOfBothRadios: "phone.\(knob.path)"
    case .accessory(let knob), .phone(let knob), .environment(let knob): knob.path
    case .toneSNR: "snr"
    case .speed: "speed"
    }
  }

  /// The short name, where it has one.
  var alias: String? { Self.aliases[lastKey].map { isOfBothRadios ? "phone.\($0)" : $0 } }

  private var lastKey: String { String(path.split(separator: ".").last ?? "") }
  private var key: String { isOfBothRadios ? "phone.\(lastKey)" : lastKey }
  private var names: [String] { [path, key] + (alias.map { [$0] } ?? []) }

  /// Whether it is a key of the phone's radio, as the accessory's has it too.
  private var isOfBothRadios: Bool {
    if case .phone(let knob) = place { knob.path.hasPrefix("radio.") } else { false }
  }

  var summary: String {
    switch place {
    case .accessory(let knob), .phone(let knob), .environment(let knob): knob.summary
    case .toneSNR: "Signal-to-noise ratio of a tone at both receivers."
    case .speed: "Speed of the phone away from the accessory, as --speed."
    }
  }

  var expectation: String {
    switch place {
    case .accessory(let knob), .phone(let knob), .environment(let knob): knob.expectation
    case .toneSNR: "a number from -20 to 100 dB"
    case .speed: "a number from -50 to 50 metres a second"
    }
  }

  /// The unit as an axis shows it; empty for a plain number.
  var unit: String {
    switch place {
    case .accessory(let knob), .phone(let knob), .environment(let knob): knob.unit
    case .toneSNR: "dB"
    case .speed: "m/s"
    }
  }

  /// What a range without a step stands for; nil where it needs one.
  var choices: [Double]? {
    switch place {
    case .accessory(let knob), .phone(let knob), .environment(let knob): knob.choices?.map(Double.init)
    case .toneSNR, .speed: nil
    }
  }

  /// Whether it can be turned to `value`.
  func accepts(_ value: Double) -> Bool {
    switch place {
    case .accessory(let knob), .phone(let knob), .environment(let knob): knob.accepts(value)
    case .toneSNR: Self.toneSNRs.contains(value)
    case .speed: Self.speeds.contains(value)
    }
  }
}
