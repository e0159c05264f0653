public import CoreTypes
public import HCI
internal import Wire

/// The host's half of one connection: L2CAP with its channels, the Attribute protocol both ways, and the Security
/// Manager.
///
/// Packets and controller events go in, actions come out in the order they are to be done.
public struct HostLink: Sendable {
  /// The time after which a pairing, or a transaction of the Attribute protocol, has failed.
  /// [Vol 3, Part H, 3.4; Vol 3, Part F, 3.3.3]
  public static let transactionTimeout = Picoseconds.seconds(30)

  /// Whether this device is central or peripheral.
  public let role: LinkRole
  /// The connection.
  public let handle: ConnectionHandle
  /// The address this device has on the link.
  public let localAddress: DeviceAddress
  /// The address the peer has on the link.
  public let peerAddress: DeviceAddress
  /// The octets of data that one ACL packet to the controller holds.
  public let aclLength: Int
  /// How this device pairs.
  public var policy: PairingPolicy
  /// The random numbers of the next pairing; a pairing takes them. Without them pairing is refused.
  public var pairingSecrets: PairingSecrets?
  /// The key both sides hold; nil if they never paired.
  public internal(set) var bond: Bond?
  /// Whether the link is encrypted.
  public internal(set) var isEncrypted = false
  /// The server and its database.
  public var server: ATTServer
  public internal(set) var client = ATTClient()
  /// Whether the link carries the Attribute protocol: until a transaction of it has timed out.
  public internal(set) var carriesAttributes = true
  var pairing: Pairing?
  /// How often the Security Manager Timer was restarted, with a pairing or without one.
  var securityTimerStarts = 0
  private var signallingIdentifier: UInt8 = 0
  var pendingParameterRequest: UInt8?
  var channelTable = ChannelTable()
  private var reassembler = L2CAPReassembler()

  /// Starts a link that is not encrypted.
  /// - Parameters:
  ///   - aclLength: Octets of data in an ACL packet to the controller, 1 or more.
  ///   - maximumMTU: The ATT MTU the server answers with, 23 to 517.
  ///   - bond: What an earlier pairing with this peer left.
  public init(
    role: LinkRole, handle: ConnectionHandle, localAddress: DeviceAddress, peerAddress: DeviceAddress,
    aclLength: Int, database: GATTDatabase, maximumMTU: Int = 247, policy: PairingPolicy,
    pairingSecrets: PairingSecrets? = nil, bond: Bond? = nil
  ) {
    precondition(aclLength > 0, "an ACL packet holds an octet at least")
    self.role = role
    self.handle = handle
    self.localAddress = localAddress
    self.peerAddress = peerAddress
    self.aclLength = aclLength
    self.policy = policy
    self.pairingSecrets = pairingSecrets
    self.bond = bond
    server = ATTServer(database: database, maximumMTU: maximumMTU)
  }

  /// What protects the link now.
  public var security: LinkSecurity {
    let isAuthenticated = isEncrypted && bond?.isAuthenticated == true
    return LinkSecurity(isEncrypted: isEncrypted, isAuthenticated: isAuthenticated, hasKey: bond != nil)
  }

  /// Takes a fragment from the controller.
  public mutating func receive(_ packet: ACLPacket) -> [HostAction] {
    var actions: [HostAction] = []
    for outcome in reassembler.receive(packet.data, isStart: packet.packetBoundary.isStart) {
      switch outcome {
      case .frame(let frame): actions += receive(frame)
      case .discarded(let error): actions.append(.discarded(.fragment(error)))
      }
    }
    return actions
  }

  private mutating func receive(_ frame: L2CAPFrame) -> [HostAction] {
    if frame.channel == .attribute, !carriesAttributes { return [] }
    do {
      switch frame.channel {
      case .attribute: return receive(try ATTPDU(decoding: frame.payload))
      case .securityManager: return receive(try SMPPDU(decoding: frame.payload))
      case .signalling: return try receive(try SignallingCommand(decoding: frame.payload))
      default: return receiveOnChannel(frame)
      }
    } catch {
      return malformed(frame)
    }
  }

  private mutating func malformed(_ frame: L2CAPFrame) -> [HostAction] {
    let report = HostAction.discarded(.payload(frame.channel, octets: frame.payload))
    switch (frame.channel, frame.payload.first) {
    case (.attribute, let opcode?) where !ATTOpcode.isFromServer(opcode):
      return [report] + perform(server.refuseMalformed(opcode: opcode))
    case (.securityManager, let code?) where code != SMPCode.pairingFailed.rawValue:
      return [report] + refuseMalformedPairing()
    case (.signalling, _) where frame.payload.count >= 2 && frame.payload[1] != 0:
      return [report] + signal(CommandReject(), identifier: frame.payload[1])
    default:
      return [report]
    }
  }

  func send(_ channel: ChannelID, _ payload: [UInt8]) -> [HostAction] {
    if channel == .attribute, !carriesAttributes { return [] }
    return L2CAPFrame(channel, payload).packets(on: handle, limit: aclLength).map(HostAction.sendACL)
  }
}

