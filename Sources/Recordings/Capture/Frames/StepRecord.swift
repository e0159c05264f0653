public import ChannelSounding
public import CoreTypes
public import Wire

/// One CS step of both ends as link type 147, USER0, lays it out on the interface `cs-steps`; docs/wireshark.md
/// has the table.
///
/// Times are picoseconds of true time. A field that may be absent then has the least value of its type, unless it
/// says otherwise.
public struct StepRecord: PDU {
  /// The octets a record begins with: `CSST`.
  public static let magic: UInt32 = 0x5453_5343
  /// The version of the layout. A later version only adds octets at the end of a block or of the record.
  public static let version: UInt8 = 1
  /// The kind of record that a step is.
  public static let stepKind: UInt8 = 1
  /// In the place of a span that could not be measured.
  public static let noSpan = Int32.min
  /// In the place of a channel, a quality or an NADM that there is none of.
  public static let none: UInt8 = 0xFF

  /// Octets of the record up to the two ends.
  static let commonCount = 68

  /// When the subevent begins on the initiator's grid, from the start of the simulation.
  public var subeventStart: UInt64 = 0
  /// When the step begins, its T_FCS first.
  public var stepStart: UInt64 = 0
  /// The access address of the link; 0 in tests without a link.
  public var accessAddress: AccessAddress = 0
  /// CSProcCount as the initiator counts.
  public var procedureCounter: UInt16 = 0
  /// The place of the subevent in its procedure, from 0.
  public var subeventIndex: UInt16 = 0
  /// 0 to 3.
  public var configID: ConfigID = 0
  /// The antenna configuration index, 0 to 7.
  public var aci: AntennaConfiguration = 0
  /// The place of the step in its subevent, from 0.
  public var stepIndex: UInt16 = 0
  /// The steps that the initiator planned for the subevent.
  public var stepCount: UInt16 = 0
  /// The CS step counter, which goes on from subevent to subevent.
  public var stepCounter: UInt16 = 0
  /// Step mode, 0 to 3, as the initiator has it, or the reflector where the initiator has no such step.
  public var mode: UInt8 = 0
  /// Channel index of the same end.
  public var channel: UInt8 = 0
  /// The frequency of that channel in MHz.
  public var megahertz: UInt16 = 0
  /// Whether the reflector returns the phase that it measured.
  public var usesInlinePCT = false
  /// Whether both ends have this step, in the same mode and on the same channel.
  public var isShared = false
  /// Whether this is the last step of its procedure.
  public var isLastOfProcedure = false
  /// N_AP, 1 to 4.
  public var pathCount: UInt8 = 1
  /// RTT_Type, 0 to 6.
  public var rttType = RTTType.aaOnly
  /// CS_SYNC_PHY: 1 LE 1M, 2 LE 2M, 3 LE 2M 2BT.
  public var csSyncPHY: SyncPHY = 0
  /// T_SW as it applies, in microseconds.
  public var tSW: UInt8 = 0
  /// T_PM as agreed, in microseconds.
  public var tPM: UInt8 = 0
  /// T_FCS as agreed, in microseconds.
  public var tFCS: UInt16 = 0
  /// T_IP1 as agreed, in microseconds.
  public var tIP1: UInt16 = 0
  /// T_IP2 as agreed, in microseconds.
  public var tIP2: UInt16 = 0
  /// T_IP1 of modes 0 and 1, T_IP2 of modes 2 and 3, as kept on the air: the flight is in it.
  public var keptTIP = noSpan
  /// How much later the reflector's first transmission came than the initiator's and the agreed times ask for.
  public var slip = noSpan
  /// The end that sends first.
  public var initiator = End()
  /// The end that answers.
  public var reflector = End()
  /// What a later version adds.
  public var further: [UInt8] = []

  /// A step of mode-0 that neither end took part in.
  public init() {}

