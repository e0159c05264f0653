public import Wire

/// An event with its parameters read. [Vol 4, Part E, 7.7]
public enum HCIEventValue: Hashable, Sendable {
  case disconnectionComplete(DisconnectionCompleteEvent)
  case encryptionChange(EncryptionChangeEvent)
  case readRemoteVersionInformationComplete(ReadRemoteVersionInformationCompleteEvent)
  case commandComplete(CommandCompleteEvent)
  case commandStatus(CommandStatusEvent)
  case hardwareError(HardwareErrorEvent)
  case numberOfCompletedPackets(NumberOfCompletedPacketsEvent)
  case dataBufferOverflow(DataBufferOverflowEvent)
  case encryptionKeyRefreshComplete(EncryptionKeyRefreshCompleteEvent)
  case authenticatedPayloadTimeoutExpired(AuthenticatedPayloadTimeoutExpiredEvent)
  case encryptionChangeV2(EncryptionChangeV2Event)
  case leConnectionComplete(LEConnectionCompleteEvent)
  case leAdvertisingReport(LEAdvertisingReportEvent)
  case leConnectionUpdateComplete(LEConnectionUpdateCompleteEvent)
  case leReadRemoteFeaturesComplete(LEReadRemoteFeaturesCompleteEvent)
  case leLongTermKeyRequest(LELongTermKeyRequestEvent)
  case leRemoteConnectionParameterRequest(LERemoteConnectionParameterRequestEvent)
  case leDataLengthChange(LEDataLengthChangeEvent)
  case leReadLocalP256PublicKeyComplete(LEReadLocalP256PublicKeyCompleteEvent)
  case leGenerateDHKeyComplete(LEGenerateDHKeyCompleteEvent)
  case leEnhancedConnectionComplete(LEEnhancedConnectionCompleteEvent)
  case leEnhancedConnectionCompleteV2(LEEnhancedConnectionCompleteV2Event)
  case lePHYUpdateComplete(LEPHYUpdateCompleteEvent)
  case leExtendedAdvertisingReport(LEExtendedAdvertisingReportEvent)
  case leScanTimeout(LEScanTimeoutEvent)
  case leAdvertisingSetTerminated(LEAdvertisingSetTerminatedEvent)
  case leScanRequestReceived(LEScanRequestReceivedEvent)
  case leChannelSelectionAlgorithm(LEChannelSelectionAlgorithmEvent)
  case leTransmitPowerReporting(LETransmitPowerReportingEvent)
  case leReadAllRemoteFeaturesComplete(LEReadAllRemoteFeaturesCompleteEvent)
  case leCSReadRemoteSupportedCapabilitiesComplete(LECSReadRemoteSupportedCapabilitiesCompleteEvent)
  case leCSReadRemoteFAETableComplete(LECSReadRemoteFAETableCompleteEvent)
  case leCSSecurityEnableComplete(LECSSecurityEnableCompleteEvent)
  case leCSConfigComplete(LECSConfigCompleteEvent)
  case leCSProcedureEnableComplete(LECSProcedureEnableCompleteEvent)
  case leCSSubeventResult(LECSSubeventResultEvent)
  case leCSSubeventResultContinue(LECSSubeventResultContinueEvent)
  case leCSTestEndComplete(LECSTestEndCompleteEvent)
  case leFrameSpaceUpdateComplete(LEFrameSpaceUpdateCompleteEvent)
  case leCSReadRemoteSupportedCapabilitiesCompleteV2(LECSReadRemoteSupportedCapabilitiesCompleteV2Event)
  /// An event this module does not know, as it came.
  case unknown(EventPacket)

