internal import AccessoryProfile
internal import ConformanceTester
internal import CoreTypes
internal import HCI
internal import HostStack
internal import Initiator
internal import LinkLayer
internal import Verdicts
internal import VirtualController
internal import VirtualHost

extension TestCase {
  /// A phone whose frames are damaged or lost by plan.
  static let phoneLossyAirCases = [lossyAir]

  private static let lossyAir = TestCase(
    id: "CS/LOSS/BV-01", title: "Pairing and ranging in a lossy air",
    limits: [LimitRule("lost_pdus", .whole(1...1000))],
    procedure: """
      Pair and configure in a clear air. Then, on one link each, PDUs of either side arrive with a wrong CRC, or their acknowledgements are lost, each once. Pair, \
      read features and capabilities, configure, start CS security and run two procedures. All of that must succeed as \
      in a clear air; what is not acknowledged must be sent again unchanged, and what did not arrive must not be \
      acknowledged.
      """
  ) { tester throws(TesterStop) in
    // What does not work in a clear air is no finding of a lossy one.
    _ = try tester.connectForRanging()
    _ = try tester.prepareRanging(tester.plainConfiguration)
    try tester.prepare("disconnecting") { () throws(HostError) in try tester.phone.disconnect() }
    for loss in PDULoss.allCases {
      let watch = LinkWatch(tester.bed.phoneController.air, after: tester.recorder)
      var lost = 0
      watch.lose(by: loss.plan { lost += 1 })
      defer { watch.lose(by: nil) }
      do throws(TesterStop) {
        try tester.reconnect()
        try tester.rangeInLossyAir(loss)
      } catch {
        tester.expectAcknowledgement(watch, "acknowledgement where \(loss.words)")
        guard case .inconclusive(let reason, _) = error else { throw error }
        try tester.require(reason, .inPlaceOf("paired and ranged"), loss.words, frames: tester.lastFrame)
      }
      watch.lose(by: nil)
      tester.expectAcknowledgement(watch, "acknowledgement where \(loss.words)")
      let least = tester.wholeLimit("lost_pdus")
      if lost < least { throw .inconclusive("only \(lost) PDUs were lost, \(least) are wanted") }
      try tester.prepare("disconnecting") { () throws(HostError) in try tester.phone.disconnect() }
    }
  }
}

extension Tester {
  fileprivate func rangeInLossyAir(_ loss: PDULoss) throws(TesterStop) {
    try speedUp()
    let start = phone.frames.count
    _ = try attempt("pairing where \(loss.words)", required: "a bond", frames: { lastFrame }) {
      () throws(HostError) in try phone.pair()
    }
    let codes = phone.frames[start...].filter { $0.frame.channel == .securityManager }
      .compactMap(\.frame.payload.first)
    expect(
      Set(codes).count == codes.count, .holds("each once", else: "some twice"),
      "pairing PDUs of the accessory where \(loss.words)", frames: lastFrame)
    try learnCapabilities()
    _ = try prepareRanging(plainConfiguration)
    let procedures = try run(procedures: 2, mustComplete: false, under: " where \(loss.words)")
    expect(
      procedures.count, .atLeast(2, ""), "procedures reported where \(loss.words)",
      frames: procedures.last.map { frames(of: $0) } ?? lastFrame)
  }
}
