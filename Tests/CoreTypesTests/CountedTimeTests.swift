import CoreTypes
import Testing

@Suite("Times that fields count in units")
struct CountedTimeTests {
  @Test("a connection interval is a number of units of 1.25 ms")
  func interval() {
    let interval: ConnectionInterval = 6
    #expect(interval.microseconds == 7_500 && interval.milliseconds == 7.5)
    #expect(interval.time == .microseconds(7_500) && "\(interval)" == "6")
    #expect(ConnectionInterval.legalMilliseconds == 7.5...4000)
    #expect(
      [5, 6, 3200, 3201].map { ConnectionInterval(rawValue: $0).isLegal } == [false, true, true, false])
  }

  @Test(
    "a time in milliseconds is the nearest number of units",
    arguments: [(7.5, 6), (8.1, 6), (8.125, 7), (4000, 3200), (11.25, 9)] as [(Double, ConnectionInterval)])
  func nearest(milliseconds: Double, interval: ConnectionInterval) {
    #expect(ConnectionInterval(nearestMilliseconds: milliseconds) == interval)
  }

  @Test("a supervision timeout is a number of units of 10 ms")
  func timeout() {
    let timeout: SupervisionTimeout = 200
    #expect(timeout.time == .seconds(2) && timeout.milliseconds == 2000)
    #expect(SupervisionTimeout.legalMilliseconds == 100...32_000)
    #expect(SupervisionTimeout(nearestMilliseconds: 2004) == timeout && timeout < 201)
  }

  @Test(
    "a time in microseconds is rounded up or down to units",
    arguments: [(0, 0, 0), (1, 1, 0), (7500, 6, 6), (7501, 7, 6), (8749, 7, 6), (8750, 7, 7)]
      as [(Int, ConnectionInterval, ConnectionInterval)])
  func rounded(microseconds: Int, up: ConnectionInterval, down: ConnectionInterval) {
    #expect(ConnectionInterval(atLeastMicroseconds: microseconds) == up)
    #expect(ConnectionInterval(atMostMicroseconds: microseconds) == down)
    #expect(ConnectionInterval(atMostMicroseconds: .max) == 0xFFFF)
  }

  @Test("durations and periods of discovery know their code for none")
  func discovery() {
    #expect(DiscoveryDuration.endless.limit == nil && (128 as DiscoveryDuration).limit == .milliseconds(1280))
    #expect(ScanPeriod.once.repetition == nil && (2 as ScanPeriod).repetition == .milliseconds(2560))
    #expect(
      ScanTime.legalMilliseconds == 2.5...10_240 && AdvertisingInterval.legalMilliseconds == 20...10_240)
    #expect(PrimaryAdvertisingInterval(0x4000 as AdvertisingInterval) == 0x4000)
  }
}
