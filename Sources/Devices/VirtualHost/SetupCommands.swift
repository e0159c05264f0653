public import ChannelSounding
public import CoreTypes
public import HCI

// Commands that the hosts of this project send before Channel Sounding.

extension SetEventMaskCommand {
  /// Lets the controller report every event. [Vol 4, Part E, 7.3.1]
  public static var everyEvent: Self { Self { $0.eventMask = 0x3DBF_F807_BFFF_9FFF } }
}

extension LESetEventMaskCommand {
  /// All LE events but LE Enhanced Connection Complete, which would take the place of LE Connection Complete.
  /// [Vol 4, Part E, 7.8.1]
  public static let usualEventMask: LEEventMask = 0x00FF_FFFF_FFFF_FDFF

  /// Lets the controller report those of `usualEventMask`.
  public static var usualEvents: Self { Self { $0.leEventMask = usualEventMask } }
}

extension LESetHostFeatureCommand {
  /// Sets or clears the host's Channel Sounding bit in the features that peers read.
  public static func channelSounding(isSupported: Bool = true) -> Self {
    Self {
      $0.bitNumber = UInt8(FeatureSet.Feature.channelSoundingHostSupport.rawValue)
      $0.bitValue = EnableState(isSupported)
    }
  }
}

extension LECSSetDefaultSettingsCommand {
  /// Enables roles on a link, with the maximum transmit power.
  public init(
    connectionHandle: ConnectionHandle, roles: CSCapabilities.Roles,
    syncAntennas: CSSyncAntennaSelection = .noRecommendation
  ) {
    self.init()
    self.connectionHandle = connectionHandle
    roleEnable = roles
    csSyncAntennaSelection = syncAntennas
    maxTXPower = 20
  }
}
