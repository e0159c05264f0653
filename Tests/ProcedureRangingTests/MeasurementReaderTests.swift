import ChannelSounding
import CoreTypes
import HCI
import ProcedureRanging
import Ranging
import Testing

@Suite("Measurements for ranging")
struct MeasurementReaderTests {
  private static let extensionSlot = CSTone(i: 9, q: 9)

  private func reader(
    paths: Int = 1, _ change: (inout CSConfiguration) -> Void = { _ in }
  ) -> MeasurementReader {
    var configuration = CSConfiguration()
    change(&configuration)
    return MeasurementReader(
      configuration, timing: StepTiming(configuration: configuration, antennaPaths: paths, tSW: 0),
      schedule: MeasurementReader.Schedule(
        connectionIntervalMicroseconds: 50_000, subeventIntervalMicroseconds: 5000))
  }

  @Test("hold the products of both sides' tones, by antenna path")
  func product() {
    let own = [CSTone(i: 1, q: 2), CSTone(i: -3, q: 4), Self.extensionSlot]
    let peer = [CSTone(i: 5, q: -6), CSTone(i: 7, q: 8), Self.extensionSlot]
    // Index 1 swaps the two paths.
    let initiator = Fixture.procedure([Fixture.subevent([Fixture.step(9, own, permutation: 1)], paths: 2)])
    let reflector = Fixture.procedure([
      Fixture.subevent([Fixture.step(9, peer, permutation: 1)], role: .reflector, paths: 2)
    ])
    var reader = reader(paths: 2)
    let paths = reader.measurement(initiator.subevents, reflector: reflector.subevents).paths
    #expect(paths.map(\.channel) == [[9], [9]])
    #expect(paths.map(\.re) == [[-53], [17]])
    #expect(paths.map(\.im) == [[4], [4]])
    #expect(paths.allSatisfy { $0.content == .product })
  }

  @Test("agree with what the steps say one by one, over the whole range of I and Q")
  func agreement() {
    let steps = (2...22).map { channel in
      let value = Int16(channel) * 186
      return Fixture.step(UInt8(channel), [CSTone(i: 2047 - value, q: value - 2048), Self.extensionSlot])
    }
    let procedure = Fixture.procedure([Fixture.subevent(steps)])
    var reader = reader { $0.enhancements = 1 }
    let path = reader.measurement(procedure.subevents, reflector: nil).paths[0]
    #expect(path.channel == Array(2...22))
    let values: [Double] = (2...22).map { channel in 186 * Double(channel) }
    #expect(path.re == values.map { value in 2047 - value })
    #expect(path.im == values.map { value in value - 2048 })
    #expect(path.content == .inline)
  }

  @Test("hold the initiator's tones alone under inline PCT, whatever the reflector reports of its own")
  func inlineWithReflector() {
    let own = Fixture.step(9, [CSTone(i: 1, q: 2), Self.extensionSlot])
    let nothing = Fixture.step(9, [CSTone(i: 0, q: 0), Self.extensionSlot])
    let size = Fixture.step(9, [CSTone(i: 700, q: 0), Self.extensionSlot])
    let initiator = [Fixture.subevent([own]), Fixture.subevent([own])]
    let reflector = [nothing, size].map { Fixture.subevent([$0], role: .reflector) }
    for peer in [reflector, [reflector[1]], []] {
      var reader = reader { $0.enhancements = .inlinePCT }
      let path = reader.measurement(initiator, reflector: peer).paths[0]
      #expect(path.re == [1, 1] && path.im == [2, 2] && path.content == .inline)
    }
    var configuration = CSConfiguration()
    configuration.enhancements = .inlinePCT
    let path = Fixture.procedure(initiator).measurement(
      configuration, reflector: Fixture.procedure(reflector)
    ).paths[0]
    #expect(path.re == [1, 1] && path.im == [2, 2] && path.content == .inline)
  }

  @Test("leave out steps on channels that there are not", arguments: [80, 96, 255] as [UInt8])
  func impossibleChannels(channel: UInt8) {
    let tones = [CSTone(i: 3, q: 4), Self.extensionSlot]
    let procedure = Fixture.procedure([
      Fixture.subevent([Fixture.step(2, tones), Fixture.step(channel, tones), Fixture.step(4, tones)])
    ])
    var reader = reader { $0.enhancements = 1 }
    #expect(reader.measurement(procedure.subevents, reflector: nil).paths[0].channel == [2, 4])
    #expect(procedure.measurement(CSConfiguration(), reflector: nil).paths[0].channel == [2, 4])
  }

  @Test("have the time of each tone, over steps, subevents and connection events")
  func times() {
    func subevent(event: ConnEventCounter, _ channels: [UInt8]) -> SubeventResult {
      let tones = [CSTone(i: 1, q: 0), Self.extensionSlot]
      var result = Fixture.subevent(channels.map { Fixture.step($0, tones) })
      result.startACLConnEventCounter = event
      return result
    }
    let procedure = Fixture.procedure([
      subevent(event: 0xFFFF, [2, 3]), subevent(event: 0xFFFF, [4]), subevent(event: 1, [5]),
    ])
    var reader = reader { $0.enhancements = 1 }
    let times = reader.measurement(procedure.subevents, reflector: nil).paths[0].microseconds
    // With T_FCS 150, a slot of 40, T_IP2 145 and T_RD 5 both tones lie around the middle of 150 and 420 us.
    let first = 150.0 + (80 + 150 + 40) / 2.0
    let step = 150.0 + 160 + 10 + 145
    #expect(times == [first, first + step, first + 5000, first + 100_000])
  }

