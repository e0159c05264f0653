internal import ChannelSounding
internal import ConformanceTester
internal import CoreTypes
internal import ProcedureRanging
internal import RangingService
internal import Verdicts

extension TestCase {
  /// Real-time Ranging Data.
  static let realTimeRangingCases = [
    realTimeDelivered, realTimeFiltered, realTimeUnderBoth, realTimeOverwritten, realTimeAfterReturn,
  ]

  private static let realTimeDelivered = TestCase(
    id: "RAS/SR/RRD/BV-01-C", title: "Delivery of Real-time Ranging Data",
    procedure: """
      Enable notifications of Real-time Ranging Data, run two procedures one by one and disable them; do the same \
      with indications. The data of each procedure must be sent in segments with counters from 0, with the first \
      and the last marked, by the enabled method.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRealTime()
    for bits in [1, 2] as [UInt8] {
      try probe.subscribe(.realTimeData, bits: bits)
      for _ in 0..<2 {
        _ = try tester.range(1, probe)
        tester.judgeSegments(.realTimeData, probe, rangings: 1)
        tester.judgeTransport(.realTimeData, probe, isIndicated: bits == 2)
      }
      try probe.subscribe(.realTimeData, bits: 0)
    }
  }

  private static let realTimeFiltered = TestCase(
    id: "RAS/SR/RRD/BV-02-C", title: "Real-time Ranging Data with a filter",
    procedure: """
      Set a filter for mode-2 that leaves the tone quality out, enable Real-time Ranging Data and run a \
      procedure. The length of the data must match the filter.
      """
  ) { tester throws(TesterStop) in
    let (probe, configuration) = try tester.openRangingServiceForProcedures()
    try tester.requireFeature(.filter, "filters", of: probe)
    try tester.requireRealTime(probe)
    try probe.subscribe(.controlPoint, bits: 2)
    try tester.setFilter(probe)
    try probe.subscribe(.realTimeData, bits: 1)
    let procedures = try tester.range(1, probe)
    try tester.judgeFilteredLength(.realTimeData, probe, procedures, configuration)
  }

  private static let realTimeUnderBoth = TestCase(
    id: "RAS/SR/RRD/BV-03-C", title: "Real-time Ranging Data with both enabled",
    procedure: """
      Enable notifications and indications of Real-time Ranging Data and run a procedure. The data must be notified.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRealTime()
    try probe.subscribe(.realTimeData, bits: 3)
    _ = try tester.range(1, probe)
    tester.judgeTransport(.realTimeData, probe, isIndicated: false)
  }

