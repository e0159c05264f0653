internal import HCI

/// What HCI commands are for. [Vol 4, Part E, 7]
enum CommandWords {
  private static let purposes: [Opcode: String] = [
    .disconnect: "The host ends a connection.",
    .readRemoteVersionInformation: "The host requests the version of the peer's controller.",
    .setEventMask: "The host selects the events that it receives.",
    .reset: "The host resets the controller: all connections and settings are lost.",
    .writeLocalName: "The host sets the name of the device.",
    .readLocalName: "The host reads the name of the device.",
    .readTransmitPowerLevel: "The host reads the transmit power of a connection.",
    .setControllerToHostFlowControl:
      "The host switches flow control from the controller to the host on or off.",
    .hostBufferSize: "The host sends its buffer sizes to the controller.",
    .hostNumberOfCompletedPackets: "The host reports free buffers.",
    .setEventMaskPage2: "The host selects the further events that it receives.",
    .readLEHostSupport: "The host reads its support of LE.",
    .writeLEHostSupport: "The host sets its support of LE.",
    .readAuthenticatedPayloadTimeout: "The host reads how long a connection may go without a valid MIC.",
    .writeAuthenticatedPayloadTimeout: "The host sets how long a connection may go without a valid MIC.",
    .readLocalVersionInformation: "The host reads the version of its controller.",
    .readLocalSupportedCommands: "The host reads the supported commands of its controller.",
    .readLocalSupportedCommandsV2: "The host reads the supported commands of its controller.",
    .readLocalSupportedFeatures: "The host reads the features of its controller.",
    .readLocalExtendedFeatures: "The host reads further features of its controller.",
    .readBufferSize: "The host reads the buffer sizes of its controller.",
    .readBDADDR: "The host reads the public address of its controller.",
    .readRSSI: "The host reads the RSSI of a connection.",
    .leSetEventMask: "The host selects the LE events that it receives.",
    .leSetEventMaskV2: "The host selects the LE events that it receives.",
    .leReadBufferSize: "The host reads the LE buffer sizes of its controller.",
    .leReadBufferSizeV2: "The host reads the LE buffer sizes of its controller.",
    .leReadLocalSupportedFeatures: "The host reads the LE features of its controller.",
    .leReadAllLocalSupportedFeatures: "The host reads all pages of the LE features of its controller.",
    .leSetRandomAddress: "The host sets the random address of the device.",
    .leSetAdvertisingParameters: "The host sets the advertising parameters.",
    .leReadAdvertisingPhysicalChannelTXPower: "The host reads the transmit power of advertising packets.",
    .leSetAdvertisingData: "The host sets the advertising data.",
    .leSetScanResponseData: "The host sets the scan response data.",
    .leSetAdvertisingEnable: "The host starts or stops advertising.",
    .leSetScanParameters: "The host sets the scan parameters.",
    .leSetScanEnable: "The host starts or stops scanning.",
    .leCreateConnection: "The host requests a connection.",
    .leExtendedCreateConnection: "The host requests a connection.",
    .leCreateConnectionCancel: "The host cancels the requested connection.",
    .leReadFilterAcceptListSize: "The host reads the size of the filter accept list.",
    .leClearFilterAcceptList: "The host clears the filter accept list.",
    .leAddDeviceToFilterAcceptList: "The host adds a device to the filter accept list.",
    .leRemoveDeviceFromFilterAcceptList: "The host removes a device from the filter accept list.",
    .leConnectionUpdate: "The host requests another interval, latency and timeout for a connection.",
    .leSetHostChannelClassification: "The host classifies the data channels.",
    .leReadChannelMap: "The host reads the channel map of a connection.",
    .leReadRemoteFeatures: "The host requests the LE features of the peer.",
    .leReadAllRemoteFeatures: "The host requests all pages of the LE features of the peer.",
    .leEncrypt: "The controller encrypts a block with AES for the host.",
    .leRand: "The host reads a random number.",
    .leEnableEncryption: "The central's host starts encryption of a connection with a key.",
    .leLongTermKeyRequestReply: "The peripheral's host sends the requested key.",
    .leLongTermKeyRequestNegativeReply: "The peripheral's host has no key for this peer.",
    .leReadSupportedStates: "The host reads the supported combinations of states.",
    .leRemoteConnectionParameterRequestReply:
      "The host accepts the interval, latency and timeout that the peer requests.",
    .leRemoteConnectionParameterRequestNegativeReply:
      "The host refuses the interval, latency and timeout that the peer requests.",
    .leSetDataLength: "The host sets the maximum transmit length of a connection.",
    .leReadSuggestedDefaultDataLength: "The host reads the suggested packet length of new connections.",
    .leWriteSuggestedDefaultDataLength: "The host sets the suggested packet length of new connections.",
    .leReadLocalP256PublicKey: "The host requests a public key for pairing.",
    .leGenerateDHKey: "The host requests the shared secret for pairing.",
    .leGenerateDHKeyV2: "The host requests the shared secret for pairing.",
    .leAddDeviceToResolvingList:
      "The host adds a peer and its keys to the resolving list.",
    .leRemoveDeviceFromResolvingList: "The host removes a peer from the resolving list.",
    .leClearResolvingList: "The host clears the resolving list.",
    .leReadResolvingListSize: "The host reads the size of the resolving list.",
    .leReadPeerResolvableAddress: "The host reads the resolvable address of a peer.",
    .leReadLocalResolvableAddress: "The host reads the resolvable address of the device.",
    .leSetAddressResolutionEnable: "The host switches address resolution on or off.",
    .leSetResolvablePrivateAddressTimeout: "The host sets the lifetime of resolvable addresses.",
    .leReadMaximumDataLength: "The host reads the maximum supported packet lengths.",
    .leReadPHY: "The host reads the PHYs of a connection.",
    .leSetDefaultPHY: "The host sets its preferred PHYs for new connections.",
    .leSetPHY: "The host requests its preferred PHYs for a connection.",
    .leSetAdvertisingSetRandomAddress: "The host sets the random address of an advertising set.",
    .leSetExtendedAdvertisingParameters: "The host sets the parameters of an advertising set.",
    .leSetExtendedAdvertisingData: "The host sets the advertising data of an advertising set.",
    .leSetExtendedScanResponseData: "The host sets the scan response data of an advertising set.",
    .leSetExtendedAdvertisingEnable: "The host starts or stops advertising sets.",
    .leReadMaximumAdvertisingDataLength: "The host reads the maximum length of advertising data.",
    .leReadNumberOfSupportedAdvertisingSets: "The host reads the number of supported advertising sets.",
    .leRemoveAdvertisingSet: "The host removes an advertising set.",
    .leClearAdvertisingSets: "The host removes all advertising sets.",
    .leSetExtendedScanParameters: "The host sets the scan parameters of each PHY.",
    .leSetExtendedScanEnable: "The host starts or stops scanning.",
    .leReadTransmitPower: "The host reads the minimum and the maximum transmit power.",
    .leSetPrivacyMode: "The host sets the privacy mode of a peer.",
    .leSetHostFeature: "The host sets a feature bit that the host controls.",
    .leSetHostFeatureV2: "The host sets a feature bit that the host controls.",
    .leReadRFPathCompensation: "The host reads the gain of the path between radio and antenna.",
    .leWriteRFPathCompensation: "The host sets the gain of the path between radio and antenna.",
    .leEnhancedReadTransmitPowerLevel: "The host reads its transmit power on a PHY of a connection.",
    .leReadRemoteTransmitPowerLevel: "The host requests the transmit power of the peer on a PHY.",
    .leSetTransmitPowerReportingEnable: "The host switches reports of transmit power on or off.",
    .leFrameSpaceUpdate: "The host requests other frame spaces for a connection.",
    .leCSReadLocalSupportedCapabilities:
      "The host reads the Channel Sounding capabilities of its controller.",
    .leCSReadLocalSupportedCapabilitiesV2:
      "The host reads the Channel Sounding capabilities of its controller, with inline PCT.",
    .leCSReadRemoteSupportedCapabilities:
      "The host requests the Channel Sounding capabilities of the peer.",
    .leCSWriteCachedRemoteSupportedCapabilities:
      "The host writes cached Channel Sounding capabilities of the peer to its controller.",
    .leCSWriteCachedRemoteSupportedCapabilitiesV2:
      "The host writes cached Channel Sounding capabilities of the peer to its controller.",
    .leCSSecurityEnable: "The host starts CS security on a connection.",
    .leCSSetDefaultSettings:
      "The host enables CS roles, and sets the CS_SYNC antenna and the maximum transmit power.",
    .leCSReadRemoteFAETable: "The host requests the FAE table of the peer.",
    .leCSWriteCachedRemoteFAETable:
      "The host writes a cached FAE table of the peer to its controller.",
    .leCSCreateConfig: "The host creates a CS configuration.",
    .leCSRemoveConfig: "The host removes a CS configuration.",
    .leCSSetChannelClassification: "The host classifies the channels for Channel Sounding.",
    .leCSSetProcedureParameters: "The host sets the procedure parameters: lengths, intervals and antennas.",
    .leCSProcedureEnable: "The host starts or stops the procedures of a configuration.",
    .leCSTest: "The host starts a test of Channel Sounding without a connection.",
    .leCSTestEnd: "The host ends the test of Channel Sounding.",
  ]

  static func purpose(of opcode: Opcode) -> String {
    purposes[opcode]
      ?? (opcode.isVendorSpecific
        ? "A vendor-specific command." : "A command whose parameters this tool does not decode.")
  }

  /// The commands without words, which a test holds to be none.
  static var unexplained: [Opcode] { CommandTable.types.map { $0.opcode }.filter { purposes[$0] == nil } }
}
