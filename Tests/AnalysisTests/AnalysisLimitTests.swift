import Analysis
import Capture
import CoreTypes
import HCI
import HostStack
import Ranging
import Testing

@Suite("What an analysis keeps of more than it has room for")
struct AnalysisLimitTests {
  private static let phone = DeviceAddress(0xC0_00_00_00_00_01, kind: .random)
  private static let accessory = DeviceAddress(0xC0_00_00_00_00_02, kind: .random)

  private static func analyze(_ octets: [UInt8]) throws -> (RecordingAnalyzer, [ProcedureAnalysis]) {
    let analyzer = RecordingAnalyzer(
      [.init(try RecordingReader(octets: octets), name: "file")], estimators: [.ml])
    var procedures: [ProcedureAnalysis] = []
    while let procedure = try analyzer.nextProcedure() { procedures.append(procedure) }
    return (analyzer, procedures)
  }

  // MARK: Advertisers

  private static func advertise(_ address: DeviceAddress, _ recording: inout PhoneRecording) {
    var report = LEAdvertisingReportEvent.Report()
    report.address = address
    report.data = AdvertisingData([.localName("tag")]).encoded
    recording.event(LEAdvertisingReportEvent { $0.reports = [report] })
  }

  /// Advertisers that nobody connects to, each with one report.
  private static func crowd(_ numbers: Range<Int>, _ recording: inout PhoneRecording) {
    for number in numbers {
      advertise(DeviceAddress(BDADDR(rawValue: 0xD000_0000_0000 + UInt64(number)), kind: .random), &recording)
    }
  }

  /// Whether the accessory is kept with its data, beside as many others as there is room for.
  private static func expectKept(_ recording: PhoneRecording, crowd count: Int) throws {
    let (analyzer, _) = try analyze(recording.octets())
    let known = try #require(analyzer.advertisers.first { $0.address == accessory })
    #expect(known.data?.value.localName == "tag" && known.properties.contains(.connectable))
    #expect(analyzer.advertisers.count == 1 + AnalysisLimits.advertisers)
    #expect(analyzer.notKept == NotKeptCounts(advertisers: count - AnalysisLimits.advertisers))
  }

  @Test("an advertiser that is connected to is kept, whatever was heard before and afterwards")
  func connected() throws {
    var recording = PhoneRecording()
    Self.crowd(0..<700, &recording)
    Self.advertise(Self.accessory, &recording)
    recording.connect(as: Self.phone, to: Self.accessory)
    Self.crowd(700..<1500, &recording)
    try Self.expectKept(recording, crowd: 1500)
  }

  @Test("an advertiser that the host asks to connect to is kept while others are heard")
  func asked() throws {
    var recording = PhoneRecording()
    Self.advertise(Self.accessory, &recording)
    recording.command(LECreateConnectionCommand { $0.peerAddress = Self.accessory })
    Self.crowd(0..<900, &recording)
    recording.event(LEConnectionCompleteEvent { $0.peerAddress = Self.accessory })
    try Self.expectKept(recording, crowd: 900)
  }

  @Test(
    "without a connection the advertisers that were heard last are kept, and one that returns counts once")
  func bystanders() throws {
    var recording = PhoneRecording()
    Self.crowd(0..<1000, &recording)
    Self.crowd(0..<10, &recording)
    let (analyzer, _) = try Self.analyze(recording.octets())
    let numbers = analyzer.advertisers.compactMap { $0.address.map { Int($0.bdAddr.rawValue & 0xFFFF) } }
    #expect(Set(numbers) == Set(0..<10).union(1000 - AnalysisLimits.advertisers + 10..<1000))
    #expect(analyzer.notKept == NotKeptCounts(advertisers: 1000 - AnalysisLimits.advertisers))
  }

  // MARK: Connections

  /// The phone's recording of connections, followed by that of an initiator with one procedure.
  private static func day(
    of connections: Int, _ body: (inout PhoneRecording) -> Void
  ) throws -> (RecordingAnalyzer, [ProcedureAnalysis]) {
    var recording = PhoneRecording()
    for _ in 0..<connections {
      recording.connect(as: phone, to: accessory)
      body(&recording)
      recording.pause()
    }
    var sample = SampleLink(usesInlinePCT: true)
    sample.procedure(0, metres: 4)
    return try analyze(try recording.octets() + sample.capture(only: .initiator))
  }

  @Test("connections that ended without Channel Sounding make room for those with it")
  func ended() throws {
    let count = AnalysisLimits.connections + 100
    let (analyzer, procedures) = try Self.day(of: count) { $0.disconnect(.remoteUserTerminatedConnection) }
    #expect(procedures.count == 1 && procedures[0].obstacle == nil)
    #expect(abs(try #require(procedures[0].estimates[0].estimate).metres - 4) < 0.02)
    #expect(analyzer.connections.count == AnalysisLimits.connections)
    #expect(analyzer.connections.allSatisfy { !$0.isRemainder })
    #expect(analyzer.notKept == NotKeptCounts(connections: 101))
    let place = try #require(procedures[0].account?.connection)
    #expect(analyzer.connections[place].configurations.count == 1)
    #expect(analyzer.connections[place].procedures.complete == 1)
  }

  @Test("a procedure of a connection beyond those that are kept says so")
  func beyond() throws {
    let (analyzer, procedures) = try Self.day(of: AnalysisLimits.connections) { recording in
      recording.event(LECSSecurityEnableCompleteEvent { $0.connectionHandle = PhoneRecording.handle })
      recording.disconnect(.remoteUserTerminatedConnection)
    }
    #expect(procedures.map(\.obstacle) == [.connectionNotKept])
    #expect(procedures[0].obstacle?.text == "the connection is beyond the 4,096 that are kept")
    #expect(analyzer.connections.count == AnalysisLimits.connections + 1)
    #expect(analyzer.connections.last?.isRemainder == true)
    #expect(analyzer.connections.last?.procedures.complete == 1)
    #expect(analyzer.links.count == AnalysisLimits.connections)
    #expect(analyzer.notKept == NotKeptCounts(connections: 1))
  }
}
