public import Foundation

/// What has happened to a session.
public enum ASAccessoryEventType: Int, Sendable {
  case unknown = 0
  case activated = 10
  case invalidated = 11
  case migrationComplete = 20
  case accessoryAdded = 30
  case accessoryRemoved = 31
  case accessoryChanged = 32
  case accessoryDiscovered = 33
  case pickerDidPresent = 40
  case pickerDidDismiss = 50
  case pickerSetupBridging = 60
  case pickerSetupFailed = 70
  case pickerSetupPairing = 80
  case pickerSetupRename = 90
}

/// An event of a session.
open class ASAccessoryEvent: NSObject {
  /// What has happened.
  public let eventType: ASAccessoryEventType
  /// To which accessory; nil where it is about none.
  public let accessory: ASAccessory?
  /// What went wrong; nil if nothing did.
  public let error: (any Error)?

  init(_ eventType: ASAccessoryEventType, _ accessory: ASAccessory? = nil, error: (any Error)? = nil) {
    (self.eventType, self.accessory, self.error) = (eventType, accessory, error)
  }
}
