internal import Notation

/// The UUID of a GATT service, as advertising carries it. [Vol 3, Part B, 2.5.1]
public enum ServiceUUID: Hashable, Sendable, CustomStringConvertible {
  /// A UUID that the Bluetooth SIG assigned.
  case short(UInt16)
  /// 16 octets, least significant first, as on the air.
  case long([UInt8])

  /// The Ranging Service.
  public static let ranging = ServiceUUID.short(0x185B)

  /// Reads `0x185B` or the 8-4-4-4-12 form; nil for anything else.
  public init?(text: String) {
    if text.hasPrefix("0x") {
      guard text.utf8.count == 6, let value = UInt16(text.dropFirst(2), radix: 16) else { return nil }
      self = .short(value)
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], let octets = HexText.octets(parts.joined()) else {
      return nil
    }
    self = .long(octets.reversed())
  }

  /// The octets on the air, least significant first.
  public var octets: [UInt8] {
    switch self {
    case .short(let value): [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    case .long(let octets): octets
    }
  }

  /// The form that `init(text:)` reads.
  public var description: String {
    let digits = octets.reversed().map { $0.hexDigits(2) }
    if case .short = self { return "0x" + digits.joined() }
    let cuts = [0, 4, 6, 8, 10, digits.count]
    return zip(cuts, cuts.dropFirst()).map { digits[min($0, digits.count)..<min($1, digits.count)].joined() }
      .joined(separator: "-")
  }
}
