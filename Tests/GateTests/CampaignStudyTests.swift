import Profiles
import RadioModel
import SimulationKernel
import Statistics
import Testing
import Verdicts

@testable import Gate

@Suite("Studies of two campaigns")
struct CampaignStudyTests {
  @Test("the same results are allowed, and nothing changed")
  func same() throws {
    let point = CampaignSamples.point(0.01)
    let report = try CampaignSamples.gate(point, point)
    #expect(report.decision == .allowed && report.kinds.isEmpty)
    #expect(report.pairs[0].numberCount == 2 && report.pairs[0].requirementSet == nil)
    #expect(report.pairs[0].setting == "iphone-ios27, line-of-sight, mmse")
  }

  @Test(
    "an RMSE that grows beyond chance is noise, which warns before it blocks",
    arguments: [
      (0.0103, []), (0.013, [GatePolicy.Action.warn]), (0.016, [.block]),
    ])
  func growth(after: Double, actions: [GatePolicy.Action]) throws {
    let report = try CampaignSamples.gate(CampaignSamples.point(0.01), CampaignSamples.point(after))
    #expect(report.changes.map(\.action) == actions)
    guard let change = report.changes.first?.change else { return }
    let noise = try #require(change.noise)
    let interval = try #require(noise.interval)
    #expect(change.kind == .noiseGrown && abs(noise.factor - 100 * after) < 1e-9)
    #expect(interval.low > 1 && interval.low < noise.factor && noise.factor < interval.high)
    #expect(change.text.hasPrefix("3 m: RMSE 0.01 -> "))
    // The limit is where growth blocks.
    #expect(abs(noise.after.limit - 0.015) < 1e-12)
  }

  @Test("errors that differ by chance alone seldom call a change, and as often as the confidence says")
  func chance() throws {
    var stream = RandomStream(seed: 3)
    func point(at distance: Double) -> CampaignResults.Point {
      let squares = (0..<400).map { _ in
        let error = 0.01 * stream.nextGaussianPair().0
        return error * error
      }
      let mean = squares.reduce(0, +) / 400
      return CampaignSamples.point(mean.squareRoot(), at: distance, of: 400)
    }
    var alarms = 0
    for _ in 0..<200 {
      let studies = (0..<2).map { _ in CampaignSamples.study((1...10).map { point(at: Double($0)) }) }
      if try !CampaignSamples.gate(studies[0], studies[1]).kinds.isEmpty { alarms += 1 }
    }
    // Half of the tests are of availability, which does not differ: 2.5 % of 200 is 5, with a deviation of 2.2.
    #expect((1...13).contains(alarms), "\(alarms)")
  }

  @Test("a few great errors of one campaign alone are no change, for which a note says why")
  func outliers() throws {
    let usual = CampaignSamples.point(0.1)
    var other = usual
    let squares = RunningMoments([5.0 * 5, 4 * 4] + [Double](repeating: 0.1 * 0.1, count: 998))
    (other.rmseMetres, other.rmseInterval) = (squares.mean.squareRoot(), MeanSquare(squares)?.rootInterval)
    let report = try CampaignSamples.gate(usual, other)
    #expect(report.kinds.isEmpty && report.decision == .allowed)
    #expect(report.pairs[0].notes.first?.hasSuffix("or fewer than 10 distances decide it") == true)
  }

  @Test("a smaller RMSE is no alarm")
  func gain() throws {
    let report = try CampaignSamples.gate(CampaignSamples.point(0.01), CampaignSamples.point(0.005))
    #expect(report.kinds == [.marginGained] && report.decision == .allowed)
  }

