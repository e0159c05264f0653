import Analysis
import Capture
import ChannelSounding
import CoreTypes
import HCI
import HostStack
import Ranging
import RangingService
import Testing
import Wire

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

  /// A phone whose peer leaves the phases of the sounding tones out of the steps of an RTT_Type that has them.
  private static func shortSteps() throws -> (octets: [UInt8], first: Int) {
    var recording = PhoneRecording()
    let (phone, accessory) = (
      DeviceAddress(0xC0_00_00_00_00_01, kind: .random), DeviceAddress(0xC0_00_00_00_00_02, kind: .random)
    )
    recording.connect(as: phone, to: accessory)
    var configuration = CSConfiguration()
    (configuration.mainMode, configuration.rttType, configuration.role) = (1, 2, .initiator)
    recording.event(
      LECSConfigCompleteEvent(connectionHandle: PhoneRecording.handle, configuration: configuration))
    var first = 0
    for counter: UInt16 in 0..<2 {
      let (own, peer) = (
        result(counter, .initiator, difference: 80), result(counter, .reflector, difference: 40)
      )
      for packet in own.packets(connectionHandle: PhoneRecording.handle) {
        recording.add(packet, fromHost: false)
      }
      let body = RangingData(
        [peer], selectedTXPower: 0,
        layout: RangingStepLayout(role: .reflector, hasPacketPCT: false, pathCount: 1)
      ).encoded()
      for segment in RangingSegment.segments(of: body, mtu: 247) {
        let value = ATTHandleValue(handle: 9, value: segment.encoded())
        let pdu = ATTPDU.handleValueNotification(value)
        let frame = recording.say(L2CAPFrame(.attribute, pdu.encoded()), fromHost: false)
        if first == 0 { first = frame }
      }
    }
    return (try recording.octets(), first)
  }

  /// Mode-1 steps of six octets.
  private static func result(
    _ counter: UInt16, _ role: CSRole, difference: TimeDifference
  ) -> SubeventResult {
    var result = SubeventResult()
    result.procedureCounter = counter
    (result.procedureDone, result.subeventDone) = (.complete, .complete)
    let layout = CSStepLayout(role: role, rttType: 0, numAntennaPaths: 1)
    var packet = CSStep.Packet()
    packet.rssi = -50
    for channel: UInt8 in [2, 5, 9] {
      result.append(CSStep(channel: channel, data: .mode0(packet, measuredFreqOffset: 0)), layout: layout)
    }
    for channel: UInt8 in 30..<60 {
      var exchange = CSStep.RoundTrip()
      exchange.packet = packet
      exchange.timeDifference = difference
      result.append(CSStep(channel: channel, data: .mode1(exchange)), layout: layout)
    }
    return result
  }

  @Test("steps that are shorter than their RTT_Type has them are read by their length, which is told")
  func shorterSteps() throws {
    let (octets, first) = try Self.shortSteps()
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: octets), name: "file")], estimators: [.rtt])
    var metres: [Double] = []
    while let procedure = try analyzer.nextProcedure() {
      metres += procedure.estimates.compactMap { $0.estimate?.metres }
    }
    // 20 ns there and back.
    #expect(metres.count == 2 && metres.allSatisfy { abs($0 - 2.998) < 0.001 }, "\(metres)")
    let connection = analyzer.connections[0]
    #expect(connection.rangingDataCount == 2 && connection.unmatchedRangingDataCount == 0)
    #expect(connection.firstOddRangingData == first)
  }

  @Test("a procedure of which no distance is asked for lacks none")
  func noEstimator() throws {
    let (octets, _) = try Self.shortSteps()
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: octets), name: "file")], estimators: [])
    let procedure = try #require(try analyzer.nextProcedure())
    #expect(procedure.measurement != nil && procedure.estimates.isEmpty && procedure.obstacle == nil)
  }

  @Test("data without own results is counted, however much of it there is")
  func unmatched() throws {
    let session = try SessionCapture("nordic-nrf54l15-ras", phone: "android16", procedures: 40)
    let octets = try session.only(["hci-initiator"])
    func connection(_ accepts: RecordingAnalyzer.Recording.FrameFilter?) throws -> RecordedConnection {
      let analyzer = RecordingAnalyzer(
        [.init(try RecordingReader(octets: octets), name: "file", accepts: accepts)], estimators: [])
      while try analyzer.nextProcedure() != nil {}
      return analyzer.connections[0]
    }
    let whole = try connection(nil)
    let results = [EventCode.leCSSubeventResult, .leCSSubeventResultContinue].map(\.subevent)
    let alone = try connection { reader, frame in
      let isMeta = frame.kind == .hci(.event) && reader.octets[0] == EventCode.leMeta
      return !(isMeta && results.contains(reader.octets[2]))
    }
    #expect(whole.rangingDataCount > 32 && alone.rangingDataCount == 0)
    #expect(alone.unmatchedRangingDataCount == whole.rangingDataCount + whole.unmatchedRangingDataCount)
  }
}
