internal import HCI

/// What HCI commands are for. [Vol 4, Part E, 7]
enum CommandWords {
  private static let purposes: [Opcode: String] = [
    .disconnect: "The host ends a connection.",
    .readRemoteVersionInformation: "The host asks for the version of the peer's controller.",
    .setEventMask: "The host says which events it wants to hear of.",
    .reset: "The host sets the controller to its beginning: all connections and settings go.",
    .writeLocalName: "The host gives the device a name.",
    .readLocalName: "The host asks for the name of the device.",
    .readTransmitPowerLevel: "The host asks for the transmit power of a connection.",
    .setControllerToHostFlowControl: "The host switches flow control of what the controller sends it.",
    .hostBufferSize: "The host says how much it can take from the controller.",
    .hostNumberOfCompletedPackets: "The host says that it has room again.",
    .setEventMaskPage2: "The host says which further events it wants to hear of.",
    .writeLEHostSupport: "The host says whether it supports LE.",
    .readLocalVersionInformation: "The host asks for the version of its controller.",
    .readLocalSupportedCommands: "The host asks which commands its controller knows.",
    .readLocalSupportedCommandsV2: "The host asks which commands its controller knows.",
    .readLocalSupportedFeatures: "The host asks for the features of its controller.",
    .readLocalExtendedFeatures: "The host asks for further features of its controller.",
    .readBufferSize: "The host asks how much data its controller can take.",
    .readBDADDR: "The host asks for the public address of its controller.",
    .readRSSI: "The host asks how strong a connection is received.",
    .leSetEventMask: "The host says which LE events it wants to hear of.",
    .leSetEventMaskV2: "The host says which LE events it wants to hear of.",
    .leReadBufferSize: "The host asks how much LE data its controller can take.",
    .leReadBufferSizeV2: "The host asks how much LE data its controller can take.",
    .leReadLocalSupportedFeatures: "The host asks for the LE features of its controller.",
    .leReadAllLocalSupportedFeatures: "The host asks for all pages of the LE features of its controller.",
    .leSetRandomAddress: "The host gives the device a random address.",
    .leSetAdvertisingParameters: "The host says how to advertise.",
    .leReadAdvertisingPhysicalChannelTXPower: "The host asks for the power of advertisements.",
    .leSetAdvertisingData: "The host says what to advertise.",
    .leSetScanResponseData: "The host says what to answer to a scan request.",
    .leSetAdvertisingEnable: "The host starts or stops advertising.",
    .leSetScanParameters: "The host says how to scan.",
    .leSetScanEnable: "The host starts or stops scanning.",
    .leCreateConnection: "The host asks for a connection.",
    .leExtendedCreateConnection: "The host asks for a connection.",
    .leCreateConnectionCancel: "The host no longer wants the connection that it asked for.",
    .leReadFilterAcceptListSize: "The host asks how many devices the filter accept list holds.",
    .leClearFilterAcceptList: "The host empties the filter accept list.",
    .leAddDeviceToFilterAcceptList: "The host puts a device on the filter accept list.",
    .leRemoveDeviceFromFilterAcceptList: "The host takes a device off the filter accept list.",
    .leConnectionUpdate: "The host wants another interval, latency and timeout for a connection.",
    .leSetHostChannelClassification: "The host says which data channels are bad.",
    .leReadChannelMap: "The host asks for the channel map of a connection.",
    .leReadRemoteFeatures: "The host asks for the LE features of the peer.",
    .leReadAllRemoteFeatures: "The host asks for all pages of the LE features of the peer.",
    .leEncrypt: "The host lets the controller encrypt a block with AES.",
    .leRand: "The host asks for random bits.",
    .leEnableEncryption: "The central's host starts encryption of a connection with a key.",
    .leLongTermKeyRequestReply: "The peripheral's host has the key that was asked for.",
    .leLongTermKeyRequestNegativeReply: "The peripheral's host has no key for this peer.",
    .leReadSupportedStates: "The host asks which states the controller can be in at once.",
    .leRemoteConnectionParameterRequestReply:
      "The host agrees to the interval, latency and timeout that the peer asks for.",
    .leRemoteConnectionParameterRequestNegativeReply:
      "The host refuses the interval, latency and timeout that the peer asks for.",
    .leSetDataLength: "The host wants longer or shorter packets on a connection.",
    .leReadSuggestedDefaultDataLength: "The host asks how long packets of new connections will be.",
    .leWriteSuggestedDefaultDataLength: "The host says how long packets of new connections shall be.",
    .leReadLocalP256PublicKey: "The host asks for a public key for pairing.",
    .leGenerateDHKey: "The host lets the controller work out a shared secret for pairing.",
    .leGenerateDHKeyV2: "The host lets the controller work out a shared secret for pairing.",
    .leAddDeviceToResolvingList:
      "The host gives the controller a peer's key, so that it can resolve its addresses.",
    .leRemoveDeviceFromResolvingList: "The host takes a peer off the resolving list.",
    .leClearResolvingList: "The host empties the resolving list.",
    .leReadResolvingListSize: "The host asks how many peers the resolving list holds.",
    .leReadPeerResolvableAddress: "The host asks which resolvable address a peer uses.",
    .leReadLocalResolvableAddress: "The host asks which resolvable address the device uses.",
    .leSetAddressResolutionEnable: "The host switches the resolution of addresses.",
    .leSetResolvablePrivateAddressTimeout: "The host says how often resolvable addresses change.",
    .leReadMaximumDataLength: "The host asks how long packets can be at most.",
    .leReadPHY: "The host asks which PHYs a connection uses.",
    .leSetDefaultPHY: "The host says which PHYs it would like on new connections.",
    .leSetPHY: "The host says which PHYs it would like on a connection.",
    .leSetAdvertisingSetRandomAddress: "The host gives an advertising set a random address.",
    .leSetExtendedAdvertisingParameters: "The host says how an advertising set advertises.",
    .leSetExtendedAdvertisingData: "The host says what an advertising set advertises.",
    .leSetExtendedScanResponseData: "The host says what an advertising set answers to a scan request.",
    .leSetExtendedAdvertisingEnable: "The host starts or stops advertising sets.",
    .leReadMaximumAdvertisingDataLength: "The host asks how long advertising data can be.",
    .leReadNumberOfSupportedAdvertisingSets: "The host asks how many advertising sets there can be.",
    .leRemoveAdvertisingSet: "The host removes an advertising set.",
    .leClearAdvertisingSets: "The host removes all advertising sets.",
    .leSetExtendedScanParameters: "The host says how to scan, on each PHY.",
    .leSetExtendedScanEnable: "The host starts or stops scanning.",
    .leReadTransmitPower: "The host asks for the least and the greatest transmit power.",
    .leSetPrivacyMode: "The host says whether a peer may also use its identity address.",
    .leSetHostFeature: "The host sets a feature bit that is the host's to set.",
    .leSetHostFeatureV2: "The host sets a feature bit that is the host's to set.",
    .leCSReadLocalSupportedCapabilities: "The host asks what its controller can do in Channel Sounding.",
    .leCSReadLocalSupportedCapabilitiesV2:
      "The host asks what its controller can do in Channel Sounding, inline PCT included.",
    .leCSReadRemoteSupportedCapabilities:
      "The host asks what the peer's controller can do in Channel Sounding.",
    .leCSWriteCachedRemoteSupportedCapabilities:
      "The host knows from before what the peer can do in Channel Sounding, and tells its controller.",
    .leCSWriteCachedRemoteSupportedCapabilitiesV2:
      "The host knows from before what the peer can do in Channel Sounding, and tells its controller.",
    .leCSSecurityEnable: "The host starts CS security on a connection.",
    .leCSSetDefaultSettings: "The host says which CS roles a connection may have, and how it transmits.",
    .leCSReadRemoteFAETable: "The host asks for the peer's table of frequency actuation errors.",
    .leCSWriteCachedRemoteFAETable:
      "The host knows the peer's table of frequency actuation errors from before, and tells its controller.",
    .leCSCreateConfig: "The host makes a CS configuration.",
    .leCSRemoveConfig: "The host removes a CS configuration.",
    .leCSSetChannelClassification: "The host says which channels Channel Sounding should not use.",
    .leCSSetProcedureParameters: "The host says how long, how often and with which antennas procedures run.",
    .leCSProcedureEnable: "The host starts or stops the procedures of a configuration.",
    .leCSTest: "The host starts a test of Channel Sounding without a connection.",
    .leCSTestEnd: "The host ends the test of Channel Sounding.",
  ]

  /// What a command is for.
  static func purpose(of opcode: Opcode) -> String {
    purposes[opcode]
      ?? (opcode.isVendorSpecific
        ? "A command of the vendor's own." : "A command whose parameters are not read here.")
  }

  /// The commands without words, which a test holds to be none.
  static var unexplained: [Opcode] { CommandTable.types.map { $0.opcode }.filter { purposes[$0] == nil } }
}
