public import CoreTypes
public import HCI

/// What a record of the Linux monitor tells that is no packet; the number is its opcode.
public enum MonitorEvent: UInt16, Sendable, CaseIterable {
  /// A controller appeared.
  case newIndex = 0
  /// A controller went.
  case deleteIndex = 1
  /// A controller was opened.
  case openIndex = 8
  /// A controller was closed.
  case closeIndex = 9
  /// Address and manufacturer of a controller.
  case indexInfo = 10
  /// Octets of a vendor's own.
  case vendorDiagnostics = 11
  /// Text of the system.
  case systemNote = 12
  /// Text of a program.
  case userLogging = 13
  /// A program opened a management socket.
  case controlOpen = 14
  /// A program closed a management socket.
  case controlClose = 15
  case controlCommand = 16
  case controlEvent = 17
}

/// How a packet of the LE air was received; nil is what the recording does not tell.
public struct LinkReception: Hashable, Sendable {
  /// The physical channel that a packet belongs to.
  public enum Channel: Hashable, Sendable {
    /// Primary advertising, or unknown.
    case unspecified
    /// Secondary advertising.
    case auxiliary(LinkFrame.AuxiliaryPDU)
    /// The data channel of a connection.
    case data
    case connectedIsochronous
    case broadcastIsochronous
  }

  public var accessAddress: AccessAddress = 0
  public var phy: PHY?
  /// The Coding Indicator on the LE Coded PHY. [Vol 6, Part B, 2.2.3]
  public var codingIndicator: UInt8?
  /// The position on the 2 MHz grid from 2402 MHz, 0 to 39; not the channel index.
  public var rfChannel: UInt8?
  /// The received power in dBm.
  public var signalDbm: Int16?
  /// The noise power in dBm.
  public var noiseDbm: Int16?
  /// The three octets of the CRC in the order of the air, the first in the low bits.
  public var crc: UInt32 = 0
  /// Whether the receiver found the CRC right.
  public var isCRCValid: Bool?
  /// Whether the payload was encrypted on the air and stands here in the clear.
  public var isDecrypted = false
  /// Whether the MIC was right.
  public var isMICValid: Bool?
  public var channel = Channel.unspecified
}

/// Which way a packet went.
public enum RecordedDirection: Hashable, Sendable {
  /// The recording does not tell.
  case unknown
  /// Commands, and data to be sent.
  case hostToController
  /// Events, and data received.
  case controllerToHost
  /// On the air, sent by the central.
  case centralToPeripheral
  /// On the air, sent by the peripheral.
  case peripheralToCentral
}

/// What a record is, and what its octets are.
public enum RecordedKind: Hashable, Sendable {
  /// A packet of an HCI; its octets are the packet without the indicator.
  case hci(HCIPacketIndicator)
  /// A packet of the LE air; its octets are the PDU, header first, without the CRC.
  case link(LinkReception)
  /// Something that a Linux monitor tells; its octets are what comes with it.
  case monitor(MonitorEvent)
  /// Text that a recorder put among the packets; its octets are the text.
  case note
  /// Steps as this tool writes them; its octets are the record.
  case steps
  /// A CS subevent of a log of text, which `RecordingReader.subevent` has; its octets are those of the steps.
  case subevent
  /// A custom block of pcapng, of no interface; its octets are the number of its maker's company, then what that company
  /// puts there.
  case customBlock
  /// An entry of the journal of systemd in pcapng, of no interface; its octets are its text.
  case journalEntry
  /// What has no meaning here; its octets are the packet as the file has it.
  case opaque
}

/// One record of a recording. Its octets are with the reader until the next one is asked for.
public struct RecordedFrame: Hashable, Sendable {
  /// The number that Wireshark shows, from 1.
  public var number = 0
  /// Where the record starts: octets from the start of the file.
  public var offset: Int
  /// The index of the interface in `RecordingReader.interfaces`; without meaning in a record of no interface.
  public var interface = 0
  /// The line, from 1, of a trace that names calls and events of an API, which the packet was put together from; nil in
  /// any other recording.
  public var line: Int?
  /// When it was seen; nil where the file does not say.
  public var time: RecordTime?
  /// Which controller it belongs to, where the recording counts them.
  public var controller: UInt16?
  /// Which way it went.
  public var direction = RecordedDirection.unknown
  public var kind = RecordedKind.opaque
  /// The octets that the packet had before the recorder cut it, headers of its layout included.
  public var originalCount: Int
  /// Whether the recorder cut the packet.
  public var isCut = false
  /// Where the octets of the packet are in the window.
  var octets: Range<Int>
  /// Where the packet is in the window as the file has it, the header of its link type included.
  var packet: Range<Int>
  /// Where the options of a pcapng block are in the window.
  var options = 0..<0

  init(offset: Int, octets: Range<Int>, originalCount: Int) {
    self.offset = offset
    self.octets = octets
    packet = octets
    self.originalCount = originalCount
    isCut = originalCount > octets.count
  }
}
