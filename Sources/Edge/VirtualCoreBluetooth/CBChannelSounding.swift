public import Foundation
internal import PhoneSystem
internal import VirtualPhone

/// How a Channel Sounding session is to be.
public final class CBChannelSoundingSessionConfiguration: NSObject {
  /// The part of this phone.
  public enum Role: Int, Sendable {
    case initiator = 0
  }

  /// The part of this phone.
  public let role: Role

  public init(role: Role) { self.role = role }
}

/// What one Channel Sounding procedure measured.
public final class CBChannelSoundingProcedureResults: NSObject {
  /// In metres; negative where the procedure gave no distance.
  public let distance: Double

  init(distance: Double) { self.distance = distance }
}

/// Channel Sounding with a peripheral that was set up with the accessory picker.
extension CBPeripheral {
  /// Measures the distance again and again, in the foreground, until it is cancelled or fails.
  public func startChannelSoundingSession(_ configuration: CBChannelSoundingSessionConfiguration) {
    world.gate.withLock { client?.startChannelSounding(accessory) }
  }

  /// Ends the session; the connection stays.
  public func cancelChannelSoundingSession() {
    world.gate.withLock { client?.cancelChannelSounding(accessory) }
  }

  /// What a talk shows for the method without an argument.
  @available(*, deprecated, renamed: "cancelChannelSoundingSession()")
  public func cancelChannelSoundingSession(_ configuration: CBChannelSoundingSessionConfiguration) {
    cancelChannelSoundingSession()
  }
}

extension SoundingFailure {
  /// The error that an app gets; nil where the app ended the connection.
  var error: CBError? {
    switch self {
    case .configuration: CBError(.channelSoundingConfigurationFailed)
    case .procedure: CBError(.channelSoundingProcedureFailed)
    case .connection(let failure): failure?.error
    }
  }
}
