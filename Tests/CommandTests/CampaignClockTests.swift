import Foundation
import Testing

/// `faketime`, which runs a program by another clock than that of the machine.
private enum FakeClock {
  static let isHere = FileManager.default.isExecutableFile(atPath: "/usr/bin/faketime")
  static let isRequired = ProcessInfo.processInfo.environment["REFLECTOR_REQUIRE_FAKETIME"] == "1"
}

@Suite(
  "The clock of the machine",
  .enabled(
    if: FakeClock.isHere || FakeClock.isRequired,
    "needs faketime: 'make need-faketime' installs it"))
struct CampaignClockTests {
  /// With `a.yaml`, a campaign of one accessory with further keys.
  private func folder(_ keys: String) throws -> Folder {
    let folder = try Folder()
    try folder.write(
      """
      schema: reflector/campaign/1
      id: small
      title: Small
      accessories: [nordic-nrf54l15-ipt]
      \(keys)

      """, "a.yaml")
    return folder
  }

  @Test("a campaign that goes on after the clock was set back comes to the same")
  func setBack() throws {
    let folder = try folder("ranging: {distances_m: [2, 3, 4, 5], procedures: 600}\nminutes: 10")
    // Half of the units, by a clock that is more than a year ahead.
    let ahead = try Tool.shell(
      "faketime -f +400d \"$REFLECTOR\" campaign run a.yaml -q --shard 1/2 && mv a.1-of-2.sqlite a.sqlite",
      in: folder)
    try #require(ahead.status == 0, "\(ahead.error)")
    let rest = try Tool.run(["campaign", "run", "a.yaml"], in: folder)
    #expect(rest.output == "small: 8 of 8 units done, 4 now; complete\n", "\(rest.error)")
    let starts = try Tool.shell(
      """
      python3 -c "import sqlite3
      rows = sqlite3.connect('a.sqlite').execute('SELECT started FROM session ORDER BY rowid')
      print(*(row[0][:10] for row in rows))"
      """, in: folder
    ).output.split(whereSeparator: \.isWhitespace)
    #expect(starts.count == 2 && starts[0] > starts[1], "the clock was not set back: \(starts)")
    #expect(try Tool.run(["campaign", "run", "a.yaml", "-q", "--store", "b.sqlite"], in: folder).status == 0)
    let reports = try ["a", "b"].map { store in
      try Tool.run(
        ["campaign", "report", "a.yaml", "--store", "\(store).sqlite", "--json", "-", "-q"], in: folder)
    }
    #expect(reports[0].status == 0 && reports[0].output == reports[1].output)
  }

  @Test("a log has a line with rate and time left each minute, unless errors alone are printed")
  func log() throws {
    let folder = try folder("ranging: {distances_m: [2, 3], procedures: 1000}")
    func run(_ options: String) throws -> String {
      let command = "faketime -f '+0 x1000000' \"$REFLECTOR\" campaign run a.yaml --jobs 1 \(options)"
      let ended = try Tool.shell(command, in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      return ended.error
    }
    let lines = try run("").split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines {
      let form = #/reflector: \d of 4 units, \d+ procedures\/s, [\dhmins ]+ left/#
      #expect(line.wholeMatch(of: form) != nil, "\(line)")
    }
    #expect(try run("--store b.sqlite -q") == "")
  }
}
