import Capture
import ChannelSounding
import CoreTypes
import Testing

@testable import Analysis

@Suite("The clock of a recording")
struct CaptureClockTests {
  /// Procedures that come every 100 ms, four connection events apart.
  ///
  /// - Parameter gained: what the clock gains before the procedure at an index, in seconds.
  private static func clock(
    _ count: Int = 60, intervalMicroseconds: Double = 25_000, firstEvent: ConnEventCounter = 0,
    gained: [Int: Int64] = [:], changes: [Int] = []
  ) -> CaptureClock {
    var clock = CaptureClock()
    var seconds: Int64 = 1_000
    for index in 0..<count {
      seconds += gained[index] ?? 0
      if changes.contains(index) { clock.change(10 * index + 5) }
      let tenths = Int64(index)
      clock.see(
        event: firstEvent + 4 * UInt16(index),
        RecordTime(seconds: seconds + tenths / 10, picoseconds: tenths % 10 * 100_000_000_000),
        intervalMicroseconds: intervalMicroseconds, frame: 10 * (index + 1))
    }
    return clock
  }

  @Test("is steady where it goes with the connection events, also over the end of their counter")
  func steady() {
    for clock in [Self.clock(), Self.clock(firstEvent: 65_500)] {
      #expect(clock.isSteady && clock.jumps.isEmpty)
    }
  }

  @Test(
    "jumps where the connection events do not follow, forward and back", arguments: [3_600, -40] as [Int64])
  func jump(seconds: Int64) throws {
    let clock = Self.clock(gained: [30: seconds])
    let jump = try #require(clock.jumps.first)
    #expect(clock.jumps.count == 1 && jump.before == 300 && jump.after == 310)
    #expect(abs(jump.clockSeconds - Double(seconds) - 0.1) < 1e-6 && abs(jump.eventSeconds - 0.1) < 1e-6)
    #expect(clock.jump(around: 305) == jump && clock.jump(around: 310) == nil)
  }

  @Test("shows nothing where the connection interval may have changed, or is another than known")
  func otherInterval() {
    #expect(Self.clock(gained: [30: 40], changes: [30]).isSteady)
    #expect(Self.clock(intervalMicroseconds: 7_500, gained: [30: 40]).isSteady)
  }

  @Test("is doubtful, and has no jump, where nothing shows that the interval stays the same")
  func doubtful() {
    let clock = Self.clock(32, gained: [30: 40])
    #expect(clock.jumps.isEmpty && clock.jump(around: 305)?.clockSeconds.rounded() == 40)
  }

  @Test("parts the procedures of a connection, so that a jump hides no drift of the carrier")
  func drift() throws {
    var connection = RecordedConnection(source: 0, interface: nil, handle: nil, frame: 1)
    connection.intervalMicroseconds = 25_000
    var (drift, jumpCount) = (SlopeSums(), 0)
    for index in 0..<60 {
      var subevent = SubeventResult()
      subevent.startACLConnEventCounter = ConnEventCounter(rawValue: 40 * UInt16(index))
      let seconds = Int64(index) + (index < 30 ? 0 : 1_000)
      var procedure = RecordedProcedure(
        connection: 0, role: .initiator, configID: 0, counter: UInt16(index), subevents: [subevent],
        frames: 10 + index...10 + index, time: RecordTime(seconds: seconds, picoseconds: 0))
      connection.count(&procedure)
      #expect(procedure.clockJumpCount == (index < 30 ? 0 : 1))
      if procedure.clockJumpCount != jumpCount { drift.close() }
      jumpCount = procedure.clockJumpCount
      drift.add(time: Double(seconds), value: 0.01 * Double(index))
    }
    #expect(abs(try #require(drift.slope).value - 0.01) < 1e-9)
  }
}
