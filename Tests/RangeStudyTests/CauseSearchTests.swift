import ChannelSounding
import CoreTypes
import RadioModel
import Ranging
import TestSupport
import Testing

@testable import Profiles
@testable import RangeStudy

@Suite("What makes most of the error")
struct CauseSearchTests {
  private static let changes: [(ErrorCause, @Sendable (inout StudyPoint) throws -> Void)] = [
    (.reflections, { $0.environment = try Shipped.environment("indoor-room") }),
    (
      .interference,
      {
        // `mmse` finds out which tones are disturbed, and leaves them out.
        $0.estimator = .ml
        $0.environment.interference = [.init(channels: 2...76, duty: 0.3, levelDecibels: 50)]
      }
    ),
    (.attack, { $0.environment.attack = .relay(delayNanoseconds: 30) }),
    (.settling, { $0.accessory.radio.settlingNoiseDegrees = 3_000 }),
    (.mode0, { $0.accessory.radio.carrierDriftPpmPerSecond = 100 }),
    (.delays, { $0.accessory.radio.fixedDelayNanoseconds = 2 }),
    (
      .times,
      {
        $0.accessory = try Shipped.profile("everything")
        $0.phone = try Shipped.phone("secure-mode-3")
        $0.estimator = .rtt
      }
    ),
    (
      .tones,
      {
        $0.estimator = .ml
        $0.accessory.radio.wrongToneFraction = 0.2
      }
    ),
    (.phone, { $0.phone.radio.dcOffsetDecibelsCarrier = -6 }),
  ]

  private static func causes(_ point: StudyPoint) -> [Int: DominatingCause] {
    let plan = StudyPlan(points: [point], procedureCount: 40, seed: 1)
    var tally = StudyTally(plan)
    for chunk in plan.chunks { tally.add(chunk.run()) }
    guard var search = CauseSearch(plan, tally.report()) else { return [:] }
    for chunk in search.plan.chunks { search.add(chunk.run()) }
    return search.causes
  }

  @Test("is what was put in", arguments: changes.indices)
  func cause(index: Int) throws {
    let (cause, change) = Self.changes[index]
    var point = try Studies.point()
    try change(&point)
    let found = try #require(Self.causes(point)[0], "\(cause)")
    #expect(found.cause == cause)
    #expect(found.partLeft < 0.6, "\(found)")
  }

  @Test("is not there where nothing can be taken away")
  func absent() throws {
    let plain = try Studies.point()
    let absent: [ErrorCause] = [.reflections, .interference, .attack, .motion, .delays]
    for cause in absent { #expect(cause.removed(from: plain) == nil, "\(cause)") }
    let moving = try Studies.point { $0.speedMetresPerSecond = 3 }
    #expect(try #require(ErrorCause.motion.removed(from: moving)).speedMetresPerSecond == 0)
    let whole = try #require(ErrorCause.subevents.removed(from: plain))
    #expect(whole.phone.procedures.maxSubeventLen == 4_000_000)
  }

  @Test("is not named by procedures that show little of the error")
  func hidden() throws {
    // The phone leaves: only beyond the ambiguity, after the procedures of the search, are distances wrong.
    let point = try Studies.point(metres: 110) { $0.environment = try Shipped.environment("walking-away") }
    let plan = StudyPlan(points: [point], procedureCount: 300, seed: 1)
    let report = Studies.report([point], procedures: 300)
    #expect(try #require(report.points[0].figures.errors).rmse > 10)
    var search = try #require(CauseSearch(plan, report))
    for chunk in search.plan.chunks { search.add(chunk.run()) }
    #expect(search.causes.isEmpty)
    let farthest = try #require(DistanceAmbiguity.all(report, of: plan).first).distances.upperBound
    #expect(farthest > 149 && farthest == report.points[0].walk.map(\.trueMetres).max())
  }

  @Test("is not looked for near the bound")
  func nearBound() throws {
    #expect(Self.causes(try Studies.point()).isEmpty)
  }
}
