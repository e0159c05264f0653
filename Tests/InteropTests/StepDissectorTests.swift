import Capture
import ChannelSounding
import Conformance
import ConformanceTester
import CoreTypes
import Foundation
import LinkLayer
import ProjectFiles
import TestSupport
import Testing
import Wire

/// What the dissector shows in Wireshark against what our own code reads in the same octets: the script is a
/// decoder written apart from it.
@Suite("The dissector", .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct StepDissectorTests {
  private let gate: WiresharkGate

  init() throws {
    let script = ProjectFolder.url.appending(path: "Wireshark/reflector.lua").path
    gate = try #require(WiresharkGate.installed).loading(script)
  }

  private func withCapture(
    _ profile: String, requirements: String = "apple-ios27-cs", only ids: [String] = [],
    _ body: (CaptureLog, String) throws -> Void
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    var request = try Shipped.request(profile, only: ids)
    request.requirements = try Shipped.requirements(requirements)
    request.keepsSteps = true
    let log = CheckRunner(request).run().capture
    try PcapngWriter(application: "reflector test").writeFile(log, at: file)
    try body(log, file)
  }

  private func records(_ log: CaptureLog) throws -> [StepRecord] {
    try log.frames.filter { $0.interface == .steps }.map { try StepRecord(decoding: Array($0.octets)) }
  }

  /// A field and what it should show of a record.
  private typealias Shown = (field: String, value: @Sendable (StepRecord) -> String)

  private static let common: [Shown] = [
    ("csstep.version", { _ in "1" }),
    ("csstep.subevent_start", { "\($0.subeventStart)" }),
    ("csstep.start", { "\($0.stepStart)" }),
    ("csstep.procedure", { "\($0.procedureCounter)" }),
    ("csstep.subevent", { "\($0.subeventIndex)" }),
    ("csstep.config_id", { "\($0.configID)" }),
    ("csstep.aci", { "\($0.aci)" }),
    ("csstep.index", { "\($0.stepIndex)" }),
    ("csstep.count", { "\($0.stepCount)" }),
    ("csstep.counter", { "\($0.stepCounter)" }),
    ("csstep.mode", { "\($0.mode)" }),
    ("csstep.channel", { "\($0.channel)" }),
    ("csstep.frequency", { "\($0.megahertz)" }),
    ("csstep.paths", { "\($0.pathCount)" }),
    ("csstep.rtt_type", { "\($0.rttType.rawValue)" }),
    ("csstep.phy", { "\($0.csSyncPHY)" }),
    ("csstep.t_sw", { "\($0.tSW)" }),
    ("csstep.t_pm", { "\($0.tPM)" }),
    ("csstep.t_fcs", { "\($0.tFCS)" }),
    ("csstep.t_ip1", { "\($0.tIP1)" }),
    ("csstep.t_ip2", { "\($0.tIP2)" }),
  ]

  private static func ofEnd(_ role: String, _ end: @escaping @Sendable (StepRecord) -> StepRecord.End)
    -> [Shown]
  {
    func list(_ value: @escaping @Sendable (StepRecord.Tone) -> Int) -> @Sendable (StepRecord) -> String {
      { end($0).tones.map { "\(value($0))" }.joined(separator: ",") }
    }
    func unless(_ absent: UInt8, _ value: @escaping @Sendable (StepRecord.End) -> UInt8)
      -> @Sendable (StepRecord) -> String
    {
      { value(end($0)) == absent ? "" : "\(value(end($0)))" }
    }
    let all: [Shown] = [
      ("mode", unless(StepRecord.none, \.mode)), ("channel", unless(StepRecord.none, \.channel)),
      ("nadm", unless(StepRecord.none, \.nadm)),
      ("permutation", { $0.mode >= 2 && end($0).mode != 0xFF ? "\(end($0).permutation)" : "" }),
      ("packet_quality", { end($0).packetQuality == 0xFF ? "" : "\(end($0).packetQuality & 0xF)" }),
      ("i", list { Int($0.i) }), ("q", list { Int($0.q) }), ("quality", list { Int($0.quality & 0xF) }),
      ("extension", list { Int($0.quality >> 4) }), ("path", list { Int($0.path) }),
      ("antenna", list { Int($0.antenna) }),
      ("rssi", { end($0).packetQuality == 0xFF || end($0).rssi == .unavailable ? "" : "\(end($0).rssi)" }),
    ]
    return all.map { ("csstep.\(role).\($0.field)", $0.value) }
  }

  @Test(
    "shows each step field by field as it was written",
    arguments: [
      ("nordic-nrf54l15-ipt", "apple-ios27-cs", ["CS-A03", "CS-A07"]),
      ("silabs-xg24", "core-6-3-ll", ["LL-40"]),
      ("nordic-nrf54l15-ras", "core-6-3-ll", ["LL-39"]),
      ("defective/tfcs-100-stretched", "apple-ios27-cs", ["CS-A07"]),
    ] as [(String, String, [String])])
  func fields(profile: String, requirements: String, ids: [String]) throws {
    try withCapture(profile, requirements: requirements, only: ids) { log, file throws in
      let records = try records(log)
      #expect(records.count > 100)
      let shown =
        Self.common + Self.ofEnd("initiator", \.initiator) + Self.ofEnd("reflector", \.reflector)
      let lines = try gate.table(of: file, where: "csstep", showing: shown.map(\.field))
      try #require(lines.count == records.count)
      for (line, record) in zip(lines, records) {
        let asked = shown.map { $0.value(record) }
        #expect(line == asked, "\(zip(shown.map(\.field), zip(asked, line)).filter { $0.1.0 != $0.1.1 })")
      }
    }
  }

  @Test("shows steps of mode 3, the packet and the tones of each end")
  func mode3() throws {
    try withCapture("nordic-nrf54l15-ras", requirements: "core-6-3-ll", only: ["LL-39"]) { log, file throws in
      let records = try records(log).filter { $0.mode == 3 && $0.isShared }
      let shown = "csstep.mode == 3 && csstep.initiator.rssi && csstep.initiator.i && csstep.reflector.i"
      let heard = records.filter { !$0.initiator.tones.isEmpty && $0.initiator.packetQuality != 0xFF }
      #expect(heard.count > 20)
      #expect(try gate.count(in: file, where: shown) == heard.count)
    }
  }

  @Test("shows the spans in microseconds, and none where there is none")
  func spans() throws {
    try withCapture("nordic-nrf54l15-ras", only: ["CS-A07"]) { log, file throws in
      let shown: [(String, (StepRecord) -> Int32, Double)] = [
        ("csstep.initiator.t_fcs_kept", \.initiator.keptTFCS, 1e6),
        ("csstep.reflector.t_fcs_kept", \.reflector.keptTFCS, 1e6),
        ("csstep.initiator.packet_start", \.initiator.packetStart, 1e6),
        ("csstep.reflector.tone_start", \.reflector.toneStart, 1e6),
        ("csstep.reflector.tone_end", \.reflector.toneEnd, 1e6), ("csstep.slip", \.slip, 1e3),
      ]
      let lines = try gate.table(of: file, where: "csstep", showing: shown.map { $0.0 })
      let records = try records(log)
      try #require(lines.count == records.count && !lines.isEmpty)
      for (line, record) in zip(lines, records) {
        for (text, (field, span, unit)) in zip(line, shown) {
          guard span(record) != StepRecord.noSpan else {
            #expect(text == "", "\(field)")
            continue
          }
          let value = try #require(Double(text), "\(field)")
          #expect(abs(value * unit - Double(span(record))) < 1e-3 * unit, "\(field)")
        }
      }
    }
  }

  @Test("shows the clock of each end in ppm")
  func clocks() throws {
    try withCapture("silabs-xg24", only: ["CS-A07"]) { log, file throws in
      let shown = ["csstep.initiator.clock", "csstep.reflector.clock"]
      let lines = try gate.table(of: file, where: "csstep", showing: shown)
      let clocks = try records(log).map { [$0.initiator.clockOffset, $0.reflector.clockOffset] }
      #expect(!clocks.isEmpty && clocks.allSatisfy { $0.allSatisfy { $0 != 0 } })
      #expect(lines.map { $0.compactMap(Double.init) } == clocks.map { $0.map { Double($0) / 100 } })
    }
  }

  @Test(
    "finds nothing wrong with the steps of a conforming accessory",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "silabs-xg24"])
  func clean(profile: String) throws {
    try withCapture(profile, only: ["CS-A03", "CS-A07", "CS-A20"]) { _, file throws in
      #expect(try gate.count(in: file, where: "csstep") > 100)
      let isSeen = #"(frame.interface_name == "ll" || frame.interface_name == "cs-steps")"#
      #expect(
        try gate.lines(
          of: file, where: "(_ws.malformed || _ws.expert.severity >= 6291456) && \(isSeen)",
          showing: ["frame.number", "_ws.expert.message"]) == [])
    }
  }

  @Test("points at steps in which nothing is heard")
  func remarks() throws {
    try withCapture("defective/tfcs-100-stretched", only: ["CS-A07"]) { _, file throws in
      #expect(try gate.count(in: file, where: "csstep.nothing_heard && csstep.t_fcs == 100") > 0)
      #expect(try gate.count(in: file, where: "csstep.nothing_heard && csstep.t_fcs != 100") == 0)
    }
  }

  @Test("points at a T_FCS that was shortened or stretched")
  func shortened() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let log = CaptureLog(keepsSteps: true)
    for (index, kept) in [99_900_000, 80_000_000, 150_000_000, StepRecord.noSpan].enumerated() {
      var record = StepRecord()
      (record.mode, record.tFCS, record.isShared) = (2, 100, true)
      (record.initiator.mode, record.reflector.mode) = (2, 2)
      record.reflector.keptTFCS = kept
      log.queue([StepFrame(time: .start + .milliseconds(index), record: record)])
    }
    log.appendSteps(by: .distantFuture)
    try PcapngWriter(application: "reflector test").writeFile(log, at: file)
    #expect(try gate.lines(of: file, where: "csstep.t_fcs_short") == ["2"])
    #expect(
      try gate.lines(of: file, where: "csstep.t_fcs_short", showing: ["_ws.expert.message"])
        == ["The reflector kept a T_FCS of 80.00 us; 100 us were agreed"])
    #expect(try gate.lines(of: file, where: "csstep.t_fcs_long") == ["3"])
  }

  @Test("says so where a record is none, or is cut short")
  func broken() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let log = CaptureLog(keepsSteps: true)
    log.queue([StepFrame(time: .start, record: StepRecord())])
    log.appendSteps(by: .distantFuture)
    try PcapngWriter(application: "reflector test").writeFile(log, at: file)
    var octets = Array(try Data(contentsOf: URL(filePath: file)))
    let place = try #require(octets.firstRange(of: [0x43, 0x53, 0x53, 0x54]))
    // The block of the initiator says that it is longer than the record.
    octets[place.lowerBound + 68] = 0xF0
    try Data(octets).write(to: URL(filePath: file))
    #expect(try gate.lines(of: file, where: "csstep.broken") == ["1"])
    octets[place.lowerBound] = 0x58
    try Data(octets).write(to: URL(filePath: file))
    #expect(try gate.lines(of: file, where: "csstep.broken") == ["1"])
  }

  @Test("puts ranging data together and shows what the accessory reported, on all three interfaces")
  func rangingData() throws {
    try withCapture("silabs-xg24", requirements: "ras-rap-1-0", only: ["RAS-02", "RAS-07", "RAS-12"]) {
      log, file throws in
      let rows = try gate.table(
        of: file, where: "csras",
        showing: [
          "frame.interface_name", "csras.features", "csras.cp.command", "csras.cp.code", "csras.ready",
          "csras.counter", "csras.step.i", "csras.opaque",
        ])
      let steps = try records(log).filter { $0.reflector.takesPart }
      // The tones of each subevent in order, as the steps show them of the reflector.
      let subevents = Set(
        Dictionary(grouping: steps, by: \.subeventStart).values.map { group in
          group.flatMap { $0.reflector.tones.map { "\($0.i)" } }.joined(separator: ",")
        })
      for interface in ["ll", "hci-initiator", "hci-reflector"] {
        let own = rows.filter { $0[0] == interface }
        #expect(own.contains { $0[1] == "0x00000001" })
        #expect(own.contains { $0[2] == "0x00" } && own.contains { $0[2] == "0x01" })
        #expect(own.contains { $0[3] == "0x01" } && own.contains { $0[3] == "0x08" })
        #expect(own.contains { !$0[4].isEmpty })
        #expect(own.allSatisfy { $0[7].isEmpty })
        let bodies = own.filter { !$0[6].isEmpty }
        #expect(!bodies.isEmpty && bodies.allSatisfy { subevents.contains($0[6]) && !$0[5].isEmpty })
      }
    }
  }

  @Test("shows a filter that the phone sets, and reads what is left by it")
  func filteredRangingData() throws {
    var (rows, tones): ([[String]], [String]) = ([], [])
    try withCapture("defective/ras-abort-ignored", requirements: "ras-rap-1-0", only: ["RAS-11"]) {
      log, file throws in
      rows = try gate.table(
        of: file, where: #"csras && frame.interface_name == "hci-initiator""#,
        showing: ["csras.cp.filter_mode", "csras.cp.filter_fields", "csras.step.i", "csras.step.quality"])
      tones = try records(log).filter { $0.reflector.takesPart }.flatMap {
        $0.reflector.tones.map { "\($0.i)" }
      }
    }
    #expect(rows.contains { $0[0] == "2" && !$0[1].isEmpty })
    let bodies = rows.filter { !$0[2].isEmpty }
    // The filter leaves the quality of the tones out.
    #expect(!bodies.isEmpty && bodies.allSatisfy { $0[3].isEmpty })
    for body in bodies { #expect(tones.joined(separator: ",").contains(body[2])) }
  }

  @Test("shows no power in ranging data that is not available")
  func unknownPowers() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let log = CaptureLog()
    // The discovery of Real-time Ranging Data, then two bodies with a mode-0 step of a reflector each.
    let bodies = ["0100 7F01 000000C00000 7F01 00027F01", "0200 F601 000000C00000 D801 0000C401"]
    var packets: [(String, HCIFrame.Direction)] = [
      ("080100FFFF0328", .hostToController), ("0907020010 0300 152C", .controllerToHost),
    ]
    packets += bodies.map { ("1B0300 03 \($0)", .controllerToHost) }
    for (pdu, direction) in packets {
      let pdu = try Hex(pdu).octets
      let header: [UInt8] = [
        2, 1, direction == .hostToController ? 0 : 0x20, UInt8(pdu.count + 4), 0, UInt8(pdu.count), 0, 4, 0,
      ]
      log.append(HCIFrame(time: .start, role: .initiator, direction: direction, packet: header + pdu))
    }
    try PcapngWriter(application: "reflector test").writeFile(log, at: file)
    let rows = try gate.table(
      of: file, where: "csras",
      showing: ["csras.counter", "csras.tx_power", "csras.subevent.reference_power", "csras.step.rssi"])
    #expect(rows == [["1", "", "", ""], ["2", "-10", "-40", "-60"]])
  }

  @Test("shows no capabilities of a failure, and no times of a configuration that is removed")
  func meaningless() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let log = CaptureLog()
    let events: [(String, Int)] = [
      ("043E202C1A0100", 28), ("040E200189200C", 28), ("043E222F0001000000", 28),
    ]
    for (start, count) in events {
      let packet = try Hex(start).octets + [UInt8](repeating: 0, count: count)
      log.append(HCIFrame(time: .start, role: .initiator, direction: .controllerToHost, packet: packet))
    }
    let removal = [3, 28, 0x30] + [UInt8](repeating: 0, count: 27)
    log.append(
      LinkFrame(
        time: .start, rfChannel: 5, accessAddress: 0x5065_5D5A, pdu: removal, crc: [0, 0, 0],
        direction: .centralToPeripheral))
    try PcapngWriter(application: "reflector test").writeFile(log, at: file)
    let rows = try gate.table(
      of: file, where: "cs63",
      showing: ["cs63.name", "cs63.status", "cs63.t_fcs_list", "cs63.t_fcs", "cs63.enhancements"])
    #expect(
      rows == [
        ["LE CS Read Remote Supported Capabilities Complete", "0x1a", "", "", ""],
        ["Command Complete: LE CS Read Local Supported Capabilities", "0x0c", "", "", ""],
        ["LE CS Config Complete", "", "", "", ""], ["LL_CS_CONFIG_REQ", "", "", "", ""],
      ])
  }

  @Test("has a button for the control PDUs of Channel Sounding, and for no others")
  func button() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pcapng").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let log = CaptureLog()
    for opcode in ControlOpcode.known {
      log.append(
        LinkFrame(
          time: .start, rfChannel: 5, accessAddress: 0x5065_5D5A, pdu: [3, 1, opcode.rawValue],
          crc: [0, 0, 0], direction: .centralToPeripheral))
    }
    try PcapngWriter(application: "reflector test").writeFile(log, at: file)
    let profile = ProjectFolder.url.appending(path: "Wireshark/profile/dfilter_buttons")
    let buttons = try String(contentsOf: profile, encoding: .utf8).split(separator: "\n")
    let button = try #require(buttons.first { $0.contains("\"CS control\"") }).split(separator: "\"")
    let wanted = zip(1..., ControlOpcode.known).filter { $1.isChannelSounding }.map { "\($0.0)" }
    #expect(try gate.lines(of: file, where: String(try #require(button.dropFirst(4).first))) == wanted)
  }

  @Test("shows the fields of Core 6.3 that no Wireshark knows")
  func core63() throws {
    try withCapture("nordic-nrf54l15-ipt", only: ["CS-A03", "CS-A07"]) { _, file throws in
      let rows = try gate.table(
        of: file, where: "cs63",
        showing: [
          "cs63.name", "cs63.inline_pct", "cs63.t_sw_ipt", "cs63.t_ip2_ipt", "cs63.enhancements",
          "cs63.t_fcs",
          "cs63.t_fcs_list",
        ])
      func shows(_ name: String, _ column: Int, _ value: String) -> Bool {
        rows.contains { $0[0] == name && $0[column] == value }
      }
      #expect(shows("LL_CS_CAPABILITIES_RSP", 1, "1") && shows("LL_CS_CAPABILITIES_RSP", 2, "10"))
      #expect(shows("LL_CS_CAPABILITIES_RSP", 6, "60, 80, 100, 120, 150 us"))
      #expect(shows("LL_CS_CONFIG_REQ", 4, "0x01") && shows("LL_CS_CONFIG_REQ", 5, "100"))
      #expect(shows("LE CS Read Remote Supported Capabilities Complete [v2]", 3, "0x007e"))
      #expect(shows("LE CS Create Config", 4, "0x01") && shows("LE CS Config Complete", 1, "1"))
      #expect(rows.contains { $0[0] == "LL_CS_SEC_REQ" })
    }
  }
}
