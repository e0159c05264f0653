public import CoreTypes

/// An event of one connection.
public protocol LinkEvent: HCIEvent {
  var connectionHandle: ConnectionHandle { get }
}

extension DisconnectionCompleteEvent: LinkEvent {}
extension EncryptionChangeEvent: LinkEvent {}
extension EncryptionKeyRefreshCompleteEvent: LinkEvent {}
extension AuthenticatedPayloadTimeoutExpiredEvent: LinkEvent {}
extension ReadRemoteVersionInformationCompleteEvent: LinkEvent {}
extension LEConnectionCompleteEvent: LinkEvent {}
extension LEConnectionUpdateCompleteEvent: LinkEvent {}
extension LERemoteConnectionParameterRequestEvent: LinkEvent {}
extension LELongTermKeyRequestEvent: LinkEvent {}
extension LEReadRemoteFeaturesCompleteEvent: LinkEvent {}
extension LEReadAllRemoteFeaturesCompleteEvent: LinkEvent {}
extension LEDataLengthChangeEvent: LinkEvent {}
extension LEPHYUpdateCompleteEvent: LinkEvent {}
extension LEChannelSelectionAlgorithmEvent: LinkEvent {}
extension LETransmitPowerReportingEvent: LinkEvent {}
extension LEFrameSpaceUpdateCompleteEvent: LinkEvent {}
extension LECSReadRemoteSupportedCapabilitiesCompleteEvent: LinkEvent {}
extension LECSReadRemoteSupportedCapabilitiesCompleteV2Event: LinkEvent {}
extension LECSReadRemoteFAETableCompleteEvent: LinkEvent {}
extension LECSSecurityEnableCompleteEvent: LinkEvent {}
extension LECSConfigCompleteEvent: LinkEvent {}
extension LECSProcedureEnableCompleteEvent: LinkEvent {}
extension LECSSubeventResultEvent: LinkEvent {}
extension LECSSubeventResultContinueEvent: LinkEvent {}

extension HCIEventValue {
  /// The connection that the event is about; nil if it is about none, or about several.
  public var connectionHandle: ConnectionHandle? {
    encryptionOutcome?.connectionHandle ?? connectionComplete?.connectionHandle
      ?? (event as? any LinkEvent)?.connectionHandle
  }
}
