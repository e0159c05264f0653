import Reports
import Testing
import Verdicts

@Suite("The platform matrix")
struct PlatformMatrixTests {
  private let reports = [SampleReports.passing, SampleReports.mixed]

  @Test("has a column for each set where they stand side by side")
  func table() throws {
    let lines = PlatformMatrix(reports).text(width: 200).split(separator: "\n")
    let heading = try #require(lines.first)
    #expect(heading.hasPrefix("PROFILE") && reports.allSatisfy { heading.contains($0.requirementSet) })
    #expect(lines.dropFirst().first?.hasPrefix(reports[0].profilePath) == true)
  }

  @Test("names each set in a line of its own where they do not")
  func list() {
    let text = PlatformMatrix(reports).text(width: 20)
    for report in reports {
      #expect(text.contains(report.profilePath + "\n"))
      #expect(text.contains("  " + report.requirementSet + "  "))
    }
    #expect(!text.contains("PROFILE"))
  }

  @Test("a pass says what it owes to waivers")
  func waived() throws {
    var report = try SampleReports.waived().reports[0]
    report.requirements = report.requirements.filter { $0.id == "CS-A30" }
    #expect(PlatformMatrix([report]).text(width: 200).contains("PASS, WAIVED 1"))
  }

  @Test("says what stands in the way, with the title of the requirement")
  func obstacles() {
    let text = PlatformMatrix([SampleReports.mixed]).text(width: 200)
    #expect(text.contains("Obstacles:") && text.contains("CS-A07 "))
  }
}
