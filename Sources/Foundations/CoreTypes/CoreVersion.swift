internal import Notation

/// A version of the Core specification as LL_VERSION_IND and HCI number it. [Vol 6, Part B, 2.4.2.13]
public struct CoreVersion: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number on the air.
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// 5.4
  public static let v5_4 = CoreVersion(rawValue: 0x0D)
  /// 6.0
  public static let v6_0 = CoreVersion(rawValue: 0x0E)
  /// 6.1
  public static let v6_1 = CoreVersion(rawValue: 0x0F)
  /// 6.2
  public static let v6_2 = CoreVersion(rawValue: 0x10)
  /// 6.3; the number follows from the sequence, no source prints it. See docs/interpretations.md.
  public static let v6_3 = CoreVersion(rawValue: 0x11)

  private static let names: [(CoreVersion, String)] = [
    (.v5_4, "5.4"), (.v6_0, "6.0"), (.v6_1, "6.1"), (.v6_2, "6.2"), (.v6_3, "6.3"),
  ]

  /// The versions before, in the order of their numbers. A controller without Channel Sounding has one of them.
  private static let olderNames = [
    "1.0b", "1.1", "1.2", "2.0 + EDR", "2.1 + EDR", "3.0 + HS", "4.0", "4.1", "4.2", "5.0", "5.1", "5.2",
    "5.3",
  ]

  /// Makes a version from its usual name, as `6.3`; nil if the name is not known.
  public init?(name: String) {
    guard let known = Self.names.first(where: { $0.1 == name }) else { return nil }
    self = known.0
  }

  /// The names that `init(name:)` knows: of the versions that a profile may have.
  public static let knownNames = names.map(\.1)

  /// The usual name, or the number where there is none.
  public var description: String {
    if Self.olderNames.indices.contains(Int(rawValue)) { return Self.olderNames[Int(rawValue)] }
    return Self.names.first { $0.0 == self }?.1 ?? "version number " + rawValue.hex(1, .lower)
  }

  /// Orders versions by number.
  public static func < (a: CoreVersion, b: CoreVersion) -> Bool { a.rawValue < b.rawValue }
}
