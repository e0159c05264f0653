import Foundation
import ProjectFiles
import Testing

/// The Python with pandas, DuckDB and kubernetes-validate.
private enum Consumers {
  static let environment = PythonEnvironment("consumers", module: "duckdb, kubernetes_validate, pandas")
  static let missing = Comment(rawValue: environment.missing)

  /// Runs it with arguments in a folder.
  static func python(_ arguments: String, in folder: Folder) throws -> Tool.Ended {
    let python = try #require(environment.python, missing)
    return try Tool.shell("exec '\(python.path)' \(arguments)", in: folder)
  }
}

/// With the very lines of docs/campaigns.md.
@Suite(
  "Programs that read results and jobs of campaigns",
  .enabled(if: Consumers.environment.python != nil || Consumers.environment.isRequired, Consumers.missing))
struct ConsumerTests {
  private static let page = Page(path: "docs/campaigns.md")

  /// Two accessories with two values of a knob, at one distance: a P90 for each cell of the table.
  private static let campaign = """
    schema: reflector/campaign/1
    id: small
    title: Small
    accessories: [nordic-nrf54l15-ipt, ti-cc27xx]
    ranging: {distances_m: [3], sweeps: [{knob: tau, values: [5, 8]}], procedures: 100}

    """

  /// A P90 with its profile and the value of the knob.
  private struct Point {
    var profile: String
    var tau: Double
    var p90: Double
  }

  /// A folder with the campaign, run, and its export as the page makes it.
  private func exported() throws -> (folder: Folder, points: [Point]) {
    let folder = try Folder()
    try folder.write(Self.campaign, "sweep.yaml")
    let ran = try Tool.run(["campaign", "run", "sweep.yaml", "-q"], in: folder)
    try #require(ran.status == 0, "\(ran.error)")
    let command = try #require(Self.page.commands().first { $0.text.hasPrefix("reflector campaign export") })
    let export = try Tool.run(Array(command.words.dropFirst()), in: folder)
    try #require(export.status == 0, "\(export.error)")
    let rows = try folder.text("points.csv").split(separator: "\n").map { $0.split(separator: ",") }
    let columns = try ["profile", "tau", "p90_m"].map { name in
      try #require(rows[0].firstIndex(of: Substring(name)), "\(name)")
    }
    let points = try rows.dropFirst().map { row in
      Point(
        profile: String(row[columns[0]]), tau: try #require(Double(row[columns[1]])),
        p90: try #require(Double(row[columns[2]])))
    }
    try #require(points.count == 4)
    return (folder, points)
  }

  /// What the lines of the page that import a module print.
  private func output(ofLinesWith module: String, in folder: Folder) throws -> [[Substring]] {
    let code = try #require(Self.page.blocks("python").first { $0.contains("import \(module)") })
    #expect(code.split(separator: "\n").count <= 5, "more than five lines")
    try folder.write(code, "lines.py")
    let ended = try Consumers.python("lines.py", in: folder)
    try #require(ended.status == 0, "\(ended.error)")
    return ended.output.split(separator: "\n").map { $0.split { " │".contains($0) } }
  }

  @Test("pandas reads the SQLite file of an export as the page says, with the figures of the CSV")
  func pandas() throws {
    let (folder, points) = try exported()
    let rows = try output(ofLinesWith: "pandas", in: folder)
    #expect(rows.first == ["knob_value", "5.0", "8.0"])
    for profile in Set(points.map(\.profile)) {
      let row = try #require(rows.first { $0.first == Substring(profile) }).dropFirst().compactMap {
        Double($0)
      }
      let wanted = points.filter { $0.profile == profile }.sorted { $0.tau < $1.tau }.map(\.p90)
      #expect(row.count == 2 && wanted.count == 2)
      for (found, wanted) in zip(row, wanted) { #expect(abs(found - wanted) < 1e-6, "\(profile)") }
    }
  }

  @Test("DuckDB reads the CSV of an export as the page says, with its figures")
  func duckDB() throws {
    let (folder, points) = try exported()
    let rows = try output(ofLinesWith: "duckdb", in: folder).filter { $0.count == 2 && Double($0[1]) != nil }
    let worst = Dictionary(grouping: points, by: \.profile).map { profile, points in
      (profile: profile, p90: points.map(\.p90).max() ?? 0)
    }.sorted { $0.p90 > $1.p90 }
    #expect(rows.map { String($0[0]) } == worst.map(\.profile))
    for (row, wanted) in zip(rows, worst) {
      #expect(abs(try #require(Double(row[1])) - wanted.p90) < 1e-9, "\(wanted.profile)")
    }
  }

  @Test("the job of Kubernetes has the form that its API publishes", arguments: ["1.29", "1.37"])
  func kubernetes(version: String) throws {
    let folder = try Folder()
    try folder.write(Self.campaign, "a.yaml")
    let submitted = try Tool.run(
      ["campaign", "submit", "a.yaml", "--engine", "kubernetes", "--shards", "3", "--dry-run"], in: folder)
    try #require(submitted.status == 0, "\(submitted.error)")
    let good = try validate(submitted.output, version, in: folder)
    #expect(good.status == 0, "\(good.output)\(good.error)")
    for (part, broken) in [
      ("completions: 3", "completions: three"), ("completionMode:", "completionsMode:"),
      ("workingDir: /campaign", "workingDir: [campaign]"), ("containers:", "container:"),
    ] {
      #expect(submitted.output.contains(part))
      let bad = try validate(submitted.output.replacing(part, with: broken), version, in: folder)
      #expect(bad.status == 1 && bad.output.contains("did not validate"), "\(broken): \(bad.output)")
    }
  }

  @Test("the answers of Kubernetes that the tests of its queue read have the form that its API publishes")
  func answers() throws {
    let folder = try Folder()
    for answer in [KubernetesAnswer.job] + KubernetesAnswer.pods {
      let ended = try validate(answer, "1.37", in: folder)
      #expect(ended.status == 0, "\(ended.output)\(ended.error)")
    }
  }

  /// Holds a document against the form of a version of Kubernetes, in which there are no other keys.
  private func validate(_ document: String, _ version: String, in folder: Folder) throws -> Tool.Ended {
    try folder.write(document, "document.yaml")
    return try Consumers.python("-m kubernetes_validate --strict -k \(version) document.yaml", in: folder)
  }
}
