internal import ConformanceTester
internal import CoreTypes
internal import HostStack
internal import Initiator
internal import RangingService
internal import Verdicts
internal import VirtualHost

extension TestCase {
  /// Requests that the Ranging Service must refuse.
  static let rangingErrorCases = [
    unsupported(
      1, "Retrieve Lost Ranging Data Segments", .lostSegments,
      ControlPointCommand.retrieveLostSegments(counter: 0, first: 0, last: 0).encoded()),
    unsupported(2, "Abort Operation", .abort, ControlPointCommand.abort.encoded()),
    unsupported(3, "Set Filter", .filter, ControlPointCommand.setFilter(2).encoded()),
    unsupported(4, "a reserved opcode", nil, [reservedOpcode]),
    unknownCounters, busy, exclusive,
  ]

  private static let reservedOpcode: UInt8 = 0xC8
  /// A counter that no run reaches.
  private static let absentCounter: UInt16 = 0x0ABC

  private static func unsupported(
    _ number: Int, _ name: String, _ feature: RASFeatures?, _ octets: [UInt8]
  ) -> TestCase {
    TestCase(
      id: "RAS/SR/SPE/BI-0\(number)-C", title: "Op Code Not Supported for \(name)",
      procedure: """
        Enable the RAS Control Point and write \(name)\(feature == nil ? "" : ", which RAS Features do not claim"). \
        The answer must be Op Code Not Supported.
        """
    ) { tester throws(TesterStop) in
      let probe = try tester.openRangingService()
      if let feature, try tester.features(of: probe).contains(feature) {
        throw .notApplicable("RAS Features claim \(name)")
      }
      try probe.subscribe(.controlPoint, bits: 2)
      probe.forget()
      try probe.write(octets)
      tester.judgeCode(name, probe, .opcodeNotSupported)
    }
  }

  private static let unknownCounters = TestCase(
    id: "RAS/SR/SPE/BI-06-C", title: "A counter without data",
    procedure: """
      Enable On-demand Ranging Data, request and acknowledge the data of a counter without data. Both must be \
      answered with No Records Found.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingService()
    try probe.subscribeOnDemand()
    for (name, command) in [
      ("Get Ranging Data of an absent counter", ControlPointCommand.getRangingData(counter: absentCounter)),
      ("ACK Ranging Data of an absent counter", .acknowledge(counter: absentCounter)),
    ] {
      probe.forget()
      try probe.command(command)
      tester.judgeCode(name, probe, .noRecordsFound)
    }
  }

  private static let busy = TestCase(
    id: "RAS/SR/SPE/BI-07-C", title: "A second request during a transfer",
    procedure: """
      Enable indications of On-demand Ranging Data, request the data of a procedure, and request it again after its \
      first segment. The second answer must be Server Busy.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures(mtu: nil).probe
    try probe.subscribeOnDemand(data: 2)
    let counter = try tester.rangeOnce(probe)
    let request = ControlPointCommand.getRangingData(counter: counter).encoded()
    try probe.send(request)
    try probe.awaitSegment(.onDemandData)
    try tester.requireFurtherSegments(of: probe)
    probe.forget()
    try probe.write(request)
    tester.judgeCode("Get Ranging Data during a transfer", probe, .serverBusy)
  }

  private static let exclusive = TestCase(
    id: "RAS/SR/SPE/BI-11-C", title: "Real-time and on-demand data mutually exclusive",
    procedure: """
      Enable Real-time Ranging Data, then On-demand Ranging Data: the second write must be refused with error \
      0xFD, the first configuration must stay set, and the second must read 0. Repeat in the opposite order.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingService()
    try tester.requireRealTime(probe)
    try tester.judgeExclusion(.realTimeData, then: .onDemandData, probe)
    try probe.subscribe(.realTimeData, bits: 0)
    try probe.subscribe(.onDemandData, bits: 0)
    try tester.judgeExclusion(.onDemandData, then: .realTimeData, probe)
  }
}

extension Tester {
  fileprivate func judgeExclusion(
    _ first: RangingCharacteristic, then second: RangingCharacteristic, _ probe: RangingProbe
  ) throws(TesterStop) {
    try probe.subscribe(first, bits: 1)
    guard let handle = probe.handles[second]?.configuration else {
      throw .inconclusive("\(second.name) has no Client Characteristic Configuration", on: .rangingService)
    }
    var code: ATTErrorCode?
    do throws(HostError) {
      try phone.writeValue([1, 0], to: handle)
    } catch {
      guard case .attributeRefused(_, let given) = error else { throw .inconclusive("\(error)") }
      code = given
    }
    expect(
      code, .equals(.clientConfigurationImproper) { $0.map { "refused: \($0)" } ?? "accepted" },
      "enabling \(second.name) after \(first.name)")
    let bits = [try probe.configuration(of: first), try probe.configuration(of: second)]
    expect(bits, .equals([1, 0]) { "\($0[0]) and \($0[1])" }, "configurations after the refused write")
  }
}
