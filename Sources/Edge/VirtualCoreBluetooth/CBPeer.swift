public import Foundation
internal import PhoneSystem
internal import VirtualPhone

/// A remote device.
open class CBPeer: NSObject, NSCopying {
  let accessory: AccessoryIdentifier

  init(_ accessory: AccessoryIdentifier) { self.accessory = accessory }

  /// The name by which this phone knows the device, the same in every run.
  open var identifier: UUID { accessory.uuid }

  open func copy(with zone: NSZone? = nil) -> Any { self }
}
