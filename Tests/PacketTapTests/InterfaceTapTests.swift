import Capture
import CoreTypes
import Foundation
import PacketTap
import Testing

@Suite("Interfaces of this machine")
struct InterfaceTapTests {
  @Test("those that hold Bluetooth are listed, if there are any")
  func list() throws {
    #expect(try InterfaceTap.interfaces().allSatisfy { $0.name.hasPrefix("bluetooth") })
  }

  @Test(
    "one that is not there, holds no Bluetooth or may not be opened is refused with the reason",
    arguments: ["none0", "lo", "bluetooth77", ""])
  func refused(name: String) {
    let error = #expect(throws: PcapError.self) { try InterfaceTap(interface: name) }
    #expect(error?.description.contains("'\(name)'") == true, "\(error?.description ?? "")")
  }

  @Test(
    "each failure has its message, with what was expected or what to do",
    arguments: [
      (
        PcapError.badExpression("len >", reason: "syntax error", linkType: 256),
        "found 'len >', which is not a BPF expression for link type 256: syntax error"
      ),
      (
        .noInterface("hci9", known: ["bluetooth0", "bluetooth-monitor"]),
        "found no interface 'hci9', expected bluetooth0, bluetooth-monitor"
      ),
      (
        .noInterface("hci9", known: []),
        "found no interface 'hci9', expected one, but this computer has no Bluetooth interface"
      ),
      (.cannotOpen("bluetooth0", reason: "busy"), "cannot capture on 'bluetooth0': busy"),
      (
        .noBluetooth("lo", linkType: 1, name: "EN10MB"),
        "'lo' has link type 1 (EN10MB), which has no Bluetooth; expected an interface like bluetooth0 or "
          + "bluetooth-monitor"
      ),
      (
        .noLibrary,
        "found no libpcap on this computer; install it: 'apt-get install libpcap0.8' on Debian and Ubuntu, "
          + "'dnf install libpcap' on Fedora"
      ),
      (.failed("bluetooth0", reason: "gone"), "the capture on 'bluetooth0' failed: gone"),
    ] as [(PcapError, String)])
  func messages(error: PcapError, message: String) { #expect(error.description == message) }
}

@Suite("BPF by libpcap")
struct PacketFilterTests {
  @Test("an expression tells packets apart by their octets and their length")
  func accepts() throws {
    let filter = try PacketFilter("link[4] = 4 and greater 7", linkType: 201)
    func isAccepted(_ octets: [UInt8]) -> Bool {
      octets.withUnsafeBytes { filter.accepts($0, originalCount: octets.count) }
    }
    #expect(isAccepted([0, 0, 0, 1, 4, 0x3E, 1, 1]))
    #expect(!isAccepted([0, 0, 0, 1, 1, 3, 0x0C, 0]))
    #expect(!isAccepted([0, 0, 0, 1, 4]))
    #expect(!isAccepted([]))
  }

  @Test("of a packet that was cut, the length is the one before, and an octet that is missing meets nothing")
  func cut() throws {
    let octets: [UInt8] = [0, 0, 0, 1, 4, 0x3E]
    func isAccepted(_ expression: String) throws -> Bool {
      let filter = try PacketFilter(expression, linkType: 201)
      return octets.withUnsafeBytes { filter.accepts($0, originalCount: 40) }
    }
    #expect(try isAccepted("len = 40") && isAccepted("link[5] = 0x3e") && isAccepted(""))
    #expect(try !isAccepted("len = 6") && !isAccepted("link[6] = 0") && !isAccepted("link[6] != 0"))
  }

  @Test("an expression is compiled for each link type of Bluetooth", arguments: [187, 201, 251, 254, 256])
  func linkTypes(linkType: UInt32) throws {
    let filter = try PacketFilter("link[1] = 7", linkType: linkType)
    for (octets, isAccepted) in [([0, 7], true), ([7, 0], false)] as [([UInt8], Bool)] {
      #expect(octets.withUnsafeBytes { filter.accepts($0, originalCount: 2) } == isAccepted)
    }
  }

  @Test(
    "what is no expression, or none of Bluetooth, is refused with libpcap's reason",
    arguments: ["link[4] ==== 4", "nonsense", "link[", "link[4:3] = 1", "greater 99999999999", "tcp port 80"])
  func refused(expression: String) {
    let error = #expect(throws: PcapError.self) { try PacketFilter(expression, linkType: 201) }
    let start = "found '\(expression)', which is not a BPF expression for link type 201: "
    #expect(error?.description.hasPrefix(start) == true)
    #expect(error?.description != start)
  }
}

@Suite("Classic pcap and the reader")
struct PcapFileTests {
  private static func link(_ milliseconds: Int, _ pdu: [UInt8], signal: Int8?) -> LinkFrame {
    LinkFrame(
      time: .start + .milliseconds(milliseconds), rfChannel: 12, accessAddress: 0x8E89_BED6, pdu: pdu,
      crc: [1, 2, 3], direction: .advertising, signalDbm: signal)
  }

  @Test("the link frames are read back with octets and times, in a folder that is made, and HCI is left out")
  func roundTrip() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "deep/run.pcap").path
    let advertisement: [UInt8] = [0, 6, 1, 2, 3, 4, 5, 6]
    let log = CaptureLog()
    log.append(
      HCIFrame(time: .start, role: .initiator, direction: .hostToController, packet: [1, 3, 12, 0]))
    log.comment(frame: log.append(Self.link(2_001, advertisement, signal: -71)), text: "a remark")
    log.append(Self.link(2_002, [], signal: nil))
    try PcapWriter().writeFile(log, at: path)

    let reader = try RecordingReader(path: path)
    #expect(reader.format == .pcap)
    let first = try #require(try reader.next())
    #expect(reader.interfaces.map(\.linkType) == [256])
    #expect(reader.octets == advertisement && reader.comments.isEmpty)
    #expect(first.number == 1 && first.time == RecordTime(seconds: 2, picoseconds: 1_000_000_000))
    guard case .link(let reception) = first.kind else {
      Issue.record("\(first.kind)")
      return
    }
    #expect(reception.rfChannel == 12 && reception.signalDbm == -71 && reception.crc == 0x03_0201)
    let second = try #require(try reader.next())
    #expect(reader.octets.isEmpty && second.time == RecordTime(seconds: 2, picoseconds: 2_000_000_000))
    #expect(try reader.next() == nil && reader.warnings.isEmpty)
  }

  @Test("a log without link frames is a file with its header alone")
  func empty() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try PcapWriter().writeFile(CaptureLog(), at: path)
    let reader = try RecordingReader(path: path)
    #expect(try reader.next() == nil && reader.warnings.isEmpty)
    #expect(reader.fileSize == 24)
  }
}
