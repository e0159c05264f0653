import CoreTypes
import HCI
import HostStack
import Initiator
import SimulationKernel
import TestSupport
import Testing
import VirtualHost

@testable import Reflector

@Suite("A pairing that stands still")
struct ProtocolTimerTests {
  private static let features: PairingFeatures = {
    var features = PairingFeatures()
    features.authenticationRequirements = [.bonding, .secureConnections]
    return features
  }()

  private static func frame(_ pdu: SMPPDU) -> L2CAPFrame { L2CAPFrame(.securityManager, pdu.encoded()) }

  @Test("expires 30 s after the last command that was sent")
  func restart() {
    let simulation = Simulation(seed: 1)
    var random = simulation.random.stream("pairing")
    var link = HostLink(
      role: .central, handle: 1, localAddress: DeviceAddress(1, kind: .public),
      peerAddress: DeviceAddress(2, kind: .public), aclLength: 251, database: GATTDatabase(),
      policy: PairingPolicy(), pairingSecrets: PairingSecrets(using: &random))
    var expiries: [Instant] = []
    let timer = ProtocolTimer(simulation, of: \.pairingTimerStarts) { expiries.append(simulation.now) }
    timer.follow(link)
    #expect(simulation.pendingCount == 0)
    _ = link.startPairing()
    timer.follow(link)
    simulation.run(until: .start + .seconds(29))
    let response = Self.frame(.pairingResponse(Self.features)).fragments(limit: 251)[0]
    _ = link.receive(ACLPacket(handle: 1, packetBoundary: .firstFlushable, data: response))
    timer.follow(link)
    simulation.run(until: .start + .seconds(40))
    timer.follow(link)
    simulation.run(until: .start + .seconds(100))
    #expect(expiries == [.start + .seconds(59)])
  }

  @Test("is not timed anew by a command that comes")
  func receivedCommand() {
    let simulation = Simulation(seed: 1)
    var random = simulation.random.stream("pairing")
    func link(_ role: LinkRole, _ local: DeviceAddress, _ peer: DeviceAddress) -> HostLink {
      HostLink(
        role: role, handle: 1, localAddress: local, peerAddress: peer, aclLength: 251,
        database: GATTDatabase(), policy: PairingPolicy(), pairingSecrets: PairingSecrets(using: &random))
    }
    func packets(_ actions: [HostAction]) -> [ACLPacket] {
      actions.compactMap { if case .sendACL(let packet) = $0 { packet } else { nil } }
    }
    let (phone, accessory) = (DeviceAddress(1, kind: .public), DeviceAddress(2, kind: .public))
    var central = link(.central, phone, accessory)
    var peripheral = link(.peripheral, accessory, phone)
    var expiries: [Instant] = []
    let timer = ProtocolTimer(simulation, of: \.pairingTimerStarts) { expiries.append(simulation.now) }
    let response = packets(peripheral.receive(packets(central.startPairing())[0]))
    let answers = packets(peripheral.receive(packets(central.receive(response[0]))[0]))
    timer.follow(central)
    simulation.run(until: .start + .seconds(20))
    _ = central.receive(answers[0])
    timer.follow(central)
    simulation.run(until: .start + .seconds(100))
    #expect(central.isPairing && expiries == [.start + .seconds(30)])
  }

  @Test("is no longer timed once it or its link has ended", arguments: [true, false])
  func stop(endsLink: Bool) {
    let simulation = Simulation(seed: 1)
    var random = simulation.random.stream("pairing")
    var link = HostLink(
      role: .central, handle: 1, localAddress: DeviceAddress(1, kind: .public),
      peerAddress: DeviceAddress(2, kind: .public), aclLength: 251, database: GATTDatabase(),
      policy: PairingPolicy(), pairingSecrets: PairingSecrets(using: &random))
    let timer = ProtocolTimer(simulation, of: \.pairingTimerStarts) { Issue.record("expired") }
    _ = link.startPairing()
    timer.follow(link)
    #expect(simulation.pendingCount == 1)
    _ = link.pairingTimedOut()
    timer.follow(endsLink ? nil : link)
    #expect(simulation.pendingCount == 0)
  }

  @Test("ends for the phone as well, on whose link no pairing begins then")
  func phone() throws {
    let encounter = Encounter(try Example([("faults", "[identity-not-sent]")]).profile())
    try encounter.connect()
    #expect(throws: (any Error).self) { _ = try encounter.phone.pair() }
    #expect(encounter.phone.link?.isPairing == false)
    let start = encounter.simulation.now
    #expect(throws: (any Error).self) { _ = try encounter.phone.pair() }
    #expect(encounter.simulation.now - start < .seconds(1))
  }

  @Test("may take longer than 30 s in all, on both sides")
  func slowCommands() throws {
    let encounter = Encounter(try Shipped.profile("nordic-nrf54l15-ipt"))
    let (phone, simulation) = (encounter.phone, encounter.simulation)
    try encounter.connect()
    let slow = [SMPCode.pairingRandom, .pairingDHKeyCheck].map(\.rawValue)
    phone.outgoingEditor = { packet in
      // L2CAP header, then the code and 16 octets.
      guard packet.data.count == 21, packet.data[2] == 6, slow.contains(packet.data[4]) else { return packet }
      simulation.schedule(after: .seconds(20)) { phone.driver.send(.acl(packet)) }
      return nil
    }
    let start = simulation.now
    _ = try phone.pair()
    #expect(simulation.now - start > .seconds(40))
  }

  @Test("ends after 30 s; the accessory then sends nothing more about pairing until there is a new link")
  func silence() throws {
    let encounter = Encounter(try Shipped.profile("nordic-nrf54l15-ipt"))
    let phone = encounter.phone
    try encounter.connect()
    (phone.keepsFrames, phone.heldChannels) = (true, [.securityManager])
    func answers(to pdu: SMPPDU) throws -> [UInt8] {
      phone.forgetEvents()
      try phone.send(Self.frame(pdu))
      encounter.run(.seconds(1))
      return phone.frames.filter { $0.frame.channel == .securityManager }.compactMap(\.frame.payload.first)
    }
    #expect(try answers(to: .pairingRequest(Self.features)) == [SMPCode.pairingResponse.rawValue])
    encounter.run(.seconds(30))
    #expect(try answers(to: .pairingRequest(Self.features)) == [])
    #expect(try answers(to: .pairingPublicKey(SMPPublicKey())) == [])
    (phone.keepsFrames, phone.heldChannels) = (false, [])
    try phone.disconnect()
    try encounter.connect()
    _ = try phone.pair()
  }
}
