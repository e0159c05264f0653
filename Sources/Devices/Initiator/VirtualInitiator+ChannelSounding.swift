public import ChannelSounding
internal import CoreTypes
public import HCI
public import VirtualHost

extension VirtualInitiator {
  private var sounding: SoundingLink {
    get throws(HostError) {
      SoundingLink(driver, handle: try handle()) { [unowned self] in procedureLimit }
    }
  }

  /// Exchanges Channel Sounding capabilities.
  public func exchangeCapabilities() throws(HostError) -> CSCapabilities {
    try sounding.exchangeCapabilities()
  }

  /// Lets this controller initiate, with CS_SYNC packets over the antennas `syncAntennas`.
  public func enableInitiatorRole(
    syncAntennas: CSSyncAntennaSelection = .noRecommendation
  ) throws(HostError) {
    _ = try driver.complete(
      LECSSetDefaultSettingsCommand(
        connectionHandle: try handle(), roles: .initiator, syncAntennas: syncAntennas))
  }

  /// Reads the accessory's table of mode-0 frequency actuation errors.
  public func readFAETable() throws(HostError) -> FAETable { try sounding.readFAETable() }

  /// Creates a configuration on both sides.
  ///
  /// - Returns: the configuration with the times that were agreed.
  public func configure(_ configuration: CSConfiguration) throws(HostError) -> CSConfiguration {
    let complete = try sounding.configure(configuration)
    let agreed = try complete.agreed()
    if complete.action == 1 { configurations[agreed.id] = agreed }
    return agreed
  }

  /// Starts Channel Sounding security.
  public func startCSSecurity() throws(HostError) {
    let status = try sounding.startSecurity()
    if status != .success { throw .failed("CS security start", status) }
  }

  /// Starts procedures.
  ///
  /// - Returns: the schedule that was agreed.
  public func startProcedures(
    _ parameters: CSProcedureParameters
  ) throws(HostError) -> LECSProcedureEnableCompleteEvent {
    try sounding.startProcedures(parameters)
  }

  /// Stops procedures and waits until the last has ended.
  public func stopProcedures(configID: ConfigID) throws(HostError) {
    try sounding.stopProcedures(configID)
  }
}
