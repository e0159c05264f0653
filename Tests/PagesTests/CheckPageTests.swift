import Dissection
import Documents
import Foundation
import Pages
import ProjectFiles
import Reports
import TestSupport
import Testing
import Verdicts

@testable import Profiles

@Suite("Pages of checks")
struct CheckPageTests {
  @Test("show the verdict, its cases and steps, its frames in words and the steps around them")
  func evidence() throws {
    let page = try SamplePages.check(["defective/tfcs-100-stretched"], ["apple-ios27-cs"], only: ["CS-A07"])
      .html
    #expect(page.contains("<title>FAIL Reference virtual: apple-ios27-cs</title>"))
    #expect(page.contains("id=\"report-1-CS-A07\" data-verdict=\"fail\" data-level=\"must\""))
    #expect(page.contains("CS/TIM/BV-02"))
    #expect(page.contains("HCI_LE_CS_Subevent_Result"))
    #expect(page.contains("<p>Subevent abort reason: no CS_SYNC received.</p>"))
    #expect(page.contains("-steps\" viewBox"))
    #expect(page.contains("nothing sent"))
    #expect(page.contains("T_FCS 100 us, step 0, mode-0"))
  }

  @Test("are what they were")
  func golden() throws {
    let page = try SamplePages.check(["reference"], ["apple-ios27-cs"], only: ["CS-A03", "CS-A11"]).html
    #expect(try Golden.difference(SamplePages.bare(page), "page-check.html") == nil)
  }

  @Test("mark the line of the profile that decides a requirement, and link both ways")
  func source() throws {
    let checked = try SamplePages.check(["reference"], ["apple-ios27-cs"], only: ["CS-A07"])
    let declared = try #require(checked.reports[0].requirements[0].declared)
    let page = checked.html
    #expect(page.contains("href=\"#file-1-line-\(declared.position.line)\""))
    #expect(page.contains("<tr id=\"file-1-line-\(declared.position.line)\" class=\"marked\">"))
    #expect(page.contains("<a class=\"badge pass\" href=\"#report-1-CS-A07\">CS-A07</a>"))
  }

