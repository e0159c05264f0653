import CoreTypes
import CryptoToolbox
import HCI
import Testing
import Wire

@testable import HostStack

/// A pairing that two Bumble hosts made over Bumble's controller, held against our Security Manager.
///
/// The private keys are not in the recording, so our check values differ from the recorded ones; all before
/// them, and all after encryption, must be the same to the octet.
@Suite struct RecordedPairingTests {
  private struct Entry {
    var packet: ACLPacket
    var isFromHost: Bool
  }

  /// The ACL packets of one device, "A" the initiator or "B" the responder.
  private func entries(of device: String) throws -> [Entry] {
    try Fixtures.packets("bumble-pair").filter { $0.id.hasSuffix(device) }.compactMap { vector in
      let octets = try #require(vector.h4Hex.map([UInt8].of))
      guard case .acl(let packet) = try HCIPacket(h4: octets) else { return nil }
      return Entry(packet: packet, isFromHost: vector.direction == "host->ctrl")
    }
  }

  private func frames(_ entries: [Entry], areFromHost: Bool) -> [L2CAPFrame] {
    var reassembler = L2CAPReassembler()
    return entries.filter { $0.isFromHost == areFromHost }.flatMap { entry in
      reassembler.receive(entry.packet.data, isStart: entry.packet.packetBoundary.isStart).compactMap {
        if case .frame(let frame) = $0 { frame } else { nil }
      }
    }
  }

  private func pdus(of device: String, areFromHost: Bool) throws -> [SMPPDU] {
    try frames(try entries(of: device), areFromHost: areFromHost).map { try SMPPDU(decoding: $0.payload) }
  }

  private func value(_ code: SMPCode, in pdus: [SMPPDU]) throws -> UInt128 {
    let pdu = try #require(pdus.first { $0.code == code.rawValue })
    return UInt128(leastSignificantFirst: pdu.encoded().dropFirst())
  }

  private func key(in pdus: [SMPPDU]) throws -> P256PublicKey {
    for case .pairingPublicKey(let key) in pdus { return key.point }
    return try #require(nil)
  }

  @Test("every frame and PDU survives", arguments: ["A", "B"])
  func framesAndPDUs(device: String) throws {
    let entries = try entries(of: device)
    for areFromHost in [true, false] {
      let frames = frames(entries, areFromHost: areFromHost)
      #expect(frames.map(\.channel) == [ChannelID](repeating: .securityManager, count: frames.count))
      let whole = entries.filter { $0.isFromHost == areFromHost }.flatMap(\.packet.data)
      #expect(frames.flatMap { $0.encoded() } == whole)
      for frame in frames { #expect(try SMPPDU(decoding: frame.payload).encoded() == frame.payload) }
      if areFromHost {
        let sent = entries.filter(\.isFromHost).map(\.packet.data)
        #expect(frames.flatMap { $0.fragments(limit: 27) } == sent)
      }
    }
    #expect(frames(entries, areFromHost: true).count == (device == "A" ? 6 : 7))
  }

  @Test("what one host sends the other receives")
  func hostSends() throws {
    #expect(try pdus(of: "A", areFromHost: true) == pdus(of: "B", areFromHost: false))
    #expect(try pdus(of: "B", areFromHost: true) == pdus(of: "A", areFromHost: false))
  }

  @Test("the recorded confirm value is ours")
  func recordedConfirm() throws {
    let initiator = try pdus(of: "A", areFromHost: true)
    let responder = try pdus(of: "B", areFromHost: true)
    let confirm = PairingFunctions.f4(
      u: try key(in: responder).x, v: try key(in: initiator).x, x: try value(.pairingRandom, in: responder),
      z: 0)
    #expect(confirm == (try value(.pairingConfirm, in: responder)))
  }

  private var policy: PairingPolicy {
    var policy = PairingPolicy()
    policy.requestsMITM = true
    return policy
  }

  private func link(_ role: LinkRole, nonce: UInt128) throws -> HostLink {
    let pair = try #require(P256KeyPair(privateKey: [UInt8](repeating: 3, count: 32)))
    return HostLink(
      role: role, handle: 1, localAddress: centralAddress, peerAddress: peripheralAddress, aclLength: 27,
      database: GATTDatabase(), policy: policy, pairingSecrets: PairingSecrets(keyPair: pair, nonce: nonce))
  }

  private func packets(_ actions: [HostAction]) -> [ACLPacket] {
    actions.compactMap { if case .sendACL(let packet) = $0 { packet } else { nil } }
  }

  @Test("our responder sends the recorded packets up to the check value")
  func responderSends() throws {
    let entries = try entries(of: "B")
    let recorded = try pdus(of: "B", areFromHost: true)
    var link = try link(.peripheral, nonce: value(.pairingRandom, in: recorded))
    var sent: [ACLPacket] = []
    for entry in entries.filter({ !$0.isFromHost }).prefix(3) {
      sent += packets(link.receive(entry.packet))
      link.pairing?.localKey = try key(in: recorded)
    }
    #expect(sent.count == 6)
    #expect(sent == entries.filter(\.isFromHost).prefix(6).map(\.packet))
  }

  @Test("our initiator sends the recorded packets up to the check value")
  func initiatorSends() throws {
    let entries = try entries(of: "A")
    let recorded = try pdus(of: "A", areFromHost: true)
    var link = try link(.central, nonce: value(.pairingRandom, in: recorded))
    var sent = packets(link.startPairing())
    link.pairing?.localKey = try key(in: recorded)
    let received = entries.filter { !$0.isFromHost }
    for entry in received.prefix(3) { sent += packets(link.receive(entry.packet)) }
    #expect(sent.count == 5)
    #expect(sent == entries.filter(\.isFromHost).prefix(5).map(\.packet))

    let last = link.receive(received[3].packet)
    let check = try #require(packets(last).first)
    #expect(check.data.prefix(5) == [0x11, 0, 6, 0, 0x0D])
    #expect(link.isPairing, "the recorded confirm value was accepted")
  }

  @Test("the recorded key distribution gives a bond")
  func recordedKey() throws {
    let entries = try entries(of: "B")
    let recorded = try pdus(of: "B", areFromHost: true)
    var link = try link(.peripheral, nonce: value(.pairingRandom, in: recorded))
    link.policy.identityAddress = DeviceAddress(2, kind: .public)
    let received = entries.filter { !$0.isFromHost }
    _ = link.receive(received[0].packet)
    link.pairing?.state = .awaitingEncryption
    link.pairing?.longTermKey = 5
    var actions = link.encryptionChanged(isEncrypted: true)
    for entry in received.suffix(2) { actions += link.receive(entry.packet) }
    #expect(packets(actions) == entries.filter(\.isFromHost).suffix(2).map(\.packet))
    let expected = Bond(
      longTermKey: 5, peerIdentityAddress: DeviceAddress(1, kind: .public), peerLinkAddress: link.peerAddress)
    #expect(actions.last == .paired(expected))
  }
}
