public import CoreTypes

/// Writes a log as one pcapng file with its three or four interfaces, nanosecond times and comments.
///
/// The octets depend on the log and on the values here alone: always little-endian, nothing of the machine and
/// nothing of the wall clock. Time 0 of the simulation is shown as 1970-01-01 00:00:00 UTC.
public struct PcapngWriter: Hashable, Sendable {
  /// The program that made the file, as `reflector 1.0`.
  public var application: String
  /// Remarks on the whole file, such as the seed and the digest of the profile.
  public var comments: [String]

  private static let chunk = 1 << 16

  public init(application: String, comments: [String] = []) {
    self.application = application
    self.comments = comments
  }

  /// Writes `log` to the file at `path`, which appears only when it is whole.
  public func writeFile(_ log: CaptureLog, at path: String) throws(CaptureError) {
    try AtomicFile.write(at: path) { sink throws(CaptureError) in try write(log, to: &sink) }
  }

  /// Writes `log` to `sink` in pieces of some 64 KiB.
  public func write(_ log: CaptureLog, to sink: inout some ByteSink) throws(CaptureError) {
    var blocks = PcapngBlocks()
    appendSectionHeader(to: &blocks)
    for interface in CaptureInterface.all(withSteps: log.keepsSteps) { append(interface, to: &blocks) }
    try log.eachFrame { frame throws(CaptureError) in
      append(frame, to: &blocks)
      if blocks.octets.count >= Self.chunk {
        try sink.write(blocks.octets)
        blocks.octets.removeAll(keepingCapacity: true)
      }
    }
    try sink.write(blocks.octets)
  }

  func appendSectionHeader(to blocks: inout PcapngBlocks) {
    blocks.append(PcapngFormat.sectionHeader) { block in
      block.append(PcapngFormat.byteOrderMagic)
      block.append(UInt16(1))
      block.append(UInt16(0))
      block.append(UInt64.max)  // The length of the section is not known while it is streamed.
      for comment in comments { block.option(PcapngFormat.Option.comment, text: comment) }
      block.option(PcapngFormat.Option.hardware, text: "virtual radio")
      block.option(PcapngFormat.Option.application, text: application)
      block.endOptions()
    }
  }

  func append(_ interface: CaptureInterface, to blocks: inout PcapngBlocks) {
    blocks.append(PcapngFormat.interfaceDescription) { block in
      block.append(interface.linkType)
      block.append(UInt16(0))
      block.append(UInt32(0))  // Packets are never cut.
      block.option(PcapngFormat.Option.interfaceName, text: interface.name)
      block.option(PcapngFormat.Option.interfaceText, text: interface.text)
      block.option(PcapngFormat.Option.timestampResolution, [9])
      block.endOptions()
    }
  }

  func append(_ frame: LentFrame, to blocks: inout PcapngBlocks) {
    let time = UInt64(frame.nanoseconds)
    let count = UInt32(frame.octets.count)
    blocks.append(PcapngFormat.enhancedPacket) { block in
      block.append(
        UInt32(frame.interface.rawValue), UInt32(truncatingIfNeeded: time >> 32),
        UInt32(truncatingIfNeeded: time), count, count)
      block.appendPadded(frame.octets)
      for comment in frame.comments { block.option(PcapngFormat.Option.comment, text: comment) }
      if let direction = frame.direction {
        let flags =
          direction == .hostToController
          ? PcapngFormat.Direction.outbound : PcapngFormat.Direction.inbound
        block.option(
          PcapngFormat.Option.packetFlags, (0..<4).map { UInt8(truncatingIfNeeded: flags >> (8 * $0)) })
      }
      if frame.direction != nil || !frame.comments.isEmpty { block.endOptions() }
    }
  }
}

/// Octets of pcapng blocks, little-endian.
struct PcapngBlocks {
  var octets: [UInt8] = []

  /// The longest option value that stays within 16 bits when padded.
  private static let longestText = 65_532

  /// Adds a block of `type`: the body between the two copies of its total length.
  mutating func append(_ type: UInt32, _ body: (inout PcapngBlocks) -> Void) {
    let start = octets.count
    append(type)
    append(UInt32(0))
    body(&self)
    let length = UInt32(octets.count - start + 4)
    octets.withUnsafeMutableBytes {
      $0.storeBytes(of: length.littleEndian, toByteOffset: start + 4, as: UInt32.self)
    }
    append(length)
  }

