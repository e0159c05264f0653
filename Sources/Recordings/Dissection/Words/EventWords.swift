internal import CoreTypes
internal import HCI

/// What HCI events are for. [Vol 4, Part E, 7.7]
enum EventWords {
  private static let purposes: [EventCode: String] = [
    .disconnectionComplete: "A connection has ended.",
    .encryptionChange: "The encryption of a connection has changed.",
    .encryptionChangeV2: "The encryption of a connection has changed.",
    .readRemoteVersionInformationComplete: "The version of the peer's controller was received.",
    .commandComplete: "A command has completed.",
    .commandStatus: "A command has begun, or was refused.",
    .hardwareError: "The controller reports a hardware error.",
    .numberOfCompletedPackets: "The controller has sent data of the host and has free buffers.",
    .dataBufferOverflow: "The host sent more data than the controller has buffers for.",
    .encryptionKeyRefreshComplete: "A connection has a new key.",
    .authenticatedPayloadTimeoutExpired:
      "No packet with a valid MIC came on a connection for its authenticated payload timeout.",
    .leConnectionComplete: "A connection was created.",
    .leEnhancedConnectionComplete: "A connection was created.",
    .leEnhancedConnectionCompleteV2: "A connection was created.",
    .leAdvertisingReport: "Advertising packets were received.",
    .leExtendedAdvertisingReport: "Advertising packets were received.",
    .leConnectionUpdateComplete: "A connection has a new interval, latency and timeout.",
    .leReadRemoteFeaturesComplete: "The LE features of the peer were received.",
    .leReadAllRemoteFeaturesComplete: "All pages of the LE features of the peer were received.",
    .leLongTermKeyRequest:
      "The central starts encryption: the peripheral's controller requests the key from its host.",
    .leRemoteConnectionParameterRequest: "The peer requests another interval, latency and timeout.",
    .leDataLengthChange: "The maximum packet lengths of a connection have changed.",
    .leReadLocalP256PublicKeyComplete: "The public key for pairing is available.",
    .leGenerateDHKeyComplete: "The shared secret for pairing is available.",
    .lePHYUpdateComplete: "A PHY update has completed, with or without a change.",
    .leScanTimeout: "Scanning has ended after its duration.",
    .leAdvertisingSetTerminated:
      "An advertising set has stopped, after its duration or its events, or for a connection.",
    .leScanRequestReceived: "A scanner requested the scan response of an advertising set.",
    .leChannelSelectionAlgorithm: "The channel selection algorithm of a connection was selected.",
    .leTransmitPowerReporting: "A transmit power of a connection has changed, or that of the peer was read.",
    .leFrameSpaceUpdateComplete: "A frame space update has completed, with or without a change.",
    .leCSReadRemoteSupportedCapabilitiesComplete:
      "The Channel Sounding capabilities of the peer were received.",
    .leCSReadRemoteSupportedCapabilitiesCompleteV2:
      "The Channel Sounding capabilities of the peer were received, with inline PCT.",
    .leCSReadRemoteFAETableComplete: "The FAE table of the peer was received.",
    .leCSSecurityEnableComplete: "CS security has started; procedures require it.",
    .leCSConfigComplete: "A CS configuration was created, changed or removed.",
    .leCSProcedureEnableComplete: "The procedures of a configuration have been started or stopped.",
    .leCSSubeventResult: "The results of this device in a CS subevent.",
    .leCSSubeventResultContinue: "More results of this device in a CS subevent.",
    .leCSTestEndComplete: "The test of Channel Sounding has ended.",
  ]

  private static let origins: [EventCode: [Opcode]] = [
    .disconnectionComplete: [.disconnect],
    .encryptionChange: [.leEnableEncryption], .encryptionChangeV2: [.leEnableEncryption],
    .encryptionKeyRefreshComplete: [.leEnableEncryption],
    .readRemoteVersionInformationComplete: [.readRemoteVersionInformation],
    .leConnectionComplete: [.leExtendedCreateConnection, .leCreateConnection],
    .leEnhancedConnectionComplete: [.leExtendedCreateConnection, .leCreateConnection],
    .leEnhancedConnectionCompleteV2: [.leExtendedCreateConnection, .leCreateConnection],
    .leConnectionUpdateComplete: [.leConnectionUpdate],
    .leReadRemoteFeaturesComplete: [.leReadRemoteFeatures],
    .leReadAllRemoteFeaturesComplete: [.leReadAllRemoteFeatures],
    .leDataLengthChange: [.leSetDataLength], .lePHYUpdateComplete: [.leSetPHY],
    .leTransmitPowerReporting: [.leReadRemoteTransmitPowerLevel],
    .leFrameSpaceUpdateComplete: [.leFrameSpaceUpdate],
    .leReadLocalP256PublicKeyComplete: [.leReadLocalP256PublicKey],
    .leGenerateDHKeyComplete: [.leGenerateDHKeyV2, .leGenerateDHKey],
    .leCSReadRemoteSupportedCapabilitiesComplete: [.leCSReadRemoteSupportedCapabilities],
    .leCSReadRemoteSupportedCapabilitiesCompleteV2: [.leCSReadRemoteSupportedCapabilities],
    .leCSReadRemoteFAETableComplete: [.leCSReadRemoteFAETable],
    .leCSSecurityEnableComplete: [.leCSSecurityEnable],
    .leCSConfigComplete: [.leCSCreateConfig, .leCSRemoveConfig],
    .leCSProcedureEnableComplete: [.leCSProcedureEnable], .leCSTestEndComplete: [.leCSTestEnd],
  ]

