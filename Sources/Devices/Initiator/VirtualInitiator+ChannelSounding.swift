public import ChannelSounding
internal import CoreTypes
public import HCI
public import VirtualHost

extension VirtualInitiator {
  /// Exchanges Channel Sounding capabilities.
  public func exchangeCapabilities() throws(HostError) -> CSCapabilities {
    let handle = try handle()
    let start = try driver.begin(LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle })
    let (status, capabilities): (ErrorCode, CSCapabilities) = try event(
      "remote capabilities", after: start
    ) {
      switch $0 {
      case .leCSReadRemoteSupportedCapabilitiesComplete(let event): (event.status, event.capabilities)
      case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
        (event.status, event.capabilities)
      default: nil
      }
    }
    if status != .success { throw .failed("capabilities exchange", status) }
    return capabilities
  }

  /// Lets this controller initiate, with CS_SYNC packets over the antennas `syncAntennas`.
  public func enableInitiatorRole(
    syncAntennas: CSSyncAntennaSelection = .noRecommendation
  ) throws(HostError) {
    let handle = try handle()
    _ = try driver.complete(
      LECSSetDefaultSettingsCommand {
        $0.connectionHandle = handle
        $0.roleEnable = .initiator
        $0.csSyncAntennaSelection = syncAntennas
        $0.maxTXPower = 20
      })
  }

  /// Reads the accessory's table of mode-0 frequency actuation errors, 72 entries of 1/32 ppm.
  public func readFAETable() throws(HostError) -> [Int8] {
    let handle = try handle()
    let start = try driver.begin(LECSReadRemoteFAETableCommand { $0.connectionHandle = handle })
    let table: LECSReadRemoteFAETableCompleteEvent = try event("FAE table", after: start) {
      if case .leCSReadRemoteFAETableComplete(let event) = $0 { return event }
      return nil
    }
    if table.status != .success { throw .failed("FAE table request", table.status) }
    return table.remoteFAETable
  }

  /// Creates a configuration on both sides.
  ///
  /// - Returns: the configuration with the times that were agreed.
  public func configure(_ configuration: CSConfiguration) throws(HostError) -> CSConfiguration {
    let start = try driver.begin(
      LECSCreateConfigCommand(connectionHandle: try handle(), configuration: configuration))
    return try configurationResult(after: start, "configuration")
  }

  private func configurationResult(
    after start: Int, _ what: String
  ) throws(HostError) -> CSConfiguration {
    let complete: LECSConfigCompleteEvent = try event(what, after: start) {
      if case .leCSConfigComplete(let event) = $0 { return event }
      return nil
    }
    if complete.status != .success { throw .failed(what, complete.status) }
    do {
      let agreed = try complete.configuration()
      if complete.action == 1 { configurations[agreed.id] = agreed }
      return agreed
    } catch {
      throw .malformed("configuration", "\(error)")
    }
  }

  /// Starts Channel Sounding security.
  public func startCSSecurity() throws(HostError) {
    let handle = try handle()
    let start = try driver.begin(LECSSecurityEnableCommand { $0.connectionHandle = handle })
    let complete: LECSSecurityEnableCompleteEvent = try event("CS security", after: start) {
      if case .leCSSecurityEnableComplete(let event) = $0 { return event }
      return nil
    }
    if complete.status != .success { throw .failed("CS security start", complete.status) }
  }

  /// Starts procedures.
  ///
  /// - Returns: the schedule that was agreed.
  public func startProcedures(
    _ parameters: CSProcedureParameters
  ) throws(HostError) -> LECSProcedureEnableCompleteEvent {
    let handle = try handle()
    _ = try driver.complete(
      LECSSetProcedureParametersCommand {
        $0.connectionHandle = handle
        $0.parameters = parameters
      })
    return try enableProcedures(configID: parameters.configID, isEnabled: true)
  }

  /// Stops procedures and waits until the last has ended.
  public func stopProcedures(configID: ConfigID) throws(HostError) {
    _ = try enableProcedures(configID: configID, isEnabled: false)
  }

  private func enableProcedures(
    configID: ConfigID, isEnabled: Bool
  ) throws(HostError) -> LECSProcedureEnableCompleteEvent {
    let handle = try handle()
    let start = try driver.begin(
      LECSProcedureEnableCommand {
        $0.connectionHandle = handle
        $0.configID = configID
        $0.enable = isEnabled ? 1 : 0
      })
    let what = isEnabled ? "start of procedures" : "end of procedures"
    let complete: LECSProcedureEnableCompleteEvent = try event(what, after: start) {
      if case .leCSProcedureEnableComplete(let event) = $0,
        event.state == (isEnabled ? 1 : 0) || event.status != .success
      {
        return event
      }
      return nil
    }
    if complete.status != .success { throw .failed(what, complete.status) }
    return complete
  }
}
