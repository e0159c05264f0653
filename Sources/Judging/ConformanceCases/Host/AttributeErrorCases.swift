internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import Notation
internal import Profiles
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// Requests that fail, and the answers of the server.
  static let attributeErrorCases = [
    unknownRequest, unknownCommand, invalidHandle, invalidOffset, malformedPDU, writeRefused, smallMTU,
    illegalRange, longValue, queuedWrite, queueOverflow, twoRequests, interrupted,
  ]

  private static func errorCase(
    _ number: String, _ title: String, _ procedure: String,
    _ run: @escaping @Sendable (Tester) throws(TesterStop) -> Void
  ) -> TestCase {
    TestCase(
      id: "CS/GAT/\(number)", title: title,
      procedure: procedure + " The server must answer further requests."
    ) { tester throws(TesterStop) in
      try tester.connectSecurely()
      try run(tester)
      try tester.expectService()
    }
  }

  private static let unknownRequest = errorCase(
    "BI-01", "Unknown request opcodes",
    "Send requests with the undefined opcodes 0x24 and 0x3E; each must be refused with 0x06."
  ) { tester throws(TesterStop) in
    for opcode: UInt8 in [0x24, 0x3E] {
      try tester.expectError("request \(opcode.hex(2, .lower))", [opcode, 0, 0], .requestNotSupported)
    }
  }

  private static let unknownCommand = errorCase(
    "BI-02", "Unknown command opcode", "Send the opcode 0x7F, an undefined command; it must get no answer."
  ) { tester throws(TesterStop) in
    let answer = try tester.ask([0x7F, 1, 2, 3], within: tester.silenceTime)
    try tester.require(answer, .silence, "command 0x7F", frames: answer.frames)
  }

  private static let invalidHandle = errorCase(
    "BI-03", "Invalid handles",
    "Read and write the handles 0x0000 and 0xFFFF; each request must be refused with 0x01."
  ) { tester throws(TesterStop) in
    for octets: [UInt8] in [[0x00, 0x00], [0xFF, 0xFF]] {
      try tester.expectError("reading 0x\(octets.hex())", [0x0A] + octets, .invalidHandle)
      try tester.expectError("writing 0x\(octets.hex())", [0x12] + octets + [0], .invalidHandle)
    }
  }

  private static let invalidOffset = errorCase(
    "BI-04", "Offsets at and beyond the end of a value",
    """
    Read the Device Name from offset 600; that must be refused with 0x07, or with 0x0B for a short value, and \
    name its handle. Read it from its end; the answer must be empty or a refusal with 0x0B.
    """
  ) { tester throws(TesterStop) in
    let name = try tester.valueHandle(of: .deviceName)
    func blob(from offset: Int) -> ATTPDU {
      .readBlobRequest(ATTReadBlobRequest(handle: name, offset: UInt16(offset)))
    }
    try tester.expectError(
      "reading from offset 600", blob(from: 600).encoded(), at: name, .invalidOffset, .attributeNotLong)
    let whole = try tester.ask(.readRequest(ATTReadRequest(handle: name)))
    // A value that fills the response may be longer.
    guard case .readResponse(let value) = whole.attributePDU, value.value.count < 22 else { return }
    let end = try tester.ask(blob(from: value.value.count))
    try tester.require(
      end,
      .answer("empty, or refused: \(ATTErrorCode.attributeNotLong)") {
        $0.octets == [ATTOpcode.readBlobResponse.rawValue] || $0.errorCode == .attributeNotLong
      }, "reading from the end of the value", frames: end.frames)
  }

  private static let malformedPDU = errorCase(
    "BI-05", "Truncated requests",
    "Send a Read Request and a Find Information Request with an octet too few; each must be refused with 0x04."
  ) { tester throws(TesterStop) in
    try tester.expectError("a Read Request of 2 octets", [0x0A, 0x01], .invalidPDU)
    try tester.expectError("a Find Information Request of 4 octets", [0x04, 0x01, 0x00, 0xFF], .invalidPDU)
  }

  private static let writeRefused = errorCase(
    "BI-06", "Write to a read-only attribute",
    "Write the declaration of the first characteristic; that must be refused with 0x03."
  ) { tester throws(TesterStop) in
    guard let first = try tester.readDatabase().characteristics.first else {
      throw .notApplicable("not claimed: a characteristic")
    }
    let write = ATTPDU.writeRequest(ATTHandleValue(handle: first.declaration, value: [0]))
    try tester.expectError(
      "writing a declaration", write.encoded(), at: first.declaration, .writeNotPermitted)
  }

  private static let smallMTU = errorCase(
    "BI-07", "ATT_MTU below 23",
    """
    Offer 22 octets, below the legal minimum. The accessory may refuse that or answer; responses stay at 23 octets \
    at most, unless the accessory exchanges ATT_MTU as a client.
    """
  ) { tester throws(TesterStop) in
    let answer = try tester.ask(.exchangeMTURequest(ATTReceiveMTU(22)))
    try tester.require(
      answer,
      .answer("refused, or answered with 23 or more") {
        if case .exchangeMTUResponse(let response) = $0.attributePDU {
          response.receiveMTU >= 23
        } else {
          $0.errorCode != nil
        }
      }, "an offer of 22 octets", frames: answer.frames)
    let next = try tester.ask(.readByGroupTypeRequest(ATTTypedRange(.all, type: .primaryService)))
    try tester.require(
      next.octets.map(\.count), .between(1, tester.mtuWithoutPhone, "octets"), "response after the offer",
      frames: next.frames)
  }

  private static let illegalRange = errorCase(
    "BI-08", "Invalid handle ranges",
    "Search from handle 5 to 2, and from handle 0; each request must be refused with 0x01."
  ) { tester throws(TesterStop) in
    for range in [HandleRange(5, 2), HandleRange(0, 9)] {
      let name = "\(range.start) to \(range.end)"
      try tester.expectError(
        "services from \(name)",
        ATTPDU.readByGroupTypeRequest(ATTTypedRange(range, type: .primaryService)).encoded(), .invalidHandle)
      try tester.expectError(
        "information from \(name)",
        ATTPDU.findInformationRequest(ATTFindInformationRequest(range)).encoded(), .invalidHandle)
    }
  }

  private static let longValue = errorCase(
    "BV-12", "Values longer than a response",
    """
    Read every value without an exchange of ATT_MTU by the phone. A value that fills its response must continue in \
    Read Blob Responses, up to 512 octets.
    """
  ) { tester throws(TesterStop) in
    for characteristic in try tester.readDatabase().characteristics
    where characteristic.properties.contains(.read) {
      try tester.judgeLongValue(at: characteristic.valueHandle)
    }
    if tester.steps.isEmpty { throw .notApplicable("not claimed: a value longer than a response") }
  }

  private static let queuedWrite = errorCase(
    "BV-13", "Queued writes",
    """
    Queue two parts of a writable value and cancel them: the value must be unchanged. Queue them again and \
    execute them: the value must begin with them. A value that admits no such value may refuse the execution \
    with 0x0D, and is then unchanged, or with 0x13 or an application error. A server without queued writes refuses \
    the first with 0x06, and a value that needs an authenticated link with 0x05.
    """
  ) { tester throws(TesterStop) in
    let handle = try tester.writableHandle()
    let before = try tester.ask(.readRequest(ATTReadRequest(handle: handle)))
    try tester.requireCancellation(try tester.queueParts(at: handle, execute: 0))
    let cancelled = try tester.ask(.readRequest(ATTReadRequest(handle: handle)))
    try tester.require(
      cancelled.octets == before.octets, .holds("unchanged", else: "changed"), "value after the cancellation",
      frames: cancelled.frames)
    let execution = try tester.queueParts(at: handle, execute: 1)
    let refusals = [ATTErrorCode.invalidAttributeValueLength, .valueNotAllowed]
    let isOfApplication = execution.errorCode.map { (0x80...0x9F).contains($0.rawValue) } ?? false
    let isRefused = isOfApplication || execution.errorCode.map(refusals.contains) ?? false
    try tester.require(
      execution.isExecuted || isRefused,
      .holds(
        "accepted, or refused: " + refusals.map(\.description).joined(separator: " or ")
          + " or an application error", met: isRefused ? execution.text : "accepted", else: execution.text),
      "execution", frames: execution.frames)
    // After another code, the server need not have restored the value. [Vol 3, Part F, 3.4.6.3]
    if isOfApplication || execution.errorCode == .valueNotAllowed { return }
    let written = try tester.ask(.readRequest(ATTReadRequest(handle: handle)))
    let isThere = written.octets.map { Array($0.dropFirst().prefix(6)) == [1, 2, 3, 4, 5, 6] } ?? false
    try tester.require(
      isRefused ? written.octets == before.octets : isThere,
      .holds(isRefused ? "unchanged" : "begins with both parts", else: written.text),
      "value after the execution", frames: written.frames)
  }

  private static let queueOverflow = errorCase(
    "BI-09", "Full prepare queue",
    """
    Queue writes without end. The accessory must accept them or refuse one with 0x09 (or 0x11), stay on the link, \
    and accept the cancellation. A server without queued writes refuses the first with 0x06, and a value that needs \
    an authenticated link with 0x05.
    """
  ) { tester throws(TesterStop) in
    let handle = try tester.writableHandle()
    for index in 0..<100 {
      let part = ATTPreparedWrite(handle: handle, offset: 0, value: [UInt8](repeating: 0, count: 16))
      let answer = try tester.queue(part, isFirst: index == 0)
      let isFull = answer.errorCode == .prepareQueueFull || answer.errorCode == .insufficientResources
      var isTaken = false
      if case .prepareWriteResponse = answer.attributePDU { isTaken = true }
      try tester.require(
        answer, .answer("accepted, or refused: \(ATTErrorCode.prepareQueueFull)") { _ in isTaken || isFull },
        "queued write \(index + 1)", frames: answer.frames)
      if isFull { break }
    }
    try tester.requireCancellation(try tester.ask(.executeWriteRequest(ATTExecuteWriteRequest(flags: 0))))
  }

  private static let twoRequests = errorCase(
    "BI-10", "Second request before the first answer",
    """
    Send two requests at once, which a client must not do. The accessory answers both in order, or the first alone.
    """
  ) { tester throws(TesterStop) in
    let name = try tester.valueHandle(of: .deviceName)
    let start = tester.phone.frames.count
    try tester.prepare("sending") { () throws(HostError) in
      try tester.phone.send(
        L2CAPFrame(.attribute, ATTPDU.readRequest(ATTReadRequest(handle: name)).encoded()))
      try tester.phone.send(L2CAPFrame(.attribute, ATTPDU.exchangeMTURequest(ATTReceiveMTU(64)).encoded()))
    }
    let first = try tester.awaitFrame(on: .attribute, after: start) {
      [0x0B, 0x03, 0x01].contains($0.first ?? 0)
    }
    try tester.require(
      first, .answer("the answer to the first request") { $0.octets?.first == 0x0B }, "first answer",
      frames: first.frames)
    tester.phone.idle(.seconds(1))
  }

  private static let interrupted = TestCase(
    id: "CS/GAT/BI-11", title: "Disconnection during a request",
    limits: [LimitRule("discovery_time_s", .number(0.1...600))],
    procedure: """
      Send a request and disconnect before its answer. The accessory must advertise again in time, accept a new \
      connection, and answer on it.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    try tester.prepare("a request and the end of the link") { () throws(HostError) in
      let pdu = ATTPDU.readByGroupTypeRequest(ATTTypedRange(.all, type: .primaryService))
      try tester.phone.send(L2CAPFrame(.attribute, pdu.encoded()))
      try tester.phone.disconnect()
    }
    let seconds = tester.limit("discovery_time_s")
    let events = tester.watchAdvertising(1, within: .milliseconds(Int(seconds * 1000)))
    try tester.require(
      !events.isEmpty,
      .holds("within \(tester.number(seconds)) s", met: "advertises", else: "no advertising was received"),
      "advertising after the disconnection", frames: events.first?.frames)
    try tester.reconnect()
    try tester.expectService()
  }
}

extension ChannelAnswer {
  /// Whether it is an Execute Write Response.
  fileprivate var isExecuted: Bool { octets?.first == ATTOpcode.executeWriteResponse.rawValue }
}

extension Tester {
  /// The handle of the first characteristic with that UUID.
  fileprivate func valueHandle(of uuid: BluetoothUUID) throws(TesterStop) -> UInt16 {
    guard let found = try readDatabase().characteristics.first(where: { $0.uuid == uuid }) else {
      throw .notApplicable("not claimed: the characteristic \(uuid)")
    }
    return found.valueHandle
  }

  /// The handle of a value that can be read and written.
  fileprivate func writableHandle() throws(TesterStop) -> UInt16 {
    guard let found = try readDatabase().writable else {
      throw .notApplicable("not claimed: a value that can be read and written")
    }
    return found.valueHandle
  }

  /// How a server refuses what the link lacks beyond pairing without confirmation. [Vol 3, Part F, 3.4.1.1]
  private static let securityRefusals: [ATTErrorCode] = [
    .insufficientAuthentication, .insufficientAuthorization, .encryptionKeySizeTooShort,
  ]

  /// Queues a part of a value; ends the case if the server refuses the first one since it has no queued writes, or
  /// since the value needs more than pairing without confirmation.
  fileprivate func queue(_ part: ATTPreparedWrite, isFirst: Bool) throws(TesterStop) -> ChannelAnswer {
    let answer = try ask(.prepareWriteRequest(part))
    guard isFirst, let code = answer.errorCode else { return answer }
    if code == .requestNotSupported {
      throw .notApplicable("not claimed: queued writes; Prepare Write Request is \(answer.text)")
    }
    if Self.securityRefusals.contains(code) {
      throw .notApplicable(
        "not claimed: a value to write without confirmed pairing; Prepare Write Request is \(answer.text)")
    }
    return answer
  }

  /// Queues 1, 2, 3 and 4, 5, 6 for a value, and cancels (0) or carries out (1). Returns the answer to the latter.
  fileprivate func queueParts(at handle: UInt16, execute flags: UInt8) throws(TesterStop) -> ChannelAnswer {
    for (offset, value): (UInt16, [UInt8]) in [(0, [1, 2, 3]), (3, [4, 5, 6])] {
      let part = ATTPreparedWrite(handle: handle, offset: offset, value: value)
      let answer = try queue(part, isFirst: offset == 0)
      var isEchoed = false
      if case .prepareWriteResponse(part) = answer.attributePDU { isEchoed = true }
      try require(
        isEchoed, .holds("echoed", else: answer.text), "queued write at offset \(offset)",
        frames: answer.frames)
    }
    return try ask(.executeWriteRequest(ATTExecuteWriteRequest(flags: flags)))
  }

  fileprivate func requireCancellation(_ answer: ChannelAnswer) throws(TesterStop) {
    try require(
      answer.isExecuted, .holds("accepted", else: answer.text), "cancellation", frames: answer.frames)
  }

  fileprivate func judgeLongValue(at handle: UInt16) throws(TesterStop) {
    let part = mtuWithoutPhone - 1
    let first = try ask(.readRequest(ATTReadRequest(handle: handle)))
    guard case .readResponse(let value) = first.attributePDU, value.value.count == part else { return }
    var length = part
    while length <= 512 {
      let answer = try ask(.readBlobRequest(ATTReadBlobRequest(handle: handle, offset: UInt16(length))))
      if [.invalidOffset, .attributeNotLong].contains(answer.errorCode) { break }
      guard case .readBlobResponse(let more) = answer.attributePDU else {
        return expect(
          answer.text, .inPlaceOf("a Read Blob Response"), "value at handle \(handle) from offset \(length)",
          frames: answer.frames)
      }
      length += more.value.count
      if more.value.count < part { break }
    }
    expect(length, .atMost(512, "octets"), "length of the value at handle \(handle)")
  }
}
