import CoreTypes
import CryptoToolbox
import HCI
import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct PairingTests {
  @Test("Just Works gives both the same bond", arguments: [1, 5, 23, 27, 251])
  func justWorks(aclLength: Int) throws {
    var phone = PairingPolicy()
    phone.ioCapability = .keyboardDisplay
    phone.requestsMITM = true
    phone.identityAddress = DeviceAddress(0xAABB_CCDD_EEFF, kind: .public)
    phone.identityResolvingKey = 0x0123
    var pair = LinkPair(aclLength: aclLength, centralPolicy: phone)
    pair.run(pair.central.secure(), of: .central)
    guard case .paired(let atCentral)? = pair.centralReports.first,
      case .paired(let atPeripheral)? = pair.peripheralReports.first
    else {
      Issue.record("not paired: \(pair.centralReports) \(pair.peripheralReports)")
      return
    }
    #expect(atCentral.longTermKey == atPeripheral.longTermKey)
    #expect(pair.sessionKey == atCentral.longTermKey)
    #expect(atPeripheral.peerIdentityAddress == phone.identityAddress)
    #expect(atPeripheral.peerIdentityResolvingKey == 0x0123)
    #expect(atCentral.peerIdentityAddress == peripheralAddress)
    #expect(atCentral.peerIdentityResolvingKey == nil)
    #expect(atCentral.isPersistent && !atCentral.isAuthenticated && !atCentral.usesDebugKey)
    #expect(pair.central.isEncrypted && pair.peripheral.isEncrypted)
    #expect(pair.centralReports.count == 1 && pair.peripheralReports.count == 1)
  }

  @Test(
    "a responder with means that asks for protection has a phone ask its user",
    arguments: IOCapability.allCases, [AuthenticationRequirements(), .mitm])
  func asksUser(means: IOCapability, requirements: AuthenticationRequirements) {
    var features = PairingFeatures()
    features.ioCapability = means.rawValue
    features.authenticationRequirements = requirements.union([.bonding, .secureConnections])
    #expect(features.asksUser == (means != .noInputNoOutput && requirements == .mitm))
  }

  @Test("a bond encrypts the next connection without pairing")
  func bondEncrypts() {
    var first = LinkPair()
    first.run(first.central.secure(), of: .central)
    var second = LinkPair(centralBond: first.central.bond, peripheralBond: first.peripheral.bond)
    second.run(second.central.secure(), of: .central)
    #expect(second.sessionKey == first.sessionKey)
    #expect(second.centralReports == [])
    #expect(second.central.isEncrypted && !second.central.isPairing)
  }

  @Test("a peripheral that forgot its bond is noticed")
  func peripheralForgot() {
    var first = LinkPair()
    first.run(first.central.secure(), of: .central)
    var second = LinkPair(centralBond: first.central.bond)
    second.run(second.central.secure(), of: .central)
    #expect(second.centralReports == [.encryptionFailed(.pinOrKeyMissing)])
    #expect(!second.central.isEncrypted)
    second.run(second.central.startPairing(), of: .central)
    #expect(second.central.isEncrypted && second.sessionKey != nil)
  }

  @Test("a security request is answered by the bond or reported")
  func securityRequest() {
    var fresh = LinkPair()
    fresh.run(fresh.peripheral.secure(), of: .peripheral)
    #expect(fresh.centralReports == [.securityRequested([.bonding, .secureConnections])])
    fresh.run(fresh.central.startPairing(), of: .central)
    var next = LinkPair(centralBond: fresh.central.bond, peripheralBond: fresh.peripheral.bond)
    next.run(next.peripheral.secure(), of: .peripheral)
    #expect(next.sessionKey == fresh.sessionKey)
    var strict = PairingPolicy()
    strict.requiresMITM = true
    var third = LinkPair(
      peripheralPolicy: strict, centralBond: fresh.central.bond, peripheralBond: fresh.peripheral.bond)
    third.run(third.peripheral.secure(), of: .peripheral)
    #expect(third.sessionKey == nil)
    #expect(third.centralReports == [.securityRequested([.bonding, .mitm, .secureConnections])])
  }

  @Test("a shorter key has zeros above")
  func shorterKey() throws {
    var policy = PairingPolicy()
    policy.maximumKeySize = 10
    policy.minimumKeySize = 7
    var open = PairingPolicy()
    open.minimumKeySize = 7
    var pair = LinkPair(centralPolicy: open, peripheralPolicy: policy)
    pair.run(pair.central.secure(), of: .central)
    #expect(pair.central.bond?.keySize == 10)
    let key = try #require(pair.sessionKey).rawValue
    #expect(key >> 80 == 0)
    #expect(key >> 72 != 0)
  }

  @Test("without bonding on one side nothing persists")
  func oneSidedBonding() {
    var policy = PairingPolicy()
    policy.isBondable = false
    var pair = LinkPair(peripheralPolicy: policy)
    pair.run(pair.central.secure(), of: .central)
    #expect(pair.central.bond?.isPersistent == false)
    #expect(pair.peripheral.bond?.isPersistent == false)
    #expect(pair.central.isEncrypted)
  }

  /// What is spoiled on the way, who notices, and the reason both then report.
  private static let spoiled: [(LinkRole, SMPCode, LinkRole, PairingFailure)] = [
    (.peripheral, .pairingConfirm, .central, .confirmValueFailed),
    (.peripheral, .pairingRandom, .central, .confirmValueFailed),
    (.central, .pairingRandom, .central, .dhKeyCheckFailed),
    (.central, .pairingDHKeyCheck, .peripheral, .dhKeyCheckFailed),
    (.peripheral, .pairingDHKeyCheck, .central, .dhKeyCheckFailed),
    (.central, .pairingPublicKey, .peripheral, .dhKeyCheckFailed),
    (.peripheral, .pairingPublicKey, .central, .dhKeyCheckFailed),
  ]

  @Test("a spoiled value ends pairing", arguments: spoiled.indices)
  func spoiledValue(index: Int) {
    let (sender, code, noticer, reason) = Self.spoiled[index]
    var pair = LinkPair()
    pair.tamper = { role, frame in
      guard role == sender, frame.payload.first == code.rawValue else { return frame }
      var payload = frame.payload
      payload[10] ^= 1
      return L2CAPFrame(frame.channel, payload)
    }
    pair.run(pair.central.secure(), of: .central)
    let isSpoiledNonce = sender == .central && code == .pairingRandom
    let first: LinkRole = isSpoiledNonce ? .peripheral : noticer
    #expect(pair.centralReports == [.pairingFailed(reason, isByPeer: first == .peripheral)])
    #expect(pair.peripheralReports == [.pairingFailed(reason, isByPeer: first == .central)])
    #expect(pair.sessionKey == nil && pair.central.bond == nil && pair.peripheral.bond == nil)
    #expect(!pair.central.isPairing && !pair.peripheral.isPairing)
  }

  /// A Pairing Request, and what an accessory answers. [Vol 3, Part H, 3.5.1 and 3.5.5]
  @Test(
    "a responder answers the first PDU",
    arguments: [
      ("01 03 00 01 10 03 03", "05 03"), ("01 03 00 09 0f 03 03", "05 06"), ("01 03 00 09 06 03 03", "05 0a"),
      ("01 03 00 09 11 03 03", "05 0a"), ("01 05 00 09 10 03 03", "05 0a"), ("01 03 02 09 10 03 03", "05 0a"),
      ("01 03 01 09 10 03 03", "05 02"), ("01 04 00 2d 10 0f 0f", "02 03 00 09 10 03 03"),
      ("01 00 00 09 10 00 02", "02 03 00 09 10 00 02"), ("01 03 00 09 10 03", "05 0a"),
      ("03 00000000000000000000000000000000", "05 08"), ("0b 09", "05 08"),
      ("0e 00", "05 08"),
    ])
  func responderAnswers(request: String, answer: String) throws {
    var link = LinkPair(aclLength: 251).peripheral
    let frame = L2CAPFrame(.securityManager, .of(request))
    let actions = link.receive(.init(handle: 1, packetBoundary: .firstFlushable, data: frame.encoded()))
    let sent = try actions.compactMap { action -> [UInt8]? in
      guard case .sendACL(let packet) = action else { return nil }
      return try L2CAPFrame(decoding: packet.data).payload
    }
    #expect(sent == [[UInt8].of(answer)])
    #expect(link.isPairing == answer.hasPrefix("02"))
  }

  /// A Pairing Response, and what a phone makes of it; nil where it goes on.
  @Test(
    "an initiator judges the response",
    arguments: [
      ("02 03 00 01 10 03 03", PairingFailure.authenticationRequirements),
      ("02 03 00 09 0f 03 03", .encryptionKeySize),
      ("02 03 00 09 10 07 03", .invalidParameters), ("02 03 00 09 10 03 0b", .invalidParameters),
      ("02 03 01 09 10 03 03", .oobNotAvailable), ("02 01 00 0d 10 03 03", .authenticationRequirements),
      ("02 00 00 0d 10 03 03", .authenticationRequirements), ("02 03 00 0d 10 03 03", nil),
      ("02 04 00 09 10 00 00", nil), ("02 03 00 09 10 13 f3", nil),
      ("04 00000000000000000000000000000000", .unspecifiedReason),
    ] as [(String, PairingFailure?)])
  func initiatorJudges(
    response: String, failure: PairingFailure?
  ) throws {
    var policy = PairingPolicy()
    policy.ioCapability = .keyboardDisplay
    var pairing = Pairing(
      role: .central, localAddress: centralAddress, peerAddress: peripheralAddress, policy: policy,
      secrets: .fixed(1))
    _ = pairing.start()
    let actions = pairing.receive(try SMPPDU(decoding: .of(response)))
    if let failure {
      #expect(
        actions == [.send(.pairingFailed(SMPPairingFailed(failure))), .failed(failure, isByPeer: false)])
    } else {
      #expect(actions == [.send(.pairingPublicKey(SMPPublicKey(PairingSecrets.fixed(1).keyPair.publicKey)))])
    }
  }

  @Test("our own key sent back is refused")
  func ownKey() {
    var pairing = initiatorAwaitingKey()
    let own = SMPPublicKey(PairingSecrets.fixed(1).keyPair.publicKey)
    #expect(pairing.receive(.pairingPublicKey(own)).last == .failed(.dhKeyCheckFailed, isByPeer: false))
  }

  /// The private key of the debug pair. [Vol 3, Part H, 2.3.5.6.1]
  @Test("the debug key is taken only on purpose", arguments: [false, true])
  func debugKey(isAllowed: Bool) throws {
    let privateKey = [UInt8].of("3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd")
    let debug = try #require(P256KeyPair(privateKey: privateKey))
    #expect(debug.publicKey.x == P256PublicKey.debugX)
    var policy = PairingPolicy()
    policy.allowsDebugKey = isAllowed
    var pair = LinkPair(peripheralPolicy: policy)
    pair.central.pairingSecrets = PairingSecrets(keyPair: debug, nonce: 1)
    pair.run(pair.central.secure(), of: .central)
    #expect((pair.peripheral.bond != nil) == isAllowed)
    if isAllowed {
      #expect(pair.peripheral.bond?.usesDebugKey == true)
      #expect(pair.central.bond?.usesDebugKey == true)
    } else {
      #expect(pair.centralReports == [.pairingFailed(.authenticationRequirements, isByPeer: true)])
    }
  }

  @Test("the peripheral's controller gets no key before the central's check value is right")
  func unverifiedKey() {
    var pair = LinkPair()
    pair.tamper = { role, frame in
      role == .central && frame.payload.first == SMPCode.pairingDHKeyCheck.rawValue ? nil : frame
    }
    pair.run(pair.central.startPairing(), of: .central)
    #expect(pair.peripheral.isPairing)
    #expect(pair.peripheral.longTermKeyRequested(.secureConnections) == nil)
  }

  @Test("without acceptance or secrets pairing is refused")
  func pairingRefused() {
    var policy = PairingPolicy()
    policy.acceptsPairing = false
    var deaf = LinkPair(peripheralPolicy: policy)
    deaf.run(deaf.central.secure(), of: .central)
    #expect(deaf.centralReports == [.pairingFailed(.pairingNotSupported, isByPeer: true)])
    var spent = LinkPair()
    spent.peripheral.pairingSecrets = nil
    spent.run(spent.central.secure(), of: .central)
    #expect(spent.centralReports == [.pairingFailed(.repeatedAttempts, isByPeer: true)])
    #expect(spent.central.startPairing() == [.pairingFailed(.repeatedAttempts, isByPeer: false)])
  }

  @Test("after the timeout the Security Manager is silent")
  func afterTimeout() {
    var pair = LinkPair()
    pair.tamper = { role, frame in role == .peripheral ? nil : frame }
    pair.run(pair.central.secure(), of: .central)
    #expect(pair.central.isPairing)
    pair.run(pair.central.pairingTimedOut(), of: .central)
    #expect(pair.centralReports == [.pairingFailed(.unspecifiedReason, isByPeer: false)])
    pair.tamper = nil
    pair.run(pair.peripheral.secure(), of: .peripheral)
    #expect(pair.centralReports.count == 1)
    pair.central.pairingSecrets = .fixed(3)
    #expect(pair.central.startPairing() == [.pairingFailed(.unspecifiedReason, isByPeer: false)])
  }

  @Test("after the timeout the peripheral answers nothing and requests no security")
  func peripheralTimeout() {
    var pair = LinkPair()
    pair.tamper = { role, frame in role == .peripheral ? nil : frame }
    pair.run(pair.central.secure(), of: .central)
    #expect(pair.peripheral.pairingTimerStarts != nil)
    pair.run(pair.peripheral.pairingTimedOut(), of: .peripheral)
    #expect(pair.peripheralReports == [.pairingFailed(.unspecifiedReason, isByPeer: false)])
    #expect(pair.peripheral.pairingTimerStarts == nil)
    #expect(pair.peripheral.secure() == [])
    let request = L2CAPFrame(.securityManager, SMPPDU.pairingRequest(PairingFeatures()).encoded())
    #expect(
      pair.peripheral.receive(
        ACLPacket(handle: 0x41, packetBoundary: .firstFlushable, data: request.encoded())) == [])
    #expect(!pair.peripheral.isPairing)
  }

  @Test("each command that is sent restarts the timer of a pairing")
  func timerStarts() {
    var pair = LinkPair()
    var seen: Set<Int?> = [pair.peripheral.pairingTimerStarts]
    #expect(seen == [nil])
    var queue = pair.central.startPairing()
    while case .sendACL(let packet)? = queue.first {
      queue.removeFirst()
      let answers = pair.peripheral.receive(packet)
      seen.insert(pair.peripheral.pairingTimerStarts)
      for case .sendACL(let answer) in answers { queue += pair.central.receive(answer) }
    }
    // Before, and after request, public key, random value and check.
    #expect(seen.count == 5)
  }

  @Test("of the commands that come in a pairing a Security Request alone restarts its timer")
  func receivedCommands() {
    var link = LinkPair(aclLength: 251).central
    func receive(_ pdu: SMPPDU) {
      let frame = L2CAPFrame(.securityManager, pdu.encoded())
      _ = link.receive(ACLPacket(handle: 0x40, packetBoundary: .firstFlushable, data: frame.encoded()))
    }
    var features = PairingFeatures()
    features.authenticationRequirements = [.bonding, .secureConnections]
    _ = link.startPairing()
    #expect(link.pairingTimerStarts == 1)
    receive(.pairingResponse(features))
    #expect(link.pairingTimerStarts == 2)
    receive(.pairingPublicKey(SMPPublicKey(PairingSecrets.fixed(2).keyPair.publicKey)))
    #expect(link.pairingTimerStarts == 2)
    receive(.securityRequest(SMPSecurityRequest([.bonding])))
    #expect(link.pairingTimerStarts == 3)
  }

  @Test("a reserved code is ignored, before a pairing and in it", arguments: ["00", "0f 00", "7f 01 02"])
  func reservedCode(octets: String) throws {
    var link = LinkPair(aclLength: 251).peripheral
    func packet(_ octets: String) -> ACLPacket {
      let frame = L2CAPFrame(.securityManager, .of(octets))
      return ACLPacket(handle: 0x41, packetBoundary: .firstFlushable, data: frame.encoded())
    }
    #expect(link.receive(packet(octets)) == [])
    _ = link.receive(packet("01 03 00 09 10 03 03"))
    #expect(link.receive(packet(octets)) == [])
    #expect(link.isPairing)
    var pairing = initiatorAwaitingKey()
    #expect(pairing.receive(try SMPPDU(decoding: .of(octets))) == [])
    #expect(pairing.isInProgress)
  }

  @Test("keys before encryption are refused")
  func keysEncryption() throws {
    var pairing = initiatorAwaitingKey()
    let early = try SMPPDU(decoding: [0x08] + [UInt8](repeating: 1, count: 16))
    #expect(pairing.receive(early).last == .failed(.unspecifiedReason, isByPeer: false))
  }

  @Test("a bond knows the peer's private address")
  func bondKnows() {
    // The sample data of the hash function. [Vol 3, Part H, D.7]
    let key: UInt128 = 0xEC02_34A3_57C8_AD05_3410_10A6_0A39_7D9B
    let bond = Bond(
      longTermKey: 1, peerIdentityAddress: peripheralAddress, peerIdentityResolvingKey: key)
    #expect(bond.matches(DeviceAddress(0x7081_940D_FBAA, kind: .random)))
    #expect(!bond.matches(DeviceAddress(0x7081_940D_FBAB, kind: .random)))
    #expect(!bond.matches(DeviceAddress(0x7081_940D_FBAA, kind: .public)))
    #expect(bond.matches(peripheralAddress))
  }

  @Test("any PDUs in any order are survived")
  func pdusOrder() {
    var random = RandomStream(seed: 9)
    for round in 0..<300 {
      var pair = LinkPair(aclLength: 251)
      if round % 2 == 0 { _ = pair.central.startPairing() }
      for _ in 0..<6 {
        guard let (code, length) = SMPPDUTests.lengths.randomElement(using: &random) else { return }
        let count = Int.random(in: 0..<8, using: &random) == 0 ? length : length - 1
        let frame = L2CAPFrame(.securityManager, [code.rawValue] + random.octets(count))
        let role: LinkRole = round % 2 == 0 ? .central : .peripheral
        if role == .central {
          _ = pair.central.receive(.init(handle: 1, packetBoundary: .firstFlushable, data: frame.encoded()))
        } else {
          _ = pair.peripheral.receive(
            .init(handle: 1, packetBoundary: .firstFlushable, data: frame.encoded()))
        }
      }
      #expect(pair.central.bond == nil && pair.peripheral.bond == nil)
    }
  }

  private func initiatorAwaitingKey() -> Pairing {
    var pairing = Pairing(
      role: .central, localAddress: centralAddress, peerAddress: peripheralAddress, policy: PairingPolicy(),
      secrets: .fixed(1))
    _ = pairing.start()
    var response = PairingFeatures()
    response.authenticationRequirements = [.bonding, .secureConnections]
    _ = pairing.receive(.pairingResponse(response))
    return pairing
  }
}
