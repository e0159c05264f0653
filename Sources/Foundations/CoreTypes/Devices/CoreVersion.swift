internal import Notation

/// A version of the Core specification as LL_VERSION_IND and HCI number it. [Vol 6, Part B, 2.4.2.13]
public struct CoreVersion: FieldValue, Comparable {
  /// The number on the air.
  public var rawValue: UInt8

  @inlinable
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
}

/// The number that the Bluetooth SIG assigns to a company. [Assigned Numbers, 7.1]
public struct CompanyIdentifier: FieldValue {
  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The companies whose controllers and phones recordings of Channel Sounding show most. All others are their number
  /// alone.
  private static let names: [UInt16: String] = [
    0x0002: "Intel", 0x0006: "Microsoft", 0x0009: "Infineon Technologies",
    0x000A: "Qualcomm Technologies International", 0x000D: "Texas Instruments", 0x000F: "Broadcom",
    0x001D: "Qualcomm", 0x0025: "NXP", 0x0030: "STMicroelectronics", 0x0046: "MediaTek", 0x004C: "Apple",
    0x0059: "Nordic Semiconductor", 0x005D: "Realtek Semiconductor", 0x0075: "Samsung Electronics",
    0x00C4: "LG Electronics", 0x00D2: "Renesas Design Netherlands", 0x00E0: "Google", 0x012D: "Sony",
    0x0131: "Cypress Semiconductor", 0x0171: "Amazon.com Services", 0x02E5: "Espressif Systems",
    0x02FF: "Silicon Laboratories", 0x05F1: "The Linux Foundation", 0xFFFF: "for tests, no company",
  ]

  /// The number in hexadecimal, with the name where there is one, as `0x59, Nordic Semiconductor`.
  public var description: String {
    let number = rawValue.hex()
    return Self.names[rawValue].map { "\(number), \($0)" } ?? number
  }
}
