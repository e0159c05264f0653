/// What the tester can reach of an implementation under test (IUT).
public struct Access: OptionSet, Hashable, Sendable {
  /// One bit a kind.
  public let rawValue: UInt8

  /// Frames and tones: the tester's phone meets the IUT in an air that the tester sees.
  public static let air = Access(rawValue: 1 << 0)
  /// The IUT's power, which can be taken away and given back.
  public static let power = Access(rawValue: 1 << 1)
  /// The IUT's controller: commands to it, events from it.
  public static let hci = Access(rawValue: 1 << 2)
  /// A second controller that the IUT's controller can connect to, driven by the tester as well.
  public static let peer = Access(rawValue: 1 << 3)
  /// A controller that is the IUT's own: what it claims and sends counts.
  public static let controller = Access(rawValue: 1 << 4)
  /// Its radio on a cable: its controller's HCI, and a lower tester that sees what it really sends.
  package static let radio: Access = [.air, .hci, .peer]

  /// Makes a set from bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Each kind alone, in this set.
  var kinds: [Access] { [.air, .power, .hci, .peer, .controller].filter(contains) }

  /// All of them for a person.
  public var words: String { isEmpty ? "nothing" : kinds.map(\.name).joined(separator: ", ") }

  /// What one kind is called in a report.
  package var name: String {
    switch self {
    case .air: "the air"
    case .power: "its power"
    case .hci: "its controller's HCI"
    case .peer: "a second controller"
    case .controller: "a controller of its own"
    default: "nothing"
    }
  }
}
