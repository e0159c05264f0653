extension Fault {
  /// Faults of when things happen within a procedure.
  static let timingFaults: [Fault] = [
    .tFCS100Stretched, .pllTooSlowFor100, .pllTooSlowFor60, .pllTooSlowFor80,
  ]

  /// Steps are 150 us apart where 100 us was agreed.
  public static let tFCS100Stretched = Fault(
    "tfcs-100-stretched", .timing,
    "Steps are 150 us apart where 100 us was agreed.",
    inFirmware: """
      The timer is loaded with the mandatory time, whatever was negotiated; with a peer of the \
      same firmware nobody notices.
      """,
    breaks: ["CS-A07", "LL-41"])

  /// The PLL settles with 12 us, too slowly for a T_FCS of 100 us.
  public static let pllTooSlowFor100 = Fault(
    "pll-too-slow-for-100", .timing,
    "The PLL settles with 12 us, too slowly for a T_FCS of 100 us.",
    inFirmware: """
      The loop filter was chosen for low phase noise, and the time that is claimed was never \
      measured over the whole band.
      """,
    breaks: ["CS-A07", "CS-A20"]
  ) { $0.radio.pllSettlingTauMicroseconds = 12 }

  /// The PLL settles with 6.2 us, too slowly for the T_FCS of 60 us that is claimed.
  public static let pllTooSlowFor60 = Fault(
    "pll-too-slow-for-60", .timing,
    "The PLL settles with 6.2 us, too slowly for the T_FCS of 60 us that is claimed.",
    inFirmware: "The shortest time of the data sheet is claimed at every temperature and for every hop.",
    breaks: ["RF-07"]
  ) { $0.radio.pllSettlingTauMicroseconds = 6.2 }

  /// The PLL settles with 9 us, too slowly for a T_FCS of 80 us or less.
  public static let pllTooSlowFor80 = Fault(
    "pll-too-slow-for-80", .timing,
    "The PLL settles with 9 us, too slowly for a T_FCS of 80 us or less.",
    inFirmware:
      "The shortest times are claimed since the synthesiser locks by then, though its phase is not still.",
    breaks: ["CS-A20", "RF-05", "RF-06", "RF-07", "RF-10"]
  ) { $0.radio.pllSettlingTauMicroseconds = 9 }
}
