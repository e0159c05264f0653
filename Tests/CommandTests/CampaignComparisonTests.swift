import Foundation
import Testing

@Suite("Campaigns over time")
struct CampaignComparisonTests {
  private static let profile = "Profiles/accessories/nordic-nrf54l15-ipt.yaml"
  private static let campaign = """
    schema: reflector/campaign/1
    id: versions
    title: Versions
    accessories: [b.yaml]
    ranging: {distances_m: [2, 4], procedures: 500}
    checks: {requirements: [apple-ios27-cs]}

    """

  /// A campaign of an accessory with more noise in each edition, and the reports `1.json` and so on of the editions.
  private func folder(noise factors: [Double] = [1, 3]) throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.campaign, "a.yaml")
    let text = try folder.text(Self.profile)
    for (index, factor) in factors.enumerated() {
      let noisier = text.replacing("phase_noise_rad: 0.044", with: "phase_noise_rad: \(0.044 * factor)")
      #expect(factor == 1 || noisier != text)
      try folder.write(noisier, "b.yaml")
      let ran = try Tool.run(["campaign", "run", "a.yaml", "--accept-change", "-q"], in: folder)
      #expect(ran.status == 0, "\(ran.error)")
      let report = try Tool.run(
        ["campaign", "report", "a.yaml", "--json", "\(index + 1).json", "-q"], in: folder)
      #expect(report.status == 0, "\(report.error)")
    }
    return folder
  }

  private func gate(_ arguments: String..., in folder: Folder) throws -> Tool.Ended {
    try Tool.run(["gate"] + arguments, in: folder)
  }

  @Test("the gate blocks noise three times as high, and allows the same campaign")
  func gate() throws {
    let folder = try folder()
    let same = try gate("--baseline", "1.json", "--candidate", "1.json", in: folder)
    #expect(same.status == 0 && same.output.contains("ALLOWED: nothing changed"), "\(same.error)")
    let worse = try gate(
      "--baseline", "1.json", "--candidate", "2.json", "--json", "gate.json", "--html", "gate.html",
      "--sarif",
      "gate.sarif", in: folder)
    #expect(worse.status == 1, "\(worse.error)")
    #expect(worse.output.contains("noise-grown: 2 m: RMSE 0.00"), "\(worse.output)")
    #expect(worse.output.contains("profile-changed") && worse.output.contains("setting   iphone-ios27"))
    #expect(!worse.output.contains("new-failure"))
    #expect(try Tool.complaints(folder.text("gate.json"), "gate-report", in: folder) == [])
    #expect(try folder.text("gate.html").contains("noise-grown"))
    #expect(try folder.text("gate.sarif").contains("\"ruleId\": \"noise-grown\""))
  }

  @Test("a history of campaigns begins with the first, and takes what is allowed")
  func history() throws {
    let folder = try folder()
    let first = try gate("--history", "history", "--candidate", "1.json", in: folder)
    #expect(first.status == 0 && first.output.hasPrefix("NO BASELINE"), "\(first.error)")
    #expect(try gate("--history", "history", "--candidate", "2.json", in: folder).status == 1)
    #expect(try folder.names("history") == ["000001.json"])
    #expect(try gate("--history", "history", "--candidate", "1.json", in: folder).status == 0)
    #expect(try folder.names("history") == ["000001.json", "000002.json"])
  }

  @Test("what is no report of the same kind, and captures, are refused")
  func refusals() throws {
    let folder = try folder(noise: [1])
    let check = try Tool.run(
      ["check", Self.profile, "--only", "CS-A07", "--json", "check.json", "-q"], in: folder)
    #expect(check.status == 0, "\(check.error)")
    let mixed = try gate("--baseline", "check.json", "--candidate", "1.json", in: folder)
    #expect(mixed.status == 2)
    #expect(
      mixed.error.contains(
        "found a report of a check in check.json and one of a campaign in 1.json, expected reports of one kind"
      ))
    let capture = try gate(
      "--baseline", "1.json", "--candidate", "1.json", "--baseline-capture", "a.pcapng", in: folder)
    #expect(capture.status == 2 && capture.error.contains("campaigns, which keep no captures; drop it"))
    let compared = try Tool.run(["campaign", "report", "a.yaml", "--compare", "check.json"], in: folder)
    #expect(compared.status == 2)
    #expect(
      compared.error.contains(
        "found a report of a check in check.json, expected a report of 'reflector campaign"))
    let explained = try Tool.run(["explain", "CS-A07", "--report", "1.json"], in: folder)
    #expect(explained.status == 2 && explained.error.contains("found a report of a campaign in 1.json"))
  }

  @Test("the gate cannot tell of a campaign that is half done")
  func partial() throws {
    let folder = try folder(noise: [1])
    #expect(
      try Tool.run(["campaign", "run", "a.yaml", "--shard", "1/2", "-q"], in: folder).status == 0)
    let report = try Tool.run(
      ["campaign", "report", "a.yaml", "--store", "a.1-of-2.sqlite", "--json", "part.json", "-q"], in: folder)
    #expect(report.status == 3)
    let ended = try gate("--baseline", "1.json", "--candidate", "part.json", in: folder)
    #expect(ended.output.contains("the candidate is partial: 1 of 3 units missing"), "\(ended.output)")
    #expect(ended.status == 3)
  }

  @Test("--over-time shows all editions of the store in text, JSON and page")
  func overTime() throws {
    let folder = try folder()
    let ended = try Tool.run(
      ["campaign", "report", "a.yaml", "--over-time", "--json", "a.json", "--html", "a.html"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    let rows = ended.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("DISTANCE m edition 1 edition 2 RMSE CHANGE"), "\(ended.output)")
    #expect(rows.contains { $0.wholeMatch(of: #/2 0\.0\d+ 0\.0\d+ \+\d+\.\d % \(\+.*\)/#) != nil })
    #expect(rows.contains { $0.hasSuffix("line-of-sight 1 pass 1 pass") })
    #expect(try Tool.complaints(folder.text("a.json"), "campaign-report", in: folder) == [])
    let page = try folder.text("a.html")
    #expect(page.contains("id=\"p90-over-reports\"") && page.contains("<h2 id=\"compared\">"))
    let plain = try Tool.run(["campaign", "report", "a.yaml"], in: folder)
    #expect(!plain.output.contains("RMSE CHANGE"))
    let alone = try Tool.run(["campaign", "report", "a.yaml", "--edition", "1", "--over-time"], in: folder)
    #expect(alone.status == 0 && !alone.output.contains("RMSE CHANGE"))
    #expect(alone.error == "note: a.sqlite has no earlier edition of a.yaml: nothing is compared\n")
  }

  @Test("a report names the profiles by the words of the campaign, from whatever folder it is written")
  func folders() throws {
    let folder = try Folder()
    let accessories = "[own/b.yaml, own/c.yaml, nordic-nrf54l15-ipt]"
    try folder.write(Self.campaign.replacing("[b.yaml]", with: accessories), "c/a.yaml")
    for name in ["b", "c"] { try folder.write(folder.text(Self.profile), "c/own/\(name).yaml") }
    let ended = try Tool.shell(
      """
      "$REFLECTOR" campaign run c/a.yaml -q && "$REFLECTOR" campaign report c/a.yaml --json 1.json -q
      cd c && "$REFLECTOR" campaign report a.yaml --json ../2.json -q
      """, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(try folder.text("1.json") == folder.text("2.json"))
    let names = try folder.text("1.json").matches(of: #/"profile": "([^"]+)"/#).map { String($0.1) }
    #expect(Set(names) == ["own/b.yaml", "own/c.yaml", "Profiles/accessories/nordic-nrf54l15-ipt.yaml"])
  }

  @Test("--compare takes reports in their order, and this campaign comes last")
  func compare() throws {
    let folder = try folder(noise: [1, 2, 3])
    let ended = try Tool.run(
      ["campaign", "report", "a.yaml", "--compare", "2.json", "1.json", "--json", "-", "-q"], in: folder)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
    let compared = try #require(root["compared"] as? [String: Any])
    let reports = try #require(compared["reports"] as? [[String: Any]])
    #expect(reports.map { $0["edition"] as? Int } == [2, 1, 3])
    #expect(reports.map { $0["file"] as? String } == ["2.json", "1.json", nil])
    let study = try #require((compared["studies"] as? [[String: Any]])?.first)
    let point = try #require((study["points"] as? [[String: Any]])?.first)
    let errors = try #require(point["rmse_m"] as? [Double])
    #expect(errors[1] < errors[0] && errors[0] < errors[2])
    #expect(point["rmse_change"] as? String == "changed")
    let factor = try #require(point["rmse_factor"] as? Double)
    #expect(abs(factor - errors[2] / errors[0]) < 1e-9)
  }
}
