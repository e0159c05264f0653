import Foundation
import FoundationXML
import Plots
import Testing

@Suite("Drawings of plots")
struct PlotDrawingTests {
  private static let hostile = "\"><script>alert(1)</script>\u{301}&\u{202E}\u{0}"

  private static func plot(_ count: Int, style: Plot.Series.Style = .line, name: String = "a") -> Plot {
    let points = (0..<count).map { number in
      let (x, y) = (Double(number), Double(number * number))
      return Plot.Point(x, y, in: x...y + 1)
    }
    let other = Plot.Series(name + "2", .curve, [Plot.Point(0, 1), Plot.Point(3, 2)])
    return Plot(
      id: "plot", title: name, summary: name, x: Axis(name, unit: name), y: Axis("y"),
      series: [Plot.Series(name, style, points), other],
      rules: [Plot.Rule(.y(2), name), Plot.Rule(.x(1), name)])
  }

  @Test("have every value, in a document that is well formed", arguments: [2, 30, 400])
  func values(count: Int) throws {
    let svg = PlotSVG.text(Self.plot(count))
    let document = try XMLDocument(xmlString: svg)
    #expect(try document.nodes(forXPath: "//*[@class='value']").count == count + 2)
    let points = try #require(try document.nodes(forXPath: "//*[@class='line']/@points").first?.stringValue)
    #expect(points.split(separator: " ").count == count)
  }

  @Test("break a line where a value begins another")
  func breaks() throws {
    let points = (0..<5).map { Plot.Point(Double($0), 1, beginsLine: $0 == 2) }
    let plot = Plot(
      id: "plot", title: "a", summary: "a", x: Axis("x"), y: Axis("y"),
      series: [Plot.Series("a", .line, points)])
    let lines = try XMLDocument(xmlString: PlotSVG.text(plot)).nodes(forXPath: "//*[@class='line']/@points")
    #expect(lines.map { $0.stringValue?.split(separator: " ").count } == [2, 3])
  }

  @Test("draw many values as a line alone")
  func many() throws {
    let document = try XMLDocument(xmlString: PlotSVG.text(Self.plot(100_000, style: .curve)))
    #expect(try document.nodes(forXPath: "//*[@class='value']").count == 2)
    let points = try #require(try document.nodes(forXPath: "//*[@class='line']/@points").first?.stringValue)
    #expect(points.split(separator: " ").count == 100_000)
  }

  private static func map(_ name: String = "a") -> HeatMap {
    let cells: [[HeatMap.Cell?]] = [
      [.init(level: 0, name), .init(level: 0, name), nil, .init(level: 2, "c")],
      [nil, .init(level: 1, "b"), .init(level: 2, "c"), .init(level: 2, "c")],
    ]
    return HeatMap(
      id: "map", title: name, summary: name, columnTitle: name, columns: ["0", "1", "2", name],
      rowTitle: name, rows: ["7", name], levels: ["low", "middle", name], cells: cells)
  }

