internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import RangingService
internal import Verdicts

extension TestCase {
  /// Commands of the RAS Control Point.
  static let rangingControlCases = [
    retrieval, acknowledged, lostSegments, abortion, onDemandFiltered, forgottenOnDisconnection,
    abortWithParameter,
  ]

  private static let retrieval = TestCase(
    id: "RAS/SR/RCP/BV-01-C", title: "On-demand Ranging Data",
    procedure: """
      Enable On-demand Ranging Data, run a procedure, and request its data with the counter of Ranging Data \
      Ready. Segments in order must follow, after Success or at once, then Complete Ranging Data Response. \
      Acknowledge the data: the answer must be Success.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures().probe
    try probe.subscribeOnDemand()
    let counter = try tester.rangeOnce(probe)
    try tester.retrieve(counter, probe)
    tester.judgeOneBody(probe.segments(.onDemandData), "segments")
    probe.forget()
    try probe.command(.acknowledge(counter: counter))
    tester.judgeCode("ACK Ranging Data", probe, .success)
  }

  private static let acknowledged = TestCase(
    id: "CS/RAS/BV-04", title: "Acknowledged ranging data deleted",
    procedure: """
      Enable On-demand Ranging Data, run a procedure, request its data, acknowledge it, and request it again. The second \
      request must be refused. Clients work as well with a server that keeps the data until it needs the memory.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures().probe
    try probe.subscribeOnDemand()
    let counter = try tester.rangeOnce(probe)
    try tester.retrieve(counter, probe)
    try probe.command(.acknowledge(counter: counter))
    try tester.judgeGone(counter, probe, "Get Ranging Data after the acknowledgement")
  }

  private static let lostSegments = TestCase(
    id: "RAS/SR/RCP/BV-02-C", title: "Retrieval of lost segments",
    procedure: """
      Request the data of a procedure, and then its second and third segment again. Exactly those must follow, \
      unchanged, and then Complete Lost Ranging Data Segment Response.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures().probe
    try tester.requireFeature(.lostSegments, "Retrieve Lost Ranging Data Segments", of: probe)
    try probe.subscribeOnDemand()
    let counter = try tester.rangeOnce(probe)
    try tester.retrieve(counter, probe)
    let wanted = probe.segments(.onDemandData).filter { (1...2).contains($0.counter) }
    guard wanted.count == 2 else { throw .inconclusive("the data has fewer than three segments") }
    probe.forget()
    try probe.command(.retrieveLostSegments(counter: counter, first: 1, last: 2))
    let isTold = probe.responses.contains(.lostSegmentsComplete(counter: counter, first: 1, last: 2))
    tester.judgeGrant("Retrieve Lost Ranging Data Segments", probe, isComplete: isTold)
    let again = probe.segments(.onDemandData)
    tester.expect(
      again,
      .equals(wanted, required: "1, 2, unchanged") {
        $0.map { "\($0.counter)" }.joined(separator: ", ")
      }, "segments sent again")
    tester.expect(
      isTold, .holds("sent for segments 1 to 2 of counter \(counter)", met: "sent", else: "not sent"),
      "Complete Lost Ranging Data Segment Response")
  }

  private static let abortion = TestCase(
    id: "RAS/SR/RCP/BV-03-C", title: "Abort of a transfer",
    procedure: """
      Enable indications of On-demand Ranging Data, request the data of a procedure, and abort after the first \
      segment. The answer must be Success; no segment and no Complete Ranging Data Response may follow.
      """
  ) { tester throws(TesterStop) in
    let (probe, counter) = try tester.beginTransfer()
    let earlier = probe.values.count
    try probe.command(.abort)
    let values = probe.values
    let success = ControlPointResponse.code(.success).encoded()
    // A Success that answers Get may still be on its way.
    let answer = values.indices.dropFirst(earlier).last {
      values[$0].characteristic == .controlPoint && values[$0].octets == success
    }
    try tester.require(
      answer != nil, .holds("\(ControlPointResponse.Code.success)", else: probe.responseWords),
      "Abort Operation")
    let later = values[(answer ?? 0)...].count { $0.characteristic == .onDemandData }
    tester.expect(later == 0, .holds("none", else: "\(later)"), "segments after the abort")
    let isComplete = probe.responses.contains(.complete(counter: counter))
    tester.expect(!isComplete, .holds("not sent", else: "sent"), "Complete Ranging Data Response")
  }

  private static let onDemandFiltered = TestCase(
    id: "RAS/SR/RCP/BV-04-C", title: "On-demand Ranging Data with a filter",
    procedure: """
      Set a filter for mode-2 that leaves the tone quality out, enable On-demand Ranging Data, run a procedure and \
      request its data. The length of the data must match the filter.
      """
  ) { tester throws(TesterStop) in
    let (probe, configuration) = try tester.openRangingServiceForProcedures()
    try tester.requireFeature(.filter, "filters", of: probe)
    // A server may refuse a filter once ranging data is enabled.
    try probe.subscribe(.controlPoint, bits: 2)
    try tester.setFilter(probe)
    try probe.subscribeOnDemand()
    let procedures = try tester.range(1, probe)
    try tester.retrieve(try tester.requireReady(probe), probe)
    try tester.judgeFilteredLength(.onDemandData, probe, procedures, configuration)
  }

  private static let forgottenOnDisconnection = TestCase(
    id: "RAS/SR/RCP/BV-05-C", title: "Ranging data deleted at disconnection",
    procedure: """
      Run a procedure with On-demand Ranging Data enabled, disconnect, connect again, enable it and request the \
      earlier data. It must be refused.
      """
  ) { tester throws(TesterStop) in
    let first = try tester.openRangingServiceForProcedures().probe
    try first.subscribeOnDemand()
    let counter = try tester.rangeOnce(first)
    let probe = try tester.returnToRangingService()
    try probe.subscribeOnDemand()
    try tester.judgeGone(counter, probe, "Get Ranging Data for data of the previous link")
  }

  private static let abortWithParameter = TestCase(
    id: "RAS/SR/SPE/BI-05-C", title: "Abort with a parameter",
    procedure: """
      Abort with a parameter while ranging data is sent. The answer must be Invalid Parameter.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.beginTransfer().probe
    probe.forget()
    try probe.write(ControlPointCommand.abort.encoded() + [0])
    tester.judgeCode("Abort Operation with a parameter", probe, .invalidParameter)
  }
}

