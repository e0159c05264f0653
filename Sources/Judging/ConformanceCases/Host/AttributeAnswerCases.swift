internal import AccessoryProfile
internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import Verdicts
internal import VirtualHost
internal import Wire

extension TestCase {
  /// Whether the accessory's server answers at all.
  static let attributeAnswerCases = [answered]

  private static let answered = TestCase(
    id: "CS/GAT/BV-14", title: "Requests are answered",
    limits: [LimitRule("answer_s", .number(1...30))],
    procedure: """
      Connect, offer the phone's ATT_MTU, and ask for the first primary services, as phones do on every link. Each \
      request must be answered in time, with a response or an error; a phone ends the link when 30 s are over.
      """
  ) { tester throws(TesterStop) in
    try tester.connect()
    let offered = tester.request.phone.connection.mtuOctets
    try tester.expectAnswer("offer of an ATT_MTU", .exchangeMTURequest(ATTReceiveMTU(offered)))
    try tester.expectAnswer(
      "request for the primary services",
      .readByGroupTypeRequest(ATTTypedRange(.all, type: .primaryService)))
  }
}

extension Tester {
  fileprivate func expectAnswer(_ name: String, _ pdu: ATTPDU) throws(TesterStop) {
    let seconds = limit("answer_s")
    let answer = try ask(pdu, within: .milliseconds(Int(seconds * 1000)))
    let silence = "no answer within \(number(seconds)) s"
    try require(
      answer,
      .that(
        "answered within \(number(seconds)) s",
        words: { $0.octets != nil ? "answered" : $0.loss == nil ? silence : $0.text }
      ) { $0.octets != nil }, name, frames: answer.frames)
  }
}
