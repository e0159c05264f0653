internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Notation
internal import Profiles
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// Pairing that succeeds, and when the accessory requests it.
  static let pairingCases = [pairingFeatures, noEarlyRequest, protectedValue, pairedAnew]

  private static let pairingFeatures = TestCase(
    id: "CS/SMP/BV-01", title: "Bonding without confirmation",
    limits: [LimitRule("key_octets", .whole(7...16))],
    procedure: """
      Send a Pairing Request for LE Secure Connections with bonding, without MITM protection. The Pairing Response \
      must have both bits and the longest key, it must not ask for MITM protection with an IO Capability by which a \
      phone with a display and a keyboard asks its user, and pairing must end in a bond.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let start = tester.phone.frames.count
    let bond = try tester.attempt("pairing", tester.pair(), required: "a bond")
    let answer = try tester.awaitFrame(on: .securityManager, after: start) {
      $0.first == SMPCode.pairingResponse.rawValue
    }
    guard let features = answer.octets.flatMap(Tester.pairingResponse) else {
      throw .inconclusive("no Pairing Response was seen")
    }
    tester.expect(
      features.authenticationRequirements,
      .that("LE Secure Connections and bonding", words: { "AuthReq \($0.rawValue.hex(2, .lower))" }) {
        $0.isSuperset(of: [.secureConnections, .bonding])
      }, "Pairing Response", frames: answer.frames)
    tester.expect(
      features.asksUser,
      .that("Just Works", words: { $0 ? "a model that asks the user" : "Just Works" }) { !$0 },
      "association model with a phone that has a display and a keyboard", frames: answer.frames)
    let least = tester.wholeLimit("key_octets")
    tester.expect(features.maximumKeySize, .atLeast(least, "octets"), "longest key", frames: answer.frames)
    tester.expect(bond.isPersistent, .holds("kept", else: "not kept"), "bond", frames: answer.frames)
  }

  private static let noEarlyRequest = TestCase(
    id: "CS/SMP/BV-02", title: "No early Security Request",
    procedure: """
      Connect, read the Device Name and wait 7 s. No Security Request may be sent before a request is refused \
      with Insufficient Authentication (0x05).
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    _ = try tester.ask(.readByTypeRequest(ATTTypedRange(.all, type: .deviceName)))
    tester.phone.idle(.seconds(7))
    let refusal = tester.phone.frames.firstIndex {
      $0.frame.channel == .attribute && $0.frame.payload.first == ATTOpcode.errorResponse.rawValue
        && $0.frame.payload.last == ATTErrorCode.insufficientAuthentication.rawValue
    }
    let early = tester.phone.frames.prefix(refusal ?? tester.phone.frames.count).first {
      $0.frame.channel == .securityManager && $0.frame.payload.first == SMPCode.securityRequest.rawValue
    }
    tester.expect(
      early == nil, .holds("none before a refusal with 0x05", met: "none", else: "sent before a refusal"),
      "Security Request", frames: early.map { tester.frame(ofEvent: $0.packetIndex) })
  }

  private static let protectedValue = TestCase(
    id: "CS/SMP/BV-03", title: "Insufficient Authentication for protected values",
    limits: [LimitRule("handles", .whole(1...65_535))],
    procedure: """
      Connect, find all attributes and read one after another without pairing, as many as the limit says. Values \
      that require security must be refused with 0x05, and must be readable after pairing, unless the profile says \
      that they need an authenticated link.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    // An attached host has the key of the bond, so only encryption is missing. [Vol 3, Part C, 10.3.1]
    let refusals: [ATTErrorCode] =
      tester.bed.isAttached
      ? [.insufficientAuthentication, .insufficientEncryption] : [.insufficientAuthentication]
    var protected: [UInt16] = []
    for (handle, type) in try tester.readableAttributes(atMost: tester.wholeLimit("handles")) {
      let answer = try tester.ask(.readRequest(ATTReadRequest(handle: handle)))
      guard let code = answer.errorCode else { continue }
      guard [0x05, 0x08, 0x0C, 0x0F].contains(code.rawValue) else { continue }
      try tester.require(
        answer, .error(refusals), "reading handle \(handle) without pairing", frames: answer.frames)
      if !tester.authenticatedTypes.contains(where: { $0 == type }) { protected.append(handle) }
    }
    if protected.isEmpty {
      if !tester.steps.isEmpty { return }
      throw .notApplicable("not claimed: a value that requires security")
    }
    try tester.prepare("pairing", tester.pair(), on: .pairing)
    for handle in protected {
      let answer = try tester.ask(.readRequest(ATTReadRequest(handle: handle)))
      // A server may look at what the link lacks before it looks at the permission.
      if answer.errorCode == .readNotPermitted { continue }
      tester.expect(
        answer.octets?.first == ATTOpcode.readResponse.rawValue, .holds("a value", else: answer.text),
        "reading handle \(handle) after pairing", frames: answer.frames)
    }
  }

  private static let pairedAnew = TestCase(
    id: "CS/SMP/BV-04", title: "Pairing after the phone deleted its bond", appliesTo: [.bonding],
    procedure: """
      Pair, disconnect, and pair again like a phone whose user has deleted the accessory. The accessory must replace \
      its bond, and encrypt with the new key on the next link.
      """
  ) { tester throws(TesterStop) in
    try tester.bondAndLeave()
    try tester.reconnect()
    try tester.attempt("second pairing", tester.phone.pair(), required: "a new bond")
    tester.phone.idle(.seconds(1))
    try tester.prepare("disconnecting", tester.phone.disconnect())
    try tester.reconnect()
    try tester.attempt("encryption with the new key", tester.phone.encrypt(), required: "accepted")
    tester.expect(
      "accepted", .equals("accepted"), "encryption with the new key",
      frames: tester.exchangeFrames(.encReq, .startEncRsp))
  }
}

extension Tester {
  fileprivate static func pairingResponse(_ octets: [UInt8]) -> PairingFeatures? {
    do throws(WireError) {
      guard case .pairingResponse(let features) = try SMPPDU(decoding: octets) else { return nil }
      return features
    } catch {
      return nil
    }
  }

  /// The accessory's attributes, at most `count`; the first handles where discovery is refused, which ADG-17 judges.
  fileprivate func readableAttributes(
    atMost count: Int
  ) throws(TesterStop) -> [(handle: UInt16, type: BluetoothUUID?)] {
    let (database, refusal) = try discover()
    if refusal != nil { return (1...UInt16(count)).map { ($0, nil) } }
    return database.attributes.prefix(count).map { ($0.handle, $0.type) }
  }

  /// The values that the profile keeps from a phone that has paired without confirmation.
  fileprivate var authenticatedTypes: [BluetoothUUID] {
    request.profile.gatt.services.flatMap(\.characteristics).filter { $0.security == .authenticated }
      .compactMap { BluetoothUUID(octets: $0.uuid.octets) }
  }
}

extension TestCase {
  /// A phone with resolvable private addresses.
  static let privacyCases = [anotherAddress, anotherAddressAfterPowerCycle]

  private static let anotherAddress = TestCase(
    id: "CS/PRV/BV-01", title: "New private address of the phone",
    procedure: """
      Connect with a resolvable private address, pair, and send the accessory the IRK. Then disconnect, change \
      the address, connect, and encrypt with the stored key.
      """
  ) { tester throws(TesterStop) in
    try tester.bondPrivately()
    try tester.judgeRecognition("with another private address")
  }

  private static let anotherAddressAfterPowerCycle = TestCase(
    id: "CS/PRV/BV-02", title: "New private address of the phone after a power cycle", needs: [.air, .power],
    procedure: """
      As CS/PRV/BV-01, with a power cycle of the accessory before the phone returns.
      """
  ) { tester throws(TesterStop) in
    try tester.bondPrivately()
    tester.bed.switchAccessory(on: false)
    tester.phone.idle(.seconds(1))
    tester.bed.switchAccessory(on: true)
    try tester.judgeRecognition("after a power cycle")
  }
}

extension Tester {
  fileprivate func bondPrivately() throws(TesterStop) {
    try pairPrivately()
    phone.idle(.seconds(1))
    try prepare("disconnecting", phone.disconnect())
    try changePrivateAddress()
  }

  fileprivate func judgeRecognition(_ circumstance: String) throws(TesterStop) {
    try reconnect()
    try judgeStoredKey("encryption with the stored key \(circumstance)", isHeadline: true)
  }
}
