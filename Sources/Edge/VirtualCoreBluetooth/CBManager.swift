public import Foundation
internal import PhoneSystem
internal import VirtualPhone

/// Whether Bluetooth can be used.
public enum CBManagerState: Int, Sendable {
  case unknown = 0
  case resetting = 1
  case unsupported = 2
  case unauthorized = 3
  case poweredOff = 4
  case poweredOn = 5

  init(_ state: BluetoothState) {
    switch state {
    case .unknown: self = .unknown
    case .resetting: self = .resetting
    case .unsupported: self = .unsupported
    case .unauthorized: self = .unauthorized
    case .poweredOff: self = .poweredOff
    case .poweredOn: self = .poweredOn
    }
  }
}

/// Whether the user allows the app to use Bluetooth.
public enum CBManagerAuthorization: Int, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case allowedAlways = 3
}

/// What central and peripheral managers have in common.
open class CBManager: NSObject {
  /// The world of the app's phone.
  let world: VirtualWorld
  /// The phone that the app runs on.
  let phone: WorldPhone
  var lastState = CBManagerState.unknown

  init(on current: CurrentPhone) { (world, phone) = (current.world, current.phone) }

  /// Whether Bluetooth can be used, as of the last callback.
  open var state: CBManagerState { world.gate.withLock { lastState } }

  /// Whether the user allows the app to use Bluetooth.
  open class var authorization: CBManagerAuthorization {
    guard let current = CurrentPhone.current else { return .notDetermined }
    return current.world.gate.withLock {
      current.phone.system.state == .unauthorized ? .denied : .allowedAlways
    }
  }

  /// The older form of the class property.
  @available(*, deprecated, message: "Use the class property.")
  open var authorization: CBManagerAuthorization { Self.authorization }
}

/// A point in time in seconds since 1 January 2001, 00:00 UTC.
public typealias CFAbsoluteTime = Double
