import Faults
import Profiles
import RangeStudy
import TestSupport
import Testing

@Suite("A phone that reads the Ranging Service")
struct RangingServiceStudyTests {
  static func point(
    _ change: (inout AccessoryProfile) -> Void = { _ in }
  ) throws -> StudyPoint {
    try Studies.point("nordic-nrf54l15-ras", metres: 4) {
      do { $0.phone = try Shipped.phone("android16") } catch { Issue.record(error) }
      change(&$0.accessory)
    }
  }

  @Test("has a distance of each procedure, in real time and on demand")
  func distances() throws {
    for sendsRealTime in [true, false] {
      let outcomes = Studies.outcomes(
        [try Self.point { $0.gatt.ranging.sendsRealTime = sendsRealTime }], procedures: 12)
      #expect(outcomes.count == 12)
      for outcome in outcomes {
        let metres = try #require(outcome.metres, "real time \(sendsRealTime), \(outcome.index)")
        #expect(abs(metres - 4) < 0.3)
      }
    }
  }

  @Test("measures what it would with the results of both controllers")
  func sameAsControllers() throws {
    let read = Studies.outcomes([try Self.point()], procedures: 6).map(\.metres)
    let seen = Studies.outcomes(
      [try Self.point { $0.gatt.hasRangingService = false }], procedures: 6
    ).map(\.metres)
    #expect(read.count == 6 && seen.count == 6)
    for (one, other) in zip(read, seen) {
      #expect(abs(try #require(one) - (try #require(other))) < 0.3)
    }
  }

  @Test("has a distance of four antenna paths, and none where their mask is wrong", arguments: [false, true])
  func fourPaths(_ isMaskWrong: Bool) throws {
    let point = try Studies.point("silabs-xg24", metres: 4) {
      do { $0.phone = try Shipped.phone("android16") } catch { Issue.record(error) }
      if isMaskWrong { $0.accessory.faults = [.rasPathMaskWrong] }
    }
    let outcomes = Studies.outcomes([point], procedures: 6)
    #expect(outcomes.count == 6 || isMaskWrong)
    for outcome in outcomes { #expect((outcome.metres == nil) == isMaskWrong, "\(outcome.index)") }
  }

  @Test(
    "has no distance where the data cannot be read",
    arguments: [Fault.rasPathMaskWrong, .rasLastSegmentFlagMissing, .rasSegmentsOutOfOrder])
  func unreadable(_ fault: Fault) throws {
    let outcomes = Studies.outcomes([try Self.point { $0.faults = [fault] }], procedures: 6)
    #expect(outcomes.allSatisfy { $0.metres == nil })
  }
}