  static func purpose(of code: EventCode) -> String {
    purposes[code]
      ?? (code.isVendorSpecific
        ? "A vendor-specific event." : "An event whose parameters this tool does not decode.")
  }

  /// The commands that an event may be the end of; also where the peer began, none of them was sent.
  static func commands(behind event: HCIEventValue) -> [Opcode] {
    guard let event = event.event else { return [] }
    return origins[type(of: event).code] ?? []
  }

  /// Of those, the commands that name no connection.
  private static let unconnected: Set<Opcode> = [
    .leCreateConnection, .leExtendedCreateConnection, .leReadLocalP256PublicKey, .leGenerateDHKey,
    .leGenerateDHKeyV2, .leCSTestEnd,
  ]

  /// The connection that a command names first; nil if it names none.
  static func connection(of packet: CommandPacket) -> UInt16? {
    unconnected.contains(packet.opcode) ? nil : handle(packet.parameters[...])
  }

  /// The connection of an event that may be the end of a command; nil if the command names none.
  static func connection(of packet: EventPacket, endOf opcode: Opcode) -> UInt16? {
    let code = packet.eventCode
    let before = (code.subevent == nil ? 0 : 1) + (withStatus.contains(code) ? 1 : 0)
    return unconnected.contains(opcode) ? nil : handle(packet.parameters.dropFirst(before))
  }

  private static func handle(_ octets: ArraySlice<UInt8>) -> UInt16? {
    guard let low = octets.first, let high = octets.dropFirst().first else { return nil }
    return UInt16(octets: low, high) & 0xFFF
  }

  /// The events whose first parameter is a status.
  private static let withStatus: Set<EventCode> = [
    .disconnectionComplete, .encryptionChange, .encryptionChangeV2, .readRemoteVersionInformationComplete,
    .encryptionKeyRefreshComplete, .leConnectionComplete, .leEnhancedConnectionComplete,
    .leEnhancedConnectionCompleteV2, .leConnectionUpdateComplete, .leReadRemoteFeaturesComplete,
    .leReadAllRemoteFeaturesComplete, .leTransmitPowerReporting, .leFrameSpaceUpdateComplete,
    .leReadLocalP256PublicKeyComplete, .leGenerateDHKeyComplete, .lePHYUpdateComplete,
    .leCSReadRemoteSupportedCapabilitiesComplete, .leCSReadRemoteSupportedCapabilitiesCompleteV2,
    .leCSReadRemoteFAETableComplete, .leCSSecurityEnableComplete, .leCSConfigComplete,
    .leCSProcedureEnableComplete, .leCSTestEndComplete,
  ]

  /// The sentence for an event that reports a failure, whose other parameters have no meaning; nil for other events.
  static func failure(_ packet: EventPacket) -> String? {
    let code = packet.eventCode
    guard withStatus.contains(code),
      let octet = packet.parameters.dropFirst(code.subevent == nil ? 0 : 1).first
    else { return nil }
    let status = ErrorCode(rawValue: octet)
    return status == .success ? nil : "It failed: \(status)."
  }

  /// The sentences for some events that report success.
  static func sentences(_ event: HCIEventValue) -> [String] {
    switch event {
    case .disconnectionComplete(let event): ["The reason is \(event.reason)."]
    case .encryptionChange(let event): [encryption(event.encryptionEnabled)]
    case .encryptionChangeV2(let event): [encryption(event.change.encryptionEnabled)]
    case .readRemoteVersionInformationComplete(let event):
      ["The peer has Bluetooth \(event.version)."]
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event):
      [ChannelSoundingWords.sentence(event.capabilities)]
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
      [ChannelSoundingWords.sentence(event.capabilities)]
    case .leCSProcedureEnableComplete(let event): ChannelSoundingWords.sentences(event)
    default: []
    }
  }

  private static func encryption(_ state: EncryptionState) -> String {
    state.isOn ? "Encryption is on." : "Encryption is off."
  }

  /// The events without words, which a test holds to be none.
  static var unexplained: [EventCode] { EventCode.known.filter { purposes[$0] == nil } }
}

/// What a controller says to a command. [Vol 4, Part E, 7.7.14 and 7.7.15]
enum AnswerWords {
  /// What the end of a command says.
  static func sentences(_ event: CommandCompleteEvent) -> [String] {
    guard event.commandOpcode.rawValue != 0 else { return [noCommand(event.numHCICommandPackets)] }
    guard let status = event.status else { return [] }
    return status == .success ? ["It succeeded."] : ["It failed: \(status)."]
  }

  /// What the beginning of a command says.
  static func sentence(_ event: CommandStatusEvent) -> String {
    if event.commandOpcode.rawValue == 0 { return noCommand(event.numHCICommandPackets) }
    return event.status == .success
      ? "The controller has begun; an event reports the end." : "The controller refuses: \(event.status)."
  }

  /// What opcode 0 says, with the number of commands that the host may send. [Vol 4, Part E, 4.4]
  private static func noCommand(_ count: UInt8) -> String {
    "It answers no command; the host may send \(count == 0 ? "none now" : "more commands")."
  }
}
