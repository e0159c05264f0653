public import CoreTypes

/// A packet of the LE air interface as a capture shows it: plaintext, with the CRC that was on the air.
/// [Vol 6, Part B, 2.1]
public struct LinkFrame: Hashable, Sendable {
  /// Who sent the packet, and on which physical channel.
  public enum Direction: UInt8, Sendable, CaseIterable {
    /// A packet on the primary advertising channels, either way.
    case advertising = 0
    /// A packet on the secondary advertising channels, either way.
    case auxiliaryAdvertising = 1
    /// A Data Physical Channel PDU of the central.
    case centralToPeripheral = 2
    /// A Data Physical Channel PDU of the peripheral.
    case peripheralToCentral = 3
  }

  /// What a packet on a secondary advertising channel is, which its PDU Type does not tell.
  /// [Vol 6, Part B, 2.3.1]
  public enum AuxiliaryPDU: UInt8, Sendable, CaseIterable {
    /// AUX_ADV_IND, and what has a PDU Type of its own.
    case advInd = 0
    /// AUX_CHAIN_IND
    case chainInd = 1
    /// AUX_SYNC_IND
    case syncInd = 2
    /// AUX_SCAN_RSP
    case scanRsp = 3
  }

  /// When the first bit of the packet is on the air.
  public var time: Instant
  /// The position on the 2 MHz grid from 2402 MHz, 0 to 39; not the channel index.
  public var rfChannel: UInt8
  public var phy: PHY
  /// The Coding Indicator, 0 for S=8 and 1 for S=2; looked at on the LE Coded PHY alone. [Vol 6, Part B, 2.2.3]
  public var codingIndicator: UInt8
  public var accessAddress: AccessAddress
  /// The PDU, header first. It holds no MIC, and its Length field does not count one.
  public var pdu: [UInt8]
  /// The three octets of the CRC in the order of the air.
  public var crc: [UInt8]
  /// Whether the receiver found the CRC right.
  public var isCRCValid: Bool
  /// Who sent the packet.
  public var direction: Direction
  /// What the packet is; looked at for auxiliary advertising alone.
  public var auxiliaryPDU: AuxiliaryPDU
  /// Whether the payload was encrypted on the air; an empty PDU never is. [Vol 6, Part E, 1]
  public var isDecrypted: Bool
  /// Whether the MIC was right; looked at when `isDecrypted`.
  public var isMICValid: Bool
  /// The received power in dBm, if known.
  public var signalDbm: Int8?
  /// The noise power in dBm, if known.
  public var noiseDbm: Int8?

  /// Makes a frame; what is left out is a frame received well, in the clear, with no power known.
  public init(
    time: Instant, rfChannel: UInt8, phy: PHY = .le1M, codingIndicator: UInt8 = 0,
    accessAddress: AccessAddress,
    pdu: [UInt8], crc: [UInt8], isCRCValid: Bool = true, direction: Direction,
    auxiliaryPDU: AuxiliaryPDU = .advInd, isDecrypted: Bool = false, isMICValid: Bool = true,
    signalDbm: Int8? = nil, noiseDbm: Int8? = nil
  ) {
    precondition(rfChannel < 40, "an LE RF channel is 0 to 39")
    precondition(crc.count == 3, "a CRC has three octets")
    self.time = time
    self.rfChannel = rfChannel
    self.phy = phy
    self.codingIndicator = codingIndicator
    self.accessAddress = accessAddress
    self.pdu = pdu
    self.crc = crc
    self.isCRCValid = isCRCValid
    self.direction = direction
    self.auxiliaryPDU = auxiliaryPDU
    self.isDecrypted = isDecrypted
    self.isMICValid = isMICValid
    self.signalDbm = signalDbm
    self.noiseDbm = noiseDbm
  }
}

/// A packet between a host and its controller as a capture shows it. [Vol 4, Part A, 2]
public struct HCIFrame: Hashable, Sendable {
  /// Which end sent the packet; the number is that of link type 201.
  public enum Direction: UInt8, Sendable, CaseIterable {
    /// Commands, and data to be sent.
    case hostToController = 0
    /// Events, and data received.
    case controllerToHost = 1
  }

  /// When the packet crossed the interface.
  public var time: Instant
  /// The device whose interface it is.
  public var role: CSRole
  /// Which end sent it.
  public var direction: Direction
  /// The packet with its H4 packet indicator first.
  public var packet: [UInt8]

  public init(time: Instant, role: CSRole, direction: Direction, packet: [UInt8]) {
    self.time = time
    self.role = role
    self.direction = direction
    self.packet = packet
  }
}