  private static let realTimeOverwritten = TestCase(
    id: "RAS/SR/RRD/BV-04-C", title: "Real-time Ranging Data overwritten during a transfer",
    procedure: """
      Enable indications of Real-time Ranging Data with the smallest ATT_MTU, so that procedures are faster than \
      their data transfer, and run twelve. Where data is abandoned, the next data must begin with a first segment \
      and another ranging counter. The data sent last must be complete.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures(mtu: nil).probe
    try tester.requireRealTime(probe)
    try probe.subscribe(.realTimeData, bits: 2)
    _ = try tester.range(12, probe)
    let segments = probe.segments(.realTimeData)
    let counters = segments.filter { $0.isFirst }.compactMap {
      RangingProbe.counter(Array($0.payload.prefix(2)))
    }
    let restarts = counters.map { $0 & RangingData.counterMask }
    tester.expect(
      Proportion(Set(restarts).count, of: restarts.count), .all("different"),
      "ranging counters of first segments")
    let last = segments.lastIndex { $0.isFirst }.map { Array(segments[$0...]) } ?? []
    tester.judgeOneBody(last, "segments of the data sent last")
  }

  private static let realTimeAfterReturn = TestCase(
    id: "RAS/SR/RRD/BV-05-C", title: "No earlier data after a disconnection",
    procedure: """
      Enable indications of Real-time Ranging Data, run a procedure and disconnect while its data is sent. \
      Connect again: the configuration must read 0, and after enabling it no segment may follow.
      """
  ) { tester throws(TesterStop) in
    let first = try tester.openRangingServiceForProcedures(mtu: nil).probe
    try tester.requireRealTime(first)
    try first.subscribe(.realTimeData, bits: 2)
    _ = try tester.run(procedures: 1)
    try first.awaitSegment(.realTimeData)
    let probe = try tester.returnToRangingService()
    let bits = try probe.configuration(of: .realTimeData)
    tester.expect(bits, .equals(0), "configuration after the disconnection")
    probe.forget()
    try probe.subscribe(.realTimeData, bits: 2)
    tester.settle()
    let count = probe.values(of: .realTimeData).count
    tester.expect(count == 0, .holds("none", else: "\(count)"), "segments of earlier data")
  }
}

extension Tester {
  /// The service of an accessory that claims real-time data, with all that procedures need.
  fileprivate func openRealTime() throws(TesterStop) -> RangingProbe {
    let probe = try openRangingServiceForProcedures().probe
    try requireRealTime(probe)
    return probe
  }

  /// Ends the case if real-time data is not claimed.
  func requireRealTime(_ probe: RangingProbe) throws(TesterStop) {
    try requireFeature(.realTime, "Real-time Ranging Data", of: probe)
  }

  /// The values of a characteristic must be `rangings` bodies, each in segments with ascending counters.
  func judgeSegments(_ characteristic: RangingCharacteristic, _ probe: RangingProbe, rangings: Int) {
    let segments = probe.segments(characteristic)
    var bodies: [[RangingSegment]] = []
    for segment in segments {
      if segment.isFirst || bodies.isEmpty { bodies.append([]) }
      bodies[bodies.count - 1].append(segment)
    }
    expect(bodies.count, .equals(rangings), "\(characteristic.name), bodies")
    for (index, body) in bodies.enumerated() { judgeOneBody(body, "segments of body \(index + 1)") }
  }

  /// Segments must be one body: first and last marked, counters from 0 up.
  func judgeOneBody(_ segments: [RangingSegment], _ name: String) {
    let counters = segments.map { Int($0.counter) }
    let inOrder = counters == segments.indices.map { $0 & 0x3F }
    let isMarked =
      segments.first?.isFirst == true && segments.last?.isLast == true
      && !segments.dropFirst().contains { $0.isFirst } && !segments.dropLast().contains { $0.isLast }
    expect(
      segments.isEmpty
        ? "none"
        : !inOrder
          ? "counters \(counters)"
          : isMarked ? "in order, first and last marked" : "in order, first or last marked wrongly",
      .equals("in order, first and last marked"), name)
  }

  // MARK: Filters

  /// Mode-2 without the quality of tones: permutation, PCT and every antenna path.
  private static let filterOfModeTwo: UInt16 = 0b111_1011 << 2 | 2

  /// Sets the filter of the cases; a refusal is a step that was not met.
  func setFilter(_ probe: RangingProbe) throws(TesterStop) {
    probe.forget()
    try probe.command(.setFilter(Self.filterOfModeTwo))
    try require(
      probe.code, .oneOf([.success, .successPersisted]) { $0.map { "\($0)" } ?? "no answer" }, "Set Filter")
  }

  /// Judges the length of the data of one procedure, which must match the filter of the cases.
  func judgeFilteredLength(
    _ characteristic: RangingCharacteristic, _ probe: RangingProbe, _ procedures: [ProcedureResult],
    _ configuration: CSConfiguration
  ) throws(TesterStop) {
    guard let procedure = procedures.last else { return }
    var filter = RangingFilter()
    filter.set(Self.filterOfModeTwo)
    let lengths = [RangingFilter.everything, filter].map {
      procedure.rangingDataLength(configuration, filter: $0)
    }
    let measured = probe.segments(characteristic).reduce(0) { $0 + $1.payload.count }
    expect(measured, .exactly(lengths[1], "octets"), "octets of ranging data")
  }
}

extension ProcedureResult {
  /// The octets of the reflector's ranging data of this procedure, which has the steps of the initiator's.
  fileprivate func rangingDataLength(_ configuration: CSConfiguration, filter: RangingFilter) -> Int {
    subevents.reduce(RangingHeader.octetCount) { sum, subevent in
      let layout = RangingStepLayout(configuration.seenByPeer, pathCount: Int(subevent.numAntennaPaths))
      return subevent.stepOffsets.reduce(sum + RangingSubeventHeader.octetCount) { sum, offset in
        sum + 1 + layout.length(mode: subevent.stepOctets[Int(offset)] & 3, filter)
      }
    }
  }
}
