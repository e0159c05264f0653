public import ChannelSounding
public import CoreTypes
public import HCI

// What each host here sends to its controller before Channel Sounding.

extension SetEventMaskCommand {
  /// Lets the controller report every event. [Vol 4, Part E, 7.3.1]
  public static var everyEvent: Self { Self { $0.eventMask = 0x3DBF_F807_BFFF_9FFF } }
}

extension LESetEventMaskCommand {
  /// All LE events but LE Enhanced Connection Complete, which would take the place of LE Connection Complete.
  /// [Vol 4, Part E, 7.8.1]
  public static let usualEventMask: UInt64 = 0x00FF_FFFF_FFFF_FDFF

  /// Lets the controller report those of `usualEventMask`.
  public static var usualEvents: Self { Self { $0.leEventMask = usualEventMask } }
}

extension LESetHostFeatureCommand {
  /// Has the controller tell peers whether the host supports Channel Sounding.
  public static func channelSounding(isSupported: Bool = true) -> Self {
    Self {
      $0.bitNumber = UInt8(FeatureSet.Feature.channelSoundingHostSupport.rawValue)
      $0.bitValue = isSupported ? 1 : 0
    }
  }
}

extension LECSSetDefaultSettingsCommand {
  /// Lets the controller take roles on a link, with all the power that it has.
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
