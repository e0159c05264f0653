import ChannelSounding
import CoreTypes
import Foundation
import Notation
import Plots
import ProjectFiles
import TestSupport
import Testing

@testable import RangeStudy
@testable import Reports

@Suite("Reports of a study")
struct RangeReportTests {
  @Test("the text has a line for each point, a drawing where there is room, and what follows")
  func text() throws {
    #expect(
      try Golden.difference(RangeText(style: TextStyle()).text(SampleStudies.mixed), "range-report.txt")
        == nil)
  }

  @Test("a narrow terminal hides columns and says which, a narrower one stacks them")
  func narrow() throws {
    let texts = [78, 40].map { RangeText(style: TextStyle(width: $0)).text(SampleStudies.mixed) }
    #expect(try Golden.difference(texts.joined(separator: "\n"), "range-report-narrow.txt") == nil)
  }

  @Test("no line is wider than the terminal", arguments: [40, 50, 60, 70, 80, 100, 120, 160, 250])
  func widths(width: Int) {
    for report in [SampleStudies.mixed, SampleStudies.single] {
      for line in RangeText(style: TextStyle(width: width)).text(report).split(separator: "\n") {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test("errors of a metre and more are told in metres, and one point has its confidence intervals")
  func metres() {
    let text = RangeText(style: TextStyle()).text(SampleStudies.single)
    #expect(text.contains("RMSE m ") && text.contains(" 1.185 "))
    #expect(text.contains("\n  95 %      bias 0.54"))
    #expect(!text.contains("overall"))
  }

  @Test("lengths have the unit that is chosen, and a wide terminal has more percentiles beside the plot")
  func units() {
    var report = SampleStudies.single
    report.units = .millimetres
    #expect(RangeText(style: TextStyle()).text(report).contains("RMSE mm "))
    report.units = .metres
    #expect(RangeText(style: TextStyle(width: 100)).text(report).contains("P90 m  BOUND m"))
    var several = SampleStudies.mixed
    several.units = .metres
    let wide = RangeText(style: TextStyle(width: 180)).text(several)
    #expect(wide.contains("P95 m ") && wide.contains("P99 m ") && wide.contains("o BIAS, - STD"))
  }

  @Test(
    "a comparison has the far percentiles, what was found and the intervals, as many as the width has room for",
    arguments: [50, 60, 80, 100, 120, 180])
  func compared(width: Int) {
    var other = SampleStudies.single
    other.estimator = "mmse"
    let text = RangeText(style: TextStyle(width: width)).comparison([SampleStudies.single, other])
    let lines = text.split(separator: "\n")
    for line in lines { #expect(line.count <= width, "\(line)") }
    let headings = lines.first { $0.hasPrefix("STUDY") } ?? ""
    func has(_ names: [String]) -> Bool { names.allSatisfy { headings.contains($0) } }
    #expect(has(["FOUND %", "RMSE m", "P90 m"]), "\(text)")
    #expect(has(["P95 m", "P99 m"]) == (width >= 60), "\(text)")
    #expect(has(["BIAS m", "RMSE 95 % m"]) == (width >= 80), "\(text)")
    #expect(has(["BOUND m", "RATIO"]) == (width >= 100), "\(text)")
    #expect(has(["STD m", "P50 m"]) == (width >= 120), "\(text)")
    #expect(has(["BIAS 95 % m"]) == (width >= 180), "\(text)")
    #expect(text.contains("  hidden ") == (width < 180), "\(text)")
    #expect(text.contains(" 0.542 to 1.792 ") == (width >= 180), "\(text)")
  }

  @Test("a comparison leaves out the intervals that no study has, and cuts names before it wraps rows")
  func comparedNames() {
    var unmeasured = SampleStudies.single
    unmeasured.study = StudyReport(
      points: Array(SampleStudies.mixed.study.points.suffix(1)), overall: SampleStudies.mixed.study.overall,
      lines: [])
    unmeasured.sweeps = []
    let text = RangeText(style: TextStyle(width: 180)).comparison([unmeasured, unmeasured])
    #expect(text.contains("STUDY") && !text.contains("95 %") && !text.contains("hidden"), "\(text)")
    var long = SampleStudies.single
    long.environment = String(repeating: "long-name-", count: 8)
    long.notices = []
    let cut = RangeText(style: TextStyle(width: 80)).comparison([SampleStudies.single, long])
    #expect(cut.contains("\nSTUDY") && cut.contains("RMSE m") && !cut.contains(long.environment), "\(cut)")
  }

  @Test("the JSON is as documented")
  func json() throws {
    let text = RangeJSON.text([SampleStudies.mixed], tool: SampleReports.tool)
    #expect(try SchemaValidator(ReportSchema.range).complaints(text) == [])
    let several = RangeJSON.text([SampleStudies.mixed, SampleStudies.grid], tool: SampleReports.tool)
    #expect(try SchemaValidator(ReportSchema.rangeComparison).complaints(several) == [])
    #expect(try Golden.difference(text, "range-report.json") == nil)
  }

  @Test("what is unknown of an interrupted study is '-' in the table and null in the JSON")
  func interrupted() throws {
    let text = RangeText(style: TextStyle()).text(SampleStudies.interrupted)
    let rows = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(rows.contains { $0.starts(with: ["4", "-", "-"]) }, "\(text)")
    #expect(text.contains("up to 4 procedures each") && text.contains("3 distances of 3 procedures"))
    let json = RangeJSON.text([SampleStudies.interrupted], tool: SampleReports.tool)
    #expect(try SchemaValidator(ReportSchema.range).complaints(json) == [])
    for line in ["\"availability\": null", "\"bound_m\": null", "\"rmse_over_bound\": null"] {
      #expect(json.contains(line), "\(line)")
    }
    #expect(!(text + json).contains("inf"))
  }

  @Test("each value that points agreed on is told")
  func agreed() {
    var report = SampleStudies.mixed
    let points = report.study.points
    let changed = points.enumerated().map { index, point in
      var link = point.link
      link?.configuration.mainMode = CSMode(rawValue: UInt8(index + 1))
      link?.configuration.enhancements = index == 0 ? .inlinePCT : []
      if index > 0 { link?.configuration.channelMap = CSChannelMap(channels: 30..<50) }
      return PointReport(
        distanceMetres: point.distanceMetres, knobValues: point.knobValues, figures: point.figures,
        link: link,
        failure: point.failure)
    }
    report.study = StudyReport(points: changed, overall: report.study.overall, lines: [])
    #expect(
      RangeText(style: TextStyle()).text(report).contains(
        "mode-1/2/3, inline PCT/both reports, 72/20 channels, T_FCS "))
  }

  @Test("docs/json.md explains every key")
  func documented() throws {
    let page = try String(
      contentsOf: ProjectFolder.url.appending(path: "docs/json.md"), encoding: .utf8)
    let text = RangeJSON.text([SampleStudies.mixed], tool: SampleReports.tool)
    for match in text.matches(of: /"([a-z0-9_]+)":/) {
      #expect(page.contains("`\(match.1)`"), "docs/json.md lacks \(match.1)")
    }
  }

  @Test("the CSV leaves empty what is not known")
  func csv() throws {
    let csv = RangeCSV(sweeps: [])
    var found = ProcedureOutcome()
    found.time = Instant.start + .microseconds(2_321_625)
    found.trueMetres = 3
    found.rawMetres = 2.9887843
    found.metres = 2.9887843
    found.deviationMetres = 0.0069
    found.quality = 0.99716
    found.toneCount = 72
    var lost = ProcedureOutcome()
    lost.index = 1
    lost.trueMetres = 3
    let point = StudyPoint(
      accessory: try Shipped.profile("reference"), phone: try Shipped.phone("iphone-ios27"),
      environment: try Shipped.environment("line-of-sight"), distanceMetres: 3)
    let lines = csv.lines([found, lost], of: point, profile: "a,b.yaml")
    #expect(
      lines == """
        3,,,0,2.321625,3.000000,2.988784,2.988784,0.006900,0.9972,72,-0.011216
        3,,,1,0.000000,3.000000,,,,,0,

        """)
    let columns = csv.heading.count { $0 == "," }
    #expect(lines.split(separator: "\n").allSatisfy { $0.count { $0 == "," } == columns })
    let several = RangeCSV(sweeps: [], isOfSeveral: true)
    #expect(several.heading == "profile,phone,environment,estimator," + csv.heading)
    #expect(
      several.lines([lost], of: point, profile: "a,\"b\".yaml")
        == "\"a,\"\"b\"\".yaml\",iphone-ios27,line-of-sight,mmse,3,,,1,0.000000,3.000000,,,,,0,\n")
  }

  @Test(
    "no spreadsheet takes the name of a file for a formula",
    arguments: [
      ("=h.yaml", "./=h.yaml"), ("+1,2.yaml", "\"./+1,2.yaml\""), ("-h.yaml", "./-h.yaml"),
      ("@h.yaml", "./@h.yaml"), ("\t=h.yaml", "./\t=h.yaml"), ("=a\"b", "\"./=a\"\"b\""), ("-", "-"),
      ("a=b", "a=b"), ("a\"\u{301}\r\nb", "\"a\"\"\u{301}\r\nb\""),
    ])
  func formulas(path: String, cell: String) throws {
    let point = StudyPoint(
      accessory: try Shipped.profile("reference"), phone: try Shipped.phone("iphone-ios27"),
      environment: try Shipped.environment("line-of-sight"), distanceMetres: 3)
    let line = RangeCSV(sweeps: [], isOfSeveral: true).lines([ProcedureOutcome()], of: point, profile: path)
    #expect(line.hasPrefix(cell + ",iphone-ios27,"), "\(line)")
    var report = SampleStudies.mixed
    report.profilePath = path
    let text = CampaignCSV.text([report])
    let count = report.study.points.count
    #expect(text.ranges(of: "\n" + cell + ",iphone-ios27,").count == count, "\(text)")
    #expect(!text.contains("'"), "a negative number stays one")
  }

  @Test("a grid of two knobs has a map, and both knobs in every report")
  func grid() throws {
    let map = try #require(RangePlots.maps([SampleStudies.grid]).first)
    #expect((map.columnTitle, map.columns) == ("tau (us)", ["5", "9"]))
    #expect((map.rowTitle, map.rows) == ("snr (dB)", ["10", "20"]))
    #expect(map.cells[0].map { $0?.level } == [0, 6] && map.cells[1].map { $0?.level } == [5, nil])
    #expect(map.cells[0][0]?.text == "5.00 mm" && map.levels.last == "to 9.00 mm")
    #expect(RangePlots.all([SampleStudies.grid])[0].x.label == "tau (us)")
    let names = RangePlots.all([SampleStudies.grid])[0].series.map(\.name)
    #expect(names == ["snr 10", "snr 20"])
    let json = RangeJSON.text([SampleStudies.grid], tool: SampleReports.tool)
    #expect(json.contains("\"second_knob_value\": 20.0") && json.contains("\"second_sweep\": {"))
    let page = try String(contentsOf: ProjectFolder.url.appending(path: "docs/json.md"), encoding: .utf8)
    for match in json.matches(of: /"([a-z0-9_]+)":/) { #expect(page.contains("`\(match.1)`"), "\(match.1)") }
    var point = StudyPoint(
      accessory: try Shipped.profile("reference"), phone: try Shipped.phone("iphone-ios27"),
      environment: try Shipped.environment("line-of-sight"), distanceMetres: 3)
    point.knobValues = [5, 20]
    let csv = RangeCSV(sweeps: ["tau", "snr"])
    #expect(csv.heading.hasPrefix("distance_m,knob,knob_value,second_knob,second_knob_value,procedure,"))
    #expect(csv.lines([ProcedureOutcome()], of: point, profile: "a").hasPrefix("3,tau,5,snr,20,0,"))
    let text = RangeText(style: TextStyle(width: 100)).text(SampleStudies.grid)
    #expect(text.contains("tau  snr  DISTANCE m"))
    // A knob and the distance are two dimensions too; one alone is none, nor are several studies.
    #expect(RangePlots.maps([SampleStudies.mixed]).map(\.rowTitle) == ["distance (m)"])
    #expect(RangePlots.maps([SampleStudies.single]).isEmpty)
    #expect(RangePlots.maps([SampleStudies.grid, SampleStudies.grid]).isEmpty)
  }

  @Test("a plot over a knob has a line for each distance, and each line one value a place")
  func plots() throws {
    let plot = try #require(RangePlots.all([SampleStudies.mixed, SampleStudies.mixed]).first)
    #expect(plot.id == "rmse" && plot.series.map(\.name) == ["1 m", "2.5 m", "1 m", "2.5 m"])
    #expect(plot.series.map { $0.points.map(\.x) } == [[15, 100], [100], [15, 100], [100]])
    #expect(RangePlots.all([SampleStudies.single]).map(\.id) == ["error-distribution"])
  }

  @Test(
    "decimals are rounded half away from zero, and a zero has no sign",
    arguments: [
      (1.005, 1, "1.0"), (-0.04, 1, "0.0"), (0.05, 1, "0.1"), (-1.25, 1, "-1.3"), (999.999, 2, "1000.00"),
      (12, 0, "12"), (.infinity, 2, "inf"),
    ])
  func decimals(value: Double, digits: Int, text: String) {
    #expect(DecimalText.fixed(value, digits: digits) == text)
  }

  @Test(
    "thousands are grouped", arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func grouping(number: Int, text: String) {
    #expect(DecimalText.grouped(number) == text)
  }
}