extension Tester {
  /// Runs a procedure and returns the counter of Ranging Data Ready.
  func rangeOnce(_ probe: RangingProbe) throws(TesterStop) -> UInt16 {
    _ = try range(1, probe)
    let counter = try requireReady(probe)
    probe.forget()
    return counter
  }

  /// The last counter of Ranging Data Ready.
  func requireReady(_ probe: RangingProbe) throws(TesterStop) -> UInt16 {
    guard let counter = probe.counters(.ready).last else {
      throw .inconclusive("Ranging Data Ready was not sent", on: .rangingDataReady)
    }
    return counter
  }

  /// Requests ranging data by indications in the shortest segments, and returns after the first segment.
  fileprivate func beginTransfer() throws(TesterStop) -> (probe: RangingProbe, counter: UInt16) {
    let probe = try openRangingServiceForProcedures(mtu: nil).probe
    try requireFeature(.abort, "Abort Operation", of: probe)
    try probe.subscribeOnDemand(data: 2)
    let counter = try rangeOnce(probe)
    try probe.send(ControlPointCommand.getRangingData(counter: counter).encoded())
    try probe.awaitSegment(.onDemandData)
    try requireFurtherSegments(of: probe)
    return (probe, counter)
  }

  /// Ends the case if the segment that came is all there is to come.
  func requireFurtherSegments(of probe: RangingProbe) throws(TesterStop) {
    guard probe.segments(.onDemandData).contains(where: { $0.isFirst && $0.isLast }) else { return }
    throw .inconclusive("the data has a single segment, so that nothing can come during its transfer")
  }

  /// Requests ranging data, which must be sent and end with Complete Ranging Data Response.
  func retrieve(_ counter: UInt16, _ probe: RangingProbe) throws(TesterStop) {
    probe.forget()
    try probe.command(.getRangingData(counter: counter))
    let isComplete = probe.responses.contains(.complete(counter: counter))
    judgeGrant("Get Ranging Data", probe, isComplete: isComplete)
    try require(
      isComplete, .holds("sent for counter \(counter)", met: "sent", else: "not sent"),
      "Complete Ranging Data Response")
  }

  /// Requests ranging data that the server must have deleted.
  fileprivate func judgeGone(_ counter: UInt16, _ probe: RangingProbe, _ what: String) throws(TesterStop) {
    probe.forget()
    try probe.command(.getRangingData(counter: counter))
    expect(
      probe.segments(.onDemandData).isEmpty ? probe.code : .success,
      .that("refused", words: { $0.map { "\($0)" } ?? "no answer" }) { $0 != nil && $0 != .success }, what)
  }

  /// A request for segments must be granted: by Success, or by the segments alone.
  ///
  /// Interpretation: one public server sends Success before the segments, two others nothing.
  ///
  /// - Parameter isComplete: whether the response came that ends the segments.
  fileprivate func judgeGrant(_ what: String, _ probe: RangingProbe, isComplete: Bool) {
    expect(
      probe.code,
      .that(
        "\(ControlPointResponse.Code.success), or the data at once",
        words: { $0.map { "\($0)" } ?? (isComplete ? "the data at once" : "no answer") }
      ) { $0 == .success || $0 == nil && isComplete }, what)
  }

  /// The first response code must be this.
  func judgeCode(_ what: String, _ probe: RangingProbe, _ code: ControlPointResponse.Code) {
    expect(probe.code, .equals(code) { $0.map { "\($0)" } ?? "no answer" }, what)
  }
}
