public import CoreTypes

/// The bits beside the type in the header of an advertising physical channel PDU. [Vol 6, Part B, 2.3]
public struct AdvertisingFlags: Hashable, Sendable {
  /// The reserved bit above the type.
  public var rfu: UInt8 = 0
  /// 1 if the sender supports channel selection algorithm #2.
  public var chSel: UInt8 = 0
  /// 1 if the sender's address is random.
  public var txAdd: UInt8 = 0
  /// 1 if the target's address is random.
  public var rxAdd: UInt8 = 0

  public init() {}

  /// Makes the flags of a PDU between addresses of the given kinds.
  public init(sender: DeviceAddress.Kind, target: DeviceAddress.Kind = .public, chSel: UInt8 = 0) {
    txAdd = sender.rawValue
    rxAdd = target.rawValue
    self.chSel = chSel
  }

  /// The kind of the sender's address.
  public var sender: DeviceAddress.Kind { txAdd == 1 ? .random : .public }

  /// The kind of the target's address, where the PDU has one.
  public var target: DeviceAddress.Kind { rxAdd == 1 ? .random : .public }
}
