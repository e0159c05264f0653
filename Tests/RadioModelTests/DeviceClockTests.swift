import CoreTypes
import RadioModel
import Testing

@Suite("Device clocks")
struct DeviceClockTests {
  @Test("a fast clock gains its offset", arguments: [-50.0, -0.01, 0, 20, 50])
  func offset(ppm: Double) {
    let clock = DeviceClock(offsetPpm: ppm)
    let hour = Instant.start + .seconds(3_600)
    #expect((clock.localTime(at: hour) - hour).rawValue == Int64((ppm * 3_600e6).rounded()))
    #expect(abs(clock.fractionalOffset(at: hour) - ppm * 1e-6) < 1e-18)
  }

  @Test("drift adds up as the square of the time")
  func drift() {
    let reference = Instant.start + .seconds(5)
    let clock = DeviceClock(offsetPpm: 2, driftPpmPerSecond: 0.1, reference: reference)
    let later = reference + .seconds(10)
    #expect((clock.localTime(at: later) - later).rawValue == 25_000_000)
    #expect(abs(clock.fractionalOffset(at: later) - 3e-6) < 1e-15)
    #expect(clock.localTime(at: reference) == reference)
  }

  @Test("local time turns back into true time to a picosecond", arguments: [-250.0, -20, 0, 0.3, 50, 250])
  func roundTrip(ppm: Double) {
    let clock = DeviceClock(offsetPpm: ppm, driftPpmPerSecond: 0.001)
    for seconds in [0, 1, 59, 3_600, 40_000] {
      let time = Instant.start + .seconds(seconds) + Picoseconds(123_456_789)
      #expect(abs((clock.trueTime(atLocal: clock.localTime(at: time)) - time).rawValue) <= 1)
    }
  }
}
