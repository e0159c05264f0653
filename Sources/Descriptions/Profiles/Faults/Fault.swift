/// A named fault that a self-test plants in an accessory that is otherwise right. Each breaks exactly the
/// requirements it lists in the sets that it lists any of; what a fault of the platform does to the radio is not listed.
public struct Fault: Sendable {
  /// What kind of mistake it is.
  public enum Area: String, Sendable, CaseIterable {
    case `protocol`, timing, security, radio, reporting, gatt, advertising
  }

  /// As `tfcs-100-refused`; stable for ever.
  public let name: String
  /// What kind of mistake it is.
  public let area: Area
  /// What the accessory does wrong, as a sentence for a person.
  public let summary: String
  /// How real firmware comes to do it, in sentences for a person.
  public let inFirmware: String
  /// Where somebody met it in public; nil if no such place is known.
  public let report: String?
  /// The requirements it breaks, and no others, in their order.
  public let breaks: [String]
  /// The requirements that cannot be judged because of it, in their order.
  public let blocks: [String]
  /// Whether it makes sense only where inline PCT is declared.
  let needsInlinePCT: Bool
  /// The declared values that say it all; nil for behaviour, which the virtual accessory shows.
  let change: (@Sendable (inout AccessoryProfile) -> Void)?

  init(
    _ name: String, _ area: Area, _ summary: String, inFirmware: String, report: String? = nil,
    breaks: [String], blocks: [String] = [], needsInlinePCT: Bool = false,
    change: (@Sendable (inout AccessoryProfile) -> Void)? = nil
  ) {
    self.name = name
    self.area = area
    self.summary = summary
    self.inFirmware = inFirmware
    self.report = report
    self.breaks = breaks
    self.blocks = blocks
    self.needsInlinePCT = needsInlinePCT
    self.change = change
  }

  /// Every fault, area by area.
  public static let all: [Fault] =
    protocolFaults + timingFaults + stepFaults + securityFaults + radioFaults + reportingFaults
    + rangingDataFaults
    + rangingControlFaults + advertisingFaults + connectionParameterFaults + gattFaults + linkFaults
    + linkControlFaults + linkLossFaults + sessionFaults + lifeFaults + lossyAirFaults + identityFaults
    + hciCommandFaults
    + hciEventFaults

  /// The fault with this name.
  public static func named(_ name: String) -> Fault? { all.first { $0.name == name } }

  /// Whether other declared values say it all. The rest is behaviour, which the virtual accessory shows.
  public var isDeclared: Bool { change != nil }

  /// Whether it breaks that requirement and no other of its set, whose ids begin alike.
  public func breaksAlone(_ id: String) -> Bool {
    func family(_ id: String) -> Substring { id.prefix { $0 != "-" } }
    return breaks.filter { family($0) == family(id) } == [id]
  }
}

extension Fault: Hashable {
  /// Names are unique.
  public static func == (one: Fault, other: Fault) -> Bool { one.name == other.name }

  /// Takes the name alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension AccessoryProfile {
  /// The faults that are behaviour, for the virtual accessory to show.
  public var behaviouralFaults: Set<Fault> { Set(faults.filter { !$0.isDeclared }) }

  /// This profile with the declared values that its faults put in place of the right ones. `faults` stays.
  public func applyingFaults() -> AccessoryProfile {
    var profile = self
    for fault in faults { fault.change?(&profile) }
    return profile
  }
}

extension Fault {
  /// Faults that show in a long session, or in what a phone does in the middle of one.
  private static let sessionFaults: [Fault] = [
    .stopsAfter256Procedures, .stopsAfter1000Procedures, .stopsAfter65535Procedures, .delayCreeps,
    .phaseLostAtTimes, .tonesUnheard, .secondAntennaSilent,
  ]

  /// An endless series stops after 256 procedures.
  public static let stopsAfter256Procedures = Fault(
    "stops-after-256-procedures", .protocol,
    "An endless series stops after 256 procedures.",
    inFirmware: "The scheduler numbers its procedures in an octet and takes the overflow for the end.",
    breaks: ["CS-A12"])

  /// An endless series stops after 1,000 procedures.
  public static let stopsAfter1000Procedures = Fault(
    "stops-after-1000-procedures", .protocol,
    "An endless series stops after 1,000 procedures.",
    inFirmware:
      "Each procedure leaks a few octets of the heap, and the task that plans procedures ends when the heap is full.",
    breaks: ["CS-A12", "LL-60"])

  /// An endless series stops after 65,535 procedures.
  public static let stopsAfter65535Procedures = Fault(
    "stops-after-65535-procedures", .protocol,
    "An endless series stops after 65,535 procedures.",
    inFirmware: """
      The procedures left are kept in 16 bits. They begin at 0xFFFF for a series without end, and that value is \
      counted down like any other.
      """,
    breaks: ["LL-60"])

  /// The delay of inline PCT grows by 5 ps with each procedure of a series.
  public static let delayCreeps = Fault(
    "delay-creeps", .radio,
    "The delay of inline PCT grows by 5 ps with each procedure of a series.",
    inFirmware: "The fraction of the timer that triggers the modulator is added up and never taken back.",
    breaks: ["CS-A12"], needsInlinePCT: true)

  /// Every 500th procedure of a series returns the plain oscillator phase.
  public static let phaseLostAtTimes = Fault(
    "phase-lost-at-times", .radio,
    "Every 500th procedure of a series returns the plain oscillator phase.",
    inFirmware: "A housekeeping task delays the interrupt that hands the measured phase to the modulator.",
    breaks: ["CS-A12"], needsInlinePCT: true)

  /// 30 % of the tones that are heard are rated unusable.
  public static let tonesUnheard = Fault(
    "tones-unheard", .reporting,
    "30 % of the tones that are heard are rated unusable.",
    inFirmware: "The gain of the receiver is set for the packet before, and the tone is cut off or too weak.",
    breaks: ["CS-A06"])

  /// The second of two antennas is never switched on.
  public static let secondAntennaSilent = Fault(
    "second-antenna-silent", .radio,
    "The second of two antennas is never switched on.",
    inFirmware: "The pin of the antenna switch is not the one of this board.",
    breaks: ["CS-A24"])
}

extension Fault {
  /// Faults of when things happen within a procedure.
  private static let timingFaults: [Fault] = [
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
