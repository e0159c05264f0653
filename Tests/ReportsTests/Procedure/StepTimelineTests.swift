import Capture
import ChannelSounding
import CoreTypes
import Plots
import Reports
import Testing

@Suite("Timelines of steps")
struct StepTimelineTests {
  private static func step(mode: UInt8, index: UInt16 = 0, at microseconds: Int = 0) -> StepFrame {
    var record = StepRecord()
    (record.mode, record.stepIndex, record.channel) = (mode, index, 20)
    (record.tFCS, record.tIP1, record.tIP2, record.tPM, record.tSW) = (100, 40, 50, 20, 4)
    (record.pathCount, record.csSyncPHY, record.rttType) = (2, .le1M, .sounding32)
    record.keptTIP = 40_013_000
    (record.initiator.sendsPacket, record.reflector.sendsPacket) = (true, true)
    (record.initiator.packetStart, record.initiator.packetEnd) = (100_000_000, 144_000_000)
    (record.reflector.packetStart, record.reflector.packetEnd) = (189_013_000, 233_013_000)
    (record.initiator.keptTFCS, record.reflector.keptTFCS) = (100_000_000, 99_995_000)
    return StepFrame(time: .start + .microseconds(microseconds), record: record)
  }

  @Test("lay the negotiated times out as long as the step is", arguments: [UInt8](0...3))
  func negotiated(mode: UInt8) throws {
    let timeline = try #require(Timeline.all([Self.step(mode: mode)], id: "steps").first)
    var configuration = CSConfiguration()
    configuration.rttType = .sounding32
    var timing = StepTiming(configuration: configuration, antennaPaths: 2, tSW: TSW(rawValue: 4))
    (timing.tFCSMicroseconds, timing.tIP1Microseconds, timing.tIP2Microseconds) = (100, 40, 50)
    timing.tPMMicroseconds = 20
    let spans = timeline.rows[0].spans
    #expect(spans.last?.range.upperBound == Double(timing.duration(mode: mode)))
    for (one, next) in zip(spans, spans.dropFirst()) {
      #expect(one.range.upperBound == next.range.lowerBound)
    }
    let starts = spans.filter { $0.label == (mode == 2 ? "T_IP2" : "T_SY") }.map(\.range.lowerBound)
    #expect(
      starts.last
        == Double(mode == 2 ? timing.reflectorSlot(0, mode: 2) - 50 : timing.reflectorSync(mode: mode)))
    #expect(Set(spans.map(\.label)).contains(mode > 1 ? "T_IP2" : "T_IP1"))
    #expect(spans.count { $0.label == "T_PM" } == (mode > 1 ? 6 : 0))
  }

  @Test("show what each end kept beside what was negotiated")
  func kept() throws {
    let rows = try #require(Timeline.all([Self.step(mode: 0)], id: "steps").first).rows
    #expect(rows.map(\.name) == ["negotiated", "initiator", "reflector"])
    let names = rows[2].spans.map(\.name)
    #expect(
      names == [
        "T_FCS 99.995 us, negotiated 100 us, step 0, mode-0, channel 20",
        "T_IP1 40.013 us, negotiated 40 us, step 0, mode-0, channel 20",
        "CS_SYNC 44.000 us, step 0, mode-0, channel 20",
      ])
    #expect(abs(rows[2].spans[1].range.upperBound - 189.013) < 1e-9)
    #expect(rows[1].spans.map(\.kind) == [.change, .packet])
  }

  @Test("show each end by its own clock")
  func ownClocks() throws {
    var second = Self.step(mode: 0, index: 1, at: 10_000)
    (second.record.initiator.clockOffset, second.record.reflector.clockOffset) = (2_000, -5_000)
    var first = Self.step(mode: 0)
    (first.record.initiator.clockOffset, first.record.reflector.clockOffset) = (2_000, -5_000)
    let timeline = try #require(Timeline.all([first, second], id: "steps").first)
    let (initiator, reflector) = (timeline.rows[1].spans, timeline.rows[2].spans)
    // 10,100 us of true time later, 20 ppm fast and 50 ppm slow.
    #expect(abs(initiator[3].range.lowerBound - 10_100.202) < 1e-6)
    #expect(abs(reflector[5].range.lowerBound - 10_189.013 * (1 - 50e-6)) < 1e-6)
    #expect(initiator[2].name.hasPrefix("T_FCS 100.002 us (100.000 us in true time), negotiated 100 us"))
    #expect(reflector[4].name.hasPrefix("T_IP1 40.011 us (40.013 us in true time), negotiated 40 us"))
    // What was negotiated counts from where the initiator begins.
    #expect(timeline.rows[0].spans.map(\.range.lowerBound).last == initiator[2].range.lowerBound)
    #expect(
      timeline.summary.contains("The initiator's clock is 20.00 ppm fast, the reflector's 50.00 ppm slow."))
  }

  @Test(
    "say how the initiator measured the reflector's clock",
    arguments: [(Int16(-321), "3.21 ppm slow"), (50, "0.50 ppm fast"), (0, "exact")])
  func measuredClock(_ offset: Int16, _ words: String) throws {
    var step = Self.step(mode: 0)
    let summary = try #require(Timeline.all([step], id: "steps").first).summary
    #expect(summary.hasSuffix("The initiator's clock is exact, the reflector's exact."))
    step.record.initiator.frequencyOffset = offset
    let measured = try #require(Timeline.all([step], id: "steps").first).summary
    #expect(
      measured.hasSuffix(
        "the reflector's is \(words) by its own; it keeps the reflector's time from then on."))
  }

  @Test("take a clock that is too far off to be recorded for none")
  func unknownClock() throws {
    var step = Self.step(mode: 0)
    step.record.reflector.clockOffset = .min
    let timeline = try #require(Timeline.all([step], id: "steps").first)
    #expect(timeline.summary.hasSuffix("the reflector's more than 327 ppm off."))
    #expect(timeline.rows[2].spans[0].name.hasPrefix("T_FCS 99.995 us, negotiated"))
  }

  @Test("look closer at the first step of mode-0 and the first of another mode")
  func close() {
    let steps = [
      Self.step(mode: 0), Self.step(mode: 0, index: 1, at: 400), Self.step(mode: 2, index: 2, at: 800),
    ]
    let timelines = Timeline.all(steps, id: "steps")
    #expect(timelines.map(\.id) == ["steps", "steps-mode-0", "steps-mode-2"])
    #expect(timelines[2].title == "Step 2 alone: mode-2, channel 20")
    #expect(timelines[2].rows[0].spans.first?.range.lowerBound == 0)
  }
}
