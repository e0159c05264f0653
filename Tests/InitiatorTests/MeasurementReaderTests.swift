import ChannelSounding
import CoreTypes
import HCI
import Initiator
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
      let value = Int16(channel) * 190
      return Fixture.step(UInt8(channel), [CSTone(i: 2047 - value, q: value - 2048), Self.extensionSlot])
    }
    let procedure = Fixture.procedure([Fixture.subevent(steps)])
    var reader = reader { $0.enhancements = 1 }
    let path = reader.measurement(procedure.subevents, reflector: nil).paths[0]
    let expected = procedure.responses(CSConfiguration(), reflector: nil)[0]
    #expect(path.channel == expected.channel)
    #expect(path.re == expected.re && path.im == expected.im)
    #expect(path.content == .inline)
  }

  @Test("leave out steps on channels that there are not", arguments: [80, 96, 255] as [UInt8])
  func impossibleChannels(channel: UInt8) {
    let tones = [CSTone(i: 3, q: 4), Self.extensionSlot]
    let procedure = Fixture.procedure([
      Fixture.subevent([Fixture.step(2, tones), Fixture.step(channel, tones), Fixture.step(4, tones)])
    ])
    var reader = reader { $0.enhancements = 1 }
    #expect(reader.measurement(procedure.subevents, reflector: nil).paths[0].channel == [2, 4])
    #expect(procedure.responses(CSConfiguration(), reflector: nil)[0].channel == [2, 4])
  }

  @Test("have the time of each tone, over steps, subevents and connection events")
  func times() {
    func subevent(event: UInt16, _ channels: [UInt8]) -> SubeventResult {
      let tones = [CSTone(i: 1, q: 0), Self.extensionSlot]
      var result = Fixture.subevent(channels.map { Fixture.step($0, tones) })
      result.startACLConnEventCounter = event
      return result
    }
    let procedure = Fixture.procedure([
      subevent(event: .max, [2, 3]), subevent(event: .max, [4]), subevent(event: 1, [5]),
    ])
    var reader = reader { $0.enhancements = 1 }
    let times = reader.measurement(procedure.subevents, reflector: nil).paths[0].microseconds
    // With T_FCS 150, a slot of 40, T_IP2 145 and T_RD 5 both tones lie around the middle of 150 and 420 us.
    let first = 150.0 + (80 + 150 + 40) / 2.0
    let step = 150.0 + 160 + 10 + 145
    #expect(times == [first, first + step, first + 5000, first + 100_000])
  }

  @Test("leave out tones that either side rates low, steps on other channels, and what is no step of mode-2")
  func leftOut() {
    let good = [CSTone(i: 1, q: 1), Self.extensionSlot]
    let bad = [CSTone(i: 1, q: 1, quality: .low), Self.extensionSlot]
    let initiator = Fixture.procedure([
      Fixture.subevent([
        Fixture.step(2, good), Fixture.step(3, bad), Fixture.step(4, good), Fixture.step(5, good),
        Fixture.step(7, good, permutation: 1), CSStep(channel: 8, data: .opaque(mode: 2, [])),
      ])
    ])
    let reflector = Fixture.procedure([
      Fixture.subevent(
        [
          Fixture.step(2, good), Fixture.step(3, good), Fixture.step(4, bad), Fixture.step(6, good),
          Fixture.step(7, good, permutation: 1),
        ], role: .reflector)
    ])
    var reader = reader()
    let measured = reader.measurement(initiator.subevents, reflector: reflector.subevents)
    #expect(measured.paths.map(\.channel) == [[2]])
    #expect(reader.measurement(initiator.subevents, reflector: nil).paths.map(\.channel) == [[]])
  }

  @Test("have the round-trip times of both sides")
  func roundTrips() {
    func step(_ time: Int16, nadm: UInt8) -> CSStep {
      var trip = CSStep.RoundTrip()
      trip.timeDifference = time
      trip.nadm = nadm
      return CSStep(channel: 2, data: .mode1(trip))
    }
    let initiator = Fixture.procedure([Fixture.subevent([step(120, nadm: 1), step(-7, nadm: 0xFF)])])
    let reflector = Fixture.procedure([
      Fixture.subevent([step(-20, nadm: 3), step(.min, nadm: 0xFF)], role: .reflector)
    ])
    var reader = reader()
    let trips = reader.measurement(initiator.subevents, reflector: reflector.subevents).roundTrips
    #expect(trips.map(\.initiatorHalfNanoseconds) == [120, -7])
    #expect(trips.map(\.reflectorHalfNanoseconds) == [-20, .min])
    #expect(trips.map(\.attackMetric) == [3, nil])
    #expect(trips[1].metres == nil)
  }
}
