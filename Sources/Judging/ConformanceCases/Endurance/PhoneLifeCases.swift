internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import ProcedureRanging
internal import Profiles
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// Links of a phone after the first one.
  static let phoneLifeCases = [phoneComesBack, bondOutlivesStranger, serverBeginsAnew]

  private static let phoneComesBack = TestCase(
    id: "CS/LIFE/BV-01", title: "Reconnection of a bonded phone", appliesTo: [.bonding],
    limits: [LimitRule("links", .whole(2...1000))],
    procedure: """
      Pair, and connect again as often as the limit says, without a power cycle of the accessory. Every fifth \
      link ends by link loss, the others by the phone's LL_TERMINATE_IND. On each link the phone has another \
      resolvable private address. Find the accessory by its advertising data, encrypt with the stored key, read \
      version, features and capabilities, configure, start CS security and run two procedures. Every link must have \
      the same declarations as the first, use new random numbers, and complete its procedures on both sides with every \
      step on the same channel.
      """
  ) { tester throws(TesterStop) in
    let count = tester.bed.isAttached ? min(5, tester.wholeLimit("links")) : tester.wholeLimit("links")
    var links: [LinkImpression] = []
    var (completed, steps) = (0, StepCount())
    for number in 1...count {
      let mark = tester.recorder.controlPDUs.count
      do throws(TesterStop) {
        if number > 1 { try tester.comeBack() } else { try tester.pairPrivately() }
        try tester.speedUp()
        try tester.rangeOnce(link: number)
      } catch {
        guard number > 1, case .inconclusive(let reason, _) = error else { throw error }
        try tester.require(reason, .inPlaceOf("the same as on link 1"), "link \(number)")
      }
      links.append(LinkImpression(tester.recorder.controlPDUs[mark...]))
      completed += tester.recorder.accessoryProcedures.count { $0.done == .complete }
      steps.add(tester.recorder.subevents.stepsOnOneSchedule)
      try tester.leave(bySilence: number.isMultiple(of: 5))
    }
    tester.note(links)
    tester.expect(
      Proportion(completed, of: 2 * count), .all("complete on both sides"), "procedures of \(count) links",
      isHeadline: true)
    if completed == 2 * count, steps.count == 0 {
      throw .inconclusive("the phone's procedures have room for mode-0 steps alone")
    }
    tester.expect(steps.proportion, .all("both sides on the same channel"), "steps of \(count) links")
  }

  private static let bondOutlivesStranger = TestCase(
    id: "CS/LIFE/BV-02", title: "Bond kept over a failed pairing of another phone", appliesTo: [.bonding],
    procedure: """
      Pair and disconnect. Then connect as another phone, which the accessory does not know, begin to pair, and answer the \
      Pairing Response with Pairing Failed; a bonded accessory may refuse that phone a link. Connect again as the first \
      phone and encrypt with the stored key, which must be accepted.
      """
  ) { tester throws(TesterStop) in
    try tester.bondAndLeave()
    try tester.asStranger { () throws(TesterStop) in
      try tester.reconnect()
      tester.phone.heldChannels = [.securityManager]
      defer { tester.phone.heldChannels = [] }
      let answer = try tester.pairingAnswer(to: .pairingRequest(Tester.pairingRequest))
      if answer.loss == .connectionFailedToBeEstablished { return }
      if answer.octets?.first == SMPCode.pairingResponse.rawValue {
        _ = try tester.pairingAnswer(
          to: .pairingFailed(SMPPairingFailed(.unspecifiedReason)), within: tester.silenceTime)
      }
      try tester.leave(bySilence: false)
    }
    try tester.reconnect()
    try tester.attempt("encryption with the stored key", tester.phone.encrypt(), required: "accepted")
    tester.expect(
      "accepted", .reported("accepted"), "encryption with the stored key",
      frames: tester.exchangeFrames(.encReq, .startEncRsp))
  }

  private static let serverBeginsAnew = TestCase(
    id: "CS/LIFE/BV-03", title: "ATT_MTU and subscriptions per link",
    procedure: """
      As a phone that does not pair, exchange the longest ATT_MTU, subscribe to the first value that can be subscribed \
      without pairing, and disconnect. On the next link exchange no ATT_MTU and find all attributes: no response may have more \
      than 23 octets, unless the accessory exchanges ATT_MTU as a client, and the subscription must be off.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    let isBonded = tester.phone.bond != nil
    try tester.asStranger { () throws(TesterStop) in
      try tester.reconnect()
      let offered = tester.request.phone.connection.mtuOctets
      let answer = try tester.ask(.exchangeMTURequest(ATTReceiveMTU(offered)))
      if isBonded, answer.loss == .connectionFailedToBeEstablished {
        throw .notApplicable("not claimed: links with other phones than the bonded one")
      }
      // Without an answer the link carries no further request. [Vol 3, Part F, 3.3.3]
      if answer.octets == nil { throw .inconclusive("offer of an ATT_MTU: \(answer.text)", on: .mtu) }
      let configuration = try tester.subscribeToAnything(in: try tester.readDatabase())
      try tester.leave(bySilence: false)
      try tester.reconnect()
      try tester.expectFreshServer(configuration)
    }
  }
}

extension Tester {
  /// Connects with another private address and encrypts, as a bonded phone does.
  fileprivate func comeBack() throws(TesterStop) {
    try changePrivateAddress()
    try reconnect()
    try prepare("encryption with the stored key", phone.encrypt())
  }

  /// Runs two procedures on an encrypted link.
  fileprivate func rangeOnce(link number: Int) throws(TesterStop) {
    try prepare("version and features") { () throws(HostError) in
      _ = try phone.readRemoteVersion()
      _ = try phone.readRemoteFeatures()
    }
    try learnCapabilities()
    _ = try prepareRanging(plainConfiguration)
    _ = try run(procedures: 2, under: " on link \(number)")
    phone.idle(.milliseconds(200))
  }

  /// Acts as a phone that the accessory does not know.
  fileprivate func asStranger(_ act: () throws(TesterStop) -> Void) throws(TesterStop) {
    try prepare("another address", phone.disguise())
    var stop: TesterStop?
    do throws(TesterStop) { try act() } catch { stop = error }
    try prepare("original address", phone.takeOffDisguise())
    if let stop { throw stop }
  }

  /// Judges whether the server has no state of an earlier link.
  ///
  /// - Parameter configuration: the handle of a configuration that the client wrote on the link before.
  fileprivate func expectFreshServer(_ configuration: UInt16?) throws(TesterStop) {
    let start = phone.frames.count
    _ = try discover()
    let longest = longestAttributePDU(after: start)
    expect(
      longest?.frame.payload.count, .atMost(mtuWithoutPhone, "octets"), "longest PDU of the next link",
      frames: longest.map { frame(ofEvent: $0.packetIndex) })
    guard let configuration else { return }
    let answer = try ask(.readRequest(ATTReadRequest(handle: configuration)))
    guard case .readResponse(let value) = answer.attributePDU else { return }
    expect(
      value.value == [0, 0], .holds("off", else: "on"),
      "subscription of a phone without a bond, on the next link", frames: answer.frames)
  }

  /// Ends the link and waits until the accessory has detected it.
  fileprivate func leave(bySilence: Bool) throws(TesterStop) {
    if bySilence { return try vanish() }
    try prepare("disconnecting", phone.disconnect())
  }

  /// Subscribes to the first value that needs no pairing. Returns the handle of its configuration; nil if there is
  /// no such value.
  fileprivate func subscribeToAnything(in database: RemoteDatabase) throws(TesterStop) -> UInt16? {
    for attribute in database.attributes where attribute.type == .clientCharacteristicConfiguration {
      for bits: UInt8 in [2, 1] {
        let answer = try ask(.writeRequest(ATTHandleValue(handle: attribute.handle, value: [bits, 0])))
        if answer.octets?.first == ATTOpcode.writeResponse.rawValue { return attribute.handle }
      }
    }
    return nil
  }
}

extension TestCase {
  /// A phone whose frames are damaged or lost by plan.
  static let phoneLossyAirCases = [lossyAir]

  private static let lossyAir = TestCase(
    id: "CS/LOSS/BV-01", title: "Pairing and ranging with packet loss",
    limits: [LimitRule("lost_pdus", .whole(1...1000))],
    procedure: """
      Pair and configure without packet loss. Then, on one link each, PDUs of either side arrive with a wrong \
      CRC, or their acknowledgements are lost, each once. Pair, read features and capabilities, configure, start \
      CS security and run two procedures. All of that must succeed as without packet loss. A PDU that is not \
      acknowledged must be retransmitted unchanged, and a PDU that did not arrive must not be acknowledged.
      """
  ) { tester throws(TesterStop) in
    // A failure without packet loss is no finding of this case.
    _ = try tester.connectForRanging()
    _ = try tester.prepareRanging(tester.plainConfiguration)
    try tester.prepare("disconnecting", tester.phone.disconnect())
    for loss in PDULoss.allCases {
      let watch = LinkWatch(tester.bed.phoneController.air, after: tester.recorder)
      var lost = 0
      watch.lose(by: loss.plan { lost += 1 })
      defer { watch.lose(by: nil) }
      do throws(TesterStop) {
        try tester.reconnect()
        try tester.rangeInLossyAir(loss)
      } catch {
        tester.expectAcknowledgement(watch, "acknowledgement and retransmission where \(loss.words)")
        guard case .inconclusive(let reason, _) = error else { throw error }
        try tester.require(reason, .inPlaceOf("paired and ranged"), loss.words)
      }
      watch.lose(by: nil)
      tester.expectAcknowledgement(watch, "acknowledgement and retransmission where \(loss.words)")
      let least = tester.wholeLimit("lost_pdus")
      if lost < least { throw .inconclusive("only \(lost) PDUs were lost, expected \(least) or more") }
      try tester.prepare("disconnecting", tester.phone.disconnect())
    }
  }
}

extension Tester {
  fileprivate func rangeInLossyAir(_ loss: PDULoss) throws(TesterStop) {
    try speedUp()
    let start = phone.frames.count
    try attempt("pairing where \(loss.words)", pair(), required: "a bond")
    let codes = phone.frames[start...].filter { $0.frame.channel == .securityManager }
      .compactMap(\.frame.payload.first)
    expect(
      Set(codes).count == codes.count, .holds("each once", else: "some twice"),
      "pairing PDUs of the accessory where \(loss.words)")
    try learnCapabilities()
    _ = try prepareRanging(plainConfiguration)
    let procedures = try run(procedures: 2, mustComplete: false, under: " where \(loss.words)")
    expect(
      procedures.count, .atLeast(2, ""), "procedures reported where \(loss.words)",
      frames: procedures.last.map { frames(of: $0) })
  }
}
