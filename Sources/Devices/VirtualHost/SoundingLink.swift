public import ChannelSounding
public import CoreTypes
public import HCI

/// The host's Channel Sounding commands on one link, each with the event that completes it.
/// [Vol 4, Part E, 7.8.130]
public struct SoundingLink {
  private let handle: ConnectionHandle
  private let limit: () -> Picoseconds?

  /// - Parameter limit: the timeout of an event; called again when it has passed, since the link may have become
  ///   slower.
  public init(_ handle: ConnectionHandle, limit: @escaping () -> Picoseconds? = { .seconds(5) }) {
    self.handle = handle
    self.limit = limit
  }

  /// Exchanges capabilities.
  ///
  /// - Parameter answerLimit: the timeout of LE Command Status.
  public func exchangeCapabilities(
    answeredWithin answerLimit: Picoseconds = HCIDriver.answerLimit
  ) -> HostRequest<CSCapabilities> {
    .command(
      LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle },
      answeredWithin: answerLimit, awaiting: "remote capabilities", within: limit, \.remoteCSCapabilities
    ) { remote throws(HostError) in
      if remote.status != .success { throw .failed("capabilities exchange", remote.status) }
      return remote.capabilities
    }
  }

  /// Reads the peer's table of mode-0 frequency actuation errors.
  public func readFAETable() -> HostRequest<FAETable> {
    .command(
      LECSReadRemoteFAETableCommand { $0.connectionHandle = handle }, awaiting: "FAE table", within: limit,
      \.remoteFAETableComplete
    ) { table throws(HostError) in
      if table.status != .success { throw .failed("FAE table request", table.status) }
      return table.remoteFAETable
    }
  }

  /// Creates a configuration on both sides.
  public func configure(_ configuration: CSConfiguration) -> HostRequest<LECSConfigCompleteEvent> {
    .command(
      LECSCreateConfigCommand(connectionHandle: handle, configuration: configuration),
      awaiting: "configuration", within: limit, \.csConfigComplete
    ) { complete throws(HostError) in
      if complete.status != .success { throw .failed("configuration", complete.status) }
      return complete
    }
  }

  /// Starts Channel Sounding security.
  ///
  /// - Parameter what: the name of the event in errors.
  /// - Returns: the status of the event.
  public func startSecurity(awaiting what: String = "CS security") -> HostRequest<ErrorCode> {
    .command(
      LECSSecurityEnableCommand { $0.connectionHandle = handle }, awaiting: what, within: limit,
      \.csSecurityEnableComplete
    ) { $0.status }
  }

  /// Starts procedures. Returns the schedule that was agreed.
  public func startProcedures(
    _ parameters: CSProcedureParameters
  ) -> HostRequest<LECSProcedureEnableCompleteEvent> {
    HostRequest.complete(
      LECSSetProcedureParametersCommand {
        $0.connectionHandle = handle
        $0.parameters = parameters
      }
    ).then { [self] _ in enableProcedures(parameters.configID, true, "start of procedures") }
  }

  /// Stops procedures and waits until the last has ended.
  public func stopProcedures(_ configID: ConfigID) -> HostRequest<Void> {
    enableProcedures(configID, false, "end of procedures").map { _ in }
  }

  private func enableProcedures(
    _ configID: ConfigID, _ isEnabled: Bool, _ what: String
  ) -> HostRequest<LECSProcedureEnableCompleteEvent> {
    let state = EnableState(isEnabled)
    return .command(
      LECSProcedureEnableCommand {
        $0.connectionHandle = handle
        $0.configID = configID
        $0.enable = state
      }, awaiting: what, within: limit,
      { $0.csProcedureEnableComplete.flatMap { $0.state == state || $0.status != .success ? $0 : nil } }
    ) { complete throws(HostError) in
      if complete.status != .success { throw .failed(what, complete.status) }
      return complete
    }
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
