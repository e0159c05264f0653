public import Capture
internal import CoreTypes
internal import LinkLayer
public import VirtualController

extension LinkFrame {
  /// A frame of the virtual air, as received at `rssiDbm`.
  ///
  /// - Parameter isEncrypted: whether an encrypted payload stays as it was on the air.
  public init(_ frame: AirFrame, rssiDbm: Int8, isEncrypted: Bool = false) {
    let plaintext = isEncrypted ? nil : frame.plaintext
    self.init(
      time: frame.start, rfChannel: frame.channel.rfChannel, phy: frame.phy,
      accessAddress: frame.accessAddress, pdu: plaintext ?? frame.octets, crc: frame.crc,
      direction: Direction(frame.direction), auxiliaryPDU: AuxiliaryPDU(frame.direction),
      isDecrypted: plaintext != nil, signalDbm: rssiDbm)
  }
}

extension CapturedKeys {
  /// The keys of a link of the virtual air.
  public init(_ start: EncryptionStart) {
    self.init(
      time: start.time, accessAddress: start.accessAddress, longTermKey: start.keys.longTermKey,
      diversifier: start.keys.diversifier, iv: start.keys.iv.reversed(), sessionKey: start.keys.sessionKey)
  }
}

extension LinkFrame.Direction {
  fileprivate init(_ direction: AirFrame.Direction) {
    switch direction {
    case .advertising: self = .advertising
    case .auxiliary: self = .auxiliaryAdvertising
    case .centralToPeripheral: self = .centralToPeripheral
    case .peripheralToCentral: self = .peripheralToCentral
    }
  }
}

extension LinkFrame.AuxiliaryPDU {
  fileprivate init(_ direction: AirFrame.Direction) {
    switch direction {
    case .auxiliary(.chainInd): self = .chainInd
    case .auxiliary(.scanRsp): self = .scanRsp
    case .auxiliary(.advInd), .auxiliary(.other), .advertising, .centralToPeripheral, .peripheralToCentral:
      self = .advInd
    }
  }
}
