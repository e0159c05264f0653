import CoreTypes
import Testing

@testable import HCITransport

@Suite struct PacingTests {
  /// Anchored at 7 ms of virtual time when the wall's clock reads 1000 ns.
  static let anchor = Instant.start + .milliseconds(7)
  static let pacing = Pacing(virtual: anchor, wall: 1_000)

  @Test("virtual time passes as fast as the clock on the wall")
  func virtualTime() {
    var pacing = Self.pacing
    #expect(pacing.now(wall: 1_000, next: nil) == Self.anchor)
    #expect(pacing.now(wall: 1_001, next: nil) == Self.anchor + .nanoseconds(1))
    let hours: Int64 = 3_600_000_000_000 * 30
    #expect(pacing.now(wall: 1_000 + hours, next: nil) == Self.anchor + .seconds(108_000))
  }

  @Test("an event is due when the clock reads its deadline, and not before")
  func eventDue() {
    for picoseconds in [0, 1, 999, 1_000, 1_001, 123_456_789] as [Int64] {
      var pacing = Self.pacing
      let event = Self.anchor + Picoseconds(picoseconds)
      let deadline = pacing.deadline(of: event)
      #expect(pacing.now(wall: deadline, next: event) >= event)
      #expect(deadline == 1_000 || pacing.now(wall: deadline - 1, next: event) < event)
    }
  }

  @Test("at a rate it passes so many times as fast, and a deadline comes so much sooner")
  func ratePasses() {
    var pacing = Pacing(virtual: Self.anchor, wall: 1_000, rate: 10)
    #expect(pacing.now(wall: 1_007, next: nil) == Self.anchor + .nanoseconds(70))
    let event = Self.anchor + .nanoseconds(71)
    let deadline = pacing.deadline(of: event)
    #expect(deadline == 1_008)
    #expect(pacing.now(wall: deadline, next: event) >= event)
    #expect(pacing.now(wall: deadline - 1, next: event) < event)
  }

  @Test("a run that is a little behind catches up")
  func catchesUp() {
    var pacing = Self.pacing
    let wall: Int64 = 1_000 + 50_000_000
    #expect(pacing.now(wall: wall, next: Self.anchor) == Self.anchor + .milliseconds(50))
    #expect(pacing.now(wall: wall, next: nil) == Self.anchor + .milliseconds(50))
  }

  @Test("a run that is far behind goes on from its next event")
  func farBehind() {
    var pacing = Self.pacing
    let event = Self.anchor + .milliseconds(2)
    let wall: Int64 = 1_000 + 52_000_001
    #expect(pacing.now(wall: wall, next: event) == event)
    #expect(pacing.now(wall: wall + 5, next: nil) == event + .nanoseconds(5))
    #expect(pacing.deadline(of: event + .nanoseconds(9)) == wall + 9)
  }

  @Test("time in which nothing is due does not count as being behind")
  func idleTime() {
    var pacing = Self.pacing
    let wall: Int64 = 1_000 + 60_000_000_000
    let event = Self.anchor + .seconds(60)
    #expect(pacing.now(wall: wall, next: event) == event)
    #expect(pacing.now(wall: wall, next: nil) == Self.anchor + .seconds(60))
  }

  @Test("a deadline never lies more than a day ahead, nor behind the anchor")
  func deadlineBounds() {
    #expect(Self.pacing.deadline(of: Instant(picoseconds: .max)) == 1_000 + 86_400_000_000_000)
    #expect(Self.pacing.deadline(of: .start) == 1_000)
  }
}
