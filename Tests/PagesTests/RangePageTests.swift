import Foundation
import Pages
import Reports
import Testing

@Suite("Pages of studies")
struct RangePageTests {
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
  }
}
