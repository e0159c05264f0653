internal import ConformanceTester
internal import CoreTypes
internal import ProcedureRanging
internal import RangingService
internal import Verdicts

extension TestCase {
  /// Ranging Data Ready and Ranging Data Overwritten.
  static let rangingCounterCases = [
    readyCase("02", "Ranging Data Ready", bits: 2, isIndicated: nil, reads: false),
    readyCase("03", "Read of Ranging Data Ready", bits: 2, isIndicated: nil, reads: true),
    overwrittenRead,
    readyCase("05", "Ranging Data Ready by indications", bits: 2, isIndicated: true, reads: false),
    readyCase("06", "Ranging Data Ready by notifications", bits: 1, isIndicated: false, reads: false),
    readyCase("07", "Read of Ranging Data Ready after indications", bits: 2, isIndicated: true, reads: true),
    overwrittenUnderBoth,
    readyCase("09", "Ranging Data Ready with both enabled", bits: 3, isIndicated: true, reads: false),
  ]

  /// More procedures than a server keeps.
  private static let moreThanKept = 18

  private static func readyCase(
    _ number: String, _ title: String, bits: UInt8, isIndicated: Bool?, reads: Bool
  ) -> TestCase {
    let way = bits == 3 ? "notifications and indications" : bits == 2 ? "indications" : "notifications"
    let read = reads ? " Reading it must give the last counter." : ""
    let sent = isIndicated.map { $0 ? "indicated" : "notified" } ?? "sent"
    return TestCase(
      id: "RAS/SR/RCO/BV-\(number)-C", title: title,
      procedure: """
        Enable On-demand Ranging Data, and \(way) of Ranging Data Ready, and run two procedures. Ranging Data \
        Ready must be \(sent) for each, with the low 12 bits of its procedure counter.\(read)
        """
    ) { tester throws(TesterStop) in
      let probe = try tester.openRangingServiceForProcedures().probe
      try probe.subscribeOnDemand(ready: bits)
      let expected = try tester.range(2, probe).map { $0.counter & RangingData.counterMask }
      tester.expect(probe.counters(.ready), .equals(expected), "counters of Ranging Data Ready")
      if let isIndicated { tester.judgeTransport(.ready, probe, isIndicated: isIndicated) }
      if reads { try tester.judgeValue(of: .ready, probe, last: expected.last) }
    }
  }

  private static let overwrittenRead = TestCase(
    id: "RAS/SR/RCO/BV-04-C", title: "Read of Ranging Data Overwritten",
    procedure: """
      Enable On-demand Ranging Data and Ranging Data Overwritten and run \(moreThanKept) procedures without \
      requesting their data. Ranging Data Overwritten must be sent, the oldest counter first, and its value must \
      be the counter that was sent last.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures().probe
    try probe.subscribeOnDemand()
    _ = try tester.range(moreThanKept, probe)
    let told = try tester.requireOverwriting(probe)
    try tester.judgeValue(of: .overwritten, probe, last: told.last)
  }

  private static let overwrittenUnderBoth = TestCase(
    id: "RAS/SR/RCO/BV-08-C", title: "Ranging Data Overwritten with both enabled",
    procedure: """
      Enable notifications and indications of Ranging Data Overwritten and run \(moreThanKept) procedures without \
      requesting their data. Ranging Data Overwritten must be indicated.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures().probe
    try probe.subscribeOnDemand(overwritten: 3)
    _ = try tester.range(moreThanKept, probe)
    _ = try tester.requireOverwriting(probe)
    tester.judgeTransport(.overwritten, probe, isIndicated: true)
  }
}

extension Tester {
  /// The counters of Ranging Data Overwritten, which must be the oldest first.
  fileprivate func requireOverwriting(_ probe: RangingProbe) throws(TesterStop) -> [UInt16] {
    let told = probe.counters(.overwritten)
    try require(!told.isEmpty, .holds("sent", else: "not sent"), "Ranging Data Overwritten")
    let ready = probe.counters(.ready)
    expect(
      told == Array(ready.prefix(told.count)),
      .holds(
        "those of Ranging Data Ready, the oldest first", met: "as required",
        else: "\(told), Ranging Data Ready had \(ready)"), "counters of Ranging Data Overwritten")
    return told
  }

  /// Reads a characteristic, which must have the counter that was sent last.
  fileprivate func judgeValue(
    of characteristic: RangingCharacteristic, _ probe: RangingProbe, last: UInt16?
  ) throws(TesterStop) {
    expect(
      RangingProbe.counter(try probe.read(characteristic)),
      .equals(last) { $0.map { "\($0)" } ?? "not two octets" }, "value of \(characteristic.name)")
  }

  /// Judges whether all values of a characteristic were indicated, or all notified.
  func judgeTransport(_ characteristic: RangingCharacteristic, _ probe: RangingProbe, isIndicated: Bool) {
    let values = probe.values(of: characteristic)
    let wrong = values.count { $0.isIndication != isIndicated }
    expect(
      Proportion(values.count - wrong, of: values.count), .all(isIndicated ? "indicated" : "notified"),
      "delivery of \(characteristic.name)")
  }
}
