package import ChannelSounding
package import CoreTypes
internal import Documents
package import HostStack
internal import Initiator
internal import Notation
package import ProcedureRanging
internal import Profiles
package import RangingService
internal import Verdicts
internal import VirtualHost
internal import Wire

/// An answer on a channel.
package struct ChannelAnswer {
  /// The payload; nil if none came.
  package let octets: [UInt8]?
  /// Why none came; nil for silence.
  package let loss: ErrorCode?
  /// The frames of the answer; without an answer the last one of the capture.
  package let frames: [Int]

  /// The answer as a PDU of the Attribute protocol; nil if it is no such PDU.
  package var attributePDU: ATTPDU? { octets.flatMap(Self.attributePDU) }

  private static func attributePDU(_ octets: [UInt8]) -> ATTPDU? {
    do {
      return try ATTPDU(decoding: octets)
    } catch {
      return nil
    }
  }

  /// The code of an Error Response.
  package var errorCode: ATTErrorCode? {
    if case .errorResponse(let error) = attributePDU { error.errorCode } else { nil }
  }

  /// As text.
  package var text: String {
    if let loss { return "the link was lost: \(loss)" }
    guard let octets else { return "no answer" }
    if let errorCode { return "refused: \(errorCode)" }
    return "a PDU of opcode 0x\(Array(octets.prefix(1)).hex())"
  }
}

/// The Attribute protocol, PDU by PDU.
extension Tester {
  /// How long an answer may take, of the Attribute protocol or of the Security Manager; longer on a slow link.
  /// [Vol 3, Part F, 3.3.3; Vol 3, Part H, 3.4]
  private var answerTimeout: Picoseconds {
    phone.timeout(atLeast: HostLink.transactionTimeout, exchanges: 12)
  }

  /// How long the tester listens where no answer is due: a dozen exchanges. A host that answers what it must not
  /// answer does so as soon as it has read it.
  package var silenceTime: Picoseconds { phone.timeout(atLeast: .seconds(3), exchanges: 12) }

  /// The ATT_MTU where the phone has not exchanged it: 23 octets, unless the accessory has, as a client.
  /// [Vol 3, Part F, 3.4.2]
  package var mtuWithoutPhone: Int { phone.link?.client.mtu ?? ATTServer.defaultMTU }

  /// Sends octets to the accessory's server and takes its answer. After a request without an answer in the time of
  /// a transaction none is sent any more on the link. [Vol 3, Part F, 3.3.3]
  ///
  /// - Parameter limit: how long it may take; nil for the time of a transaction.
  package func ask(_ octets: [UInt8], within limit: Picoseconds? = nil) throws(TesterStop) -> ChannelAnswer {
    if phone.link?.carriesAttributes == false {
      return ChannelAnswer(octets: nil, loss: nil, frames: lastFrame)
    }
    let transactionTimeout = phone.timeout(atLeast: phone.phone.transactionTime, exchanges: 12)
    let answer = try exchange(octets, on: .attribute, within: limit ?? transactionTimeout) { payload in
      // Responses have odd opcodes; notifications and indications are no responses.
      payload.first.map { $0 & 1 == 1 && $0 != 0x1B && $0 != 0x1D } ?? false
    }
    if limit == nil, answer.octets == nil { phone.giveUpAttributes() }
    return answer
  }

  /// Sends a request to the accessory's server and takes its answer.
  package func ask(_ request: ATTPDU, within limit: Picoseconds? = nil) throws(TesterStop) -> ChannelAnswer {
    try ask(request.encoded(), within: limit)
  }

  /// Sends octets on a channel and waits for the first frame on it that `isAnswer` takes.
  ///
  /// - Parameter limit: how long it may take; nil for the 30 s of the Attribute protocol and the Security Manager.
  package func exchange(
    _ octets: [UInt8], on channel: ChannelID, within limit: Picoseconds? = nil,
    isAnswer: ([UInt8]) -> Bool = { _ in true }
  ) throws(TesterStop) -> ChannelAnswer {
    let start = phone.frames.count
    try prepare("sending", phone.send(L2CAPFrame(channel, octets)))
    return try awaitFrame(on: channel, after: start, within: limit, isAnswer: isAnswer)
  }

  /// Waits for the first frame on a channel, after so many kept ones, that `isAnswer` takes.
  ///
  /// - Parameter limit: how long it may take; nil for the 30 s of the Attribute protocol and the Security Manager.
  package func awaitFrame(
    on channel: ChannelID, after start: Int, within limit: Picoseconds? = nil,
    isAnswer: ([UInt8]) -> Bool = { _ in true }
  ) throws(TesterStop) -> ChannelAnswer {
    var found: ReceivedFrame?
    var examined = start
    do throws(HostError) {
      try phone.driver.wait(for: "answer", within: limit ?? answerTimeout) {
        while found == nil, examined < phone.frames.count {
          let received = phone.frames[examined]
          if received.frame.channel == channel, isAnswer(received.frame.payload) { found = received }
          examined += 1
        }
        return found != nil
      }
    } catch {
      switch error {
      case .disconnected(let code): return ChannelAnswer(octets: nil, loss: code, frames: lastFrame)
      case .controllerGone(let reason): throw .inconclusive("the controller disconnected: \(reason)")
      default: return ChannelAnswer(octets: nil, loss: nil, frames: lastFrame)
      }
    }
    guard let found else { return ChannelAnswer(octets: nil, loss: nil, frames: lastFrame) }
    return ChannelAnswer(octets: found.frame.payload, loss: nil, frames: frame(ofEvent: found.packetIndex))
  }

