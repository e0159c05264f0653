import CoreTypes
import Foundation
import FoundationXML
import Pages
import Ranging
import Testing

@testable import Lab

@Suite("The drawings of a lab")
struct LabDrawingTests {
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
