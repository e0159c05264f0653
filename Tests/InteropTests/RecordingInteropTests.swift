import Capture
import CoreTypes
import Foundation
import HCI
import ProjectFiles
import Testing

@Suite(
  "Wireshark and the readers agree on recordings",
  .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct RecordingInteropTests {
  private let gate: WiresharkGate

  init() throws { gate = try #require(WiresharkGate.installed) }

  @Test(
    "on the number of frames, their times and their lengths",
    arguments: [
      "capture-three-frames.pcapng", "recording-sections.pcapng", "recording-h4-phdr.pcap",
      "recording-h4-big-endian.pcap", "recording-nanoseconds.pcap", "recording-monitor.pcap",
      "recording-nordic-sniffer.pcap", "recording-h1.btsnoop", "recording-h4.btsnoop",
      "recording-monitor.btsnoop", "recording-big-endian.pklg", "recording-little-endian.pklg",
    ])
  func framesAndTimes(name: String) throws {
    let path = Fixture(name).url.path
    let reader = try RecordingReader(path: path)
    var lines: [String] = []
    while let frame = try reader.next() {
      let time = try #require(frame.time)
      let layout = reader.interfaces[frame.interface].layout
      // Wireshark does not count these pseudo-headers.
      let header = layout == .monitor || layout == .h4WithDirection ? 4 : 0
      let fraction = String(time.picoseconds / 1_000)
      let padding = String(repeating: "0", count: 9 - fraction.count)
      lines.append("\(frame.number)\t\(time.seconds).\(padding)\(fraction)\t\(frame.originalCount - header)")
    }
    #expect(!lines.isEmpty && reader.warnings == [])
    #expect(
      try gate.lines(of: path, where: "frame", showing: ["frame.number", "frame.time_epoch", "frame.len"])
        == lines)
  }

  @Test("on the numbers of frames among blocks that hold no packet")
  func customBlocks() throws {
    let path = Fixture("recording-custom-blocks.pcapng").url.path
    let reader = try RecordingReader(path: path)
    var (packets, all): ([String], [String]) = ([], [])
    while let frame = try reader.next() {
      all.append("\(frame.number)")
      if frame.kind == .hci(.event) { packets.append("\(frame.number)") }
    }
    #expect(packets == ["2", "5"] && reader.warnings == [])
    #expect(try gate.lines(of: path, where: "frame", showing: ["frame.number"]) == all)
    #expect(try gate.lines(of: path, where: "hci_h4", showing: ["frame.number"]) == packets)
  }

  @Test(
    "on directions of HCI packets",
    arguments: [
      "recording-h4-phdr.pcap", "recording-h1.btsnoop", "recording-h4.btsnoop", "recording-big-endian.pklg",
    ])
  func directions(name: String) throws {
    let path = Fixture(name).url.path
    let reader = try RecordingReader(path: path)
    var sent: [String] = []
    while let frame = try reader.next() {
      if frame.direction == .hostToController { sent.append("\(frame.number)") }
    }
    #expect(sent == ["1", "3"])
    let lines = try gate.lines(of: path, where: "frame", showing: ["_ws.col.Info", "frame.number"])
    #expect(
      lines.filter { $0.hasPrefix("Sent") }.compactMap { $0.split(separator: "\t").last }.map(String.init)
        == sent)
  }

  @Test("on what a sniffer of Nordic heard")
  func nordicSniffer() throws {
    let path = Fixture("recording-nordic-sniffer.pcap").url.path
    let reader = try RecordingReader(path: path)
    let frame = try #require(try reader.next())
    guard case .link(let reception) = frame.kind else {
      Issue.record("\(frame)")
      return
    }
    #expect(frame.direction == .centralToPeripheral && reception.phy == .le2M)
    let fields = [
      "nordic_ble.channel", "nordic_ble.rssi", "nordic_ble.crcok", "nordic_ble.direction",
      "nordic_ble.phy",
      "btle.access_address",
    ]
    let access = "0x" + String(reception.accessAddress.rawValue, radix: 16)
    #expect(
      try gate.lines(of: path, where: "nordic_ble", showing: fields)
        == ["11\t\(reception.signalDbm ?? 0)\t1\t1\t1\t\(access)"])
  }
}
