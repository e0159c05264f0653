import Analysis
import Capture
import ChannelSounding
import CoreTypes
import HCI
import Ranging
import Testing

@Suite("Recordings analyzed")
struct RecordingAnalyzerTests {
  private static func analyze(_ octets: [[UInt8]]) throws -> (RecordingAnalyzer, [ProcedureAnalysis]) {
    let recordings = try octets.enumerated().map {
      RecordingAnalyzer.Recording(try RecordingReader(octets: $0.element), name: "file \($0.offset)")
    }
    let analyzer = RecordingAnalyzer(recordings, estimators: [.ml])
    var procedures: [ProcedureAnalysis] = []
    while let procedure = try analyzer.nextProcedure() { procedures.append(procedure) }
    return (analyzer, procedures)
  }

  @Test("both ends of a capture are paired, and tell the distance of their tones")
  func pairs() throws {
    var sample = SampleLink()
    for counter in 0..<5 { sample.procedure(UInt16(counter), metres: 7.5) }
    let (analyzer, procedures) = try Self.analyze([try sample.capture()])
    #expect(procedures.map { $0.account?.counter } == [0, 1, 2, 3, 4])
    for procedure in procedures {
      #expect(procedure.initiator != nil && procedure.reflector != nil && procedure.obstacle == nil)
      let estimate = try #require(procedure.estimates.first?.estimate)
      #expect(abs(estimate.metres - 7.5) < 0.02)
    }
    #expect(analyzer.connections.map(\.procedures.complete) == [5, 5])
    #expect(analyzer.connections.map(\.interface) == ["hci-initiator", "hci-reflector"])
  }

  @Test("the two ends find each other over two files")
  func twoFiles() throws {
    var sample = SampleLink()
    for counter in 0..<300 { sample.procedure(UInt16(counter), metres: 3) }
    let (_, procedures) = try Self.analyze([
      try sample.capture(only: .initiator), try sample.capture(only: .reflector),
    ])
    #expect(procedures.count == 300)
    #expect(procedures.allSatisfy { $0.obstacle == nil })
  }

  @Test("one end alone has a distance under inline PCT, and none without")
  func oneEnd() throws {
    for usesInlinePCT in [true, false] {
      var sample = SampleLink(usesInlinePCT: usesInlinePCT)
      sample.procedure(0, metres: 4)
      let (_, procedures) = try Self.analyze([try sample.capture(only: .initiator)])
      #expect(procedures.count == 1)
      #expect(procedures[0].usesInlinePCT == usesInlinePCT)
      #expect(procedures[0].obstacle == (usesInlinePCT ? nil : .noReflector))
      if usesInlinePCT {
        #expect(abs(try #require(procedures[0].estimates[0].estimate).metres - 4) < 0.02)
      }
    }
  }

  @Test("a reflector whose PCTs are missing does not stand for inline PCT where the configuration has none")
  func missingPCT() throws {
    var sample = SampleLink(isReflectorSilent: true)
    sample.procedure(0, metres: 4)
    let (_, procedures) = try Self.analyze([try sample.capture()])
    #expect(procedures.map(\.usesInlinePCT) == [false])
    #expect(procedures.map(\.obstacle) == [.nothingMeasured])
  }

  @Test("the reflector's reports change no distance under inline PCT, among reflections either")
  func reflectorUnderInlinePCT() throws {
    let session = try SessionCapture(
      "nordic-nrf54l15-ipt", phone: "iphone-ios27", procedures: 3, environment: "office", metres: 12)
    let both = try Self.analyze([session.octets]).1
    let phoneAlone = try Self.analyze([session.only(["hci-initiator"])]).1
    #expect(both.count >= 3 && both.allSatisfy { $0.reflector != nil })
    #expect(both.map { $0.estimates.map(\.estimate) } == phoneAlone.map { $0.estimates.map(\.estimate) })
  }

  @Test("results of another link are not taken for the other end")
  func strangers() throws {
    var one = SampleLink(seed: 1)
    one.procedure(0, metres: 3)
    var other = SampleLink(seed: 2)
    other.procedure(0, metres: 3)
    let (_, procedures) = try Self.analyze([
      try one.capture(only: .initiator), try other.capture(only: .reflector),
    ])
    #expect(procedures.map(\.obstacle) == [.noReflector, .noInitiator])
  }

