public import ChannelSounding
public import CoreTypes
public import HCI

/// The host's Channel Sounding commands on one link, each with the event that completes it.
/// [Vol 4, Part E, 7.8.130]
public struct SoundingLink {
  private let driver: HCIDriver
  private let handle: ConnectionHandle
  private let limit: () -> Picoseconds

  /// - Parameter limit: the timeout of an event; called again when it has passed, since the link may have become
  ///   slower.
  public init(
    _ driver: HCIDriver, handle: ConnectionHandle, limit: @escaping () -> Picoseconds = { .seconds(5) }
  ) {
    self.driver = driver
    self.handle = handle
    self.limit = limit
  }

  /// Exchanges capabilities.
  ///
  /// - Parameter answerLimit: the timeout of LE Command Status.
  public func exchangeCapabilities(
    answeredWithin answerLimit: Picoseconds = .seconds(5)
  ) throws(HostError) -> CSCapabilities {
    let start = try driver.begin(
      LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle }, within: answerLimit)
    let remote = try event("remote capabilities", after: start, \.remoteCSCapabilities)
    if remote.status != .success { throw .failed("capabilities exchange", remote.status) }
    return remote.capabilities
  }

  /// Reads the peer's table of mode-0 frequency actuation errors.
  public func readFAETable() throws(HostError) -> FAETable {
    let start = try driver.begin(LECSReadRemoteFAETableCommand { $0.connectionHandle = handle })
    let table = try event("FAE table", after: start, \.remoteFAETableComplete)
    if table.status != .success { throw .failed("FAE table request", table.status) }
    return table.remoteFAETable
  }

  /// Creates a configuration on both sides.
  public func configure(_ configuration: CSConfiguration) throws(HostError) -> LECSConfigCompleteEvent {
    let start = try driver.begin(
      LECSCreateConfigCommand(connectionHandle: handle, configuration: configuration))
    let complete = try event("configuration", after: start, \.csConfigComplete)
    if complete.status != .success { throw .failed("configuration", complete.status) }
    return complete
  }

  /// Starts Channel Sounding security.
  ///
  /// - Parameter what: the name of the event in errors.
  /// - Returns: the status of the event.
  public func startSecurity(awaiting what: String = "CS security") throws(HostError) -> ErrorCode {
    let start = try driver.begin(LECSSecurityEnableCommand { $0.connectionHandle = handle })
    return try event(what, after: start, \.csSecurityEnableComplete).status
  }

  /// Starts procedures.
  ///
  /// - Returns: the schedule that was agreed.
  public func startProcedures(
    _ parameters: CSProcedureParameters
  ) throws(HostError) -> LECSProcedureEnableCompleteEvent {
    _ = try driver.complete(
      LECSSetProcedureParametersCommand {
        $0.connectionHandle = handle
        $0.parameters = parameters
      })
    return try enableProcedures(parameters.configID, true, "start of procedures")
  }

  /// Stops procedures and waits until the last has ended.
  public func stopProcedures(_ configID: ConfigID) throws(HostError) {
    _ = try enableProcedures(configID, false, "end of procedures")
  }

  private func enableProcedures(
    _ configID: ConfigID, _ isEnabled: Bool, _ what: String
  ) throws(HostError) -> LECSProcedureEnableCompleteEvent {
    let state: UInt8 = isEnabled ? 1 : 0
    let start = try driver.begin(
      LECSProcedureEnableCommand {
        $0.connectionHandle = handle
        $0.configID = configID
        $0.enable = state
      })
    let complete = try event(what, after: start) {
      $0.csProcedureEnableComplete.flatMap { $0.state == state || $0.status != .success ? $0 : nil }
    }
    if complete.status != .success { throw .failed(what, complete.status) }
    return complete
  }

  private func event<Value>(
    _ what: String, after start: Int, _ select: (HCIEventValue) -> Value?
  ) throws(HostError) -> Value {
    try driver.event(what, after: start, within: limit, select)
  }
}

extension LECSConfigCompleteEvent {
  /// The configuration with the times that were agreed.
  public func agreed() throws(HostError) -> CSConfiguration {
    do {
      return try configuration()
    } catch {
      throw .malformed("configuration", "\(error)")
    }
  }
}

/// The events that complete Channel Sounding commands.
extension HCIEventValue {
  /// The peer's capabilities, in either version of the event.
  public var remoteCSCapabilities: (status: ErrorCode, capabilities: CSCapabilities)? {
    switch self {
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event): (event.status, event.capabilities)
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event): (event.status, event.capabilities)
    default: nil
    }
  }

  /// LE CS Read Remote FAE Table Complete.
  public var remoteFAETableComplete: LECSReadRemoteFAETableCompleteEvent? {
    if case .leCSReadRemoteFAETableComplete(let event) = self { event } else { nil }
  }

  /// LE CS Config Complete.
  public var csConfigComplete: LECSConfigCompleteEvent? {
    if case .leCSConfigComplete(let event) = self { event } else { nil }
  }

  /// LE CS Security Enable Complete.
  public var csSecurityEnableComplete: LECSSecurityEnableCompleteEvent? {
    if case .leCSSecurityEnableComplete(let event) = self { event } else { nil }
  }

  /// LE CS Procedure Enable Complete.
  public var csProcedureEnableComplete: LECSProcedureEnableCompleteEvent? {
    if case .leCSProcedureEnableComplete(let event) = self { event } else { nil }
  }
}
