internal import ConformanceTester
internal import CoreTypes
internal import Initiator
internal import RangingService

extension TestCase {
  /// Ranging Data Ready and Ranging Data Overwritten.
  static let rangingCounterCases = [
    readyCase("02", "Ranging Data Ready is sent", bits: 2, isIndicated: nil, reads: false),
    readyCase("03", "Ranging Data Ready is read", bits: 2, isIndicated: nil, reads: true),
    overwrittenRead,
    readyCase("05", "Ranging Data Ready by indications", bits: 2, isIndicated: true, reads: false),
    readyCase("06", "Ranging Data Ready by notifications", bits: 1, isIndicated: false, reads: false),
    readyCase("07", "Ranging Data Ready by indications, and read", bits: 2, isIndicated: true, reads: true),
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
        Enable On-demand Ranging Data, and \(way) of Ranging Data Ready, and run two procedures. Ready must be \
        \(sent) for each, with the low 12 bits of its procedure counter.\(read)
        """
    ) { tester throws(TesterStop) in
      let probe = try tester.openRangingServiceForProcedures().probe
      try probe.subscribeOnDemand(ready: bits)
      let expected = try tester.range(2).map { $0.counter & RangingData.counterMask }
      tester.note(
        "counters of Ranging Data Ready", required: "\(expected)", measured: "\(probe.counters(.ready))",
        isMet: probe.counters(.ready) == expected, frames: tester.lastFrame)
      if let isIndicated { tester.judgeTransport(.ready, probe, isIndicated: isIndicated) }
      if reads { try tester.judgeValue(of: .ready, probe, last: expected.last) }
    }
  }

  private static let overwrittenRead = TestCase(
    id: "RAS/SR/RCO/BV-04-C", title: "Ranging Data Overwritten is read",
    procedure: """
      Enable On-demand Ranging Data and Ranging Data Overwritten and run \(moreThanKept) procedures without asking \
      for any. Overwritten must be sent, the oldest counter first, and reading it must give the last that was sent.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures().probe
    try probe.subscribeOnDemand()
    _ = try tester.range(moreThanKept)
    let told = try tester.requireOverwriting(probe)
    try tester.judgeValue(of: .overwritten, probe, last: told.last)
  }

  private static let overwrittenUnderBoth = TestCase(
    id: "RAS/SR/RCO/BV-08-C", title: "Ranging Data Overwritten with both enabled",
    procedure: """
      Enable notifications and indications of Ranging Data Overwritten and run \(moreThanKept) procedures without \
      asking for any. Overwritten must be indicated.
      """
  ) { tester throws(TesterStop) in
    let probe = try tester.openRangingServiceForProcedures().probe
    try probe.subscribeOnDemand(overwritten: 3)
    _ = try tester.range(moreThanKept)
    _ = try tester.requireOverwriting(probe)
    tester.judgeTransport(.overwritten, probe, isIndicated: true)
  }
}

extension Tester {
  /// What was told to be overwritten, which must be the oldest first.
  fileprivate func requireOverwriting(_ probe: RangingProbe) throws(TesterStop) -> [UInt16] {
    let told = probe.counters(.overwritten)
    try require(
      "Ranging Data Overwritten", required: "sent", measured: told.isEmpty ? "not sent" : "sent",
      isMet: !told.isEmpty, frames: lastFrame)
    let ready = probe.counters(.ready)
    note(
      "counters of Ranging Data Overwritten", required: "those of Ready, the oldest first",
      measured: told == Array(ready.prefix(told.count)) ? "so" : "\(told), Ready was \(ready)",
      isMet: told == Array(ready.prefix(told.count)), frames: lastFrame)
    return told
  }

  /// Reads a characteristic, which must have the counter that was told last.
  fileprivate func judgeValue(
    of characteristic: RangingCharacteristic, _ probe: RangingProbe, last: UInt16?
  ) throws(TesterStop) {
    let value = RangingProbe.counter(try probe.read(characteristic))
    note(
      "value of \(characteristic.name)", required: "\(last ?? 0)",
      measured: value.map { "\($0)" } ?? "not two octets", isMet: value == last, frames: lastFrame)
  }

  /// All values of a characteristic must come in one way.
  func judgeTransport(_ characteristic: RangingCharacteristic, _ probe: RangingProbe, isIndicated: Bool) {
    let values = probe.values(of: characteristic)
    let wrong = values.count { $0.isIndication != isIndicated }
    note(
      "how \(characteristic.name) is sent", required: isIndicated ? "indicated" : "notified",
      measured: wrong == 0
        ? (isIndicated ? "indicated" : "notified")
        : "\(wrong) of \(values.count) \(isIndicated ? "notified" : "indicated")",
      isMet: wrong == 0 && !values.isEmpty, frames: lastFrame)
  }
}
