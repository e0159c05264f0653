public import CoreTypes
public import LinkLayer

/// A packet on the air, from its preamble to its CRC.
public struct AirFrame: Sendable {
  /// Who speaks to whom.
  public enum Direction: Hashable, Sendable {
    case advertising, centralToPeripheral, peripheralToCentral
    /// Advertising on a secondary channel, either way.
    case auxiliary(AuxiliaryPDU)

    /// Whether no link is concerned.
    public var isAdvertising: Bool {
      switch self {
      case .advertising, .auxiliary: true
      case .centralToPeripheral, .peripheralToCentral: false
      }
    }
  }

  /// What a PDU on a secondary advertising channel is, which its type does not tell. [Vol 6, Part B, 2.3.1]
  public enum AuxiliaryPDU: Sendable {
    case advInd, chainInd, scanRsp
    /// A request, or the answer to AUX_CONNECT_REQ.
    case other
  }

  /// The first bit of the preamble.
  public var start: Instant
  /// The channel it is sent on.
  public var channel: ChannelIndex
  /// Its modulation.
  public var phy: PHY
  public var accessAddress: AccessAddress
  public var crcInit: CRCInit
  /// Header and payload as sent; an encrypted payload with its MIC.
  public var octets: [UInt8]
  /// Header and payload before encryption, where the frame is encrypted; the header's length has no MIC.
  public var plaintext: [UInt8]?
  /// Who speaks to whom.
  public var direction: Direction
  /// Power at the sender's antenna.
  public var powerDbm: Double

  /// Preamble, access address, PDU and CRC on the air. [Vol 6, Part B, 2.1]
  public var duration: Picoseconds { Self.duration(of: octets.count, on: phy) }

  /// The instant after the last bit.
  public var end: Instant { start + duration }

  /// The three octets of the CRC in the order of the air.
  public var crc: [UInt8] { crc24(octets, initial: crcInit) }

  /// The time that a PDU of `octetCount` octets, header included, takes on the air.
  public static func duration(of octetCount: Int, on phy: PHY) -> Picoseconds {
    switch phy {
    case .le1M: .microseconds((1 + 4 + octetCount + 3) * 8)
    case .le2M: .microseconds((2 + 4 + octetCount + 3) * 4)
    case .leCoded: .microseconds(80 + 256 + 16 + 24 + (octetCount + 3) * 64 + 24)
    }
  }
}

/// What a receiver is tuned to.
public struct Listening: Hashable, Sendable {
  public var channel: ChannelIndex
  /// The modulation it can make out.
  public var phy: PHY
  /// The access address its correlator looks for.
  public var accessAddress: AccessAddress
  /// Since when.
  public var since: Instant

  public init(channel: ChannelIndex, phy: PHY, accessAddress: AccessAddress, since: Instant) {
    self.channel = channel
    self.phy = phy
    self.accessAddress = accessAddress
    self.since = since
  }
}

/// A radio that hears frames.
public protocol AirStation: AnyObject {
  /// What it is tuned to; nil while its receiver is off.
  var listening: Listening? { get }

  /// The weakest packet it makes out, in dBm.
  var sensitivityDbm: Double { get }

  /// A frame that it was tuned to, from its first bit to its last, has ended.
  func receive(_ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool)
}

/// Both ends of a link have its keys: from the central's LL_START_ENC_RSP on, what either sends is encrypted.
/// [Vol 6, Part B, 5.1.3.1]
public struct EncryptionStart: Sendable {
  /// When the central takes the keys up.
  public var time: Instant
  /// The access address of the link.
  public var accessAddress: AccessAddress
  /// The central's keys.
  public var keys: LinkKeys
}

/// Someone who sees everything on the air as it happens: a capture, a tester.
public protocol AirTap: AnyObject {
  func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel)
  /// A link starts encryption.
  func encryptionStarts(_ start: EncryptionStart)
  /// A CS subevent is over; the timeline is what both ends really transmitted.
  func subeventEnded(_ subevent: ObservedSubevent)
  /// Only one end came to a CS subevent.
  func subeventMissed(_ subevent: LoneSubevent)
  /// Whether `subeventBegan` is to be called; asked once.
  var watchesSteps: Bool { get }
  /// A CS subevent begins; what will be sent and measured in it is known already.
  func subeventBegan(_ steps: ObservedSteps)
}

extension AirTap {
  /// Ignored.
  public func encryptionStarts(_ start: EncryptionStart) {}
  /// Steps are not watched.
  public var watchesSteps: Bool { false }
  /// Ignored.
  public func subeventMissed(_ subevent: LoneSubevent) {}
  /// Ignored.
  public func subeventBegan(_ steps: ObservedSteps) {}
}
