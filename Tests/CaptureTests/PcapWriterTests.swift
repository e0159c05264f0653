import CPcap
import Capture
import Foundation
import PacketTap
import Testing

@Suite struct PcapWriterTests {
  private struct ReadFrame: Equatable {
    var nanoseconds: Int64
    var octets: [UInt8]
  }

  /// Reads a classic pcap with libpcap.
  private func read(_ path: String) throws -> (linkType: Int32, frames: [ReadFrame]) {
    var message = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    let pcap = try #require(
      pcap_open_offline_with_tstamp_precision(path, UInt32(PCAP_TSTAMP_PRECISION_NANO), &message))
    defer { pcap_close(pcap) }
    var frames: [ReadFrame] = []
    var header: UnsafeMutablePointer<pcap_pkthdr>?
    var octets: UnsafePointer<UInt8>?
    while pcap_next_ex(pcap, &header, &octets) == 1, let head = header?.pointee {
      #expect(head.len == head.caplen)
      frames.append(
        ReadFrame(
          nanoseconds: Int64(head.ts.tv_sec) * 1_000_000_000 + Int64(head.ts.tv_usec),
          octets: Array(UnsafeBufferPointer(start: octets, count: Int(head.caplen)))))
    }
    return (pcap_datalink(pcap), frames)
  }

  @Test("libpcap reads the link frames with nanoseconds")
  func libpcapReads() throws {
    try withTemporaryFolder { folder in
      let log = randomLog(frames: 500, seed: 11)
      try PcapWriter().writeFile(log, at: folder + "/run.pcap")
      let read = try read(folder + "/run.pcap")
      #expect(read.linkType == DLT_BLUETOOTH_LE_LL_WITH_PHDR)
      let link = log.frames.filter { $0.interface == .link }
      #expect(
        read.frames == link.map { ReadFrame(nanoseconds: $0.nanoseconds, octets: Array($0.octets)) })
      #expect(try names(in: folder) == ["run.pcap"])
    }
  }

  @Test("the file has the nanosecond magic")
  func nanosecondMagic() throws {
    try withTemporaryFolder { folder in
      try PcapWriter().writeFile(threeFrames(), at: folder + "/run.pcap")
      let octets = try octets(at: folder + "/run.pcap")
      #expect(Array(octets.prefix(4)) == [0x4D, 0x3C, 0xB2, 0xA1])
      #expect(octets.count == 24 + 16 + 34, "a header and the one link frame")
    }
  }
}