  /// Adds a number.
  mutating func append<T: FixedWidthInteger & UnsignedInteger>(_ value: T) {
    withUnsafeBytes(of: value.littleEndian) { octets.append(contentsOf: $0) }
  }

  /// Adds five numbers at once, which is how a packet begins.
  mutating func append(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ e: UInt32) {
    let numbers = (a.littleEndian, b.littleEndian, c.littleEndian, d.littleEndian, e.littleEndian)
    withUnsafeBytes(of: numbers) { octets.append(contentsOf: $0) }
  }

  /// Adds octets and zeros up to a multiple of four.
  mutating func appendPadded(_ value: some Collection<UInt8>) {
    octets.append(contentsOf: value)
    for _ in 0..<(4 - value.count % 4) % 4 { octets.append(0) }
  }

  /// Adds an option with an octet string.
  mutating func option(_ code: UInt16, _ value: some Collection<UInt8>) {
    append(code)
    append(UInt16(value.count))
    appendPadded(value)
  }

  /// Adds an option with a text, cut before the character that would not fit.
  mutating func option(_ code: UInt16, text: String) {
    let utf8 = Array(text.utf8)
    var end = min(utf8.count, Self.longestText)
    while end < utf8.count, end > 0, utf8[end] & 0xC0 == 0x80 { end -= 1 }
    option(code, utf8[..<end])
  }

  mutating func endOptions() { append(UInt32(0)) }
}

/// The numbers of the pcapng format that writer and readers share.
enum PcapngFormat {
  static let sectionHeader: UInt32 = 0x0A0D_0D0A
  static let interfaceDescription: UInt32 = 1
  static let obsoletePacket: UInt32 = 2
  static let simplePacket: UInt32 = 3
  static let enhancedPacket: UInt32 = 6
  /// What the program that writes it makes of it; the second is not to be copied to other files.
  static let customBlocks: Set<UInt32> = [0x0000_0BAD, 0x4000_0BAD]
  static let journalEntry: UInt32 = 9
  static let byteOrderMagic: UInt32 = 0x1A2B_3C4D

  /// Option codes; the first two are legal in each block.
  enum Option {
    static let end: UInt16 = 0
    static let comment: UInt16 = 1
    static let hardware: UInt16 = 2
    static let application: UInt16 = 4
    static let interfaceName: UInt16 = 2
    static let interfaceText: UInt16 = 3
    static let timestampResolution: UInt16 = 9
    static let timestampOffset: UInt16 = 14
    static let packetFlags: UInt16 = 2
  }

  /// The direction in the low two bits of the packet flags.
  enum Direction {
    static let inbound: UInt32 = 1
    static let outbound: UInt32 = 2
  }
}

/// An interface of a capture, in the order of the file.
public enum CaptureInterface: Int, Sendable, CaseIterable {
  /// The air between the two devices.
  case link = 0
  /// Between the host and the controller of the phone, which is the initiator but in cases that turn the roles round.
  case hciInitiator = 1
  /// Between the host and the controller of the accessory.
  case hciReflector = 2
  /// The steps of Channel Sounding, which a capture has on request alone: Wireshark warns of them where the
  /// dissector is not installed.
  case steps = 3

  public static func all(withSteps: Bool) -> [CaptureInterface] {
    withSteps ? allCases : [.link, .hciInitiator, .hciReflector]
  }

  /// The HCI of the device with `role`.
  public init(hciOf role: CSRole) {
    self = role == .initiator ? .hciInitiator : .hciReflector
  }

  /// The name in Wireshark's `frame.interface_name`.
  public var name: String { facts.name }
  /// The longer name in the file's properties.
  public var text: String { facts.text }
  /// The link type: 256 is the LE link layer and 201 is HCI H4, each with a pseudo-header; 147 is USER0.
  public var linkType: UInt16 { facts.linkType }

  private var facts: (name: String, text: String, linkType: UInt16) {
    switch self {
    case .link: ("ll", "LE air interface", 256)
    case .hciInitiator: ("hci-initiator", "HCI of the phone, whichever CS role it takes", 201)
    case .hciReflector: ("hci-reflector", "HCI of the accessory, whichever CS role it takes", 201)
    case .steps: ("cs-steps", "Channel Sounding steps of both ends", 147)
    }
  }
}
