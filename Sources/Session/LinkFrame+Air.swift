public import Capture
internal import CoreTypes
public import VirtualController

extension LinkFrame {
  /// A frame of the virtual air, as received at `rssiDbm`.
  public init(_ frame: AirFrame, rssiDbm: Int8) {
    self.init(
      time: frame.start, rfChannel: frame.channel.rfChannel, phy: frame.phy,
      accessAddress: frame.accessAddress, pdu: frame.plaintext ?? frame.octets, crc: frame.crc,
      direction: Direction(frame.direction), auxiliaryPDU: AuxiliaryPDU(frame.direction),
      isDecrypted: frame.plaintext != nil, signalDbm: rssiDbm)
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
