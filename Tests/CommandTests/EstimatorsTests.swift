import Foundation
import RangeStudy
import Ranging
import Testing

@Suite("reflector estimators")
struct EstimatorsTests {
  private static let command = ["estimators", "nordic-nrf54l15-ipt", "--procedures", "1"]

  @Test("the table fits a terminal and has a line for each environment, ratio and estimator")
  func text() throws {
    let ended = try Tool.run(Self.command, in: try Folder())
    #expect(ended.status == 0, "\(ended.error)")
    let lines = ended.output.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(ended.output)")
    let cells = EstimatorComparison.toneSNRDecibels.count * EstimatorComparison.estimators.count
    #expect(lines.count % cells == 1, "\(lines.count) lines")
    for kind in EstimatorComparison.estimators {
      #expect(lines.contains { $0.hasPrefix("office ") && $0.contains(" \(kind.rawValue) ") })
    }
  }

  @Test("the JSON form holds to its schema, and has the same numbers")
  func json() throws {
    let folder = try Folder()
    let ended = try Tool.run(Self.command + ["--json", "-"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(try Tool.complaints(ended.output, "estimators", in: folder) == [])
    let root = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
    let cells = try #require(root?["cells"] as? [[String: Any]])
    let lines = try Tool.run(Self.command, in: folder).output.split(separator: "\n").dropFirst()
    #expect(cells.count == lines.count)
    for (cell, line) in zip(cells, lines) {
      guard let rmse = cell["rmse_m"] as? Double else {
        #expect(line.contains(" 0 % "), "\(line)")
        continue
      }
      #expect(line.contains(String(format: rmse < 0.1 ? "%.3f" : "%.2f", rmse)), "\(line)")
    }
  }

  @Test("the number of jobs changes no octet")
  func jobs() throws {
    let one = try Tool.run(Self.command + ["--jobs", "1", "--markdown"], in: try Folder())
    #expect(one.status == 0, "\(one.error)")
    #expect(
      try Tool.run(Self.command + ["--jobs", "3", "--markdown"], in: try Folder()).output == one.output)
  }

  @Test("the page names the command that writes it as a shell takes it, and the environment that is left out")
  func page() throws {
    let folder = try Folder()
    try folder.write("schema: reflector/accessory/1\nextends: nordic-nrf54l15-ipt\n", "my acc.yaml")
    let page = try Tool.run(["estimators", "my acc.yaml", "--procedures", "1", "--markdown"], in: folder)
      .output
    #expect(page.contains("`reflector estimators 'my acc.yaml' --procedures 1 --markdown` writes this page."))
    #expect(page.contains("without an attacker, which leaves out `relay`") && !page.contains("| `relay`"))
  }

  @Test(
    "bad input ends with 2 and its reason",
    arguments: [
      (["estimators", "none-such"], "none-such"), (command + ["--phone", "none-such"], "none-such"),
      (["estimators", "nordic-nrf54l15-ipt", "--procedures", "0"], "found --procedures 0, expected 1 to"),
      (["estimators", "nordic-nrf54l15-ipt", "--procedures", "-1"], "found --procedures -1, expected 1 to"),
    ])
  func badInput(arguments: [String], reason: String) throws {
    let ended = try Tool.run(arguments, in: try Folder())
    #expect(ended.status == 2)
    #expect(ended.output == "")
    #expect(ended.error.contains(reason), "\(ended.error)")
  }
}