  /// Sends a request that the server must refuse with one of `codes`.
  ///
  /// - Parameter handle: the required Attribute Handle In Error; nil if any is accepted.
  package func expectError(
    _ name: String, _ octets: [UInt8], at handle: UInt16? = nil, _ codes: ATTErrorCode...
  ) throws(TesterStop) {
    let answer = try ask(octets)
    try require(answer, .error(codes), name, frames: answer.frames)
    guard let handle, case .errorResponse(let error) = answer.attributePDU else { return }
    expect(error.handle, .equals(handle), "Attribute Handle In Error, \(name)", frames: answer.frames)
  }

  /// Judges whether the server still answers, with any PDU.
  package func expectService() throws(TesterStop) {
    let answer = try ask(.readByTypeRequest(ATTTypedRange(.all, type: .deviceName)))
    try require(
      answer.octets, .present("answered", else: answer.text), "answer to a further request",
      frames: answer.frames)
  }
}

/// The preconditions of a case of the Ranging Service.
extension Tester {
  /// The ATT_MTU that the profile of ranging recommends. [RAP 1.0, 3.1.2]
  package static let rangingMTU = 247

  /// Ends the case if RAS Features lack a bit.
  package func requireFeature(
    _ feature: RASFeatures, _ name: String, of probe: RangingProbe
  ) throws(TesterStop) {
    if try features(of: probe).contains(feature) { return }
    throw .notApplicable("RAS Features do not claim \(name)")
  }

  /// RAS Features as the accessory has them.
  package func features(of probe: RangingProbe) throws(TesterStop) -> RASFeatures {
    try prepare(
      "reading RAS Features", phone.run { $0.readRangingFeatures(probe.handles) }, on: .rangingFeatures)
  }

  /// The service on an existing link; ends the case if there is none.
  package func findRangingService() throws(TesterStop) -> RangingProbe {
    let handles = try prepare("discovery of the Ranging Service", phone.findRangingService())
    guard let handles else { throw .inconclusive("there is no Ranging Service", on: .rangingService) }
    return RangingProbe(tester: self, handles: handles)
  }

  /// Connects, pairs and finds the service, which the accessory has to claim.
  package func openRangingService() throws(TesterStop) -> RangingProbe {
    try connectSecurely()
    try exchangeMTU(Self.rangingMTU)
    return try findRangingService()
  }

  /// As `openRangingService`, with all that procedures need. They use all channels, so that their data have several
  /// segments.
  ///
  /// - Parameter mtu: what is offered; nil leaves the ATT_MTU at 23.
  package func openRangingServiceForProcedures(
    mtu: Int? = Tester.rangingMTU
  ) throws(TesterStop) -> (probe: RangingProbe, configuration: CSConfiguration) {
    _ = try connectForRanging()
    try exchangeMTU(mtu)
    let probe = try findRangingService()
    var asked = plainConfiguration
    asked.channelMap = .allowed
    return (probe, try prepareRanging(asked))
  }

  private func exchangeMTU(_ mtu: Int?) throws(TesterStop) {
    guard let mtu else { return }
    try prepare("agreement on ATT_MTU", phone.exchangeMTU(mtu))
  }

  /// Disconnects, connects again and encrypts with the key of the bond.
  package func returnToRangingService() throws(TesterStop) -> RangingProbe {
    try prepare("disconnecting", phone.disconnect())
    try reconnect()
    try prepare("encryption with the stored key", phone.encrypt(), on: .storedKey)
    try exchangeMTU(Self.rangingMTU)
    return try findRangingService()
  }

  /// Waits until the link has been quiet for as long as the next segment of ranging data may take.
  package func settle() {
    let quiet = phone.timeout(atLeast: RangingRequestor.nextSegmentTime, exchanges: 5)
    var count = -1
    while phone.linkActions.count != count, phone.link != nil {
      count = phone.linkActions.count
      phone.idle(quiet)
    }
  }

  /// Waits for what the server has to send, as long as its first segment may take, and then until it has sent all.
  package func settle(after isThere: () -> Bool) {
    let limit = phone.timeout(atLeast: RangingRequestor.firstSegmentTime, exchanges: 40)
    var (isDone, count) = (false, -1)
    do throws(HostError) {
      try phone.driver.wait(for: "ranging data", within: limit) {
        if !isDone, phone.linkActions.count != count {
          count = phone.linkActions.count
          isDone = isThere()
        }
        return isDone
      }
    } catch {
      // What does not come is for the case to judge.
    }
    settle()
  }

  /// Runs procedures and waits until the server has sent their data, or reports that they are ready.
  package func range(_ count: Int, _ probe: RangingProbe) throws(TesterStop) -> [ProcedureResult] {
    try range(count) {
      let sent = probe.segments(.realTimeData).count { $0.isLast }
      return probe.counters(.ready).count + sent >= count
    }
  }

  /// Runs procedures and waits until the server has sent what `isThere` looks for.
  package func range(_ count: Int, until isThere: () -> Bool) throws(TesterStop) -> [ProcedureResult] {
    let procedures = try run(procedures: count)
    settle(after: isThere)
    return procedures
  }
}
