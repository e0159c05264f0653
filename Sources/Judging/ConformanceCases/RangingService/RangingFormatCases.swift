internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import ProcedureRanging
internal import RangingService
internal import Verdicts

extension TestCase {
  /// The content of ranging data.
  static let rangingFormatCases = [
    formatCase(
      "CS/RAS/BV-02", "Ranging data equal to the controller's reports", mtu: Tester.rangingMTU,
      "Run two procedures with On-demand Ranging Data enabled and request the data of the second."),
    formatCase(
      "CS/RAS/BV-03", "Ranging data with the smallest ATT_MTU", mtu: nil,
      "As CS/RAS/BV-02 without an ATT_MTU exchange, so that a value has 20 octets at most."),
  ]

  private static func formatCase(_ id: String, _ title: String, mtu: Int?, _ way: String) -> TestCase {
    TestCase(
      id: id, title: title,
      procedure: """
        \(way) The segments must form one body; its header must have the counter, the configuration and the \
        antenna paths of the procedure, and its steps must have the modes of the initiator's report. Where the \
        accessory's own HCI is seen, every step and every field of the headers must be equal to those reported there.
        """
    ) { tester throws(TesterStop) in
      let (probe, configuration) = try tester.openRangingServiceForProcedures(mtu: mtu)
      try probe.subscribeOnDemand()
      guard let procedure = try tester.range(2, probe).last else { return }
      try tester.retrieve(try tester.requireReady(probe), probe)
      var assembler = SegmentAssembler()
      for segment in probe.segments(.onDemandData) { assembler.take(segment) }
      let body = assembler.isInOrder ? assembler.body : nil
      try tester.require(
        body, .present("one body", words: { "\($0.count) octets" }, else: "no complete body"), "segments")
      try tester.judgeFormat(body ?? [], procedure, configuration)
    }
  }
}

extension Tester {
  fileprivate func judgeFormat(
    _ body: [UInt8], _ procedure: ProcedureResult, _ configuration: CSConfiguration
  ) throws(TesterStop) {
    let layout = RangingStepLayout(configuration.seenByPeer, pathCount: 1)
    var read: RangingData?
    var problem = ""
    do {
      read = try RangingData(decoding: body, layout: layout)
    } catch {
      problem = "\(error)"
    }
    try require(
      read != nil, .holds("readable headers and steps", met: "readable", else: problem), "ranging data")
    guard let read else { return }
    let paths = Int(procedure.subevents.map(\.numAntennaPaths).max() ?? 0)
    let header = read.header
    let rows: [(name: String, required: Int, measured: Int)] = [
      ("ranging counter", Int(procedure.counter & RangingData.counterMask), Int(header.counter)),
      ("configuration", configuration.id.index, header.configID.index),
      ("antenna paths mask", 1 << paths - 1, Int(header.antennaPaths)),
      ("subevents", procedure.subevents.count, read.subevents.count),
      (
        "ranging done status of the last subevent", 0,
        read.subevents.last.map { Int($0.header.rangingDone.rawValue) } ?? 0xFF
      ),
    ]
    for row in rows { expect(row.measured, .equals(row.required), row.name) }
    let restored = read.subevents(along: procedure.subevents, layout: layout)
    expect(
      restored != nil,
      .holds("the modes of the initiator's report", met: "the same modes", else: "other modes"), "step modes")
    guard let own = recorder.accessoryProcedures.otherEnd(of: procedure) else { return }
    let reports = recorder.accessoryEvents.last.map { [$0] } ?? []
    expect(
      headerProblems(read, own), .none("equal", words: { $0.joined(separator: "; ") }),
      "headers against the accessory's HCI reports", frames: reports)
    guard let restored else { return }
    let isEqual = zip(own.subevents, restored).allSatisfy {
      $0.subeventDone == .aborted || $0.stepOctets == $1.stepOctets
    }
    expect(
      isEqual, .holds("equal", else: "not equal"), "steps against the accessory's HCI reports",
      frames: reports)
  }

  /// The fields of the headers that differ from what the accessory's controller reported. The steps are left out: an
  /// aborted subevent need not have them.
  private func headerProblems(_ read: RangingData, _ own: ProcedureResult) -> [String] {
    var problems: [String] = []
    if let power = recorder.accessoryTXPower, power != read.header.selectedTXPower {
      problems.append("Selected TX Power \(read.header.selectedTXPower) in place of \(power)")
    }
    for (index, (measured, reported)) in zip(read.subevents.map(\.header), own.subevents).enumerated() {
      for (name, value, due) in measured.fields(reportedBy: reported) where value != due {
        problems.append("\(name) \(value) in place of \(due), subevent \(index + 1)")
      }
    }
    return problems
  }
}

extension RangingSubeventHeader {
  /// Each field with its value here and the value that a controller reported.
  fileprivate func fields(reportedBy result: SubeventResult) -> [(name: String, value: Int, due: Int)] {
    return [
      (
        "Start ACL Connection Event", Int(startACLConnEventCounter.rawValue),
        Int(result.startACLConnEventCounter.rawValue)
      ),
      ("Frequency Compensation", Int(frequencyCompensation.bits), Int(result.frequencyCompensation.bits)),
      ("Ranging Done Status", Int(rangingDone.rawValue), Int(result.procedureDone.rawValue)),
      ("Subevent Done Status", Int(subeventDone.rawValue), Int(result.subeventDone.rawValue)),
      ("Ranging Abort Reason", Int(rangingAbortReason.rawValue), Int(result.procedureAbortReason.rawValue)),
      ("Subevent Abort Reason", Int(subeventAbortReason.rawValue), Int(result.subeventAbortReason.rawValue)),
      ("Reference Power Level", Int(referencePowerLevel.rawValue), Int(result.referencePowerLevel.rawValue)),
    ]
  }
}
