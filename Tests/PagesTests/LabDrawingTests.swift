import CoreTypes
import Foundation
import FoundationXML
import Pages
import Ranging
import Testing

@testable import Lab

@Suite("The drawings of a lab")
struct LabDrawingTests {
  @Test("of several antenna paths each have a title that a reader sees")
  func titles() throws {
    func phases(_ pathCount: Int) throws -> String {
      let path = ToneResponse(channel: [2, 3, 4, 5], re: [1, 1, 1, 1], im: [0, 1, 2, 3])
      let measurement = RangingMeasurement(paths: Array(repeating: path, count: pathCount))
      let procedure = LabProcedure(time: .start, counter: 7, measurement: measurement, trueMetres: nil)
      return try #require(LabDrawing.drawings(of: procedure)[.phase])
    }
    #expect(try !phases(1).contains("<p"))
    let several = try phases(2)
    for path in 1...2 { #expect(several.contains("procedure 7, antenna path \(path)</p>")) }
  }

  @Test("have no line over procedures without a distance, or over a time without procedures")
  func gaps() throws {
    let procedures = [(0, 1), (100, 1), (200, nil), (300, 2), (400, 2), (500, 2), (5_000, 3), (5_100, 3)].map
    {
      (milliseconds: Int, metres: Double?) in
      LabProcedure(
        time: .start + .milliseconds(milliseconds), counter: 0, measurement: RangingMeasurement(),
        trueMetres: metres)
    }
    let svg = try XMLDocument(xmlString: LabDrawing.distances(of: procedures))
    let lines = try svg.nodes(forXPath: "//*[@class='line']/@points")
    #expect(lines.map { $0.stringValue?.split(separator: " ").count } == [2, 3, 2])
  }
}
