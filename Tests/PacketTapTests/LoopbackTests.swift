import Foundation
import PacketTap
import Testing

/// Loopback, in place of the Bluetooth interface that few machines have.
private enum Loopback {
  static let isOpen = (try? tap()) != nil

  /// Loopback has the link type of Ethernet.
  static func tap() throws -> InterfaceTap { try InterfaceTap(interface: "lo", linkTypes: [1]) }
}

@Suite("Packets of an interface", .enabled(if: Loopback.isOpen, "the rights to capture are missing"))
struct LoopbackTests {
  private let tap: InterfaceTap
  private let stop = Pipe()
  /// Tells our datagrams from those of other programs.
  private let mark = UUID().uuidString

  init() throws { tap = try Loopback.tap() }

  /// Sends a datagram to a port of loopback where nobody listens.
  private func send(_ text: String) throws {
    let socket = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(9).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let octets = Array((mark + text).utf8)
    let count = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        sendto(socket, octets, octets.count, 0, address, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(count == octets.count)
  }

  /// The text behind the mark, if a packet is one of ours. ICMP repeats a datagram that nobody took; UDP is meant.
  private func text(_ packet: InterfaceTap.Packet) -> String? {
    let isUDP = packet.octets.count > 23 && packet.octets[23] == 17
    let parts = String(decoding: packet.octets, as: UTF8.self).components(separatedBy: mark)
    return isUDP && parts.count == 2 ? parts[1] : nil
  }

  /// Takes until `count` datagrams of ours were seen.
  private func take(_ count: Int) throws -> [(text: String, octetCount: Int, nanoseconds: Int64)] {
    var taken: [(text: String, octetCount: Int, nanoseconds: Int64)] = []
    for _ in 0..<200 where taken.count < count {
      try tap.take(until: stop.fileHandleForReading.fileDescriptor, milliseconds: 50) { packet in
        if let text = text(packet) {
          #expect(packet.octets.count == packet.originalCount)
          taken.append((text, packet.octets.count, packet.nanoseconds))
        }
        return taken.count < count
      }
    }
    return taken
  }

  @Test("are given whole, in their order, with times of this century that follow each other")
  func order() throws {
    for text in ["one", "two", "three"] { try send(text) }
    let taken = try take(3)
    try #require(taken.count == 3)
    #expect(tap.linkType == 1 && tap.droppedCount == 0)
    #expect(taken.map(\.text) == ["one", "two", "three"])
    // Ethernet, IPv4 and UDP have 14, 20 and 8 octets before a datagram.
    #expect(taken.map(\.octetCount) == taken.map { 42 + mark.utf8.count + $0.text.utf8.count })
    let times = taken.map(\.nanoseconds)
    #expect(times == times.sorted() && times[2] - times[0] < 60_000_000_000)
    // 2026-01-01 and 2100-01-01.
    #expect((1_767_225_600_000_000_000..<4_102_444_800_000_000_000).contains(times[0]))
  }

  @Test("stay for the next time when enough were taken")
  func enough() throws {
    for text in ["one", "two"] { try send(text) }
    #expect(try take(1).map(\.text) == ["one"])
    #expect(try take(1).map(\.text) == ["two"])
  }

  @Test("are waited for until the end is asked for")
  func ended() throws {
    try stop.fileHandleForWriting.write(contentsOf: [0])
    // The packets of other programs are taken on the way.
    try tap.take(until: stop.fileHandleForReading.fileDescriptor, milliseconds: -1) { _ in true }
  }

  @Test("end with the error of whoever takes them")
  func failure() throws {
    struct Refusal: Error {}
    try send("one")
    #expect(throws: Refusal.self) {
      for _ in 0..<200 {
        try tap.take(until: stop.fileHandleForReading.fileDescriptor, milliseconds: 50) { _ in throw Refusal()
        }
      }
    }
  }
}
