/// The companies whose controllers and phones recordings of Channel Sounding show most, by their assigned identifiers.
/// All others are their number alone.
enum CompanyWords {
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
  static func text(_ company: UInt16) -> String {
    let number = "0x" + String(company, radix: 16, uppercase: true)
    return names[company].map { "\(number), \($0)" } ?? number
  }
}
