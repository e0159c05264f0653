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