  @Test(
    "procedures without a distance are a lost margin",
    arguments: [(700, GatePolicy.Action.block), (930, .ignore)])
  func availability(found: Int, action: GatePolicy.Action) throws {
    let report = try CampaignSamples.gate(
      CampaignSamples.point(0.01), CampaignSamples.point(0.01, found: found))
    let change = try #require(report.changes.first { $0.change.kind == .marginLost })
    #expect(change.action == action && report.changes.count == 1)
    #expect(
      change.change.text.hasPrefix("3 m: distances of 100 -> \(found / 10) % of the procedures, difference"))
    let few = try CampaignSamples.gate(
      CampaignSamples.point(0.01, of: 20), CampaignSamples.point(0.01, of: 20, found: 19))
    #expect(few.kinds.isEmpty)
  }

  @Test("all distances lost blocks though there is no RMSE")
  func nothing() throws {
    let report = try CampaignSamples.gate(CampaignSamples.point(0.01), CampaignSamples.point(nil, found: 0))
    #expect(report.kinds == [.marginLost] && report.decision == .blocked)
    #expect(report.pairs[0].notes.count == 1)
  }

  @Test("of a point without a confidence interval the gate cannot tell growth, which a note says")
  func dependent() throws {
    var (before, after) = (CampaignSamples.point(0.01), CampaignSamples.point(0.1))
    before.rmseInterval = nil
    let report = try CampaignSamples.gate(before, after)
    #expect(report.kinds == [.newlyInconclusive] && report.decision == .cannotTell)
    #expect(report.changes[0].change.text.contains("0.01 -> 0.1 m, 10 times as high, without a confidence"))
    #expect(report.pairs[0].numberCount == 1)
    before.rmseMetres = 0.08
    #expect(try CampaignSamples.gate(before, after).kinds.isEmpty)
    #expect(report.pairs[0].notes[0].hasPrefix("RMSE not tested at 1 point: "))
    after = CampaignSamples.point(0.1, of: 9)
    let few = try CampaignSamples.gate(CampaignSamples.point(0.01), after)
    #expect(few.pairs[0].notes.count == 1 && few.kinds.isEmpty)
  }

  @Test("points are paired by distance and knobs; one that is gone blocks, a new one does not")
  func points() throws {
    let sweep = [CampaignResults.Sweep(name: "tau", path: "radio.pll_settling_tau_us")]
    let five = CampaignSamples.point(0.01, knobs: [5])
    let nine = CampaignSamples.point(0.02, knobs: [9])
    func study(_ points: [CampaignResults.Point]) -> CampaignResults.Study {
      CampaignSamples.study(points, sweeps: sweep)
    }
    #expect(try CampaignSamples.gate(study([five, nine]), study([nine, five])).kinds.isEmpty)
    let gone = try CampaignSamples.gate(study([five, nine]), study([five]))
    #expect(gone.kinds == [.disappeared] && gone.decision == .blocked)
    #expect(gone.changes[0].change.text == "3 m, tau 9: in the baseline, not in the candidate")
    let new = try CampaignSamples.gate(study([five]), study([five, nine]))
    #expect(new.kinds == [.appeared] && new.decision == .allowed)
  }

  @Test("studies are paired by profile, else with what is left over alone; one that is gone blocks")
  func studies() throws {
    let point = [CampaignSamples.point(0.01)]
    func study(_ profile: String, _ environment: String = "line-of-sight") -> CampaignResults.Study {
      CampaignSamples.study(point, CampaignSamples.place(profile, environment: environment))
    }
    let other = try CampaignSamples.gate(study("1.0.yaml"), study("1.1.yaml"))
    #expect(other.kinds.isEmpty && other.pairs.count == 1)
    let two = CampaignSamples.campaign([study("a.yaml"), study("a.yaml", "office")])
    let gone = try CampaignSamples.gate([two, CampaignSamples.campaign([study("a.yaml")])])
    #expect(gone.kinds == [.accessoryDisappeared] && gone.decision == .blocked)
    #expect(gone.pairs[1].setting == "iphone-ios27, office, mmse")
    let new = try CampaignSamples.gate([CampaignSamples.campaign([study("a.yaml")]), two])
    #expect(new.kinds == [.accessoryAppeared] && new.decision == .allowed)
    // Which of two new versions takes the place of which, nothing tells.
    let (old, renamed) = (["a.yaml", "b.yaml"], ["c.yaml", "d.yaml"])
    #expect(throws: GateRefusal.self) {
      try CampaignSamples.gate(
        [old, renamed].map { names in CampaignSamples.campaign(names.map { study($0) }) })
    }
  }

  @Test("another profile, tool or filter is named")
  func conditions() throws {
    let point = [CampaignSamples.point(0.01)]
    let before = CampaignSamples.campaign([CampaignSamples.study(point)])
    let after = CampaignSamples.campaign(
      [CampaignSamples.study(point, CampaignSamples.place(digest: "def"), filter: "median")],
      tool: "reflector 2")
    let report = try CampaignSamples.gate([before, after])
    #expect(report.kinds == [.conditionsChanged, .profileChanged, .toolChanged])
    #expect(report.changes[1].change.text == "sha256 of the profile abc -> def")
    let renamed = CampaignSamples.study(point, CampaignSamples.place("1.1.yaml", digest: "def"))
    let other = try CampaignSamples.gate(CampaignSamples.study(point), renamed)
    #expect(other.changes.first?.change.text.hasSuffix(", file a.yaml -> 1.1.yaml") == true)
    #expect(report.changes[0].change.text == "filter none -> median" && report.decision == .allowed)
  }

  @Test("steps that each pass alone add up to a drift that blocks")
  func drift() throws {
    let values = (0..<8).map { 0.01 * (1 + 0.1 * Double($0)) }
    let campaigns = CampaignSamples.series(values)
    for index in 1..<campaigns.count {
      #expect(try CampaignSamples.gate([campaigns[index - 1], campaigns[index]]).decision == .allowed)
    }
    let report = try CampaignSamples.gate(campaigns)
    let drift = try #require(report.changes.first { $0.change.kind == .drift })
    #expect(drift.action == .block && report.baselineCount == 7)
    #expect((1.6...1.8).contains(try #require(drift.change.noise).factor))
    #expect(drift.change.text.hasSuffix("times as high along a line through 8 reports"))
    #expect(
      try CampaignSamples.gate(CampaignSamples.series(values.reversed())).kinds.contains(.drift) == false)
    let mended = try CampaignSamples.gate(CampaignSamples.series([0.01, 0.01, 0.08, 0.08, 0.01]))
    #expect(mended.kinds == [.marginGained] && mended.decision == .allowed)
  }

  @Test("growth is found with any factors of a policy")
  func factors() throws {
    var policy = GatePolicy()
    (policy.warnedNoiseGrowth, policy.blockedNoiseGrowth) = (1.2, 1000)
    let report = try CampaignSamples.gate(CampaignSamples.series([0.01, 0.08]), policy)
    #expect(report.changes.map(\.action) == [.warn])
  }

  @Test("growth that cannot be tested is open where tested growth would block, and nowhere else")
  func untestable() throws {
    func kinds(_ factor: Double, _ change: (inout GatePolicy) -> Void) throws -> [GatePolicy.Change] {
      var campaigns = CampaignSamples.series([0.01, 0.01 * factor])
      campaigns[0].studies[0].points[0].rmseInterval = nil
      var policy = GatePolicy()
      change(&policy)
      return try CampaignSamples.gate(campaigns, policy).kinds
    }
    #expect(try kinds(1.4) { _ in }.isEmpty)
    #expect(try kinds(1.4) { $0.isStrict = true } == [.newlyInconclusive])
    #expect(try kinds(1) { $0.isStrict = true }.isEmpty)
    #expect(try kinds(1.6) { _ in } == [.newlyInconclusive])
    #expect(try kinds(1.6) { $0.actions[.noiseGrown] = .warn }.isEmpty)
  }
}
