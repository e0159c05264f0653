internal import CoreTypes
public import Foundation
package import PhoneSystem
internal import Reflector

/// An accessory of a world.
public final class WorldAccessory {
  private let accessory: VirtualAccessory
  private let system: PhoneSystem
  private let gate: NSRecursiveLock
  /// What a phone's user calls it.
  let name: String

  init(_ accessory: VirtualAccessory, name: String, _ system: PhoneSystem, _ gate: NSRecursiveLock) {
    (self.accessory, self.name, self.system, self.gate) = (accessory, name, system, gate)
  }

  /// Where it advertises.
  var address: DeviceAddress { accessory.address }

  /// The name by which apps of the first phone know it; nil until it is set up with the accessory picker.
  public var bluetoothIdentifier: UUID? { gate.withLock { system.accessorySetUp(at: address)?.uuid } }

  /// Whether it has power.
  public var isOn: Bool { gate.withLock { accessory.controller != nil } }

  /// Gives it power, if it has none: it starts, and advertises.
  public func powerOn() { gate.withLock { if accessory.controller == nil { accessory.powerOn() } } }

  /// Loses its bond while it has no power, as after a reset to factory settings.
  public func forgetBond() { gate.withLock { accessory.forgetBond() } }

  /// Takes its power away at once; it keeps its bond if its profile says so.
  public func powerOff() { gate.withLock { if accessory.controller != nil { accessory.powerOff() } } }
}

extension AccessoryIdentifier {
  /// As apps write it.
  package var uuid: UUID {
    octets.withUnsafeBytes { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }

  /// The name that a UUID stands for.
  package init(_ uuid: UUID) { self.init(octets: withUnsafeBytes(of: uuid.uuid) { Array($0) }) }
}
