internal import ChannelSounding
internal import CoreTypes

/// Writes the step octets of one end into memory that is already there. [Vol 4, Part E, 7.7.65.44]
struct StepWriter {
  private let base: UnsafeMutableRawPointer
  private(set) var offset = 0

  init(_ buffer: UnsafeMutableRawBufferPointer) {
    // A subevent without steps has no memory; nothing is ever written for it.
    base = buffer.baseAddress ?? UnsafeMutableRawPointer(bitPattern: 1).unsafelyUnwrapped
  }

  @inline(__always)
  mutating func octet(_ value: UInt8) {
    base.storeBytes(of: value, toByteOffset: offset, as: UInt8.self)
    offset &+= 1
  }

  @inline(__always)
  mutating func u16(_ value: UInt16) {
    base.storeBytes(of: value.littleEndian, toByteOffset: offset, as: UInt16.self)
    offset &+= 2
  }

  /// Step_Mode, Step_Channel and Step_Data_Length.
  @inline(__always)
  mutating func header(mode: UInt8, channel: UInt8, recordLength: Int) {
    octet(mode)
    octet(channel)
    octet(UInt8(truncatingIfNeeded: recordLength &- 3))
  }

  /// Leaves room for one phase correction term and its quality, and returns its offset.
  @inline(__always)
  mutating func leaveTone() -> Int {
    defer { offset &+= 4 }
    return offset
  }

  /// Writes a phase correction term where room was left.
  ///
  /// - Parameters:
  ///   - term: the term in bits 0 to 23, bits 0 to 3 of its quality above it.
  ///   - kind: bits 4 to 7 of the quality.
  @inline(__always)
  func tone(_ term: UInt32, kind: UInt8, at offset: Int) {
    let word = term | UInt32(kind) << 24
    base.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
  }

  /// The report of a mode-0 packet; `frequencyOffset` is for the initiator alone.
  ///
  /// - Parameters:
  ///   - errors: the bits of the access address that were wrong; nil for a packet that was not found.
  ///   - rssi: its strength, unused where it was not found.
  ///   - antenna: counted from 0.
  mutating func mode0(errors: Int?, rssi: ReceivedPowerLevel, antenna: Int, frequencyOffset: FrequencyOffset?)
  {
    octet(Self.quality(errors).rawValue)
    octet(UInt8(bitPattern: (errors == nil ? .unavailable : rssi).rawValue))
    octet(UInt8(truncatingIfNeeded: antenna &+ 1))
    if let frequencyOffset { u16(frequencyOffset.rawValue) }
  }

  /// The report of a packet of mode-1 or mode-3; nil for one that was not found.
  ///
  /// - Parameter antenna: counted from 0.
  mutating func timedPacket(_ packet: TimedPacket?, antenna: Int, hasSounding: Bool) {
    octet(Self.quality(packet?.errors).rawValue)
    octet((packet?.nadm ?? .unknown).rawValue)
    octet(UInt8(bitPattern: (packet?.rssi ?? .unavailable).rawValue))
    u16(UInt16(bitPattern: (packet?.time ?? .notAvailable).rawValue))
    octet(UInt8(truncatingIfNeeded: antenna &+ 1))
    if hasSounding { for _ in 0..<8 { octet(0xFF) } }
  }

  /// Packet_Quality for the wrong bits of an access address; nil for a packet that was not found.
  private static func quality(_ errors: Int?) -> PacketQuality {
    errors.map(PacketQuality.init(bitErrors:)) ?? .notFound
  }
}
