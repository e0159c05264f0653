import ChannelSounding
import Documents
import Foundation
import Profiles
import ProjectFiles
import Testing

@Suite("The documents are true")
struct DocumentTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: ProjectFolder.url.appending(path: path), encoding: .utf8)
  }

  @Test("docs/requirements.md is what make docs writes")
  func requirements() throws {
    let ended = try Tool.run(["list", "--markdown"], in: try Folder())
    #expect(try Self.text("docs/requirements.md") == ended.output)
  }

  @Test("docs/requirements has a page of each set, as make docs writes it")
  func sets() throws {
    let folder = try Folder()
    let names = try Tool.run(["list", "sets", "--names"], in: folder).output.split(separator: "\n")
    for name in names.map(String.init) {
      let ended = try Tool.run(["list", "--requirements", name, "--markdown"], in: folder)
      #expect(try Self.text("docs/requirements/\(name).md") == ended.output)
    }
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFolder.url.appending(path: "docs/requirements").path)
    #expect(pages.sorted() == names.map { $0 + ".md" }.sorted())
  }

  @Test("docs/faults.md is what make docs writes")
  func faults() throws {
    let ended = try Tool.run(["list", "faults", "--markdown"], in: try Folder())
    #expect(try Self.text("docs/faults.md") == ended.output)
  }

  @Test("docs/estimators.md is what make docs writes")
  func estimators() throws {
    let ended = try Tool.run(
      ["estimators", "nordic-nrf54l15-ras", "--procedures", "20", "--markdown"], in: try Folder())
    #expect(try Self.text("docs/estimators.md") == ended.output)
  }

  @Test("docs/gate.md has each kind of change with its usual action, and every key of a policy")
  func gatePolicy() throws {
    let page = try Self.text("docs/gate.md")
    for change in GatePolicy.Change.allCases {
      #expect(page.contains("| `\(change.rawValue)` | \(change.usualAction.rawValue) | \(change.summary) |"))
    }
    let keys = page.split(separator: "\n").compactMap { line in
      line.wholeMatch(of: #/\| `([a-z_.]+)` \| [^|]+ \|/#).map { String($0.1) }
    }
    for key in keys {
      for part in key.split(separator: ".") {
        #expect(ProfileSchema.gatePolicyJSON.contains("\"\(part)\": {"), "docs/gate.md has the key \(key)")
      }
    }
    #expect(keys.count == 13)
  }

  @Test(
    "docs/schemas has the schemas of all documents as the tool writes them",
    arguments: [
      "accessory", "phone", "environment", "requirement-set", "scenario", "waivers", "gate-policy",
      "check-report",
      "validation", "analysis", "range", "range-comparison", "estimators", "frame", "list", "explanation",
      "gate-report", "scenario-report", "campaign", "campaign-report",
    ])
  func schemas(document: String) throws {
    let ended = try Tool.run(["schema", document], in: try Folder())
    #expect(try Self.text("docs/schemas/\(document)-1.json") == ended.output)
  }

  @Test("docs/trace.md is what make docs writes")
  func trace() throws {
    let ended = try Tool.run(["list", "trace", "--markdown"], in: try Folder())
    #expect(try Self.text("docs/trace.md") == ended.output)
  }

  @Test("docs/profile.md explains every key of the schema")
  func profileKeys() throws {
    let page = try Self.text("docs/profile.md")
    let schema = try JSONSerialization.jsonObject(with: Data(ProfileSchema.json.utf8))
    for key in Self.keys(schema) { #expect(page.contains("| `\(key)` |"), "docs/profile.md lacks \(key)") }
  }

  /// The dotted paths of all keys of a JSON Schema, those in the mappings of lists included.
  private static func keys(_ schema: Any) -> [String] { members(schema).map(\.path) }

  /// The dotted path of each key with what the schema says of it.
  private static func members(_ schema: Any) -> [(path: String, member: [String: Any])] {
    let object = schema as? [String: Any]
    if let items = object?["items"] { return members(items) }
    guard let properties = object?["properties"] as? [String: Any] else { return [] }
    return properties.sorted { $0.key < $1.key }.flatMap { key, below in
      [(key, below as? [String: Any] ?? [:])] + members(below).map { ("\(key).\($0.path)", $0.member) }
    }
  }

  @Test(
    "the pages of other files explain every key of their schema with its range and meaning",
    arguments: [
      ("docs/environments.md", ProfileSchema.environmentJSON), ("docs/phones.md", ProfileSchema.phoneJSON),
      ("docs/scenarios.md", ProfileSchema.scenarioJSON), ("docs/campaigns.md", ProfileSchema.campaignJSON),
    ])
  func placeKeys(page: String, schema: String) throws {
    let rows = try Self.text(page).split(separator: "\n")
    let schema = try JSONSerialization.jsonObject(with: Data(schema.utf8))
    for (path, member) in Self.members(schema) {
      let row = rows.first { $0.hasPrefix("| `\(path)` |") } ?? ""
      let meaning = (member["description"] as? String ?? "").dropLast()
      #expect(!row.isEmpty && row.contains(meaning), "\(page) lacks \(path): \(meaning)")
      for bound in ["minimum", "maximum"] {
        guard let number = member[bound] as? NSNumber else { continue }
        #expect(row.contains(" \(number)"), "\(path) has the \(bound) \(number)")
      }
    }
  }

  @Test(
    "docs/requirement-sets.md explains every key of its schemas in their own words",
    arguments: [ProfileSchema.requirementsJSON, ProfileSchema.waiversJSON])
  func requirementKeys(schema: String) throws {
    let rows = try Self.text("docs/requirement-sets.md").split(separator: "\n")
    let schema = try JSONSerialization.jsonObject(with: Data(schema.utf8))
    for (path, member) in Self.members(schema) {
      let meaning = member["description"] as? String ?? ""
      let row = rows.first { $0.hasPrefix("| `\(path)` |") } ?? ""
      #expect(!row.isEmpty && row.contains(meaning), "docs/requirement-sets.md lacks \(path): \(meaning)")
    }
  }

  @Test("docs/environments.md tells of every preset in its own words, and of no other")
  func environmentPresets() throws {
    let page = try Self.text("docs/environments.md")
    let folder = ProjectFolder.url.appending(path: "Profiles/environments").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".yaml") }
    for name in names {
      let preset = try EnvironmentPreset.read(file: "\(folder)/\(name)") { path throws(DocumentErrors) in
        Array(FileManager.default.contents(atPath: path) ?? Data())
      }
      #expect(page.contains("| `\(preset.id)` | \(preset.summary) |"), "docs/environments.md lacks \(name)")
    }
    let table = page.split(separator: "## ").first { $0.hasPrefix("What comes with the tool") } ?? ""
    #expect(table.split(separator: "\n").count { $0.hasPrefix("| `") } == names.count)
  }

  @Test("docs/interpretations.md tells of every switch with each of its readings")
  func switches() throws {
    let page = try Self.text("docs/interpretations.md")
    let rows = page.split(separator: "\n")
    for child in Mirror(reflecting: Interpretations()).children {
      let field = try #require(child.label)
      let row = rows.first { $0.hasPrefix("| `\(field)` |") }
      let value = try #require(child.value as? any CaseIterable)
      for reading in Self.words(value) {
        #expect(row?.contains("`\(reading)`") == true, "\(field) lacks \(reading)")
      }
      let chosen = try #require((child.value as? any RawRepresentable)?.rawValue as? String)
      #expect(row?.contains("**`\(chosen)`**") == true, "\(field) does not mark \(chosen)")
    }
  }

  private static func words<Reading: CaseIterable>(_ reading: Reading) -> [String] {
    Reading.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
  }

  @Test("docs/interpretations.md tells of every mark in the code")
  func marks() throws {
    let page = try Self.text("docs/interpretations.md")
    let sources = ProjectFolder.url.appending(path: "Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
    for path in paths where path.hasSuffix(".swift") {
      let code = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let marks = code.split(separator: "\n").count {
        $0.contains("// Interpretation: ") || $0.contains("/// Interpretation: ")
      }
      let told = page.split(separator: "`\(path)`", omittingEmptySubsequences: false).count - 1
      #expect(told >= marks, "\(path) has \(marks) marks, and docs/interpretations.md tells of \(told)")
    }
  }

  @Test("docs/exit-status.md has every status")
  func exitStatus() throws {
    let page = try Self.text("docs/exit-status.md")
    for status in [0, 1, 2, 3, 70] { #expect(page.contains("\n| \(status) |")) }
  }
}
