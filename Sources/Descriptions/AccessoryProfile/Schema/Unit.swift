/// The unit that a key ends in.
enum Unit: String, Sendable {
  case microseconds, milliseconds, nanoseconds, metres, ppm, radians, degrees
  case decibels = "dB"
  case decibelsMilliwatt = "dBm"
  case leastSignificantBits = "LSB"
  case metresPerSecond = "m/s"
  case octets, hertz, kilohertz
  case decibelsCarrier = "dBc"

  /// How people write units: the spelling, the quantity, and its size in the quantity's least unit.
  private static let spellings: [(String, String, Double)] = [
    ("ns", "time", 1), ("us", "time", 1e3), ("µs", "time", 1e3), ("μs", "time", 1e3), ("ms", "time", 1e6),
    ("s", "time", 1e9), ("mm", "length", 1), ("cm", "length", 10), ("m", "length", 1e3),
    ("ppb", "ratio", 1e-3), ("ppm", "ratio", 1), ("rad", "angle", 180 / Double.pi), ("deg", "angle", 1),
    ("°", "angle", 1), ("db", "level", 1), ("dbm", "power", 1), ("dbc", "carrier", 1), ("lsb", "lsb", 1),
    ("octets", "size", 1), ("bytes", "size", 1), ("kb", "size", 1024), ("hz", "frequency", 1),
    ("khz", "frequency", 1e3), ("mhz", "frequency", 1e6), ("m/s", "speed", 1), ("km/h", "speed", 1 / 3.6),
  ]

  private var spelling: String {
    switch self {
    case .microseconds: "us"
    case .milliseconds: "ms"
    case .nanoseconds: "ns"
    case .metres: "m"
    case .ppm: "ppm"
    case .radians: "rad"
    case .degrees: "deg"
    case .decibels: "db"
    case .decibelsMilliwatt: "dbm"
    case .leastSignificantBits: "lsb"
    case .metresPerSecond: "m/s"
    case .octets: "octets"
    case .hertz: "hz"
    case .kilohertz: "khz"
    case .decibelsCarrier: "dbc"
    }
  }

  /// Splits `100 ms`; nil if the text is no number with a known unit.
  static func split(_ text: String) -> (number: Double, spelling: String)? {
    let digits = text.prefix { "+-0123456789.eE".contains($0) }
    let rest = text.dropFirst(digits.count).drop { $0 == " " }.lowercased()
    guard let number = Double(digits), spellings.contains(where: { $0.0 == rest }) else { return nil }
    return (number, rest)
  }

  /// `number` of the unit spelt `other`, in this unit; nil if that is another quantity.
  func convert(_ number: Double, from other: String) -> Double? {
    guard let mine = Self.spellings.first(where: { $0.0 == spelling }),
      let theirs = Self.spellings.first(where: { $0.0 == other }), mine.1 == theirs.1
    else { return nil }
    return number * theirs.2 / mine.2
  }
}
