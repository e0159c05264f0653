import Documents
import Profiles
import Reports
import TestSupport
import Testing
import Verdicts

@Suite("What declared values stand on")
struct SourceReportTests {
  /// A report that passes, and declares one value with a source and one without.
  private static func report(requiresSources: Bool = false) -> CheckReport {
    var report = SampleReports.passing
    report.declarations = [
      ("core.version", ValueSource.assumed), ("features", .cited(name: "A", citation: "B")),
    ]
    .map { path, source in
      DeclaredValue(path: path, text: "x", position: SourcePosition(file: "p.yaml"), source: source)
    }
    report.requiresSources = requiresSources
    return report
  }

  private static func texts(_ report: CheckReport) -> [(String, String)] {
    [
      ("text", CheckText(style: TextStyle()).text(report)),
      ("overview", CheckText(style: TextStyle()).overview([report, report])),
      ("JUnit", CheckJUnit.text([report], tool: SampleReports.tool)), ("TAP", CheckTAP.text([report])),
      ("SARIF", CheckSARIF.text([report], tool: SampleReports.tool)),
      ("Markdown", CheckMarkdown.text([report], tool: SampleReports.tool)),
    ]
  }

  @Test("every format says how many values are assumed")
  func summary() {
    for (format, text) in Self.texts(Self.report()) {
      #expect(text.contains("1 of 2 values assumed"), "\(format)")
    }
    let json = CheckJSON.text([Self.report()], tool: SampleReports.tool)
    #expect(json.contains("\"assumed\": 1") && json.contains("\"declared\": 2"))
    #expect(Self.report().verdict == .pass)
  }

  @Test("a verdict that requires sources is inconclusive without them, in every format")
  func required() throws {
    let report = Self.report(requiresSources: true)
    #expect(report.verdict == .inconclusive && report.outcome == .inconclusive)
    let texts = Dictionary(uniqueKeysWithValues: Self.texts(report))
    #expect(texts["text"]?.contains("INCONCLUSIVE: ") == true)
    #expect(texts["JUnit"]?.contains("errors=\"1\"") == true)
    let points = CheckTAP.text([report, report]).matches(of: #/\n(?:not )?ok (\d+) -/#)
    let numbers = points.compactMap { Int($0.output.1) }
    #expect(numbers == Array(1...numbers.count))
    #expect(texts["TAP"]?.contains(#/\nnot ok \d+ - .*: Sources of the declared values\n/#) == true)
    #expect(texts["Markdown"]?.contains("**INCONCLUSIVE**") == true)
    let json = CheckJSON.text([report], tool: SampleReports.tool)
    let read = try SampleReports.read(json).reports
    #expect(read.first?.verdict == .inconclusive)
    #expect(try SchemaValidator(ReportSchema.check).complaints(json) == [])
  }

  @Test("a verdict that requires sources stands where every value has one")
  func cited() {
    var report = Self.report(requiresSources: true)
    report.declarations.removeFirst()
    #expect(report.verdict == .pass)
  }

  @Test("what is wrong with an app is no failure of the accessory, and is told beside it")
  func app() throws {
    var report = Self.report()
    var failed = SampleReports.mixed.requirements.first { $0.verdict == .fail && $0.level == .must }
    failed?.subject = .app
    report.requirements.append(try #require(failed))
    #expect(report.verdict == .pass && report.appVerdict == .fail && report.outcome == .fail)
    let text = CheckText(style: TextStyle()).text(report)
    #expect(text.contains("  result    PASS") && text.contains("  app       FAIL: 1 failed"))
    let json = CheckJSON.text([report], tool: SampleReports.tool)
    #expect(json.contains("\"app_verdict\": \"fail\""))
    let read = try SampleReports.read(json).reports
    #expect(read.first?.verdict == .pass && read.first?.outcome == .fail)
  }
}
