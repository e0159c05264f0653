internal import Notation

/// The number that the Bluetooth SIG assigns to a company. [Assigned Numbers, 7.1]
public struct CompanyIdentifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public var rawValue: UInt16

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
