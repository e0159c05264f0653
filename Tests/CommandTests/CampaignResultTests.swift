import Foundation
import Testing

@Suite("What a command of a campaign did, as JSON")
struct CampaignResultTests {
  /// Two studies of one point with three units each.
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(
      """
      schema: reflector/campaign/1
      id: small
      title: Small
      accessories: [nordic-nrf54l15-ipt]
      ranging: {distances_m: [2, 4], procedures: 1100}

      """, "a.yaml")
    return folder
  }

  /// The document on standard output, which has nothing else and fits its schema.
  private func document(
    _ arguments: [String], _ schema: String, status: Int32, in folder: Folder
  ) throws -> [String: Any] {
    let ended = try Tool.run(["campaign"] + arguments + ["--json", "-"], in: folder)
    #expect(ended.status == status, "\(ended.error)")
    #expect(try Tool.complaints(ended.output, schema, in: folder) == [])
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any])
    #expect(root["schema"] as? String == "reflector/\(schema)/1" && root["tool"] != nil)
    return root
  }

  @Test("a run of a shard has its units, those that were left out, and whether it is complete")
  func run() throws {
    let folder = try folder()
    let part = try document(
      ["run", "a.yaml", "--shard", "1/1", "--leave-out", "1", "4"], "campaign-run", status: 0, in: folder)
    #expect(part["shard"] as? String == "1/1" && part["store"] as? String == "a.1-of-1.sqlite")
    #expect(part["units"] as? Int == 6 && part["units_done"] as? Int == 4 && part["units_now"] as? Int == 4)
    #expect(part["left_out"] as? [Int] == [1, 4] && part["complete"] as? Bool == false)
    #expect(part["paused"] as? Bool == false && part["lost"] is NSNull)
    let rest = try document(["run", "a.yaml", "--shard", "1/1"], "campaign-run", status: 0, in: folder)
    #expect(rest["units_done"] as? Int == 6 && rest["units_now"] as? Int == 2)
    #expect(rest["left_out"] as? [Int] == [] && rest["complete"] as? Bool == true)
  }

  @Test("a merge has its shards and the units that came, a replay both findings and its capture")
  func mergeAndReplay() throws {
    let folder = try folder()
    #expect(
      try Tool.run(
        ["campaign", "run", "a.yaml", "--shard", "1/2", "--leave-out", "4", "5", "-q"], in: folder
      )
      .status == 0)
    let merged = try document(["merge", "a.yaml"], "campaign-merge", status: 3, in: folder)
    let count = try #require(merged["units_added"] as? Int)
    #expect(count > 0 && merged["units_done"] as? Int == count && merged["units"] as? Int == 6)
    #expect(merged["complete"] as? Bool == false && merged["store"] as? String == "a.sqlite")
    let shards = try #require(merged["shards"] as? [[String: Any]])
    #expect(shards.map { $0["store"] as? String } == ["a.1-of-2.sqlite"])
    #expect(shards[0]["edition"] as? Int == 1)
    let missing = try document(["replay", "a.yaml", "5"], "campaign-replay", status: 3, in: folder)
    #expect(missing["same"] is NSNull && missing["stored_finding"] is NSNull && missing["capture"] is NSNull)
    #expect(try Tool.run(["campaign", "run", "a.yaml", "-q"], in: folder).status == 0)
    let same = try document(
      ["replay", "a.yaml", "5", "--capture", "5.pcapng"], "campaign-replay", status: 0, in: folder)
    #expect(same["same"] as? Bool == true && same["unit"] as? Int == 5)
    #expect(same["finding"] as? String == same["stored_finding"] as? String)
    let capture = try #require(same["capture"] as? [String: Any])
    #expect(capture["path"] as? String == "5.pcapng")
    #expect(try #require(capture["frames"] as? Int) > 0 && folder.exists("5.pcapng"))
  }

  @Test("with --json - the text is on standard error, unless --quiet is there")
  func text() throws {
    let folder = try folder()
    let results = [
      (["run", "a.yaml", "--shard", "1/1"], "small: shard 1/1, 6 of 6 units done, 6 now; complete\n"),
      (["merge", "a.yaml"], "small: 6 units of 1 shard; 6 of 6 units done; complete\n"),
      (["replay", "a.yaml", "0"], "  store     has the same\n"),
    ]
    for (arguments, text) in results {
      let ended = try Tool.run(["campaign"] + arguments + ["--json", "-"], in: folder)
      #expect(ended.status == 0 && ended.error.hasSuffix(text), "\(ended.error)")
      #expect(ended.output.hasPrefix("{\n") && !ended.output.contains(text))
      #expect(try Tool.run(["campaign"] + arguments + ["--json", "-", "-q"], in: folder).error == "")
    }
  }

  @Test(
    "goes to no file that the command writes as well",
    arguments: [
      (["run", "a.yaml", "--json", "./a.sqlite"], "it is the store of the campaign"),
      (["run", "a.yaml", "--shard", "1/2", "--json", "a.1-of-2.sqlite"], "it is the store of the campaign"),
      (["merge", "a.yaml", "b.sqlite", "--json", "b.sqlite"], "it is the store of a shard"),
      (["replay", "a.yaml", "0", "--capture", "0.pcapng", "--json", "0.pcapng"], "it is the capture"),
    ])
  func refused(_ arguments: [String], _ reason: String) throws {
    let folder = try folder()
    let ended = try Tool.run(["campaign"] + arguments, in: folder)
    #expect(ended.status == 2 && ended.error.contains("for --json, expected another name: \(reason)"))
    #expect(!folder.exists("a.sqlite") && !folder.exists("a.1-of-2.sqlite"))
  }

  @Test("a unit in which the phone walks has no capture")
  func walk() throws {
    let folder = try folder()
    let text = try folder.text("a.yaml").replacing(
      "1100}", with: "100, sweeps: [{knob: speed, values: [1]}]}")
    try folder.write(text, "b.yaml")
    #expect(try Tool.run(["campaign", "run", "b.yaml", "-q"], in: folder).status == 0)
    let replay = ["campaign", "replay", "b.yaml", "0"]
    let captured = try Tool.run(replay + ["--capture", "0.pcapng"], in: folder)
    #expect(
      captured.status == 2 && captured.error.contains("replay it without --capture"), "\(captured.error)")
    #expect(!folder.exists("0.pcapng"))
    #expect(try Tool.run(replay, in: folder).status == 0)
  }

  @Test("an id names one environment")
  func ids() throws {
    let folder = try folder()
    let place = "schema: reflector/environment/1\nid: hall\ndescription: A\npath_loss_exponent: "
    try folder.write(place + "2\n", "hall.yaml")
    try folder.write(place + "3\n", "b/hall.yaml")
    let text = try folder.text("a.yaml").replacing(
      "ranging:", with: "environments: [hall.yaml, b/hall.yaml]\nranging:")
    try folder.write(text, "b.yaml")
    let campaign = try Tool.run(["campaign", "run", "b.yaml", "-q"], in: folder)
    let words = "found the id 'hall' in hall.yaml and in b/hall.yaml"
    #expect(campaign.status == 2 && campaign.error.contains("b.yaml:5:27: " + words), "\(campaign.error)")
    let range = try Tool.run(
      ["range", "reference", "--environment", "hall.yaml,b/hall.yaml", "--procedures", "5"], in: folder)
    #expect(range.status == 2 && range.error.contains(words), "\(range.error)")
  }
}