/// What the host of a link wants done, or tells its owner.
public enum HostAction: Hashable, Sendable {
  /// Send a fragment to the controller.
  case sendACL(ACLPacket)
  /// Encrypt the link with this key, EDIV and Rand 0; the central only.
  case startEncryption(LongTermKey)
  /// Pairing gave a key.
  case paired(Bond)
  /// Pairing gave no key.
  case pairingFailed(PairingFailure, isByPeer: Bool)
  /// The link could not be encrypted with the key that both should hold.
  case encryptionFailed(ErrorCode)
  /// The peripheral asks for a protected link; the answer is on its way if a bond suffices, else the central
  /// may pair.
  case securityRequested(AuthenticationRequirements)
  /// Our request to the peer's server has an outcome, or the peer's server sent a value.
  case client(ATTClientEvent)
  /// The peer wrote a value of our server.
  case attributeWritten(handle: UInt16, value: [UInt8])
  /// The peer configured a value of our server: bit 0 notifications, bit 1 indications.
  case subscriptionChanged(valueHandle: UInt16, bits: UInt16)
  /// The peer confirmed an indication.
  case indicationConfirmed(handle: UInt16)
  /// The MTU of the Attribute protocol is agreed, in octets.
  case mtuChanged(Int)
  /// The peripheral asks for other connection parameters; to be answered with the identifier.
  case connectionParametersRequested(identifier: UInt8, ConnectionParameterRange)
  /// The central answered our wish for other connection parameters.
  case connectionParametersAnswered(isAccepted: Bool)
  /// A channel that either side requested is open.
  case channelOpened(CreditBasedChannel)
  /// Our request for a channel gave none.
  case channelRefused(SPSM, ChannelRefusal)
  /// An SDU came on the channel of our end; its credit is the peer's again once the SDU is consumed.
  case channelReceived(ChannelID, [UInt8])
  /// All SDUs that waited for credits of the peer are sent, on the channel of our end.
  case channelReady(ChannelID)
  /// The channel of our end carries nothing any more.
  case channelClosed(ChannelID, ChannelClosure)
  /// Octets came that mean nothing.
  case discarded(DiscardReason)
}

/// Why octets of a link were dropped.
public enum DiscardReason: Hashable, Sendable {
  /// Fragments made no frame.
  case fragment(L2CAPError)
  /// Nobody listens on the channel.
  case channel(ChannelID)
  /// The frame's payload is no PDU of its channel.
  case payload(ChannelID, octets: [UInt8])
}

/// The signalling channel of a link. [Vol 3, Part A, 4]
extension HostLink {
  /// Asks the central for other connection parameters; the peripheral only.
  public mutating func requestConnectionParameters(
    _ wanted: ConnectionParameterRange
  ) -> [HostAction] {
    precondition(role == .peripheral, "only the peripheral asks for parameters here")
    let identifier = nextSignallingIdentifier()
    pendingParameterRequest = identifier
    return signal(ConnectionParameterUpdateRequest(wanted), identifier: identifier)
  }

  /// Answers the peripheral's wish for other connection parameters.
  public func answerConnectionParameters(identifier: UInt8, isAccepted: Bool) -> [HostAction] {
    signal(ConnectionParameterUpdateResponse(isAccepted: isAccepted), identifier: identifier)
  }

  /// The next identifier that no request has which awaits its answer.
  mutating func nextSignallingIdentifier() -> UInt8 {
    repeat {
      signallingIdentifier = signallingIdentifier == 0xFF ? 1 : signallingIdentifier + 1
    } while signallingIdentifier == pendingParameterRequest
      || channelTable.entry(awaiting: signallingIdentifier) != nil
    return signallingIdentifier
  }

  func signal(_ payload: some SignallingPayload, identifier: UInt8) -> [HostAction] {
    send(.signalling, SignallingCommand(identifier: identifier, payload).encoded())
  }

  mutating func receive(_ command: SignallingCommand) throws(WireError) -> [HostAction] {
    // An answer would have the identifier 0 as well, which no command may have. [Vol 3, Part A, 4]
    guard command.identifier != 0 else {
      return [.discarded(.payload(.signalling, octets: command.encoded()))]
    }
    switch command.code {
    case ConnectionParameterUpdateRequest.code where role == .central:
      let wanted = try ConnectionParameterUpdateRequest(decoding: command.data).parameters
      guard wanted.isLegal else {
        return answerConnectionParameters(identifier: command.identifier, isAccepted: false)
      }
      return [.connectionParametersRequested(identifier: command.identifier, wanted)]
    case ConnectionParameterUpdateResponse.code:
      let response = try ConnectionParameterUpdateResponse(decoding: command.data)
      guard command.identifier == pendingParameterRequest else { return [] }
      pendingParameterRequest = nil
      return [.connectionParametersAnswered(isAccepted: response.result == 0)]
    case CommandReject.code:
      guard command.identifier == pendingParameterRequest else {
        return end(requestWith: command.identifier, .rejected)
      }
      pendingParameterRequest = nil
      return [.connectionParametersAnswered(isAccepted: false)]
    default:
      return try receiveAboutChannel(command) ?? signal(CommandReject(), identifier: command.identifier)
    }
  }
}
