internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Profiles
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// When an accessory advertises, and what it sends to other advertisers.
  static let advertisingStateCases = [role, afterLoss, matching, matchingAfterBond]

  private static let role = TestCase(
    id: "CS/ADV/BV-08", title: "Peripheral or broadcaster",
    procedure: """
      Advertise from the phone for 3 s. The accessory must not send a scan request or connect: only observers and \
      centrals do so.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    try tester.prepare("advertising", tester.phone.advertise(for: .seconds(3)))
    let request = tester.recorder.advertisements.compactMap { seen in
      Tester.kind(of: seen).map { (pdu: $0, frame: seen.frame) }
    }.first {
      switch $0.pdu {
      case .scanReq, .connectInd: true
      default: false
      }
    }
    tester.expect(
      request, .absent() { $0.pdu.name }, "requests to another advertiser", frames: request.map { [$0.frame] }
    )
  }

  private static let afterLoss = TestCase(
    id: "CS/ADV/BV-09", title: "Advertising after a lost link",
    limits: [LimitRule("discovery_time_s", .number(0.1...600))],
    procedure: """
      Connect, stop the phone's transmissions, and wait for the supervision timeout. The accessory must advertise \
      again in time.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    // A link that never carried a packet ends for another reason.
    tester.phone.idle(.seconds(1))
    try tester.vanish()
    let seconds = tester.limit("discovery_time_s")
    let events = tester.watchAdvertising(1, within: .milliseconds(Int(seconds * 1000)))
    tester.expect(
      !events.isEmpty,
      .holds("within \(tester.number(seconds)) s", met: "advertises", else: "no advertising was received"),
      "advertising after a lost link", frames: events.first?.frames)
  }

  private static let matching = TestCase(
    id: "CS/ASK/BV-04", title: "Advertising data matches a descriptor",
    procedure: """
      Scan before pairing. The advertising data must have the service UUID or company identifier of a descriptor of \
      the app; what else the descriptor has may be in the scan response.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    let found = try tester.find()
    tester.expect(
      found.match, .equals(.matched, required: "matches a descriptor of the app", words: \.text),
      "advertising data before pairing", frames: tester.frame(ofEvent: found.packetIndex))
  }

  private static let matchingAfterBond = TestCase(
    id: "CS/ASK/BV-06", title: "Advertised service after bonding",
    procedure: """
      Pair, disconnect and scan. The advertising data must match the descriptor as before pairing: the \
      first connection after the picker scans for the declared service.
      """
  ) { tester throws(TesterStop) in
    try tester.powerOn()
    guard try tester.find().match == .matched else {
      throw .inconclusive(
        "the advertising data does not match before pairing either", on: .matchBeforePairing)
    }
    try tester.bondAndLeave()
    let found = try tester.find()
    tester.expect(
      found.match, .equals(.matched, required: "matches a descriptor of the app", words: \.text),
      "advertising data after pairing", frames: tester.frame(ofEvent: found.packetIndex))
  }
}

extension Tester {
  /// Stops the phone's transmissions, and waits until the accessory has detected the link loss.
  func vanish() throws(TesterStop) {
    phone.driver.send(ResetCommand())
    // Parameters that the accessory requested may not be in force yet.
    phone.idle(max(phone.supervisionTimeout, .seconds(6)) + .seconds(1))
    try powerOn()
  }
}

extension AccessoryMatch {
  /// As text.
  fileprivate var text: String {
    switch self {
    case .matched: "matches"
    case .failed(let clause): "does not match: \(clause.rawValue)"
    }
  }
}