  @Test("have one line for all requirements that one reason rules out")
  func idle() throws {
    let page = try SamplePages.check(["nordic-nrf54l15-ipt"], ["ras-rap-1-0"]).html
    let rows = page.components(separatedBy: "class=\"idle-id\"").count - 1
    #expect(rows > 10)
    let table = try #require(
      page.components(separatedBy: "<table class=\"idle\">").last?.components(separatedBy: "</table>").first)
    #expect(table.components(separatedBy: "<tr>").count - 2 < rows / 3)
  }

  @Test("count two profiles of one name as two, and keep the counts of the overview beside their verdict")
  func overview() throws {
    let page = try SamplePages.check(
      ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras"], ["apple-adg-ble"], only: ["ADG-04"]
    ).html
    #expect(page.contains("<h1>2 accessories</h1>"))
    #expect(page.contains("(Profiles/accessories/nordic-nrf54l15-ras.yaml), apple-adg-ble</a>"))
    #expect(page.contains("<span class=\"note\">WARN 1</span>"))
  }

  @Test("are the same octets again, below 2 MB with every set")
  func size() throws {
    let sets = Shipped.names(in: "requirements")
    let page = try SamplePages.check(["nordic-nrf54l15-ipt"], sets).html
    #expect(try SamplePages.check(["nordic-nrf54l15-ipt"], sets).html == page)
    #expect((500_000..<2_000_000).contains(page.utf8.count))
  }

  @Test("that would be too large are an overview, with a page for each report in a folder beside it")
  func parts() throws {
    var checked = try SamplePages.check(
      ["reference", "defective/tfcs-100-stretched"], ["apple-ios27-cs"], only: ["CS-A03", "CS-A07"])
    func pages() -> (html: String, parts: [CheckPage.Part]) {
      CheckPage(checked.reports, evidence: checked.evidence, files: checked.files, waivers: nil).pages(
        tool: SamplePages.tool, name: "a b#.html", folder: "a b#-pages")
    }
    #expect(pages().parts.isEmpty && pages().html == checked.html)
    checked.files[0].text += String(repeating: "# a long comment\n", count: 30_000)
    checked.files.append(CheckPage.SourceFile(path: "other.yaml", digest: "00", text: "of another profile"))
    let large = pages()
    #expect(large.parts.map(\.path) == ["a b#-pages/1.html", "a b#-pages/2.html"])
    #expect(large.html.utf8.count < 40_000)
    #expect(large.html.contains("<a href=\"a%20b%23-pages/1.html\"><span class=\"badge pass\">PASS"))
    #expect(large.html.contains("<a href=\"a%20b%23-pages/2.html#report-1-CS-A07\"><b>CS-A07</b></a>"))
    #expect(large.parts.allSatisfy { $0.html.contains("<a href=\"../a%20b%23.html\">All results</a>") })
    #expect(large.parts[1].html.contains("id=\"report-1-CS-A07\" data-verdict=\"fail\""))
    #expect(large.parts.allSatisfy { $0.html.contains("a long comment") })
    #expect(large.parts.allSatisfy { !$0.html.contains("of another profile") })
  }

  @Test(
    "keep foreign text as text in every field",
    arguments: [
      "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'\u{301} onfocus='alert(1)",
      "{{tool}}{{{body}}}",
      "</style></script><!--", "\u{202E}\u{0}\u{7}&lt;",
    ])
  func hostile(text: String) throws {
    let page = Self.everywhere(text).html
    #expect(page.components(separatedBy: "<script>").count == 2)
    #expect(page.components(separatedBy: "</script>").count == 2)
    #expect(page.components(separatedBy: "</style>").count == 2)
    #expect(!page.contains("<img") && !page.contains("<!--"))
    #expect(!page.contains("'\u{301}") && !page.contains("\u{202E}") && !page.contains("\u{0}"))
    if text.hasPrefix("{{") { #expect(page.contains("{{tool}}{{{body}}}")) }
  }

  /// Everything that a report can hold, each text the same.
  static func everywhere(_ text: String) -> SamplePages.Checked {
    let place = SourcePosition(file: text, line: 1, column: 1)
    let declared = DeclaredValue(path: text, text: text, items: [text], position: place, source: .assumed)
    func step(_ finding: Finding) -> Step {
      Step(
        recorded: text, required: text, measured: text, quantity: Quantity(3, text, .atMost, 2),
        finding: finding, frames: [1, 2])
    }
    var waived = CaseResult(
      id: text, title: text, verdict: .fail, reason: text, warnings: [text], steps: [step(.unmet)])
    var waiver = Waiver(requirementID: text, reason: text, expires: .first, position: place)
    (waiver.profile, waiver.caseID) = (text, text)
    waived.waiver = waiver
    let cases = [
      waived,
      CaseResult(
        id: text, title: text, verdict: .inconclusive, reason: text, steps: [step(.uncertain(text))]),
    ]
    var results = [Verdict.fail, .inconclusive, .pass, .notApplicable].enumerated().map { index, verdict in
      RequirementResult(
        id: "\(text)\(index)", title: text, level: .must, source: text, requirement: text, verdict: verdict,
        cases: cases,
        declared: declared)
    }
    results[0].suspects = [Suspect([Suspect.Value(declared, passing: text, lacking: [text])])]
    let report = CheckReport(
      accessory: text, iut: text, profilePath: text, profileDigest: text, requirementSet: text, phone: text,
      environment: text, seed: 1, distanceMetres: 3, interpretations: [.init(field: text, value: text)],
      requirements: results, declarations: [declared], notices: [text], replay: text, capturePath: text)
    var reports = [report, report]
    let list = WaiverList(file: text, waivers: [waiver])
    let review = WaiverReview(list, on: waiver.expires, sets: [], in: &reports)
    return SamplePages.Checked(
      reports: reports, evidence: [.none, .none],
      files: [CheckPage.SourceFile(path: text, digest: text, text: text + "\n" + text)], waivers: review)
  }
}
