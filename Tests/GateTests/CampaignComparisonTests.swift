import Testing
import Verdicts

@testable import Gate

@Suite("Campaigns side by side")
struct CampaignComparisonTests {
  private func comparison(_ campaigns: [CampaignResults], files: [String?] = []) -> CampaignComparison {
    CampaignComparison(
      campaigns.enumerated().map { (file: $0 < files.count ? files[$0] : nil, results: $1) })
  }

  @Test(
    "a change is told from chance, by the oldest report with the point and the newest",
    arguments: [
      ([0.01, 0.03, 0.02], 2.0), ([0.01, 0.03, 0.0101], nil), ([0.02, 0.01], 0.5),
    ] as [([Double], Double?)])
  func change(values: [Double], factor: Double?) throws {
    let point = try #require(comparison(CampaignSamples.series(values)).studies.first?.points.first)
    #expect(point.results.map { $0?.rmseMetres } == values)
    guard let factor else {
      #expect(point.change == .byChance)
      return
    }
    guard case .factor(let found, let interval) = point.change else {
      Issue.record("\(point.change)")
      return
    }
    #expect(abs(found - factor) < 1e-9 && interval.low < found && found < interval.high)
  }

  @Test("the same RMSE and an unknown one are told apart")
  func same() throws {
    var points = [CampaignSamples.point(0.01, at: 1), CampaignSamples.point(0.01, at: 2)]
    let before = CampaignSamples.campaign([CampaignSamples.study(points)])
    points[1].rmseInterval = nil
    points.append(CampaignSamples.point(0.01, at: 5))
    let found = comparison([before, CampaignSamples.campaign([CampaignSamples.study(points)])])
    #expect(found.studies[0].points.map(\.change) == [.same, .unknown, .unknown])
    #expect(found.studies[0].points[2].results[0] == nil)
  }

  @Test("studies and checks are followed back by profile, else by what is left over alone")
  func parts() {
    let point = [CampaignSamples.point(0.01)]
    let old = CampaignSamples.campaign(
      [CampaignSamples.study(point, CampaignSamples.place("1.0.yaml"))], checks: [CampaignSamples.checks(2)])
    let new = CampaignSamples.campaign(
      [CampaignSamples.study(point, CampaignSamples.place("1.1.yaml"))], checks: [CampaignSamples.checks(0)])
    let found = comparison([old, CampaignSamples.campaign(), new])
    #expect(found.studies[0].p90Metres == [point[0].p90Metres, nil, point[0].p90Metres])
    #expect(found.studies[0].place.profilePath == "1.1.yaml")
    #expect(found.checks[0].counts == [[.pass: 8, .fail: 2], nil, [.pass: 10]])
  }

  @Test("reports have the names of what tells them apart: tool, edition, profile or file")
  func names() {
    func names(
      _ tools: [String], _ editions: [Int], _ digests: [String], _ files: [String?]
    ) -> [String] {
      let campaigns = zip(zip(tools, editions), digests).map { build, digest in
        CampaignSamples.campaign(
          [CampaignSamples.study([], CampaignSamples.place(digest: digest))], edition: build.1, tool: build.0)
      }
      return comparison(campaigns, files: files).reports.map(\.name)
    }
    #expect(names(["r 1", "r 2"], [1, 2], ["a", "b"], []) == ["r 1", "r 2"])
    #expect(names(["r 1", "r 1"], [1, 2], ["a", "b"], []) == ["edition 1", "edition 2"])
    #expect(names(["r 1", "r 1"], [1, 1], ["0123456789", "b"], []) == ["01234567", "b"])
    #expect(names(["r 1", "r 1"], [1, 1], ["a", "a"], ["x.json", nil]) == ["x.json", "store"])
    #expect(names(["r 1", "r 1"], [1, 1], ["a", "a"], ["x", "x"]) == ["report 1", "report 2"])
  }
}
