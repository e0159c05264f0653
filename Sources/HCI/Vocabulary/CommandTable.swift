public import Wire

/// Every command this module knows, in ascending order of opcode.
public enum CommandTable {
  /// The types of the commands.
  public static let types: [any HCICommand.Type] = [
    DisconnectCommand.self,
    ReadRemoteVersionInformationCommand.self,
    SetEventMaskCommand.self,
    ResetCommand.self,
    SetEventMaskPage2Command.self,
    WriteLEHostSupportCommand.self,
    ReadLocalVersionInformationCommand.self,
    ReadLocalSupportedCommandsCommand.self,
    ReadLocalSupportedFeaturesCommand.self,
    ReadBufferSizeCommand.self,
    ReadBDADDRCommand.self,
    ReadRSSICommand.self,
    LESetEventMaskCommand.self,
    LEReadBufferSizeCommand.self,
    LEReadLocalSupportedFeaturesCommand.self,
    LESetRandomAddressCommand.self,
    LESetAdvertisingParametersCommand.self,
    LEReadAdvertisingPhysicalChannelTXPowerCommand.self,
    LESetAdvertisingDataCommand.self,
    LESetScanResponseDataCommand.self,
    LESetAdvertisingEnableCommand.self,
    LESetScanParametersCommand.self,
    LESetScanEnableCommand.self,
    LECreateConnectionCommand.self,
    LECreateConnectionCancelCommand.self,
    LEReadFilterAcceptListSizeCommand.self,
    LEClearFilterAcceptListCommand.self,
    LEAddDeviceToFilterAcceptListCommand.self,
    LERemoveDeviceFromFilterAcceptListCommand.self,
    LEConnectionUpdateCommand.self,
    LESetHostChannelClassificationCommand.self,
    LEReadChannelMapCommand.self,
    LEReadRemoteFeaturesCommand.self,
    LEEncryptCommand.self,
    LERandCommand.self,
    LEEnableEncryptionCommand.self,
    LELongTermKeyRequestReplyCommand.self,
    LELongTermKeyRequestNegativeReplyCommand.self,
    LEReadSupportedStatesCommand.self,
    LERemoteConnectionParameterRequestReplyCommand.self,
    LERemoteConnectionParameterRequestNegativeReplyCommand.self,
    LESetDataLengthCommand.self,
    LEReadSuggestedDefaultDataLengthCommand.self,
    LEWriteSuggestedDefaultDataLengthCommand.self,
    LEReadMaximumDataLengthCommand.self,
    LEReadPHYCommand.self,
    LESetDefaultPHYCommand.self,
    LESetPHYCommand.self,
    LESetAdvertisingSetRandomAddressCommand.self,
    LESetExtendedAdvertisingParametersCommand.self,
    LESetExtendedAdvertisingDataCommand.self,
    LESetExtendedScanResponseDataCommand.self,
    LESetExtendedAdvertisingEnableCommand.self,
    LEReadMaximumAdvertisingDataLengthCommand.self,
    LEReadNumberOfSupportedAdvertisingSetsCommand.self,
    LERemoveAdvertisingSetCommand.self,
    LEClearAdvertisingSetsCommand.self,
    LESetExtendedScanParametersCommand.self,
    LESetExtendedScanEnableCommand.self,
    LEExtendedCreateConnectionCommand.self,
    LEReadBufferSizeV2Command.self,
    LESetHostFeatureCommand.self,
    LEReadAllLocalSupportedFeaturesCommand.self,
    LEReadAllRemoteFeaturesCommand.self,
    LECSReadLocalSupportedCapabilitiesCommand.self,
    LECSReadRemoteSupportedCapabilitiesCommand.self,
    LECSWriteCachedRemoteSupportedCapabilitiesCommand.self,
    LECSSecurityEnableCommand.self,
    LECSSetDefaultSettingsCommand.self,
    LECSReadRemoteFAETableCommand.self,
    LECSWriteCachedRemoteFAETableCommand.self,
    LECSCreateConfigCommand.self,
    LECSRemoveConfigCommand.self,
    LECSSetChannelClassificationCommand.self,
    LECSSetProcedureParametersCommand.self,
    LECSProcedureEnableCommand.self,
    LECSTestCommand.self,
    LECSTestEndCommand.self,
    LECSReadLocalSupportedCapabilitiesV2Command.self,
    LECSWriteCachedRemoteSupportedCapabilitiesV2Command.self,
  ]

  private static let typeOfNumber = Dictionary(
    types.map { ($0.opcode.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

  /// The type of the command with this opcode; nil if it is not known.
  public static func type(of opcode: Opcode) -> (any HCICommand.Type)? { typeOfNumber[opcode.rawValue] }
}

extension CommandPacket {
  /// Reads the parameters as the type that belongs to the opcode; nil if the opcode is not known.
  public func decoded() throws(WireError) -> (any HCICommand)? {
    guard let type = CommandTable.type(of: opcode) else { return nil }
    return try type.init(decoding: parameters)
  }
}
