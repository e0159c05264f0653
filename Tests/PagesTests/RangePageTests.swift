import Foundation
import Pages
import Plots
import ProjectFiles
import Reports
import Testing

@Suite("Pages of studies")
struct RangePageTests {
  @Test("are what they were")
  func golden() throws {
    let report = try SamplePages.study("reference", distances: [1, 5])
    let page = RangePage([report], command: "reflector range").html(tool: SamplePages.tool)
    #expect(try Golden.difference(SamplePages.bare(page), "page-range.html") == nil)
  }

  @Test("have the plots of one study and its table")
  func single() throws {
    let page = RangePage(
      [try SamplePages.study("reference", distances: [1, 5, 9])], command: "reflector range <x>"
    )
    .html(tool: SamplePages.tool)
    #expect(page.contains("id=\"error-of-distance\""))
    #expect(page.contains("id=\"error-distribution\""))
    #expect(page.contains("reflector range &lt;x&gt;"))
    #expect(page.contains("<th scope=\"col\">DISTANCE m</th>"))
  }

  @Test("show the distance over time where somebody moves, and nowhere else")
  func walk() throws {
    let report = try SamplePages.study("reference", distances: [4, 8], speed: 1)
    let plot = try #require(RangePlots.all([report]).first { $0.id == "distance-over-time" })
    #expect(plot.series.map(\.name) == ["estimate", "true"])
    let truth = plot.series[1].points.map(\.y)
    #expect(truth.count > 5 && truth == truth.sorted() && truth.contains { abs($0 - 4) < 0.5 })
    #expect(zip(plot.series[0].points, plot.series[1].points).allSatisfy { abs($0.y - $1.y) < 0.3 })
    let still = try SamplePages.study("reference", distances: [4])
    #expect(!RangePlots.all([still]).contains { $0.id == "distance-over-time" })
  }

  @Test("put several studies into one plot, named by what differs")
  func several() throws {
    let studies = [
      try SamplePages.study("reference", distances: [1, 5]),
      try SamplePages.study("reference", distances: [1, 5], environment: "office"),
    ]
    let page = RangePage(studies, command: "x").html(tool: SamplePages.tool)
    #expect(page.contains("id=\"rmse\""))
    #expect(page.contains(">line-of-sight</text>") && page.contains(">office</text>"))
    #expect(page.contains("<h2 id=\"study-2\">office</h2>"))
    #expect(page.ranges(of: "<th scope=\"col\">RMSE 95 % mm</th>").count == 2)
  }
}
