import Analysis
import Capture
import Ranging
import Testing

@Suite("Results that a phone reads over the Ranging Service")
struct RangingServiceRecordingTests {
  private static let session = Result {
    try SessionCapture("nordic-nrf54l15-ras", phone: "android16", procedures: 6)
  }

  private static func analyze(_ files: [[UInt8]]) throws -> (RecordingAnalyzer, [ProcedureAnalysis]) {
    let recordings = try files.map {
      RecordingAnalyzer.Recording(try RecordingReader(octets: $0), name: "file")
    }
    let analyzer = RecordingAnalyzer(recordings, estimators: [.ml])
    var procedures: [ProcedureAnalysis] = []
    while let procedure = try analyzer.nextProcedure() { procedures.append(procedure) }
    return (analyzer, procedures)
  }

  private static func metres(_ procedures: [ProcedureAnalysis]) -> [UInt16: Double] {
    var metres: [UInt16: Double] = [:]
    for procedure in procedures {
      if let counter = procedure.account?.counter {
        metres[counter] = procedure.estimates.first?.estimate?.metres
      }
    }
    return metres
  }

  @Test("the phone's recording alone has the distances that both ends' recordings have")
  func alone() throws {
    let session = try Self.session.get()
    let (analyzer, alone) = try Self.analyze([try session.only(["hci-initiator"])])
    let (_, both) = try Self.analyze([
      try session.only(["hci-initiator"]), try session.only(["hci-reflector"]),
    ])
    let read = alone.filter { $0.reflector?.isFromRangingService == true }
    #expect(read.count >= session.procedureCount && read.count >= 5)
    #expect(analyzer.connections[0].rangingDataCount == read.count)
    #expect(analyzer.connections[0].unmatchedRangingDataCount == 0)
    let (one, other) = (Self.metres(read), Self.metres(both))
    #expect(one.count == read.count)
    for (counter, metres) in one { #expect(other[counter] == metres, "procedure \(counter)") }
    #expect(read.allSatisfy { $0.obstacle == nil && $0.initiator?.isFromRangingService == false })
  }

  @Test("a procedure that the accessory's own recording tells too is told once")
  func once() throws {
    let session = try Self.session.get()
    for files in [["hci-initiator", "hci-reflector"], ["hci-reflector", "hci-initiator"]] {
      let (_, procedures) = try Self.analyze(try files.map { try session.only([$0]) })
      let counters = procedures.compactMap { $0.account?.counter }
      #expect(Set(counters).count == counters.count && counters.count == procedures.count, "\(counters)")
    }
    let (_, whole) = try Self.analyze([session.octets])
    let counters = whole.compactMap { $0.account?.counter }
    #expect(Set(counters).count == counters.count)
  }
}
