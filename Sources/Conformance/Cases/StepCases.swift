internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Initiator

extension TestCase {
  /// The steps of mode-0 and mode-2.
  static let stepCases = [mode0, mode2]

  private static let mode0 = TestCase(
    id: "CS/M0/BV-01", title: "One to three mode-0 steps",
    procedure: """
      For each number of mode-0 steps from one to three, configure mode-2 without inline PCT and run two \
      procedures. The configuration must be accepted, and the initiator must find the answer to the mode-0 steps \
      of every place in the subevent.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    tester.offerTFCS(150)
    for count in UInt8(tester.limit("mode_0_steps_least"))...UInt8(tester.limit("mode_0_steps_most")) {
      var asked = tester.plainConfiguration
      asked.mode0Steps = count
      let agreed = try tester.attempt(
        "configuration with \(count) mode-0 steps", required: "accepted",
        frames: { tester.configurationFrames }
      ) { () throws(InitiatorError) in try tester.phone.configure(asked) }
      if count == 1 {
        try tester.prepare("CS security") { () throws(InitiatorError) in
          try tester.phone.startCSSecurity()
        }
      }
      let procedures = try tester.run(procedures: 2)
      tester.judgeMode0(procedures, agreed)
      tester.bed.forgetProcedures()
    }
  }

  private static let mode2 = TestCase(
    id: "CS/M2/BV-01", title: "Mode-2 as main mode, no sub mode",
    procedure: """
      Configure main mode 2 without sub mode and without inline PCT and run three procedures. The configuration \
      must be accepted, every procedure must complete, and both sides must rate nearly all tones usable.
      """
  ) { tester throws(TesterStop) in
    _ = try tester.connectForRanging()
    tester.offerTFCS(150)
    let agreed = try tester.attempt(
      "configuration of mode-2 without sub mode", required: "accepted",
      frames: { tester.configurationFrames }
    ) { () throws(InitiatorError) in try tester.phone.configure(tester.plainConfiguration) }
    try tester.prepare("CS security") { () throws(InitiatorError) in
      try tester.phone.startCSSecurity()
    }
    let procedures = try tester.run(procedures: 3)
    var usable = 0
    var total = 0
    for procedure in procedures {
      let tones = procedure.countTones(agreed)
      usable += tones.usableCount
      total += tones.count
    }
    let required = tester.limit("usable_tone_fraction")
    let fraction = total == 0 ? 0 : Double(usable) / Double(total)
    tester.note(
      "usable tones", required: "\(tester.number(100 * required)) % or more",
      measured: "\(usable) of \(total)", margin: "\(tester.number(100 * (fraction - required))) %",
      isMet: fraction >= required, frames: procedures.last.map { tester.frames(of: $0) } ?? [])
  }
}

extension Tester {
  /// Judges each place of the mode-0 steps by itself, so that one that is never answered shows.
  fileprivate func judgeMode0(_ procedures: [ProcedureResult], _ configuration: CSConfiguration) {
    var found = [Int](repeating: 0, count: Int(configuration.mode0Steps))
    var expected = 0
    for subevent in procedures.flatMap(\.subevents) {
      expected += 1
      let steps = subevent.readableSteps(configuration).prefix(Int(configuration.mode0Steps))
      for (place, step) in steps.enumerated() {
        if case .mode0(let packet, _) = step.data, packet.isFound { found[place] += 1 }
      }
    }
    let required = limit("answered_fraction")
    let fraction = expected == 0 ? 0 : Double(found.min() ?? 0) / Double(expected)
    note(
      "answers to \(configuration.mode0Steps) mode-0 steps",
      required: "\(number(100 * required)) % or more in each place",
      measured: found.map { "\($0)" }.joined(separator: ", ") + " of \(expected)",
      margin: "\(number(100 * (fraction - required))) %", isMet: fraction >= required,
      frames: procedures.last.map { frames(of: $0) } ?? [])
  }
}