  @Test("of maps join neighbours of a row that are alike")
  func maps() throws {
    let map = Self.map()
    let document = try XMLDocument(xmlString: HeatMapSVG.text(map))
    let titles = try document.nodes(forXPath: "//*[@class='value']//*[local-name()='title']").map(
      \.stringValue)
    #expect(
      titles == ["a 7, a 0 to 1: a", "a 7, a a: c", "a a, a 1: b", "a a, a 2 to a: c"])
    let shades = try document.nodes(forXPath: "//*[@class='value']//@class").compactMap(\.stringValue)
    #expect(shades.filter { $0 != "value" } == ["shade-0", "shade-6", "shade-3", "shade-6"])
    let table = PlotTable(map)
    #expect(table.headings == ["a / a", "0", "1", "2", "a"])
    #expect(table.rows == [["a", "", "b", "c", "c"], ["7", "a", "a", "", "c"]])
  }

  @Test("of maps say what an empty place means, if there is one")
  func empty() throws {
    var map = Self.map()
    map.emptyName = "no distance"
    func count(_ map: HeatMap) throws -> Int {
      let document = try XMLDocument(xmlString: HeatMapSVG.text(map))
      return try document.nodes(forXPath: "//*[@class='empty edge']|//*[text()='no distance']").count
    }
    #expect(try count(map) == 2)
    map.cells = map.cells.map { $0.map { $0 ?? HeatMap.Cell(level: 0, "a") } }
    #expect(try count(map) == 0)
  }

  @Test("of maps in a terminal have the numbers of their levels")
  func mapsInText() {
    #expect(
      HeatMapText.lines(Self.map(), columns: 60) == [
        "a . 2 3 3", "7 1 1 . 3", "  0 1 2 a", "across a, up a", "1 low", "2 middle", "3 a",
      ])
    var map = Self.map()
    map.emptyName = "none"
    #expect(HeatMapText.lines(map, columns: 60).last == ". none")
    #expect(HeatMapText.lines(Self.map(), columns: 6)[4] == "the first 2 of 4 columns")
  }

  @Test("keep foreign text as text")
  func hostile() throws {
    let svg = PlotSVG.text(Self.plot(3, name: Self.hostile))
    #expect(!svg.contains("<script"))
    let document = try XMLDocument(xmlString: svg)
    let title = try #require(try document.nodes(forXPath: "/*/*").first?.stringValue)
    #expect(title == "\"><script>alert(1)</script>\u{301}&\u{FFFD}\u{FFFD}")
    let timeline = Timeline(
      id: "t", title: Self.hostile, summary: Self.hostile,
      rows: [Timeline.Row(Self.hostile, [Timeline.Span(.tone, 0...5, Self.hostile)]), Timeline.Row("b", [])])
    #expect(!HeatMapSVG.text(Self.map(Self.hostile)).contains("<script"))
    _ = try XMLDocument(xmlString: HeatMapSVG.text(Self.map(Self.hostile)))
    let drawn = TimelineSVG.text(timeline)
    #expect(!drawn.contains("<script") && drawn.contains("nothing sent"))
    _ = try XMLDocument(xmlString: drawn)
  }

  @Test("of timelines leave out what lies beyond every axis")
  func beyond() throws {
    let spans = [Timeline.Span(.tone, 0...5, "a"), Timeline.Span(.tone, 0...1e18, "b")]
    let svg = TimelineSVG.text(
      Timeline(id: "t", title: "t", summary: "s", unit: "s", rows: [Timeline.Row("r", spans)]))
    let document = try XMLDocument(xmlString: svg)
    #expect(try document.nodes(forXPath: "//*[@class='value']").count == 1)
    #expect(!svg.contains("nan") && !svg.contains("inf"))
  }

  @Test("of margins show the side of the limit", arguments: [MarginBar.Side.below, .above, .between, .at])
  func margins(side: MarginBar.Side) throws {
    for (value, limit) in [(1.0, 2.0), (2, 1), (0, 0), (-3, -2), (1e-30, 1e30)] {
      let svg = MarginBar(value, limit: limit, side: side, uncertainty: 0.5).svg
      _ = try XMLDocument(xmlString: svg)
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
    #expect(MarginBar(1, limit: 2, side: .below).svg.contains("margin met"))
    #expect(MarginBar(1, limit: 2, side: .above).svg.contains("margin unmet"))
    #expect(MarginBar(-1, limit: 2, side: .between).svg.contains("margin met"))
  }

  @Test("of margins in characters have the number, its limits and what they allow")
  func marginText() {
    #expect(MarginBar(1, limit: 4, side: .below).text(columns: 25) == "=====o==============|----")
    #expect(MarginBar(4, limit: 1, side: .above).text(columns: 25) == "-----|==============o====")
    #expect(MarginBar(0, limit: 2, side: .between).text(columns: 21) == "--|=======o=======|--")
    #expect(MarginBar(.greatestFiniteMagnitude, limit: -1e300, side: .below).text(columns: 9).count == 9)
  }

  @Test("have a table with the values as they are")
  func table() {
    let table = PlotTable(Self.plot(2))
    #expect(table.headings == ["series", "a (a)", "y", "from", "to"])
    #expect(table.rows.first == ["a", "0", "0", "0", "1"] && table.rows.count == 4)
  }
}

@Suite("Plots on a terminal")
struct PlotTextTests {
  private static let plot = Plot(
    id: "p", title: "Parabola", summary: "", x: Axis("distance", unit: "m"), y: Axis("error", unit: "mm"),
    series: [
      Plot.Series("up", .line, (0...20).map { Plot.Point(Double($0), Double($0 * $0)) }),
      Plot.Series("flat", .line, [Plot.Point(0, 100), Plot.Point(20, 100)]),
    ])

  private static func text(_ columns: Int, isColoured: Bool) -> [String] {
    PlotText(columns: columns, isColoured: isColoured).lines(plot).map { $0.map(\.text).joined() }
  }

  @Test("fit the width", arguments: [10, 60, 61, 120, 200, 500])
  func width(columns: Int) {
    for isColoured in [false, true] {
      let lines = Self.text(columns, isColoured: isColoured)
      let most = min(max(columns, 60), 200)
      #expect(lines.allSatisfy { $0.count <= most })
      #expect(lines.contains { $0.count == most })
    }
  }

  @Test("tell series apart without colour")
  func plain() {
    let lines = Self.text(60, isColoured: false)
    #expect(lines.contains { $0.contains("o") } && lines.contains { $0.contains("x") })
    #expect(lines.suffix(2) == ["  o up", "  x flat"])
    #expect(
      lines.allSatisfy { line in line.unicodeScalars.allSatisfy { !(0x2800...0x28FF).contains($0.value) } })
  }

  @Test("draw lines of dots in colour, each piece with its series")
  func coloured() {
    let lines = PlotText(columns: 80, isColoured: true).lines(Self.plot)
    let drawn = lines.flatMap { $0 }.filter { $0.series == 0 }
    #expect(
      drawn.contains { run in run.text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) } })
    #expect(Set(lines.flatMap { $0 }.map(\.series)) == [nil, 0, 1])
  }
}
