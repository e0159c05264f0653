internal import CoreTypes

/// The power control request procedure, as the device that is asked. [Vol 6, Part B, 5.1.17]
///
/// The device has one power, so it transmits at its minimum and at its maximum, and makes no change that is asked for.
extension LinkControl {
  mutating func receivePowerControlReq(_ pdu: PowerControlReq) {
    guard let phy = pdu.namedPHY else { return reject(.powerControlReq, .unsupportedLLParameterValue) }
    guard pdu.txPower != PowerControlReq.unmanagedPower else {
      return reject(.powerControlReq, .invalidLLParameters)
    }
    var answer = PowerControlRsp()
    answer.apr = PowerControlRsp.unknownReduction
    if self.phy.supported.supports(phy) {
      (answer.min, answer.max, answer.txPower) = (1, 1, identity.transmitPower)
    } else {
      answer.txPower = PowerControlRsp.unknownPower
    }
    send(.powerControlRsp(answer))
  }
}

extension PowerControlReq {
  /// TxPower of a device that does not manage its power on the PHY.
  fileprivate static let unmanagedPower: Int8 = 126

  /// The PHY of the one bit that is set; nil unless it is one of bits 0 to 3.
  fileprivate var namedPHY: PHY? {
    switch phy {
    case 0b0001: .le1M
    case 0b0010: .le2M
    case 0b0100, 0b1000: .leCoded
    default: nil
    }
  }
}

extension PowerControlRsp {
  /// TxPower on a PHY that the device lacks.
  fileprivate static let unknownPower: Int8 = 127
  /// APR of a device that cannot tell how much less power of the peer it could do with.
  fileprivate static let unknownReduction: UInt8 = 0xFF
}
