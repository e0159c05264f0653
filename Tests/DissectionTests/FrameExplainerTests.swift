import Capture
import Conformance
import CoreTypes
import HCI
import TestSupport
import Testing

@testable import Dissection

@Suite("A frame in words")
struct FrameExplainerTests {
  /// A capture of a check with pairing, discovery, a configuration and procedures.
  private static func capture() throws -> (octets: [UInt8], log: CaptureLog) {
    let request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A07", "CS-A08"])
    let log = CheckRunner(request).run().capture
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    return (sink.octets, log)
  }

  private static func explain(_ number: Int, _ octets: [UInt8]) throws -> FrameExplanation {
    try FrameExplainer.explain(number, of: RecordingReader(octets: octets))
  }

  @Test("every frame of a check has a name, a purpose and its own octets, and none is unreadable")
  func everyFrame() throws {
    let (octets, log) = try Self.capture()
    let reader = try RecordingReader(octets: octets)
    var conversation = Conversation()
    var names: Set<String> = []
    while let frame = try reader.next() {
      let packet = conversation.read(frame, reader.octets, subevent: nil)
      conversation.remember(packet, frame.number)
      names.insert(packet.name)
      #expect(!packet.sentences.isEmpty, "frame \(frame.number)")
      #expect(!packet.name.contains("cannot be read"), "frame \(frame.number): \(packet.name)")
      #expect(packet.sentences.allSatisfy { !$0.contains("does not decode") }, "frame \(frame.number)")
    }
    #expect(log.count > 500)
    for name in [
      "ADV_IND", "CONNECT_IND", "LL_CS_CONFIG_REQ", "LL_CS_IND", "LL_REJECT_EXT_IND", "Pairing Request",
      "HCI_LE_CS_Subevent_Result", "HCI_LE_CS_Config_Complete", "empty PDU",
    ] {
      #expect(names.contains(name), "\(name)")
    }
  }

