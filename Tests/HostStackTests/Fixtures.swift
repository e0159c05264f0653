import CoreTypes
import CryptoToolbox
import HCI
import Notation
import ProjectFiles
import Wire

@testable import HostStack

/// An entry of `vectors-hci.json`; only those of HCI have `h4Hex`, only those of ATT the two others.
struct RecordedPacket: Decodable {
  var id: String
  var direction: String?
  var h4Hex: String?
  var requestHex: String?
  var responseHex: String?
}

enum Fixtures {
  /// The entries whose id begins with `prefix`, in the order of the file.
  static func packets(_ prefix: String) throws -> [RecordedPacket] {
    try Fixture("vectors-hci.json").decode([RecordedPacket].self, "vectors")
      .filter { $0.id.hasPrefix(prefix) }
  }
}

extension [UInt8] {
  /// The octets of hex digits that a test wrote itself.
  static func of(_ text: String) -> [UInt8] { [UInt8](hex: text.filter { $0 != " " }) ?? [] }
}

extension PairingSecrets {
  /// Secrets that differ for each `number`, 1 to 255.
  static func fixed(_ number: UInt8) -> PairingSecrets {
    guard let pair = P256KeyPair(privateKey: [UInt8](repeating: number, count: 32)) else {
      preconditionFailure("a small number is a private key")
    }
    return PairingSecrets(keyPair: pair, nonce: UInt128(number) << 64 | 0x1234)
  }
}

let centralAddress = DeviceAddress(0xC0FF_EE00_0001, kind: .random)
let peripheralAddress = DeviceAddress(0x0011_2233_4455, kind: .public)

/// Two links joined without a radio: what one sends the other receives, fragment by fragment.
struct LinkPair {
  var central: HostLink
  var peripheral: HostLink
  /// What each side reported, packets excluded.
  var centralReports: [HostAction] = []
  var peripheralReports: [HostAction] = []
  /// The key that both controllers used, if encryption was started.
  var sessionKey: LongTermKey?
  /// Changes or drops the payload of a frame on its way; nil drops it.
  var tamper: (@Sendable (LinkRole, L2CAPFrame) -> L2CAPFrame?)?
  private var joinedToCentral = L2CAPReassembler()
  private var joinedToPeripheral = L2CAPReassembler()

  init(
    aclLength: Int = 27, database: GATTDatabase = GATTDatabase(), maximumMTU: Int = 247,
    centralPolicy: PairingPolicy = PairingPolicy(), peripheralPolicy: PairingPolicy = PairingPolicy(),
    centralBond: Bond? = nil, peripheralBond: Bond? = nil
  ) {
    central = HostLink(
      role: .central, handle: 0x40, localAddress: centralAddress, peerAddress: peripheralAddress,
      aclLength: aclLength, database: GATTDatabase(), policy: centralPolicy, pairingSecrets: .fixed(1),
      bond: centralBond)
    peripheral = HostLink(
      role: .peripheral, handle: 0x41, localAddress: peripheralAddress, peerAddress: centralAddress,
      aclLength: aclLength, database: database, maximumMTU: maximumMTU, policy: peripheralPolicy,
      pairingSecrets: .fixed(2), bond: peripheralBond)
  }

  /// The MTUs of hosts that people use, in octets: the least, two common ones, the most.
  static let mtus = [23, 185, 247, 517]

  /// Links that agreed on an MTU and reported nothing else.
  init(mtu: Int, database: GATTDatabase) {
    self.init(database: database, maximumMTU: mtu)
    run(central.start(.exchangeMTU(mtu)), of: .central)
    centralReports = []
    peripheralReports = []
  }

  /// What the central's client reported.
  var clientEvents: [ATTClientEvent] {
    centralReports.compactMap { if case .client(let event) = $0 { event } else { nil } }
  }

  /// What the central's client reports of one operation.
  mutating func events(of operation: ATTClientOperation) -> [ATTClientEvent] {
    let count = clientEvents.count
    run(central.start(operation), of: .central)
    return Array(clientEvents.dropFirst(count))
  }

  /// Carries out the actions of one side, and all that follows on both.
  mutating func run(_ actions: [HostAction], of role: LinkRole) {
    var queue = actions.map { (role, $0) }
    while !queue.isEmpty {
      let (sender, action) = queue.removeFirst()
      switch action {
      case .sendACL(let packet):
        queue += deliver(packet, from: sender).map { (sender.peer, $0) }
      case .startEncryption(let key):
        queue += encrypt(with: key)
      default:
        if sender == .central { centralReports.append(action) } else { peripheralReports.append(action) }
      }
    }
  }

  private mutating func deliver(_ packet: ACLPacket, from sender: LinkRole) -> [HostAction] {
    let isStart = packet.packetBoundary == .firstNonFlushable
    guard let tamper else { return receive(packet.data, isStart, at: sender.peer) }
    let outcomes =
      sender == .central
      ? joinedToPeripheral.receive(packet.data, isStart: isStart)
      : joinedToCentral.receive(packet.data, isStart: isStart)
    return outcomes.flatMap { outcome -> [HostAction] in
      guard case .frame(let frame) = outcome, let changed = tamper(sender, frame) else { return [] }
      return receive(changed.encoded(), true, at: sender.peer)
    }
  }

  private mutating func receive(_ data: [UInt8], _ isStart: Bool, at role: LinkRole) -> [HostAction] {
    let boundary: PacketBoundary = isStart ? .firstFlushable : .continuing
    return role == .central
      ? central.receive(ACLPacket(handle: 0x40, packetBoundary: boundary, data: data))
      : peripheral.receive(ACLPacket(handle: 0x41, packetBoundary: boundary, data: data))
  }

  /// The controllers' part: the peripheral's key must be the central's.
  private mutating func encrypt(with key: LongTermKey) -> [(LinkRole, HostAction)] {
    let isSame = peripheral.longTermKeyRequested(.secureConnections) == key
    let status: ErrorCode = isSame ? .success : .pinOrKeyMissing
    sessionKey = isSame ? key : nil
    let atPeripheral = isSame ? peripheral.encryptionChanged(isEncrypted: true) : []
    let atCentral = central.encryptionChanged(isEncrypted: isSame, status: status)
    return atPeripheral.map { (.peripheral, $0) } + atCentral.map { (.central, $0) }
  }
}