  /// Reads the parameters of `packet`.
  ///
  /// - Throws: `WireError` if the event is known and its parameters are not those of its table.
  public init(_ packet: EventPacket) throws(WireError) {
    switch packet.eventCode {
    case .disconnectionComplete: self = .disconnectionComplete(try DisconnectionCompleteEvent(packet))
    case .encryptionChange: self = .encryptionChange(try EncryptionChangeEvent(packet))
    case .readRemoteVersionInformationComplete:
      self = .readRemoteVersionInformationComplete(try ReadRemoteVersionInformationCompleteEvent(packet))
    case .commandComplete: self = .commandComplete(try CommandCompleteEvent(packet))
    case .commandStatus: self = .commandStatus(try CommandStatusEvent(packet))
    case .hardwareError: self = .hardwareError(try HardwareErrorEvent(packet))
    case .numberOfCompletedPackets:
      self = .numberOfCompletedPackets(try NumberOfCompletedPacketsEvent(packet))
    case .dataBufferOverflow: self = .dataBufferOverflow(try DataBufferOverflowEvent(packet))
    case .encryptionKeyRefreshComplete:
      self = .encryptionKeyRefreshComplete(try EncryptionKeyRefreshCompleteEvent(packet))
    case .authenticatedPayloadTimeoutExpired:
      self = .authenticatedPayloadTimeoutExpired(try AuthenticatedPayloadTimeoutExpiredEvent(packet))
    case .encryptionChangeV2: self = .encryptionChangeV2(try EncryptionChangeV2Event(packet))
    case .leConnectionComplete: self = .leConnectionComplete(try LEConnectionCompleteEvent(packet))
    case .leAdvertisingReport: self = .leAdvertisingReport(try LEAdvertisingReportEvent(packet))
    case .leConnectionUpdateComplete:
      self = .leConnectionUpdateComplete(try LEConnectionUpdateCompleteEvent(packet))
    case .leReadRemoteFeaturesComplete:
      self = .leReadRemoteFeaturesComplete(try LEReadRemoteFeaturesCompleteEvent(packet))
    case .leLongTermKeyRequest: self = .leLongTermKeyRequest(try LELongTermKeyRequestEvent(packet))
    case .leRemoteConnectionParameterRequest:
      self = .leRemoteConnectionParameterRequest(try LERemoteConnectionParameterRequestEvent(packet))
    case .leDataLengthChange: self = .leDataLengthChange(try LEDataLengthChangeEvent(packet))
    case .leReadLocalP256PublicKeyComplete:
      self = .leReadLocalP256PublicKeyComplete(try LEReadLocalP256PublicKeyCompleteEvent(packet))
    case .leGenerateDHKeyComplete: self = .leGenerateDHKeyComplete(try LEGenerateDHKeyCompleteEvent(packet))
    case .leEnhancedConnectionComplete:
      self = .leEnhancedConnectionComplete(try LEEnhancedConnectionCompleteEvent(packet))
    case .leEnhancedConnectionCompleteV2:
      self = .leEnhancedConnectionCompleteV2(try LEEnhancedConnectionCompleteV2Event(packet))
    case .lePHYUpdateComplete: self = .lePHYUpdateComplete(try LEPHYUpdateCompleteEvent(packet))
    case .leExtendedAdvertisingReport:
      self = .leExtendedAdvertisingReport(try LEExtendedAdvertisingReportEvent(packet))
    case .leScanTimeout: self = .leScanTimeout(try LEScanTimeoutEvent(packet))
    case .leAdvertisingSetTerminated:
      self = .leAdvertisingSetTerminated(try LEAdvertisingSetTerminatedEvent(packet))
    case .leScanRequestReceived: self = .leScanRequestReceived(try LEScanRequestReceivedEvent(packet))
    case .leChannelSelectionAlgorithm:
      self = .leChannelSelectionAlgorithm(try LEChannelSelectionAlgorithmEvent(packet))
    case .leTransmitPowerReporting:
      self = .leTransmitPowerReporting(try LETransmitPowerReportingEvent(packet))
    case .leReadAllRemoteFeaturesComplete:
      self = .leReadAllRemoteFeaturesComplete(try LEReadAllRemoteFeaturesCompleteEvent(packet))
    case .leCSReadRemoteSupportedCapabilitiesComplete:
      self = .leCSReadRemoteSupportedCapabilitiesComplete(
        try LECSReadRemoteSupportedCapabilitiesCompleteEvent(packet))
    case .leCSReadRemoteFAETableComplete:
      self = .leCSReadRemoteFAETableComplete(try LECSReadRemoteFAETableCompleteEvent(packet))
    case .leCSSecurityEnableComplete:
      self = .leCSSecurityEnableComplete(try LECSSecurityEnableCompleteEvent(packet))
    case .leCSConfigComplete: self = .leCSConfigComplete(try LECSConfigCompleteEvent(packet))
    case .leCSProcedureEnableComplete:
      self = .leCSProcedureEnableComplete(try LECSProcedureEnableCompleteEvent(packet))
    case .leCSSubeventResult: self = .leCSSubeventResult(try LECSSubeventResultEvent(packet))
    case .leCSSubeventResultContinue:
      self = .leCSSubeventResultContinue(try LECSSubeventResultContinueEvent(packet))
    case .leCSTestEndComplete: self = .leCSTestEndComplete(try LECSTestEndCompleteEvent(packet))
    case .leFrameSpaceUpdateComplete:
      self = .leFrameSpaceUpdateComplete(try LEFrameSpaceUpdateCompleteEvent(packet))
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2:
      self = .leCSReadRemoteSupportedCapabilitiesCompleteV2(
        try LECSReadRemoteSupportedCapabilitiesCompleteV2Event(packet))
    default: self = .unknown(packet)
    }
  }

  /// The parameters; nil for an unknown event.
  public var event: (any HCIEvent)? {
    switch self {
    case .disconnectionComplete(let event): event
    case .encryptionChange(let event): event
    case .readRemoteVersionInformationComplete(let event): event
    case .commandComplete(let event): event
    case .commandStatus(let event): event
    case .hardwareError(let event): event
    case .numberOfCompletedPackets(let event): event
    case .dataBufferOverflow(let event): event
    case .encryptionKeyRefreshComplete(let event): event
    case .authenticatedPayloadTimeoutExpired(let event): event
    case .encryptionChangeV2(let event): event
    case .leConnectionComplete(let event): event
    case .leAdvertisingReport(let event): event
    case .leConnectionUpdateComplete(let event): event
    case .leReadRemoteFeaturesComplete(let event): event
    case .leLongTermKeyRequest(let event): event
    case .leRemoteConnectionParameterRequest(let event): event
    case .leDataLengthChange(let event): event
    case .leReadLocalP256PublicKeyComplete(let event): event
    case .leGenerateDHKeyComplete(let event): event
    case .leEnhancedConnectionComplete(let event): event
    case .leEnhancedConnectionCompleteV2(let event): event
    case .lePHYUpdateComplete(let event): event
    case .leExtendedAdvertisingReport(let event): event
    case .leScanTimeout(let event): event
    case .leAdvertisingSetTerminated(let event): event
    case .leScanRequestReceived(let event): event
    case .leChannelSelectionAlgorithm(let event): event
    case .leTransmitPowerReporting(let event): event
    case .leReadAllRemoteFeaturesComplete(let event): event
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event): event
    case .leCSReadRemoteFAETableComplete(let event): event
    case .leCSSecurityEnableComplete(let event): event
    case .leCSConfigComplete(let event): event
    case .leCSProcedureEnableComplete(let event): event
    case .leCSSubeventResult(let event): event
    case .leCSSubeventResultContinue(let event): event
    case .leCSTestEndComplete(let event): event
    case .leFrameSpaceUpdateComplete(let event): event
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event): event
    case .unknown: nil
    }
  }
}
