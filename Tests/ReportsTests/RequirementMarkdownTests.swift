import ConformanceCases
import ConformanceTester
import Foundation
import Profiles
import ProjectFiles
import Reports
import Testing

@Suite("The requirement page")
struct RequirementMarkdownTests {
  private func page() throws -> String {
    let file = ProjectFolder.url.appending(path: "Profiles/requirements/apple-ios27-cs.yaml")
    let octets = [UInt8](try Data(contentsOf: file))
    let set = try RequirementSet.read(file: "apple-ios27-cs.yaml") { _ in octets }
    return RequirementMarkdown.text(sets: [set], cases: TestCase.all.map(\.entry))
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
    for item in TestCase.all {
      #expect(lines.contains { $0.hasPrefix("| `\(item.id)` |") })
      #expect(lines.contains("### \(item.id)"))
    }
  }

  @Test("every case of the shipped set exists")
  func coverage() throws { #expect(!(try page().contains("not covered"))) }
}
