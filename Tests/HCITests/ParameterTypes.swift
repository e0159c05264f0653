import HCI

/// Every type of event, so that tests can go through them.
let eventTypes: [any HCIEvent.Type] = [
  DisconnectionCompleteEvent.self, EncryptionChangeEvent.self,
  ReadRemoteVersionInformationCompleteEvent.self, CommandCompleteEvent.self, CommandStatusEvent.self,
  HardwareErrorEvent.self, NumberOfCompletedPacketsEvent.self, EncryptionKeyRefreshCompleteEvent.self,
  LEConnectionCompleteEvent.self, LEAdvertisingReportEvent.self, LEConnectionUpdateCompleteEvent.self,
  LEReadRemoteFeaturesCompleteEvent.self, LELongTermKeyRequestEvent.self,
  LERemoteConnectionParameterRequestEvent.self, LEDataLengthChangeEvent.self,
  LEEnhancedConnectionCompleteEvent.self, LEEnhancedConnectionCompleteV2Event.self,
  LEPHYUpdateCompleteEvent.self,
  LEExtendedAdvertisingReportEvent.self, LEScanTimeoutEvent.self, LEAdvertisingSetTerminatedEvent.self,
  LEScanRequestReceivedEvent.self, LEChannelSelectionAlgorithmEvent.self,
  LETransmitPowerReportingEvent.self, LEFrameSpaceUpdateCompleteEvent.self,
  LEReadAllRemoteFeaturesCompleteEvent.self,
  LECSReadRemoteSupportedCapabilitiesCompleteEvent.self, LECSReadRemoteFAETableCompleteEvent.self,
  LECSSecurityEnableCompleteEvent.self, LECSConfigCompleteEvent.self, LECSProcedureEnableCompleteEvent.self,
  LECSSubeventResultEvent.self, LECSSubeventResultContinueEvent.self, LECSTestEndCompleteEvent.self,
  LECSReadRemoteSupportedCapabilitiesCompleteV2Event.self, DataBufferOverflowEvent.self,
  EncryptionChangeV2Event.self, LEReadLocalP256PublicKeyCompleteEvent.self, LEGenerateDHKeyCompleteEvent.self,
  AuthenticatedPayloadTimeoutExpiredEvent.self,
]

/// Every type of return parameters.
let returnTypes: [any HCIReturn.Type] = CommandTable.types.compactMap { type in
  (type as? any HCICompletedCommand.Type).map { returnType(of: $0) }
}

func returnType<Command: HCICompletedCommand>(of command: Command.Type) -> any HCIReturn.Type {
  Command.Return.self
}

/// Every type of parameters.
let parameterTypes: [any HCIParameters.Type] = CommandTable.types + returnTypes + eventTypes
