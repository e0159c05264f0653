import Analysis
import Capture
import ChannelSounding
import CoreTypes
import HCI
import Ranging
import Testing

@Suite("A filter of procedures")
struct ProcedureFilterTests {
  /// Ten procedures at 3 m to 12 m, of which number 7 is aborted and number 8 breaks off.
  private static let capture = Result {
    var sample = SampleLink()
    for counter in 0..<10 {
      sample.procedure(
        UInt16(counter), metres: Double(3 + counter), reason: counter == 7 ? .noSyncReceived : .none,
        isCutShort: counter == 8)
    }
    return try sample.capture()
  }

  private static func counters(_ filter: String) throws -> [Int] {
    let reader = try RecordingReader(octets: try capture.get())
    let analyzer = RecordingAnalyzer(
      [.init(reader, name: "file")], estimators: [.ml], filter: try ProcedureFilter(filter))
    var counters: [Int] = []
    while let procedure = try analyzer.nextProcedure() {
      counters.append(Int(procedure.account?.counter ?? 0))
    }
    #expect(counters.count + analyzer.leftOutCount == 10)
    return counters.sorted()
  }

  @Test(
    "tells of what meets the condition",
    arguments: [
      ("counter in 2..4", [2, 3, 4]),
      ("counter == 2 or counter == 5", [2, 5]),
      ("not counter < 8", [8, 9]),
      ("!(counter < 8) && counter != 8", [9]),
      ("ending == aborted", [7]),
      ("ending == unfinished", [8]),
      ("ending != complete", [7, 8]),
      ("ends == both and counter <= 1", [0, 1]),
      ("interface == hci-reflector and counter < 2", [0, 1]),
      ("interface == \"hci-other\"", []),
      ("interface != hci-other and counter == 3", [3]),
      ("distance > 9.5 and distance < 12.5", [9]),
      ("distance < 4.5", [0, 1]),
      ("connection == 2 and config == 0 and counter==9", [9]),
      ("connection == 3", []),
      ("fcs == 100 and counter == 3", [3]),
      ("fcs > 100", []),
      ("file == 1 and steps > 70 and tones > 70 and good == 100 and counter == 0", [0]),
      ("rssi == -45 and offset < -2 and counter in 0..1", [0, 1]),
      ("time < 0.0012 and counter == 0", [0]),
      ("time > 100", []),
      ("address == C0:FF:EE:00:00:02", []),
      ("address != 'c0:ff:ee:00:00:02' and counter == 0", [0]),
    ])
  func holds(filter: String, expected: [Int]) throws {
    #expect(try Self.counters(filter) == expected)
  }

  @Test(
    "says where a text is no filter, and what could stand there",
    arguments: [
      ("conter == 1", 1, "found 'conter', expected a field: file, interface, connection"),
      ("counter = 1", 9, "found '=', expected one of ==, !="),
      ("counter == one", 12, "found 'one', expected a number"),
      ("counter == ", 12, "found the end, expected a number"),
      ("ending == done", 11, "found 'done' for ending, expected complete, aborted, unfinished"),
      ("ending < aborted", 8, "found '<' with ending, expected == or !="),
      ("address == x", 12, "found 'x', expected an address, as C0:FF:EE:00:00:02"),
      ("address != C0:FF:EE:00:00", 12, "found 'C0:FF:EE:00:00', expected an address"),
      ("address == 'C0:FF:EE:00:00:0G'", 12, "found 'C0:FF:EE:00:00:0G', expected an address"),
      ("address == ", 12, "found the end, expected an address"),
      ("interface in 1..2", 11, "found 'in' with interface, expected == or !="),
      ("(counter == 1", 14, "found the end, expected ')'"),
      ("counter == 1 counter == 2", 14, "found 'counter', expected 'and', 'or' or the end"),
      ("counter in 5..4", 15, "found '4', expected a number that is at least the first"),
      ("interface == 'll", 14, "found an open quotation mark"),
      ("", 1, "found the end, expected a field, 'not' or '('"),
      (String(repeating: "(", count: 100), 65, "found more than 64 levels"),
    ])
  func refused(text: String, column: Int, message: String) throws {
    let error = try #require(throws: FilterError.self) { try ProcedureFilter(text) }
    #expect(error.column == column && error.text.hasPrefix(message), "column \(error.column): \(error.text)")
  }
}
