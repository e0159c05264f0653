import Campaigns
import RangeStudy
import TestSupport
import Testing

@Suite("The units of a campaign")
struct CampaignUnitsTests {
  private func units(procedures: Int, p90WithinMetres: Double? = nil) throws -> CampaignUnits {
    let points = try [1.0, 5].map { metres in
      StudyPoint(
        accessory: try Shipped.profile("nordic-nrf54l15-ipt"), phone: try Shipped.phone("iphone-ios27"),
        environment: try Shipped.environment("line-of-sight"), distanceMetres: metres)
    }
    let studies = [points, [points[0]]].map { StudyPlan(points: $0, procedureCount: procedures, seed: 1) }
    return CampaignUnits(
      studies: studies, checks: CampaignChecks([], seedCount: 1), p90WithinMetres: p90WithinMetres)
  }

  @Test("are each a chunk of the studies, in their order")
  func order() throws {
    let units = try units(procedures: 1200)
    #expect(units.count == 9 && units.pointCount == 3 && units.procedureCount == 3600)
    let chunks = units.studies.flatMap(\.chunks)
    for number in 0..<units.count {
      guard case .chunk(let chunk) = units[number] else { Issue.record("\(number) is no chunk"); continue }
      #expect(chunk.pointIndex == chunks[number].pointIndex)
      #expect(chunk.firstProcedure == chunks[number].firstProcedure)
      #expect(chunk.procedureCount == chunks[number].procedureCount)
    }
    #expect(units.place(ofPoint: 2) == (study: 1, point: 0))
  }

  @Test("are each in one shard, those of a point together where it may end early", arguments: [nil, 0.01])
  func shards(within: Double?) throws {
    let units = try units(procedures: 1200, p90WithinMetres: within)
    for number in 0..<units.count {
      let shard = units.shard(of: number, of: 4)
      #expect((1...4).contains(shard))
      #expect(shard == (within == nil ? number : units.point(of: number) ?? 0) % 4 + 1)
    }
  }

  @Test("are not needed once their point is known, which a missing unit puts off")
  func settling() throws {
    // In sight, P90 is known to a centimetre after the first look.
    let units = try units(procedures: 6000, p90WithinMetres: 0.01)
    let results = (0..<12).map { units[$0].result() }
    var tally = CampaignTally(units)
    for (number, result) in results.prefix(9).enumerated() { tally.add(result, of: number) }
    #expect(!tally.isSpared(10))
    tally.add(results[9], of: 9)
    #expect(tally.isSpared(10) && tally.isSpared(11) && !tally.isSpared(12))
    #expect(tally.doneCount == 10 && tally.sparedCount == 2 && !tally.isComplete)
    let known = tally.points[0]
    tally.add(results[10], of: 10)
    #expect(tally.points[0] == known)

    var gap = CampaignTally(units)
    for (number, result) in results.enumerated() where number != 3 { gap.add(result, of: number) }
    #expect(gap.sparedCount == 0)
  }
}