  @Test(
    "leave out steps on other channels, PCTs of nothing, and what is no step of mode-2, and tell what was rated low"
  )
  func leftOut() {
    let good = [CSTone(i: 1, q: 1), Self.extensionSlot]
    let low = [CSTone(i: 1, q: 1, quality: .low), Self.extensionSlot]
    let nothing = [CSTone(i: 0, q: 0), Self.extensionSlot]
    let initiator = Fixture.procedure([
      Fixture.subevent([
        Fixture.step(2, good), Fixture.step(3, low), Fixture.step(4, good), Fixture.step(5, good),
        Fixture.step(7, good, permutation: 1), Fixture.step(9, nothing),
        CSStep(channel: 8, data: .opaque(mode: 2, [])),
      ])
    ])
    let reflector = Fixture.procedure([
      Fixture.subevent(
        [
          Fixture.step(2, good), Fixture.step(3, good), Fixture.step(4, low), Fixture.step(6, good),
          Fixture.step(7, good, permutation: 1), Fixture.step(9, good),
        ], role: .reflector)
    ])
    var reader = reader()
    let measured = reader.measurement(initiator.subevents, reflector: reflector.subevents)
    #expect(measured.paths.map(\.channel) == [[2, 3, 4]])
    #expect(measured.paths.map(\.isDoubtful) == [[false, true, true]])
    #expect(measured.undoubted.paths.map(\.channel) == [[2]])
    #expect(reader.measurement(initiator.subevents, reflector: nil).paths.map(\.channel) == [[]])
  }

  @Test("keep every other subevent where one cannot be read, or is not reported by one end")
  func missingSubevents() {
    func subevent(_ event: ConnEventCounter, _ channel: UInt8, _ role: CSRole) -> SubeventResult {
      let tones = [CSTone(i: Int16(channel), q: 1), Self.extensionSlot]
      var result = Fixture.subevent([Fixture.step(channel, tones)], role: role)
      result.startACLConnEventCounter = event
      return result
    }
    let own = (0..<4 as Range<UInt16>).map {
      subevent(ConnEventCounter(rawValue: $0), 10 + UInt8($0), .initiator)
    }
    var reader = reader()
    let missing = ([0, 2, 3] as [UInt16]).map {
      subevent(ConnEventCounter(rawValue: $0), 10 + UInt8($0), .reflector)
    }
    let measured = reader.measurement(own, reflector: missing)
    #expect(measured.paths[0].channel == [10, 12, 13] && measured.paths[0].subevent == [0, 2, 3])
    #expect(measured.subevents.map { $0[0].channel } == [[10], [], [12], [13]])
    // An end that had nothing to tell of a subevent takes no other in its place.
    var silent = own
    silent[1] = Fixture.subevent([])
    #expect(reader.measurement(silent, reflector: missing).paths[0].channel == [10, 12, 13])
    var unreadable = (0..<4 as Range<UInt16>).map {
      subevent(ConnEventCounter(rawValue: $0), 10 + UInt8($0), .reflector)
    }
    unreadable[1].stepOctets = [2, 200, 1, 0]
    #expect(reader.measurement(own, reflector: unreadable).paths[0].channel == [10, 12, 13])
  }

  @Test("say how sure the phase of a subevent is, by the offsets that mode-0 measured")
  func carriers() {
    func phase(_ offsets: [Int], subevents: Int = 4, paths: Int = 1) -> Double {
      let steps = offsets.map { offset in
        CSStep(channel: 5, data: .mode0(.init(), measuredFreqOffset: FrequencyOffset(hundredths: offset)))
      }
      let procedure = (0..<subevents).map { _ in Fixture.subevent(steps, paths: UInt8(paths)) }
      var reader = reader(paths: paths) { $0.enhancements = 1 }
      return reader.measurement(procedure, reflector: nil).subeventPhaseRadians
    }
    // Offsets that agree leave their prior: the fewer of them, the more of it.
    #expect(phase([250, 250, 250]) < phase([250, 250]))
    #expect(phase([250, 250, 250]) < 0.6 * phase([240, 250, 260]))
    // What is left turns the more the longer the reflector's tone comes after the initiator's.
    let ratio = phase([240, 250, 260], paths: 4) / phase([240, 250, 260])
    #expect(abs(ratio - 350.0 / 230) < 1e-9)
    // 0.1 ppm of each of three offsets, 0.058 ppm of their mean, over T_IP2 145, T_RD 5 and two slots of 40 us.
    let radians = 2 * Double.pi * 2_440 * 0.0577e-6 * 230
    #expect(abs(phase([240, 250, 260], subevents: 200) - radians) < 0.02 * radians)
  }

  @Test("have the round-trip times of both sides")
  func roundTrips() {
    func step(_ time: TimeDifference, nadm: NADM) -> CSStep {
      var trip = CSStep.RoundTrip()
      trip.timeDifference = time
      trip.nadm = nadm
      return CSStep(channel: 2, data: .mode1(trip))
    }
    let initiator = Fixture.procedure([Fixture.subevent([step(120, nadm: 1), step(-7, nadm: .unknown)])])
    let reflector = Fixture.procedure([
      Fixture.subevent([step(-20, nadm: 3), step(.notAvailable, nadm: .unknown)], role: .reflector)
    ])
    var reader = reader()
    let trips = reader.measurement(initiator.subevents, reflector: reflector.subevents).roundTrips
    #expect(trips.map(\.initiator) == [120, -7])
    #expect(trips.map(\.reflector) == [-20, .notAvailable])
    #expect(trips.map(\.attackMetric) == [3, nil])
    #expect(trips[1].metres == nil)
    var inline = self.reader { $0.enhancements = .inlinePCT }
    #expect(
      inline.measurement(initiator.subevents, reflector: reflector.subevents).roundTrips.count == 2)
  }
}
