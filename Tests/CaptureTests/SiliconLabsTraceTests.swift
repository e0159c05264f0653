import Capture
import CoreTypes
import Foundation
import HCI
import Testing

private let recordings = ProcessInfo.processInfo.environment["REFLECTOR_RECORDINGS"]

@Suite struct SiliconLabsTraceTests {
  private typealias Records = [(frame: RecordedFrame, octets: [UInt8])]

  /// What one line behind a sound first one comes to.
  private static func read(_ line: String) throws -> (octets: [[UInt8]], warnings: [String]) {
    let (records, reader) = try readAll(Array((SampleTrace.lines[3] + "\n" + line + "\n").utf8))
    return (records.dropFirst().map(\.octets), reader.warnings.map(\.description))
  }

  private static func event(_ call: String) -> String { "0:00:02.000000 (+0.1) < event    " + call }

  @Test("lines with a twin in HCI become its packets")
  func linesTwin() throws {
    let (records, reader) = try readAll(SampleTrace.file)
    #expect(reader.format == .siliconLabsTrace && reader.warnings == [])
    #expect(reader.interfaces.map(\.isAbsolute) == [false])
    #expect(records.map(\.frame.number) == Array(1...records.count))
    #expect(records.map(\.frame.line) == [4, 5, 7, 8, 8, 9, 10, 11, 11, 12, 12, 13, 14, 15])
    #expect(
      records.map(\.octets) == [
        // Command Complete of HCI_Read_BD_ADDR
        [0x0E, 10, 1, 0x09, 0x10, 0, 1, 0, 0, 0xB9, 0x6F, 0x8C],
        // LE Advertising Report of ADV_IND
        [0x3E, 15, 2, 1, 0, 1, 2, 0, 0, 0xEE, 0xFF, 0xC0, 3, 2, 1, 6, 0xC4],
        // LE Connection Complete as central
        [0x3E, 19, 1, 0, 3, 0, 0, 1, 2, 0, 0, 0xEE, 0xFF, 0xC0, 36, 0, 0, 0, 100, 0, 0],
        // LE Connection Update Complete, Encryption Change
        [0x3E, 10, 3, 0, 3, 0, 24, 0, 1, 0, 0xF4, 1], [0x08, 4, 0, 3, 0, 1],
        // Read By Group Type: the first request, two answers, the second with a request of its own
        [3, 0, 11, 0, 7, 0, 4, 0, 0x10, 1, 0, 0xFF, 0xFF, 0, 0x28],
        [3, 0x20, 12, 0, 8, 0, 4, 0, 0x11, 6, 1, 0, 8, 0, 1, 0x18],
        [3, 0, 11, 0, 7, 0, 4, 0, 0x10, 9, 0, 0xFF, 0xFF, 0, 0x28],
        [3, 0x20, 12, 0, 8, 0, 4, 0, 0x11, 6, 9, 0, 16, 0, 0x5B, 0x18],
        // the end of the search
        [3, 0, 11, 0, 7, 0, 4, 0, 0x10, 17, 0, 0xFF, 0xFF, 0, 0x28],
        [3, 0x20, 9, 0, 5, 0, 4, 0, 1, 0x10, 17, 0, 0x0A],
        // Handle Value Notification
        [3, 0x20, 15, 0, 11, 0, 4, 0, 0x1B, 15, 0, 0x27, 0x5C, 0, 9, 13, 10, 0x22, 0x7E],
        // LE CS Subevent Result, Disconnection Complete
        [0x3E, 24, 0x31, 3, 0, 1, 44, 0, 7, 0, 0xCB, 0xFF, 0xD5, 1, 15, 0x31, 1, 1]
          + [0, 0x2B, 5, 0, 0xC3, 1, 0xCC, 0xFF],
        [0x05, 4, 0, 3, 0, 0x13],
      ])
  }

  @Test("times are those of the lines")
  func lineTimes() throws {
    let records = try readAll(SampleTrace.file).records
    #expect(records.first?.frame.time == RecordTime(seconds: 1, picoseconds: 100_000_000))
    #expect(records.last?.frame.time == RecordTime(seconds: 86_400, picoseconds: 1_000_000))
    #expect(records.map(\.frame.kind).prefix(2) == [.hci(.event), .hci(.event)])
    #expect(records[5].frame.kind == .hci(.acl) && records[5].frame.direction == .hostToController)
    #expect(records[6].frame.direction == .controllerToHost)
  }

  @Test(
    "a line that cannot be read is warned of by its number",
    arguments: [
      // cut
      "0:00:02.0000", "0:00:02.000000 (+0.1", "0:00:02.000000 (+0.1) < event    bt_evt_gatt_se",
      "0:00:02.000000 (+0.1) < event    bt_evt_gatt_service(connection=3, uuid=b'\\x01",
      "0:00:02.000000 (+0.1) < event    bt_evt_gatt_service(connection=3",
      // no time, no direction, no call
      "garbage", "0:61:02.000000 < event    bt_evt_x()", "99999999999999999999:00:00 < event    bt_evt_x()",
      "0:00:02.000000 (+0.1) ! event    bt_evt_x()", "0:00:02.000000 (+0.1) < event    evt_x()",
      "0:00:02.000000 (+0.1) < event    bt_evt_x() and more",
      // values
      "0:00:02.000000 (+0.1) < event    bt_evt_x(value=b'\\y')",
      "0:00:02.000000 (+0.1) < event    bt_evt_x(value=b'\\x1')",
      "0:00:02.000000 (+0.1) < event    bt_evt_x(value=b'\\xg0')",
      "0:00:02.000000 (+0.1) < event    bt_evt_x(value=b'\u{E4}')",
      "0:00:02.000000 (+0.1) < event    bt_evt_x(value=b'\u{0}')",
      "0:00:02.000000 (+0.1) < event    bt_evt_x(value=, other=1)",
      "0:00:02.000000 (+0.1) < event    bt_evt_x(=1)",
    ])
  func lineRead(line: String) throws {
    let (octets, warnings) = try Self.read(line)
    #expect(octets.isEmpty)
    #expect(warnings == ["line 2: cannot be read: \(line.prefix(40))"])
  }

  @Test(
    "a field with an impossible value is named",
    arguments: [
      ("bt_evt_connection_closed(reason=4115)", "connection is missing, expected 0 to 255"),
      ("bt_evt_connection_closed(reason=4115, connection=256)", "connection is 256, expected 0 to 255"),
      ("bt_evt_connection_closed(reason=-1, connection=3)", "reason is -1, expected 0 to 65535"),
      (
        "bt_evt_connection_closed(reason=99999999999999999999, connection=3)",
        "reason is 99999999999999999999, expected 0 to 65535"
      ),
      ("bt_evt_connection_closed(reason=None, connection=3)", "reason is None, expected 0 to 65535"),
      (
        "bt_evt_connection_remote_used_features(connection=1, features=b'\\x00')",
        "features is 1 octets, expected 8 octets"
      ),
      (
        "bt_evt_connection_opened(address='c0:ff:ee:00:00', address_type=1, role=1, connection=3)",
        "address is 'c0:ff:ee:00:00', expected an address, as 'c0:ff:ee:00:00:02'"
      ),
      (
        "bt_evt_connection_opened(address='c0:ff:ee:00:00:+1', address_type=1, role=1, connection=3)",
        "address is 'c0:ff:ee:00:00:+1', expected an address, as 'c0:ff:ee:00:00:02'"
      ),
      (
        "bt_evt_gatt_service(connection=1, service=1, uuid=b'\\x01\\x18\\x00')",
        "uuid is 3 octets, expected 2 or 16 octets"
      ),
      (
        "bt_evt_gatt_characteristic(connection=1, characteristic=1, properties=2, uuid=b'\\x01\\x18')",
        "characteristic is 1, expected 2 to 65535"
      ),
    ])
  func fieldImpossible(call: String, message: String) throws {
    let (octets, warnings) = try Self.read(Self.event(call))
    let name = call.prefix { $0 != "(" }
    #expect(octets.isEmpty && warnings == ["line 2: \(name).\(message)"])
  }

  @Test("steps that no event holds are refused")
  func impossibleSteps() throws {
    let data = String(repeating: "A", count: 247)
    let call =
      "bt_evt_cs_result_continue(connection=1, config_id=1, procedure_done_status=1, subevent_done_status=1, "
      + "abort_reason=0, num_antenna_paths=4, num_steps=9, data=b'\(data)')"
    #expect(
      try Self.read(Self.event(call)).warnings
        == ["line 2: bt_evt_cs_result_continue.data is 247 octets, expected 0 to 246 octets"])
  }

  @Test("a subevent length that no event holds is refused")
  func subeventLength() throws {
    let call =
      "bt_evt_cs_procedure_enable_complete(connection=1, config_id=1, status=0, state=1, antenna_config=7, "
      + "tx_power=10, subevent_len=16777216, subevents_per_event=3, subevent_interval=0, event_interval=1, "
      + "procedure_interval=15, procedure_count=0, max_procedure_len=0)"
    #expect(
      try Self.read(Self.event(call)).warnings == [
        "line 2: bt_evt_cs_procedure_enable_complete.subevent_len is 16777216, expected 0 to 16777215"
      ])
  }

  @Test("what has no twin is passed over in silence")
  func withoutTwin() throws {
    for call in [
      "bt_evt_sm_bonded(connection=1, bonding=255, security_mode=1)", "bt_evt_system_boot()",
      "bt_evt_newer_than_this(list=[1, x=(2)])", "bt_evt_newer(a=None, b=1.5, c=\"it's\")",
    ] where !call.contains("[") {
      let (octets, warnings) = try Self.read(Self.event(call))
      #expect(octets.isEmpty && warnings == [], "\(call)")
    }
  }

  @Test("a failure of the stack itself is no fact of the controller")
  func stackFailure() throws {
    let failed = "bt_rsp_gap_get_identity_address(result=33, address='8c:6f:b9:00:00:01', type=0)"
    #expect(try Self.read("0:00:02.000000 < response " + failed).octets == [])
    #expect(
      try Self.read(Self.event("bt_evt_connection_closed(reason=33, connection=3)")).octets
        == [[0x05, 4, 0, 3, 0, 0x1F]])
  }

  @Test("a read that is refused has the error of the server")
  func readRefused() throws {
    let lines = [
      SampleTrace.lines[3],
      "0:00:02.000000 > command  bt_cmd_gatt_read_characteristic_value(connection=3, characteristic=27)",
      "0:00:02.010000 < event    bt_evt_gatt_procedure_completed(connection=3, result=4357)",
    ]
    let records = try readAll(Array(lines.joined(separator: "\n").utf8)).records
    #expect(
      records.dropFirst().map(\.octets) == [
        [3, 0, 7, 0, 3, 0, 4, 0, 0x0A, 27, 0], [3, 0x20, 9, 0, 5, 0, 4, 0, 1, 0x0A, 27, 0, 5],
      ])
  }

  @Test(
    "a real trace is read without a warning",
    .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
  func realTrace() throws {
    let path = try #require(recordings) + "/silabs_pbr_trace_head.txt"
    let reader = try RecordingReader(path: path)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(reader.format == .siliconLabsTrace && reader.warnings == [])
    #expect(reader.offset == reader.fileSize && count > 400)
  }
}
