import ChannelSounding
import CoreTypes
import Profiles
import RadioModel
import Ranging
import TestSupport
import Testing

@testable import RangeStudy

@Suite("A study")
struct StudyTests {
  @Test(
    "in free sight comes near the bound, with inline PCT and with both reports",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras"])
  func bound(profile: String) throws {
    let report = Studies.report([try Studies.point(profile)], procedures: 400)
    let figures = report.overall
    let ratio = try #require(figures.ratioToBound)
    #expect(figures.availability == 1)
    // Of 400 errors the RMSE is known to 3.5 %, and settling adds a little that the bound leaves out.
    #expect((0.92...1.12).contains(ratio), "\(ratio)")
    #expect(try #require(figures.errors).bias.magnitude < 0.002)
    #expect(figures.tonesPerEstimate == 72)
    #expect(figures.subeventsPerProcedure == 1)
  }

  @Test("noise that makes the tones' SNR what was asked for gives the bound of that SNR")
  func toneSNR() throws {
    let point = try Studies.point("nordic-nrf54l15-ras") {
      $0.toneSNRDecibels = 20
      $0.accessory.radio.phaseNoiseRadians = 0
    }
    let report = Studies.report([point], procedures: 300)
    #expect(abs(try #require(report.points[0].link).toneSNRDecibels - 20) < 1e-9)
    // 0.1 rad of the two receivers, and 0.03 rad of the phone's oscillator.
    let white = 0.1285 * (0.01 + 0.0009).squareRoot()
    // What three offsets of 0.1 ppm each leave of the carriers turns the tones over 145 us, the more the higher they are.
    let shift = 2 * Double.pi * 2_440 * 0.1e-6 / 3.0.squareRoot() * 145
    let slope = RangingBounds.metresPerRadian * shift / 2_442
    let expected = (white * white + slope * slope).squareRoot()
    #expect(abs(try #require(report.overall.boundMetres) / expected - 1) < 0.001)
    #expect(abs(try #require(report.overall.ratioToBound) - 1) < 0.13)
  }

  @Test("oscillators that walk raise the bound by what they gain between the tones of both ends")
  func linewidth() throws {
    let point = try Studies.point("nordic-nrf54l15-ras") {
      $0.toneSNRDecibels = 30
      $0.accessory.radio.phaseNoiseRadians = 0
      $0.accessory.radio.linewidthHertz = 10
    }
    let report = Studies.report([point], procedures: 300)
    // 0.001 of the receivers, 0.0009 of the phone's oscillator, and 2 pi times 10 Hz over 145 us.
    let variance = 0.001 + 0.0009 + 2 * Double.pi * 10 * 145e-6
    #expect(abs(try #require(report.points[0].link).phaseNoiseRadians - variance.squareRoot()) < 1e-6)
    #expect(abs(try #require(report.overall.ratioToBound) - 1) < 0.13)
  }

  @Test("estimators that are compared have the tones that each would have alone")
  func compared() throws {
    func outcomes(_ kind: RangingEstimatorKind, beside others: [RangingEstimatorKind]) throws
      -> [ProcedureOutcome]
    {
      let point = try Studies.point("nordic-nrf54l15-ras") {
        $0.environment = try Shipped.environment("office")
        $0.estimator = kind
        $0.comparedEstimators = others
      }
      return Studies.outcomes([point], procedures: 10)
    }
    let together = try outcomes(.ml, beside: [.earliest, .mmse])
    #expect(together.allSatisfy { $0.estimates.count == 3 })
    for (place, kind) in [RangingEstimatorKind.ml, .earliest, .mmse].enumerated() {
      let alone = try outcomes(kind, beside: [])
      #expect(alone.allSatisfy { $0.estimates.isEmpty })
      let distances = together.map { $0.estimates[place].map { $0.metres } }
      #expect(distances == alone.map(\.rawMetres), "\(kind)")
    }
  }

  @Test("a delay of 1 ns makes every distance 0.150 m longer")
  func delay() throws {
    func bias(_ nanoseconds: Double) throws -> Double {
      let point = try Studies.point { $0.accessory.radio.fixedDelayNanoseconds = nanoseconds }
      return try #require(Studies.report([point], procedures: 150).overall.errors).bias
    }
    // Each bias is known to 0.7 mm.
    #expect(abs(try bias(1) - bias(0) - 0.1499) < 0.004)
    #expect(abs(try bias(-2) - bias(0) + 0.2998) < 0.004)
  }

  @Test("a line over the distances finds the delay as its offset")
  func line() throws {
    let points = try [1.0, 10, 20].map { metres in
      try Studies.point(metres: metres) { $0.accessory.radio.fixedDelayNanoseconds = 2 }
    }
    let lines = Studies.report(points, procedures: 60).lines
    #expect(lines.count == 1)
    let fit = try #require(lines.first).fit
    let uncertainty = try #require(fit.uncertainty)
    #expect(abs(fit.offsetMetres - 0.2998) < 4 * uncertainty.offsetMetres)
    #expect(abs(fit.scale - 1) < 4 * uncertainty.scale)
    #expect(Studies.report([points[0]], procedures: 5).lines.isEmpty)
  }

  @Test("a median steadies, depends on what was before, and leaves the raw distances as they are")
  func filter() throws {
    let plain = try Studies.point()
    var filtered = plain
    filtered.filter = .median
    let raw = Studies.outcomes([plain], procedures: 60)
    let shown = Studies.outcomes([filtered], procedures: 60)
    #expect(shown.map(\.rawMetres) == raw.map(\.rawMetres))
    #expect(raw.map(\.rawMetres) == raw.map(\.metres))
    let last = raw[20..<25].compactMap(\.metres).sorted()
    #expect(shown[24].metres == last[2])
    let figures = [plain, filtered].map { Studies.report([$0], procedures: 60).overall.errors }
    #expect(try #require(figures[1]).rmse < 0.8 * #require(figures[0]).rmse)
    #expect(figures[0]?.rmseInterval != nil && figures[1]?.rmseInterval == nil)
  }

  @Test(
    "a relay that rolls over is contradicted by round-trip times, early detection by times and bits",
    arguments: [nil, EnvironmentPreset.Attack.rollOver, .earlyDetectLateCommit(advanceNanoseconds: 200)])
  func attacks(attack: EnvironmentPreset.Attack?) throws {
    let point = try Studies.point("nxp-kw47-ipt") {
      $0.environment.attack = attack
      $0.estimator = .fused
      $0.phone.asksForInlinePCT = false
      $0.phone.configuration.mainMode = 3
      $0.phone.configuration.rttType = .random128
    }
    let suspicion = Studies.report([point], procedures: 6).overall.suspicion
    #expect(suspicion.checkedCount == 6 && suspicion.ratedCount == 6)
    #expect(suspicion.contradictedCount == (attack == nil ? 0 : 6))
    #expect(suspicion.likelyCount == (attack == nil || attack == .rollOver ? 0 : 6))
  }

  @Test("round-trip times that err within the class that an accessory claims contradict nothing")
  func accuracyClass() throws {
    for (isFine, contradictedCount) in [(true, 6), (false, 0)] {
      let point = try Studies.point("nxp-kw47-ipt") {
        if !isFine { $0.accessory.csCapabilities.rttCapability = [] }
        // 15 m, of 1.5 m for each 10 ns of the class.
        $0.accessory.radio.turnaroundErrorNanoseconds = 100
        $0.estimator = .fused
        $0.phone.asksForInlinePCT = false
        $0.phone.configuration.mainMode = 3
        $0.phone.configuration.rttType = .random128
      }
      let suspicion = Studies.report([point], procedures: 6).overall.suspicion
      #expect(suspicion.checkedCount == 6 && suspicion.contradictedCount == contradictedCount)
    }
  }

  @Test("one seed gives the same outcomes, another gives others")
  func seeds() throws {
    let point = try Studies.point()
    let first = Studies.outcomes([point], procedures: 20, seed: 7)
    #expect(first.count == 20)
    #expect(Studies.outcomes([point], procedures: 20, seed: 7) == first)
    #expect(Studies.outcomes([point], procedures: 20, seed: 8) != first)
  }

  @Test("the order in which chunks run changes nothing")
  func order() throws {
    let points = try [2.0, 4].map { try Studies.point(metres: $0) }
    let plan = StudyPlan(points: points, procedureCount: 50, seed: 3, sessionLength: 40)
    let forwards = plan.chunks.map { $0.run().outcomes }
    let backwards = plan.chunks.reversed().map { $0.run().outcomes }
    #expect(forwards.count == 4)
    #expect(Array(backwards.reversed()) == forwards)
    #expect(forwards.map(\.count) == [40, 10, 40, 10])
  }

  @Test("a point comes to the same alone, among others, and as the first part of more procedures")
  func independence() throws {
    let near = try Studies.point(metres: 2)
    let far = try Studies.point(metres: 9)
    let alone = Studies.outcomes([far], procedures: 12)
    #expect(Array(Studies.outcomes([near, far], procedures: 12).suffix(12)) == alone)
    #expect(Array(Studies.outcomes([far], procedures: 30).prefix(12)) == alone)
    #expect(alone.map(\.index) == Array(0..<12))
  }

  @Test("points of another distance or another knob value have chance of their own")
  func ownChance() throws {
    let errors = try [(2.0, nil), (3.0, nil), (3.0, 1.0), (3.0, 2.0)].map { metres, value in
      let point = try Studies.point(metres: metres) { $0.knobValues = value.map { [$0] } ?? [] }
      return try #require(Studies.outcomes([point], procedures: 1).first?.error)
    }
    #expect(Set(errors).count == 4)
  }

  @Test("a knob's values each have a line of their own")
  func knobLines() throws {
    let points = try [0.0, 10].flatMap { delay in
      try [1.0, 5].map { metres in
        try Studies.point(metres: metres) {
          $0.accessory.radio.fixedDelayNanoseconds = delay
          $0.knobValues = [delay]
        }
      }
    }
    let lines = Studies.report(points, procedures: 50).lines
    #expect(lines.map(\.knobValues) == [[0], [10]])
    #expect(abs(lines[0].fit.offsetMetres) < 0.02)
    #expect(abs(lines[1].fit.offsetMetres - 1.499) < 0.02)
  }

  @Test("subevents and the times between procedures are counted in virtual time")
  func schedule() throws {
    let figures = Studies.report([try Studies.point()], procedures: 50).overall
    // One procedure every four connection intervals of 60 ms; the clocks are off by a few ppm.
    #expect(abs(try #require(figures.proceduresPerSecond) - 1 / 0.24) < 1e-3)
    // 3 steps of mode-0 and 72 of mode-2, with T_FCS 100, T_IP1 145, T_IP2 60, T_PM 40 and T_SW 10 us.
    let mode0 = 100 + 2 * 44 + 2 * 5 + 145 + 10 + 80
    let mode2 = 100 + 4 * 50 + 2 * 5 + 60
    let air = Double(3 * mode0 + 72 * mode2) * 1e-6 / 0.24
    #expect(abs(try #require(figures.airTimeFraction) - air) < 1e-5)
    // All in one subevent, so that a procedure lasts as long as it is on the air.
    for outcome in Studies.outcomes([try Studies.point()], procedures: 2) {
      #expect(abs(outcome.spanSeconds - Double(outcome.airMicroseconds) * 1e-6) < 1e-9)
    }
  }

  @Test("of which only some chunks ran counts the procedures of these")
  func interrupted() throws {
    let points = try [2.0, 4].map { try Studies.point(metres: $0) }
    let plan = StudyPlan(points: points, procedureCount: 50, seed: 3, sessionLength: 20)
    var tally = StudyTally(plan)
    tally.add(plan.chunks[0].run())
    let report = tally.report()
    #expect(report.points.map(\.figures.procedureCount) == [20, 0])
    #expect(report.points.map(\.figures.availability) == [1, nil])
    #expect(report.points.map(\.failure) == [nil, nil])
    #expect(report.overall.procedureCount == 20 && report.overall.availability == 1)
  }

  @Test(
    "has no bound of distances from round-trip times alone, and one of the others",
    arguments: [CSMode.mode1, .mode3])
  func noBound(mainMode: CSMode) throws {
    let timed = try Studies.point("everything") {
      $0.phone = try Shipped.phone("secure-mode-3")
      $0.phone.configuration.mainMode = mainMode
      $0.estimator = .rtt
    }
    let plan = StudyPlan(points: [timed, try Studies.point()], procedureCount: 3, seed: 1)
    let outcomes = plan.chunks.map { $0.run() }
    var tally = StudyTally(plan)
    for outcome in outcomes { tally.add(outcome) }
    let stored = try outcomes.map { try ChunkTally(decoding: ChunkTally($0).encoded) }
    for report in [tally.report(), ChunkTally.report(stored, of: plan)] {
      let figures = report.points.map(\.figures)
      #expect(figures.map(\.estimateCount) == [3, 3])
      #expect(figures[0].boundMetres == nil && figures[0].ratioToBound == nil)
      #expect(figures[1].boundMetres != nil && figures[1].ratioToBound != nil)
      #expect(report.overall.boundMetres == figures[1].boundMetres && report.overall.ratioToBound == nil)
    }
  }

  @Test("an accessory out of reach is said to be, and no procedure counts as found")
  func outOfReach() throws {
    let point = try Studies.point { $0.environment.directPathLossDecibels = 60 }
    let report = Studies.report([point], procedures: 10)
    #expect(report.overall.availability == 0)
    #expect(report.overall.errors == nil)
    #expect(report.points[0].failure == "the phone does not discover the accessory")
  }

  @Test("procedures that an accessory lets pass in silence are aborted, and count as not found")
  func silence() throws {
    let point = try Studies.point("defective/stops-after-five-procedures")
    let figures = Studies.report([point], procedures: 20).overall
    #expect(figures.estimateCount == 5)
    #expect(figures.availability == 0.25)
  }

  @Test("a phone that walks passes the distance halfway, at the speed it is told", arguments: [1.0, -2.0])
  func walk(speed: Double) throws {
    let point = try Studies.point(metres: 5) { $0.speedMetresPerSecond = speed }
    let outcomes = Studies.outcomes([point], procedures: 8)
    #expect(outcomes.count == 8)
    let mean = outcomes.map(\.trueMetres).reduce(0, +) / 8
    #expect(abs(mean - 5) < 0.05, "\(mean)")
    for (one, next) in zip(outcomes, outcomes.dropFirst()) where next.time > one.time {
      let seconds = (next.time - one.time).inSeconds
      #expect(abs((next.trueMetres - one.trueMetres) / seconds - speed) < 1e-6)
    }
    #expect(outcomes.allSatisfy { abs($0.trueMetres - 5) <= 2.01 })
  }

  @Test("without inline PCT in the reflector that claims it there is no distance")
  func plainPhase() throws {
    let point = try Studies.point("defective/inline-pct-plain-phase")
    let report = Studies.report([point], procedures: 50)
    #expect(try #require(report.overall.availability) < 0.05)
  }
}
