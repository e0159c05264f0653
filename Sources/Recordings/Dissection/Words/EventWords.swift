internal import CoreTypes
internal import HCI

/// What HCI events are for. [Vol 4, Part E, 7.7]
enum EventWords {
  private static let purposes: [EventCode: String] = [
    .disconnectionComplete: "A connection has ended.",
    .encryptionChange: "The encryption of a connection has changed.",
    .encryptionChangeV2: "The encryption of a connection has changed.",
    .readRemoteVersionInformationComplete: "The version of the peer's controller is known.",
    .commandComplete: "A command is done.",
    .commandStatus: "A command has begun, or was refused.",
    .hardwareError: "Something in the controller is broken.",
    .numberOfCompletedPackets: "The controller has sent data of the host and has room again.",
    .dataBufferOverflow: "The host sent more data than the controller had room for.",
    .encryptionKeyRefreshComplete: "A connection has a new key.",
    .leConnectionComplete: "A connection is made, or could not be made.",
    .leEnhancedConnectionComplete: "A connection is made, or could not be made.",
    .leAdvertisingReport: "Advertisements were heard.",
    .leExtendedAdvertisingReport: "Advertisements were heard.",
    .leConnectionUpdateComplete: "A connection has a new interval, latency and timeout.",
    .leReadRemoteFeaturesComplete: "The LE features of the peer are known.",
    .leReadAllRemoteFeaturesComplete: "All pages of the LE features of the peer are known.",
    .leLongTermKeyRequest:
      "The central starts encryption: the peripheral's controller asks its host for the key.",
    .leRemoteConnectionParameterRequest: "The peer asks for another interval, latency and timeout.",
    .leDataLengthChange: "Packets of a connection may have another length.",
    .leReadLocalP256PublicKeyComplete: "The public key for pairing is there.",
    .leGenerateDHKeyComplete: "The shared secret for pairing is there.",
    .lePHYUpdateComplete: "A connection has other PHYs, or keeps those it had.",
    .leScanTimeout: "Scanning has ended after its time.",
    .leAdvertisingSetTerminated: "An advertising set has stopped, after its time or for a connection.",
    .leScanRequestReceived: "A scanner asked an advertising set for more.",
    .leChannelSelectionAlgorithm: "It is known how a connection chooses its channels.",
    .leCSReadRemoteSupportedCapabilitiesComplete: "It is known what the peer can do in Channel Sounding.",
    .leCSReadRemoteSupportedCapabilitiesCompleteV2:
      "It is known what the peer can do in Channel Sounding, inline PCT included.",
    .leCSReadRemoteFAETableComplete: "The peer's table of frequency actuation errors is known.",
    .leCSSecurityEnableComplete: "CS security is started, or failed: procedures may begin only with it.",
    .leCSConfigComplete: "A CS configuration is made, changed or removed.",
    .leCSProcedureEnableComplete: "The procedures of a configuration have been started or stopped.",
    .leCSSubeventResult: "What this end measured in a CS subevent.",
    .leCSSubeventResultContinue: "More of what this end measured in a CS subevent.",
    .leCSTestEndComplete: "The test of Channel Sounding has ended.",
  ]

  private static let origins: [EventCode: [Opcode]] = [
    .disconnectionComplete: [.disconnect],
    .encryptionChange: [.leEnableEncryption], .encryptionChangeV2: [.leEnableEncryption],
    .encryptionKeyRefreshComplete: [.leEnableEncryption],
    .readRemoteVersionInformationComplete: [.readRemoteVersionInformation],
    .leConnectionComplete: [.leExtendedCreateConnection, .leCreateConnection],
    .leEnhancedConnectionComplete: [.leExtendedCreateConnection, .leCreateConnection],
    .leConnectionUpdateComplete: [.leConnectionUpdate],
    .leReadRemoteFeaturesComplete: [.leReadRemoteFeatures],
    .leReadAllRemoteFeaturesComplete: [.leReadAllRemoteFeatures],
    .leDataLengthChange: [.leSetDataLength], .lePHYUpdateComplete: [.leSetPHY],
    .leReadLocalP256PublicKeyComplete: [.leReadLocalP256PublicKey],
    .leGenerateDHKeyComplete: [.leGenerateDHKeyV2, .leGenerateDHKey],
    .leCSReadRemoteSupportedCapabilitiesComplete: [.leCSReadRemoteSupportedCapabilities],
    .leCSReadRemoteSupportedCapabilitiesCompleteV2: [.leCSReadRemoteSupportedCapabilities],
    .leCSReadRemoteFAETableComplete: [.leCSReadRemoteFAETable],
    .leCSSecurityEnableComplete: [.leCSSecurityEnable],
    .leCSConfigComplete: [.leCSCreateConfig, .leCSRemoveConfig],
    .leCSProcedureEnableComplete: [.leCSProcedureEnable], .leCSTestEndComplete: [.leCSTestEnd],
  ]

  /// What an event is for.
  static func purpose(of code: EventCode) -> String {
    purposes[code]
      ?? (code.isVendorSpecific
        ? "An event of the vendor's own." : "An event whose parameters are not read here.")
  }

  /// The commands that an event may be the end of; also where the peer began, none of them was sent.
  static func commands(behind event: HCIEventValue) -> [Opcode] {
    guard let event = event.event else { return [] }
    return origins[type(of: event).code] ?? []
  }

  /// What some events say.
  static func sentences(_ event: HCIEventValue) -> [String] {
    switch event {
    case .disconnectionComplete(let event):
      [event.status == .success ? "The reason is \(event.reason)." : failure(event.status)]
    case .encryptionChange(let event): [encryption(event.status, event.encryptionEnabled)]
    case .encryptionChangeV2(let event): [encryption(event.status, event.encryptionEnabled)]
    case .readRemoteVersionInformationComplete(let event):
      [
        event.status == .success
          ? "The peer has Bluetooth \(CoreVersion(rawValue: event.version))." : failure(event.status)
      ]
    case .leCSReadRemoteSupportedCapabilitiesComplete(let event):
      [event.status == .success ? ChannelSoundingWords.sentence(event.capabilities) : failure(event.status)]
    case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event):
      [event.status == .success ? ChannelSoundingWords.sentence(event.capabilities) : failure(event.status)]
    case .leCSProcedureEnableComplete(let event): ChannelSoundingWords.sentences(event)
    case .leCSSecurityEnableComplete(let event):
      [event.status == .success ? "It is started." : failure(event.status)]
    default: []
    }
  }

  private static func encryption(_ status: ErrorCode, _ state: UInt8) -> String {
    guard status == .success else { return failure(status) }
    return state == 0 ? "It is off." : "It is on."
  }

  private static func failure(_ status: ErrorCode) -> String { "It failed: \(status)." }

  /// The events without words, which a test holds to be none.
  static var unexplained: [EventCode] { EventCode.known.filter { purposes[$0] == nil } }
}

/// What a controller says to a command. [Vol 4, Part E, 7.7.14 and 7.7.15]
enum AnswerWords {
  /// What the end of a command says.
  static func sentences(_ event: CommandCompleteEvent) -> [String] {
    guard event.commandOpcode.rawValue != 0 else { return ["It answers no command: the host may send more."] }
    guard let status = event.status else { return [] }
    return status == .success ? ["It succeeded."] : ["It failed: \(status)."]
  }

  /// What the beginning of a command says.
  static func sentence(_ event: CommandStatusEvent) -> String {
    event.status == .success
      ? "The controller has begun; an event will tell the end." : "The controller refuses: \(event.status)."
  }
}