  @Test("an aborted procedure is named with its reason, one that breaks off too")
  func aborted() throws {
    var sample = SampleLink()
    sample.procedure(0, metres: 3)
    sample.procedure(1, metres: 3, reason: .noSyncReceived)
    sample.procedure(2, metres: 3, isCutShort: true)
    let (analyzer, procedures) = try Self.analyze([try sample.capture()])
    let endings = procedures.sorted { $0.account?.counter ?? 0 < $1.account?.counter ?? 0 }
      .map { $0.initiator?.ending }
    #expect(endings == [.complete, .aborted, .unfinished])
    let counts = analyzer.connections[0].procedures
    #expect(counts.complete == 1 && counts.unfinished == 1)
    #expect(counts.aborted.map(\.reason) == ["no CS_SYNC received"])
    #expect(counts.aborted.map(\.count) == [1])
  }

  @Test("what was agreed and what the peer can do is told of the connection")
  func connection() throws {
    let sample = SampleLink(usesInlinePCT: true)
    let (analyzer, procedures) = try Self.analyze([try sample.capture()])
    let connection = try #require(analyzer.connections.first)
    #expect(procedures.isEmpty)
    #expect(connection.isWhole && connection.role == .central && connection.intervalMicroseconds == 30_000)
    #expect(connection.peer.version?.value.core == .v6_3 && connection.isSecured)
    #expect(connection.configurations.map(\.value.tFCS.microseconds) == [100])
    #expect(connection.configurations[0].value.usesInlinePCT)
    #expect(connection.peer.capabilities?.value.subfeatures.contains(.inlinePCT) == true)
    // Both ends tell in turn: the initiator's events are the odd half of what comes.
    #expect(connection.peer.version?.frame == 2 && connection.peer.capabilities?.frame == 3)
  }

  @Test("a file that goes back in time lasts from its least time to its greatest")
  func joined() throws {
    var long = SampleLink()
    for counter in 0..<5 { long.procedure(UInt16(counter), metres: 3) }
    let (one, other) = (try long.capture(), try SampleLink().capture())
    let seconds = try [one, one + other, other + one].map { try Self.analyze([$0]).0.recordings[0].seconds }
    #expect(try #require(seconds[0]) > 0 && seconds == [seconds[0], seconds[0], seconds[0]])
  }

  @Test("a continuation without a start is a problem of its frame, and reading goes on")
  func problems() throws {
    var sample = SampleLink()
    sample.strayContinuation()
    sample.procedure(0, metres: 3)
    let (analyzer, procedures) = try Self.analyze([try sample.capture(only: .initiator)])
    #expect(procedures.count == 1)
    let recording = analyzer.recordings[0]
    #expect(recording.problemCount == 1)
    #expect(recording.problems[0].text.hasSuffix("it continues no open subevent"))
  }

  @Test(
    "a step on a channel that there is not is a problem of its frame", arguments: [24, 96, 255] as [UInt8])
  func strayChannel(channel: UInt8) throws {
    var sample = SampleLink()
    sample.procedure(0, metres: 3, strayChannel: channel)
    let (analyzer, procedures) = try Self.analyze([try sample.capture()])
    #expect(procedures.count == 1)
    let problems = analyzer.recordings[0].problems
    let text = "HCI_LE_CS_Subevent_Result: step 4 is on channel \(channel), expected 2 to 22 or 26 to 76"
    #expect(problems.map(\.text) == [text, text])
    #expect(abs(try #require(procedures[0].estimates[0].estimate).metres - 3) < 0.05)
  }

  @Test("tone slots are told by antenna path, the extension slot without one")
  func tones() throws {
    var sample = SampleLink()
    sample.procedure(0, metres: 3)
    let (_, procedures) = try Self.analyze([try sample.capture()])
    let tones = procedures[0].tones()
    #expect(tones.count == 2 * SampleLink.channels.count)
    #expect(tones.filter { $0.antennaPath == nil }.count == SampleLink.channels.count)
    #expect(tones.allSatisfy { $0.initiator != nil && $0.reflector != nil })
  }

  @Test("steps are counted by mode, tones by quality")
  func statistics() throws {
    var sample = SampleLink()
    sample.procedure(0, metres: 3)
    let (_, procedures) = try Self.analyze([try sample.capture()])
    let steps = try #require(procedures[0].initiatorSteps)
    #expect(steps.stepCounts == [3, 0, SampleLink.channels.count, 0])
    #expect(steps.toneCounts == [SampleLink.channels.count, 0, 0, 0, 0])
    #expect(steps.syncFoundCount == 3 && steps.frequencyOffset == -2.06 && steps.rssiDbm == -45)
    #expect(procedures[0].reflectorSteps?.frequencyOffset == nil)
  }
}
