public import CoreTypes
public import Wire

extension StepRecord {
  /// What one end did and measured in a step.
  public struct End: PDU {
    /// Octets of an end without tones.
    static let fixedCount = 40
    private static let maximumSlots = 5

    /// Whether this end planned the step and did not leave the subevent before.
    public var takesPart = false
    /// Whether it sent a CS_SYNC.
    public var sendsPacket = false
    public var sendsTones = false
    /// Whether it sent a tone in the extension slot.
    public var sendsExtension = false
    /// Whether it expected the other end's tone in the extension slot.
    public var expectsExtension = false
    /// Whether it found the other end's CS_SYNC.
    public var hearsPacket = false
    /// Whether it heard the other end's tones: one at least is rated better than low, or was sent if tones are not
    /// rated.
    public var hearsTones = false
    /// Step mode in its own plan; `StepRecord.none` if it has no such step.
    public var mode = StepRecord.none
    /// Channel index in its own plan; `StepRecord.none` if it has no such step.
    public var channel = StepRecord.none
    /// Antenna permutation index, 0 to 23.
    public var permutation: UInt8 = 0
    /// Packet_Quality as reported: 0 good, 1 with bit errors, 2 not found; `StepRecord.none` without a packet.
    public var packetQuality = StepRecord.none
    /// Packet_NADM as reported; `StepRecord.none` without one.
    public var nadm = StepRecord.none
    /// Packet_RSSI; not available without one.
    public var rssi = ReceivedPowerLevel.unavailable
    /// Packet_Antenna; 0 without one.
    public var packetAntenna: UInt8 = 0
    /// How fast its clock runs against true time at the start of the step, in 0.01 ppm; `Int16.min` beyond what
    /// that holds.
    public var clockOffset: Int16 = 0
    /// Measured_Freq_Offset of mode-0 in 0.01 ppm.
    public var frequencyOffset = Int16.min
    /// ToA_ToD_Initiator or ToD_ToA_Reflector.
    public var roundTripTime = TimeDifference.notAvailable
    /// T_FCS as this end kept it before the step.
    public var keptTFCS = StepRecord.noSpan
    /// From the start of the step to its CS_SYNC.
    public var packetStart = StepRecord.noSpan
    /// From the start of the step to the end of its CS_SYNC.
    public var packetEnd = StepRecord.noSpan
    /// From the start of the step to its first tone.
    public var toneStart = StepRecord.noSpan
    /// From the start of the step to the end of its last tone.
    public var toneEnd = StepRecord.noSpan
    /// The access address of the CS_SYNC it sends; 0 in mode-2.
    public var packetAddress: UInt32 = 0
    /// What it measured in each slot, that of the extension last; empty in modes 0 and 1.
    public var tones: [Tone] = []

    /// An end that takes no part.
    public init() {}

    /// The octets it takes.
    var octetCount: Int { Self.fixedCount + Tone.octetCount * tones.count }

    public mutating func fields<Visitor: FieldVisitor>(_ v: inout Visitor) throws(WireError) {
      var length = UInt8(octetCount)
      try v.u8("Block_Length", &length)
      try flags(&v)
      try v.u8("Mode", &mode)
      try v.u8("Channel", &channel)
      try v.u8("Permutation", &permutation)
      try v.u8("Packet_Quality", &packetQuality)
      try v.u8("NADM", &nadm)
      try v.i8("RSSI", &rssi)
      try v.u8("Packet_Antenna", &packetAntenna)
      var slots = UInt8(tones.count)
      try v.u8("Slot_Count", &slots)
      guard slots <= Self.maximumSlots else { throw .invalid(field: "Slot_Count", value: UInt64(slots)) }
      try v.i16("Clock_Offset", &clockOffset)
      try v.i16("Frequency_Offset", &frequencyOffset)
      try v.i16("Round_Trip_Time", &roundTripTime)
      try v.i32("T_FCS_Kept", &keptTFCS)
      try v.i32("Packet_Start", &packetStart)
      try v.i32("Packet_End", &packetEnd)
      try v.i32("Tone_Start", &toneStart)
      try v.i32("Tone_End", &toneEnd)
      try v.u32("Packet_Address", &packetAddress)
      if tones.count != slots { tones = Array(repeating: Tone(), count: Int(slots)) }
      for index in tones.indices { try tones[index].fields(&v) }
      guard length == octetCount else { throw .invalid(field: "Block_Length", value: UInt64(length)) }
    }

    private mutating func flags(_ v: inout some FieldVisitor) throws(WireError) {
      try v.flag("Takes_Part", &takesPart)
      try v.flag("Sends_Packet", &sendsPacket)
      try v.flag("Sends_Tones", &sendsTones)
      try v.flag("Sends_Extension", &sendsExtension)
      try v.flag("Expects_Extension", &expectsExtension)
      try v.flag("Hears_Packet", &hearsPacket)
      try v.flag("Hears_Tones", &hearsTones)
      var reserved: UInt8 = 0
      try v.bits(1, "Reserved", &reserved)
    }
  }

  /// What one end measured in one tone slot.
  public struct Tone: PDU {
    static let octetCount = 8

    /// Real part of the PCT, -2048 to 2047.
    public var i: Int16 = 0
    /// Imaginary part of the PCT, -2048 to 2047.
    public var q: Int16 = 0
    /// Phase of the PCT in 1/65536 turns.
    public var phase: Int16 = 0
    /// Tone_Quality_Indicator as reported: quality in bits 0 to 3, extension slot in bits 4 to 7.
    public var quality: UInt8 = 0
    /// The antenna path of the slot, 0 to 3.
    public var path: UInt8 = 0
    /// The antenna of this end on that path, 0 to 3.
    public var antenna: UInt8 = 0

    public init() {}

    public mutating func fields<Visitor: FieldVisitor>(_ v: inout Visitor) throws(WireError) {
      try v.i16("I", &i)
      try v.i16("Q", &q)
      try v.i16("Phase", &phase)
      try v.u8("Tone_Quality", &quality)
      try v.bits(4, "Path", &path)
      try v.bits(4, "Antenna", &antenna)
    }
  }
}