  /// Visits the fields.
  ///
  /// - Throws: `WireError.invalid` for another magic, version 0, another kind, or a length that is not that of
  ///   the record.
  public mutating func fields<Visitor: FieldVisitor>(_ v: inout Visitor) throws(WireError) {
    var length = UInt16(Self.commonCount + initiator.octetCount + reflector.octetCount + further.count)
    try Self.prologue(&length, &v)
    try v.u64("Subevent_Start", &subeventStart)
    try v.u64("Step_Start", &stepStart)
    try v.u32("Access_Address", &accessAddress)
    try v.u16("Procedure_Counter", &procedureCounter)
    try v.u16("Subevent_Index", &subeventIndex)
    try v.u8("Config_ID", &configID)
    try v.u8("ACI", &aci)
    try v.u16("Step_Index", &stepIndex)
    try v.u16("Step_Count", &stepCount)
    try v.u16("Step_Counter", &stepCounter)
    try v.u8("Mode", &mode)
    try v.u8("Channel", &channel)
    try v.u16("Frequency", &megahertz)
    try flags(&v)
    try v.u8("Antenna_Paths", &pathCount)
    try v.u8("RTT_Type", &rttType)
    try v.u8("CS_SYNC_PHY", &csSyncPHY)
    try times(&v)
    try initiator.fields(&v)
    try reflector.fields(&v)
    try v.rest("Further", &further)
    guard Int(length) == Self.commonCount + initiator.octetCount + reflector.octetCount + further.count else {
      throw .invalid(field: "Length", value: UInt64(length))
    }
  }

  private static func prologue(
    _ length: inout UInt16, _ v: inout some FieldVisitor
  ) throws(WireError) {
    var (magic, version, kind) = (Self.magic, Self.version, Self.stepKind)
    try v.u32("Magic", &magic)
    guard magic == Self.magic else { throw .invalid(field: "Magic", value: UInt64(magic)) }
    try v.u8("Record_Version", &version)
    guard version > 0 else { throw .invalid(field: "Record_Version", value: 0) }
    try v.u8("Kind", &kind)
    guard kind == Self.stepKind else { throw .invalid(field: "Kind", value: UInt64(kind)) }
    try v.u16("Length", &length)
  }

  private mutating func flags(_ v: inout some FieldVisitor) throws(WireError) {
    try v.flag("Inline_PCT", &usesInlinePCT)
    try v.flag("Shared", &isShared)
    try v.flag("Last_Of_Procedure", &isLastOfProcedure)
    var reserved: UInt8 = 0
    try v.bits(5, "Reserved", &reserved)
  }

  private mutating func times(_ v: inout some FieldVisitor) throws(WireError) {
    try v.u8("T_SW", &tSW)
    try v.u8("T_PM", &tPM)
    var reserved: UInt16 = 0
    try v.u16("Reserved", &reserved)
    try v.u16("T_FCS", &tFCS)
    try v.u16("T_IP1", &tIP1)
    try v.u16("T_IP2", &tIP2)
    try v.u16("Reserved", &reserved)
    try v.i32("T_IP_Kept", &keptTIP)
    try v.i32("Slip", &slip)
  }
}

/// A CS step as a capture shows it.
public struct StepFrame: Hashable, Sendable {
  /// When the step begins, its T_FCS first.
  public var time: Instant
  public var record: StepRecord

  public init(time: Instant, record: StepRecord) {
    self.time = time
    self.record = record
  }
}

/// Steps that are known before their time has come, in the order of time.
struct AwaitedSteps {
  private var frames: [StepFrame] = []
  private var next = 0

  /// Takes the steps of one more subevent. Those of another link may stand between them.
  mutating func add(_ steps: [StepFrame]) {
    let isInOrder =
      next == frames.count || steps.first.map { frames[frames.count - 1].time <= $0.time } ?? true
    if next == frames.count { removeAll() }
    frames += steps
    if isInOrder { return }
    let order = frames.indices.dropFirst(next).sorted { (frames[$0].time, $0) < (frames[$1].time, $1) }
    frames = order.map { frames[$0] }
    next = 0
  }

  /// Takes out the next step that begins by `time`, if there is one.
  mutating func take(by time: Instant) -> StepFrame? {
    guard next < frames.count, frames[next].time <= time else { return nil }
    next += 1
    return frames[next - 1]
  }

  private mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    next = 0
  }
}
