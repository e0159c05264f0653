internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Profiles
internal import SimulationKernel
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// The connection parameters that an accessory requests.
  static let connectionParameterCases = [
    latency, timeout, shortestInterval, longestInterval, silence, timeoutAgainstSilence, fastest, preferred,
    dataLength,
  ]

  private static func parameterCase(
    _ number: String, _ title: String, limits: [LimitRule], rule: String,
    _ judge: @escaping @Sendable (Tester, ParameterRequest) -> Void
  ) -> TestCase {
    TestCase(
      id: "CS/CPR/BV-\(number)", title: title, limits: limits,
      procedure: """
        Connect and wait 7 s for a request for other connection parameters, by LL_CONNECTION_PARAM_REQ or over \
        L2CAP; if there is none, pair and wait again. Each request is judged separately. \(rule)
        """
    ) { tester throws(TesterStop) in
      try tester.connect()
      for request in try tester.parameterRequests() { judge(tester, request) }
    }
  }

  private static let latency = parameterCase(
    "01", "Requested latency", limits: [LimitRule("latency_most", .whole(0...499))],
    rule: "Its latency is at most the limit."
  ) { tester, request in
    let most = tester.wholeLimit("latency_most")
    tester.expect(request.latency, .atMost(most, "events"), "latency", frames: request.frames)
  }

  private static let timeout = parameterCase(
    "02", "Requested supervision timeout",
    limits: [
      LimitRule("timeout_least_s", .number(0.1...32), notAbove: "timeout_undisputed_s"),
      LimitRule("timeout_undisputed_s", .number(0.1...32), notAbove: "timeout_most_s"),
      LimitRule("timeout_most_s", .number(0.1...32)),
    ], rule: "Its supervision timeout is within the limits. Above the undisputed limit, it gets a warning."
  ) { tester, request in
    let (least, most) = (tester.limit("timeout_least_s"), tester.limit("timeout_most_s"))
    let undisputed = tester.limit("timeout_undisputed_s")
    let seconds = request.timeout / 1000
    tester.expect(seconds, .between(least, most, "s"), "supervision timeout", frames: request.frames)
    if seconds > undisputed, seconds <= most {
      tester.warn(
        """
        releases of the guidelines differ about timeouts above \(tester.number(undisputed)) s, found \
        \(tester.number(seconds)) s; request \(tester.number(undisputed)) s
        """)
    }
  }

  private static let shortestInterval = parameterCase(
    "03", "Requested minimum interval", limits: [LimitRule("interval_step_ms", .number(1.25...100))],
    rule: "Its shortest interval is a multiple of 15 ms, and not 0."
  ) { tester, request in
    let step = tester.limit("interval_step_ms")
    tester.expect(
      request.least,
      .that("a multiple of \(tester.number(step)) ms", words: { MeasureText.number($0, "ms") }) {
        ($0 / step).rounded() * step == $0 && $0 >= step
      }, "shortest interval", frames: request.frames)
  }

  private static let longestInterval = parameterCase(
    "04", "Requested interval range", limits: [LimitRule("interval_step_ms", .number(1.25...100))],
    rule: "Its longest interval is 15 ms above the shortest or more, or both are 15 ms."
  ) { tester, request in
    let step = tester.limit("interval_step_ms")
    tester.expect(
      (request.least, request.most),
      .that(
        "\(tester.number(step)) ms apart, or both \(tester.number(step)) ms",
        words: { "\(MeasureText.number($0)) to \(MeasureText.number($1, "ms"))" }
      ) { $1 >= $0 + step || ($0 == step && $1 == step) }, "intervals", frames: request.frames)
  }

  private static let silence = parameterCase(
    "05", "Requested maximum silence", limits: [LimitRule("silence_most_s", .number(0.1...32))],
    rule: "Its maximum interval times (latency + 1) is at most the limit."
  ) { tester, request in
    let most = tester.limit("silence_most_s")
    tester.expect(request.silence / 1000, .atMost(most, "s"), "interval with latency", frames: request.frames)
  }

  private static let timeoutAgainstSilence = parameterCase(
    "06", "Supervision timeout against silence", limits: [LimitRule("timeout_factor", .number(1...100))],
    rule: "Its supervision timeout is longer than three maximum intervals with latency."
  ) { tester, request in
    let factor = tester.limit("timeout_factor")
    tester.expect(
      request.timeout, .above(request.silence * factor, "ms"), "supervision timeout", frames: request.frames)
  }

  private static let fastest = parameterCase(
    "07", "Phone's choice for 15 ms", limits: [],
    rule: "The known choices of phones for its intervals are reported."
  ) { tester, request in
    let outcome =
      request.most <= 15 ? "a phone may grant 30 ms" : request.least < 15 ? "granted to HID alone" : "granted"
    tester.expect(
      "\(tester.number(request.least)) to \(tester.number(request.most)) ms: \(outcome)",
      .reported("reported"), "intervals", frames: request.frames)
  }

  private static let preferred = TestCase(
    id: "CS/CPR/BV-08", title: "Peripheral Preferred Connection Parameters",
    procedure: """
      Pair and look for the characteristic 0x2A04, which phones do not read. An accessory that has it but requests \
      nothing within 7 s gets a warning.
      """
  ) { tester throws(TesterStop) in
    try tester.connectSecurely()
    let database = try tester.readDatabase()
    let isThere = database.characteristics.contains { $0.uuid == BluetoothUUID(0x2A04) }
    tester.expect(
      isThere ? "present" : "absent", .reported("present or absent"), "preferred parameters (0x2A04)")
    if isThere, tester.awaitParameterRequests().isEmpty {
      tester.warn("phones do not read 0x2A04; request connection parameters instead")
    }
  }

  private static let dataLength = TestCase(
    id: "CS/DLE/BV-01", title: "Data length extension", needs: [.air, .controller],
    limits: [LimitRule("octets_least", .whole(28...251))],
    procedure: """
      Connect and start the data length procedure with 251 octets. The accessory's answer must allow the number of \
      octets in both directions.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let least = tester.wholeLimit("octets_least")
    try tester.prepare("data length", tester.phone.extendDataLength())
    let seen = tester.recorder.controlPDUs.last { !$0.isFromCentral && $0.pdu.dataLengths != nil }
    let lengths = seen?.pdu.dataLengths
    tester.expect(
      lengths.map { Samples([$0.receive, $0.send], of: "directions") }, .atLeast(least, "octets"),
      "octets of a data PDU", frames: tester.exchangeFrames(.lengthReq, .lengthRsp))
  }
}

extension ControlPDU {
  /// The octets that the sender of LL_LENGTH_REQ or LL_LENGTH_RSP receives and sends.
  fileprivate var dataLengths: (receive: Int, send: Int)? {
    switch self {
    case .lengthReq(let pdu), .lengthRsp(let pdu): (Int(pdu.lengths.rx.octets), Int(pdu.lengths.tx.octets))
    default: nil
    }
  }
}

/// The connection parameters that an accessory requests.
struct ParameterRequest {
  /// As the accessory sent them.
  let parameters: ConnectionParameterRange
  /// In milliseconds.
  let least: Double
  /// In milliseconds.
  let most: Double
  let latency: Int
  /// In milliseconds.
  let timeout: Double
  let frames: [Int]

  /// The longest interval with latency, in milliseconds.
  var silence: Double { most * Double(latency + 1) }

  init(_ parameters: ConnectionParameterRange, frames: [Int]) {
    self.parameters = parameters
    least = parameters.intervalMin.milliseconds
    most = parameters.intervalMax.milliseconds
    latency = Int(parameters.latency)
    timeout = parameters.timeout.milliseconds
    self.frames = frames
  }
}

extension Tester {
  /// Many stacks wait for 5 s before they send the request.
  private static let requestTimeout = Picoseconds.seconds(7)

  /// The longest time between two requests of an attached host, which runs in real time.
  private static let pauseOfRequests = Picoseconds.seconds(2)

  /// The different requests of the accessory on this link; ends the case if there is none.
  fileprivate func parameterRequests() throws(TesterStop) -> [ParameterRequest] {
    var requests = awaitParameterRequests()
    if requests.isEmpty {
      // Some accessories request them once the link is encrypted.
      do throws(HostError) {
        try pair()
      } catch {
        if case .controllerGone = error { throw .inconclusive("pairing: \(error)") }
        throw .notApplicable("no request for other connection parameters within 7 s")
      }
      requests = awaitParameterRequests()
    }
    if requests.isEmpty {
      throw .notApplicable("no request for other connection parameters within 7 s, nor after pairing")
    }
    return requests
  }

  /// The different requests of the accessory on this link until 7 s from now.
  fileprivate func awaitParameterRequests() -> [ParameterRequest] {
    var end = bed.simulation.now + Self.requestTimeout
    var requests: [ParameterRequest] = []
    while bed.simulation.now < end {
      phone.idle(.milliseconds(250))
      let seen = requestsOnLink + requestsOverL2CAP
      if bed.isAttached, seen.count > requests.count { end = bed.simulation.now + Self.pauseOfRequests }
      requests = seen
    }
    var different: [ParameterRequest] = []
    for request in requests where !different.contains(where: { $0.parameters == request.parameters }) {
      different.append(request)
    }
    return different
  }

  private var requestsOnLink: [ParameterRequest] {
    recorder.controlPDUs.compactMap { seen in
      guard !seen.isFromCentral, case .connectionParamReq(let pdu) = seen.pdu else { return nil }
      return ParameterRequest(pdu.parameters, frames: [seen.frame])
    }
  }

  private var requestsOverL2CAP: [ParameterRequest] {
    phone.frames.compactMap { received in
      guard received.frame.channel == .signalling else { return nil }
      do {
        let command = try SignallingCommand(decoding: received.frame.payload)
        guard command.code == ConnectionParameterUpdateRequest.code else { return nil }
        return ParameterRequest(
          try ConnectionParameterUpdateRequest(decoding: command.data).parameters,
          frames: frame(ofEvent: received.packetIndex))
      } catch {
        // A PDU that cannot be decoded is no request.
        return nil
      }
    }
  }
}
