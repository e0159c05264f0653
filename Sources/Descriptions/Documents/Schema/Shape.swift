internal import Notation

/// What a value of a document must look like. The reader, the JSON Schema and the template all follow it.
public indirect enum Shape: Sendable {
  /// A mapping with these keys and no others.
  case map([FieldRule])
  /// A mapping whose keys the user chooses.
  case table(keys: TextForm, values: Shape)
  /// A list of so many items.
  case list(Shape, count: ClosedRange<Int>, isDistinct: Bool = true)
  /// `true` or `false`.
  case flag
  /// A whole number.
  case integer(ClosedRange<Int>, Unit? = nil)
  /// One of a few whole numbers.
  case choice([Int], Unit? = nil)
  /// A finite number, a multiple of `step` where there is one.
  case number(ClosedRange<Double>, Unit? = nil, step: Double? = nil)
  /// One of some words; `listedBy` is the command that prints those that are too many for a message.
  case word([String], listedBy: String = "reflector list")
  case text(TextForm)
  /// This word, or the shape.
  case either(String, Shape)
}

/// One key of a mapping.
public struct FieldRule: Sendable {
  /// As written in the file, with the unit at its end.
  public var key: String
  /// What its value looks like.
  public var shape: Shape
  /// Whether the mapping is incomplete without it.
  public var isRequired: Bool
  /// What it means, for schema, template and page. A default in words stands at the end, as in
  /// `The seed; defaults to 1.`
  public var summary: String
  /// A legal value, as YAML text; for mappings the examples of their keys are used.
  public var example: String
  /// The value that holds without the key, as YAML text; nil if there is none. The words of the summary go first.
  public var usual: String?

  public init(_ key: String, _ shape: Shape, required: Bool = false, example: String = "", _ summary: String)
  {
    self.key = key
    self.shape = shape
    isRequired = required
    self.example = example
    self.summary = summary
  }

  /// The example in one line, for messages.
  public var exampleLine: String {
    guard case .map(let rules) = shape else { return example }
    let keys = rules.filter(\.isRequired)
    return "{" + keys.map { "\($0.key): \($0.exampleLine)" }.joined(separator: ", ") + "}"
  }
}

/// The unit that a key ends in.
public enum Unit: String, Sendable {
  case seconds, microseconds, milliseconds, nanoseconds, metres, ppm, radians, degrees
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

  /// As an axis shows it, as `us`.
  public var symbol: String {
    switch self {
    case .seconds, .milliseconds, .microseconds, .nanoseconds, .metres, .radians, .degrees: spelling
    case .hertz: "Hz"
    case .kilohertz: "kHz"
    case .decibels, .decibelsMilliwatt, .decibelsCarrier: rawValue
    case .ppm, .leastSignificantBits, .metresPerSecond, .octets: rawValue
    }
  }

  private var spelling: String {
    switch self {
    case .seconds: "s"
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

/// Reads numbers as YAML users write them, and writes them for messages.
public enum ScalarText {
  /// A decimal or `0x` whole number.
  public static func integer(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
    guard let first = digits.unicodeScalars.first, ("0"..."9").contains(first) else { return nil }
    let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
    guard let magnitude = isHex ? Int(digits.dropFirst(2), radix: 16) : Int(digits) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// A finite decimal number, or a whole one.
  public static func number(_ text: String) -> Double? {
    if let whole = integer(text) { return Double(whole) }
    guard text.allSatisfy({ "+-0123456789.eE".contains($0) }), let number = Double(text), number.isFinite
    else {
      return nil
    }
    return number
  }

  /// Without a fraction where there is none.
  public static func format(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
  }

  public static func list(_ items: [String]) -> String { "[\(items.joined(separator: ", "))]" }

  /// A mapping in one line, without the keys that have no value.
  static func mapping(_ entries: [(path: String, text: String?)]) -> String {
    let pairs = entries.compactMap { key, text in text.map { "\(key): \($0)" } }
    return "{\(pairs.joined(separator: ", "))}"
  }

  /// Text in quotes, which YAML takes for nothing else.
  public static func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map(escaped).joined() + "\""
  }

  /// A scalar between double quotes. One that a text file may not hold, or that does not show, is escaped.
  /// [YAML 1.2.2, 5.7]
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      return "\\U" + scalar.value.hexDigits(8)
    default: return scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
    }
  }
}
