import Profiles
import RadioModel
import RangeStudy
import Statistics
import Testing

@Suite("What a chunk came to, without its procedures")
struct ChunkTallyTests {
  /// 75 procedures at each of four points, in sessions of 20.
  private func plan() throws -> StudyPlan {
    let points = try [1.0, 4].flatMap { metres in
      try [5.0, 12].map { tau in
        try Studies.point(metres: metres) {
          $0.accessory.radio.pllSettlingTauMicroseconds = tau
          $0.knobValues = [tau]
        }
      }
    }
    return StudyPlan(points: points, procedureCount: 75, seed: 1, sessionLength: 20)
  }

  @Test("gives the figures of the study, with quantiles within 0.4 %")
  func figures() throws {
    let plan = try plan()
    var exact = StudyTally(plan)
    var tallies = plan.points.map { _ in ChunkTally() }
    for chunk in plan.chunks {
      let outcome = chunk.run()
      exact.add(outcome)
      tallies[outcome.pointIndex].add(ChunkTally(outcome))
    }
    let (wanted, found) = (exact.report(), ChunkTally.report(tallies, of: plan))
    #expect(found.lines.count == 2)
    for (a, b) in zip(wanted.lines, found.lines) {
      #expect(abs(a.fit.scale - b.fit.scale) < 1e-12 && abs(a.fit.offsetMetres - b.fit.offsetMetres) < 1e-12)
    }
    let pairs = zip(wanted.points.map(\.figures), found.points.map(\.figures))
    for (a, b) in Array(pairs) + [(wanted.overall, found.overall)] {
      let (exact, stored) = (try #require(a.errors), try #require(b.errors))
      #expect(a.procedureCount == b.procedureCount && a.estimateCount == b.estimateCount)
      #expect(abs(exact.bias - stored.bias) < 1e-12 && abs(exact.rmse - stored.rmse) < 1e-12)
      #expect(abs(try #require(a.boundMetres) - (try #require(b.boundMetres))) < 1e-12)
      for quantile in [\ErrorStatistics.p50, \.p90, \.p95, \.p99] {
        let (near, far) = (exact[keyPath: quantile], stored[keyPath: quantile])
        #expect(abs(near - far) <= near * LogHistogram.relativeError)
      }
      #expect(exact.quantiles.map(\.probability) == stored.quantiles.map(\.probability))
    }
    #expect(found.points.map(\.link) == wanted.points.map(\.link))
  }

  @Test("reads as it was written, and not from octets that are cut or go on")
  func octets() throws {
    let plan = try plan()
    let tally = ChunkTally(plan.chunks[0].run())
    let octets = tally.encoded
    #expect(try ChunkTally(decoding: octets) == tally)
    #expect(try ChunkTally(decoding: octets).encoded == octets)
    #expect(try ChunkTally(decoding: ChunkTally().encoded) == ChunkTally())
    for count in 0..<octets.count {
      #expect(throws: (any Error).self) { try ChunkTally(decoding: Array(octets.prefix(count))) }
    }
    #expect(throws: (any Error).self) { try ChunkTally(decoding: octets + [3]) }
    #expect(throws: (any Error).self) { try ChunkTally(decoding: octets + [1, 1]) }
  }

  @Test("octets that are no tally of ours are refused, or have figures that a report can show")
  func changedOctets() throws {
    let plan = StudyPlan(points: [try Studies.point()], procedureCount: 40, seed: 1)
    let octets = ChunkTally(plan.chunks[0].run()).encoded
    var refusedCount = 0
    for index in octets.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] where octets[index] != value {
        var changed = octets
        changed[index] = value
        do {
          var tally = try ChunkTally(decoding: changed)
          tally.add(tally)
          let figures = ChunkTally.report([tally], of: plan).overall
          #expect(figures.errors?.rmse.isFinite ?? true)
        } catch {
          refusedCount += 1
        }
      }
    }
    #expect(refusedCount > octets.count)
  }

  @Test("bounds P90 by ranks of its errors, where there are enough")
  func interval() throws {
    let point = try Studies.point()
    func tally(_ count: Int) -> ChunkTally {
      ChunkTally(StudyPlan(points: [point], procedureCount: count, seed: 1).chunks[0].run())
    }
    #expect(tally(20).p90Interval == nil)
    let (small, large) = (try #require(tally(100).p90Interval), try #require(tally(500).p90Interval))
    #expect(large.upperBound - large.lowerBound < small.upperBound - small.lowerBound)
    let p90 = try #require(Studies.report([point], procedures: 500).points[0].figures.errors?.p90)
    #expect(large.contains(p90))
    // The ranks of so many errors of few sizes all have one size, which is known no better than its bin.
    var many = tally(99)
    for _ in 0..<12 { many.add(many) }
    let one = try #require(many.p90Interval)
    #expect((one.upperBound - one.lowerBound) / 2 >= LogHistogram.relativeError / 2 * one.lowerBound)
  }

  @Test("says why procedures are missing")
  func failure() throws {
    let point = try Studies.point { $0.environment.directPathLossDecibels = 60 }
    let outcome = StudyPlan(points: [point], procedureCount: 5, seed: 1).chunks[0].run()
    let tally = try ChunkTally(decoding: ChunkTally(outcome).encoded)
    #expect(tally.failure == outcome.failure)
    #expect(tally.failure != nil && tally.rmse == nil && tally.procedureCount == 5)
  }
}