  @Test("of an encrypted link without its key no packet is guessed at, and those of a pause are read")
  func encrypted() throws {
    var sink = OctetSink()
    let log = RefreshedLink.capture()
    try PcapngWriter(application: "test").write(log, to: &sink)
    let names = try (1...log.count).map { try Self.explain($0, sink.octets).name }
    for (index, name) in names.enumerated() {
      #expect(
        (name == "encrypted data PDU") == RefreshedLink.hiddenFrames.contains(index + 1),
        "\(index + 1) \(name)")
    }
    #expect(names[RefreshedLink.pauseFrame - 1] == "LL_PAUSE_ENC_RSP")
    #expect(names[RefreshedLink.pauseFrame] == "LL_ENC_REQ")
  }

  @Test("a verdict leads to its frame, and the frame names requirement and case")
  func verdicts() throws {
    let (octets, log) = try Self.capture()
    let frame = try #require(log.frames.first { !$0.comments.isEmpty })
    let explanation = try Self.explain(frame.number, octets)
    #expect(explanation.comments == frame.comments)
    #expect(explanation.interface == frame.interface.name)
    #expect(explanation.comments[0].hasPrefix("CS-A0"))
  }

  @Test("a request knows its answer and the answer its request")
  func exchange() throws {
    let (octets, _) = try Self.capture()
    let reader = try RecordingReader(octets: octets)
    var found = 0
    while let frame = try reader.next() {
      guard FrameContent(frame, of: reader).name.hasPrefix("LL_CS_CAPABILITIES_REQ") else { continue }
      let request = try Self.explain(frame.number, octets)
      let answer = try #require(request.references.first)
      #expect(answer.how.hasPrefix("answered by LL_"))
      let response = try Self.explain(answer.frame, octets)
      #expect(
        response.references.contains {
          $0.how == "answers LL_CS_CAPABILITIES_REQ" && $0.frame == frame.number
        })
      found += 1
    }
    #expect(found > 1)
  }

  @Test("what is open when a link ends is not answered on the next one, though its handle is the same")
  func disconnection() throws {
    func data(_ octets: [UInt8]) -> HCIPacket {
      .acl(
        ACLPacket(
          handle: 1, packetBoundary: .firstNonFlushable, data: [UInt8(octets.count), 0, 6, 0] + octets))
    }
    let connection = LEConnectionCompleteEvent { $0.connectionHandle = 1 }.packet
    let end = DisconnectionCompleteEvent { $0.connectionHandle = 1 }.packet
    let request: [UInt8] = [1, 3, 0, 1, 16, 0, 0]
    let response: [UInt8] = [2, 3, 0, 1, 16, 0, 0]
    let packets: [(packet: HCIPacket, isSent: Bool)] = [
      (connection, false), (data(request), true), (end, false), (connection, false), (data(response), false),
      (data(request), true), (data(response), false),
    ]
    var octets: [UInt8] = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    for (packet, isSent) in packets {
      let h4 = packet.h4Encoded
      let count: [UInt8] = [0, 0, 0, UInt8(h4.count)]
      octets += count + count + [0, 0, 0, isSent ? 0 : 1] + [UInt8](repeating: 0, count: 12) + h4
    }
    #expect(
      try (1...7).map { try Self.explain($0, octets).references.map(\.frame) } == [
        [], [], [], [], [], [7], [6],
      ])
  }

  @Test("capabilities and configurations are told with their times")
  func capabilities() throws {
    let (octets, _) = try Self.capture()
    let reader = try RecordingReader(octets: octets)
    var seen: [String: String] = [:]
    while let frame = try reader.next() {
      let name = FrameContent(frame, of: reader).name
      guard name.hasPrefix("LL_CS_CAPABILITIES_RSP") || name.hasPrefix("LL_CS_CONFIG_REQ") else { continue }
      seen[String(name.prefix(12))] = try Self.explain(frame.number, octets).sentences.joined(separator: " ")
    }
    #expect(try #require(seen["LL_CS_CAPABI"]).contains("T_FCS 60, 80, 100, 120, 150 us"))
    #expect(try #require(seen["LL_CS_CONFIG"]).contains("T_FCS 100 us"))
  }

  @Test("a tone of a step is told with its angle")
  func steps() throws {
    var octets: [UInt8] = [2, 10, 9, 0]
    octets += [0x00, 0x10, 0x00, 0x00]  // I = 0, Q = 1
    octets += [0x00, 0x00, 0x00, 0x12]
    let layers = StepLayers.layers(octets, .init(role: .reflector, numAntennaPaths: 1))
    let step = try #require(layers.first)
    #expect(layers.count == 1 && step.name == "step 1: mode-2 on channel 10, 2412 MHz")
    let tone = try #require(step.fields.first { $0.name == "Tone_PCT 1" })
    #expect(tone.value == "0 + 1i" && tone.note == "90 degrees, high quality")
  }

  @Test("a frame beyond the end is refused with the number of frames")
  func beyond() throws {
    let (octets, log) = try Self.capture()
    #expect(throws: FrameError.noSuchFrame(number: 1_000_000, count: log.count)) {
      try Self.explain(1_000_000, octets)
    }
  }
}

@Suite("A frame of an API trace in words")
struct TraceFrameTests {
  private static let trace = """
    0:00:01.000000 < event    bt_evt_connection_phy_status(connection=1, phy=2)
    0:00:01.100000 (+0.100000) < log      b'for people\\n'
    0:00:01.200000 (+0.100000) > command  bt_cmd_cs_security_enable(connection=1)

    """

  @Test("it is the packet of HCI, and says which line it comes from")
  func line() throws {
    let reader = try RecordingReader(octets: Array(Self.trace.utf8))
    let explanation = try FrameExplainer.explain(2, of: reader)
    #expect(explanation.name == "HCI_LE_CS_Security_Enable" && explanation.direction == .hostToController)
    #expect(explanation.octets == [0x8C, 0x20, 2, 1, 0])
    #expect(
      explanation.sentences.last
        == "The packet is rebuilt from line 3; fields that the line does not have are zero.")
  }
}
