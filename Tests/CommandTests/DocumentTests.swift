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

  @Test("docs/keys has a page of each file that users write, as make docs writes it")
  func keys() throws {
    let folder = try Folder()
    let documents = [
      "accessory", "campaign", "environment", "gate-policy", "phone", "requirement-set", "scenario",
      "waivers",
    ]
    for document in documents {
      let ended = try Tool.run(["schema", document, "--markdown"], in: folder)
      #expect(ended.status == 0, "\(ended.error)")
      #expect(try Self.text("docs/keys/\(document).md") == ended.output)
    }
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: ProjectFolder.url.appending(path: "docs/keys").path)
    #expect(pages.sorted() == documents.map { $0 + ".md" })
  }

  @Test(
    "docs/schemas has the schemas of all documents as the tool writes them",
    arguments: [
      "accessory", "phone", "environment", "requirement-set", "scenario", "waivers", "gate-policy",
      "check-report",
      "validation", "analysis", "range", "range-comparison", "estimators", "frame", "list", "explanation",
      "gate-report", "scenario-report", "campaign", "campaign-report", "campaign-status",
      "campaign-run", "campaign-merge", "campaign-replay",
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
