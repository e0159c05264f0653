import ConformanceCases
import ConformanceTester
import Foundation
import Profiles
import ProjectFiles
import Reports
import Testing
import Verdicts

@Suite("The requirement page")
struct RequirementMarkdownTests {
  private func set() throws -> RequirementSet {
    let file = ProjectFolder.url.appending(path: "Profiles/requirements/apple-ios27-cs.yaml")
    let octets = [UInt8](try Data(contentsOf: file))
    return try RequirementSet.read(file: "apple-ios27-cs.yaml") { _ in octets }
  }

  private func page() throws -> String {
    RequirementMarkdown.page(try set(), cases: TestCase.all.map(\.entry), pages: [])
  }

  @Test("every requirement and every case has a row with as many cells as the heading")
  func rows() throws {
    let text = try page()
    let lines = text.split(separator: "\n")
    for number in 1...13 {
      let id = number < 10 ? "CS-A0\(number)" : "CS-A\(number)"
      let row = try #require(lines.first { $0.hasPrefix("| \(id) |") })
      #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 7)
    }
    #expect(lines.contains("### CS/TIM/BV-01") && !lines.contains("### CS/GAT/BV-12"))
  }

  @Test("the overview has a row of each case, and leads to the sets that it serves")
  func overview() throws {
    let cases = TestCase.all.map(\.entry)
    let lines = RequirementMarkdown.overview([try set()], cases: cases).split(separator: "\n")
    for item in cases { #expect(lines.contains { $0.hasPrefix("| `\(item.id)` |") }) }
    #expect(
      lines.contains { $0.hasPrefix("| `CS/TIM/BV-01` |") && $0.contains("(requirements/apple-ios27-cs.md)") }
    )
  }

  @Test("every case of the shipped set exists")
  func coverage() throws { #expect(!(try page().contains("not covered"))) }
}
