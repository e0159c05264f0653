public import CoreTypes
public import HCI
internal import Wire

/// The host's half of one connection: L2CAP, the Attribute protocol both ways, and the Security Manager.
///
/// Packets and controller events go in, actions come out in the order they are to be done.
public struct HostLink: Sendable {
  /// Whether this device is central or peripheral.
  public let role: LinkRole
  /// The connection.
  public let handle: UInt16
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
  var pairing: Pairing?
  var signallingIdentifier: UInt8 = 0
  var pendingParameterRequest: UInt8?
  private var reassembler = L2CAPReassembler()

  /// Starts a link that is not encrypted.
  /// - Parameters:
  ///   - aclLength: Octets of data in an ACL packet to the controller, 1 or more.
  ///   - maximumMTU: The ATT MTU the server answers with, 23 to 517.
  ///   - bond: What an earlier pairing with this peer left.
  public init(
    role: LinkRole, handle: UInt16, localAddress: DeviceAddress, peerAddress: DeviceAddress,
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
    for outcome in reassembler.receive(packet.data, isStart: packet.packetBoundary != 1) {
      switch outcome {
      case .frame(let frame): actions += receive(frame)
      case .discarded(let error): actions.append(.discarded(.fragment(error)))
      }
    }
    return actions
  }

  private mutating func receive(_ frame: L2CAPFrame) -> [HostAction] {
    do {
      switch frame.channel {
      case .attribute: return receive(try ATTPDU(decoding: frame.payload))
      case .securityManager: return receive(try SMPPDU(decoding: frame.payload))
      case .signalling: return try receive(try SignallingCommand(decoding: frame.payload))
      default: return [.discarded(.channel(frame.channel))]
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
    case (.signalling, _) where frame.payload.count >= 2:
      return [report] + signal(CommandReject(), identifier: frame.payload[1])
    default:
      return [report]
    }
  }

  /// The frame as packets; the first is marked "first, not flushable".
  func send(_ channel: ChannelID, _ payload: [UInt8]) -> [HostAction] {
    L2CAPFrame(channel, payload).fragments(limit: aclLength).enumerated().map { index, fragment in
      .sendACL(ACLPacket(handle: handle, packetBoundary: index == 0 ? 0 : 1, data: fragment))
    }
  }
}
