import Capture
import Conformance
import CoreTypes
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("Whole checks")
struct WholeCheckTests {
  @Test(
    "a conforming accessory passes everything, whatever the seed", arguments: 1...50 as ClosedRange<UInt64>)
  func seeds(seed: UInt64) throws {
    let report = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", seed: seed)).run().report
    let others = report.requirements.filter { $0.verdict != .pass && $0.verdict != .notApplicable }
    #expect(others.isEmpty, "\(others.map { "\($0.id) \($0.verdict)" })")
    #expect(report.requirements.count { $0.verdict == .pass } > 10)
  }

  /// A frame of the air in a capture, its pseudo-header taken off.
  private struct LinkRecord {
    let number: Int
    let accessAddress: UInt32
    let pdu: ArraySlice<UInt8>
    /// Bits 7 to 9 of the flags: 0 advertising, 2 from the central, 3 from the peripheral.
    let kind: Int

    init(_ frame: CapturedFrame) {
      let octets = Array(frame.octets)
      number = frame.number
      accessAddress = octets[10..<14].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      pdu = octets[14..<octets.count - 3]
      kind = Int((UInt16(octets[8]) | UInt16(octets[9]) << 8) >> 7 & 7)
    }

    var header: UInt8 { pdu[pdu.startIndex] }
    var sn: UInt8 { header >> 3 & 1 }
    var nesn: UInt8 { header >> 2 & 1 }
    /// The access address of the link that a CONNECT_IND begins.
    var connectionAddress: UInt32? {
      guard kind == 0, header & 0xF == 5 else { return nil }
      let start = pdu.startIndex + 2 + 12
      return pdu[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  @Test("time never goes back in a capture, on any interface")
  func monotonic() throws {
    let capture = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt")).run().capture
    var last = Int64.min
    for frame in capture.frames {
      #expect(frame.nanoseconds >= last, "frame \(frame.number)")
      last = frame.nanoseconds
    }
    #expect(capture.count > 1_000)
  }

  @Test("a link begins with CONNECT_IND, then the central with SN 0 and NESN 0, and alternates without gaps")
  func linksBeginRight() throws {
    // All but the lossy air, which takes frames by plan: what is sent again keeps its SN.
    let ids = try Shipped.requirements("apple-ios27-cs").requirements.map(\.id).filter { $0 != "CS-A18" }
    let capture = CheckRunner(try Shipped.request("nordic-nrf54l15-ipt", only: ids)).run().capture
    var links: [UInt32: [LinkRecord]] = [:]
    var announced: Set<UInt32> = []
    for frame in capture.frames where frame.interface == .link {
      let record = LinkRecord(frame)
      if let address = record.connectionAddress {
        announced.insert(address)
        links[address] = []
      } else if record.kind >= 2 {
        #expect(announced.contains(record.accessAddress), "frame \(record.number)")
        links[record.accessAddress, default: []].append(record)
      }
    }
    #expect(links.count >= 40)
    for records in links.values {
      let first = try #require(records.first)
      #expect(first.kind == 2 && first.sn == 0 && first.nesn == 0, "frame \(first.number)")
      // Where the accessory has lost power, the central goes on alone and sends the same again.
      let heard = records[...(records.lastIndex { $0.kind == 3 } ?? 0)]
      for kind in [2, 3] {
        let side = heard.filter { $0.kind == kind }
        #expect(zip(side, side.dropFirst()).allSatisfy { $0.sn != $1.sn })
      }
      for (record, next) in zip(heard, heard.dropFirst()) {
        #expect(record.kind != next.kind && next.nesn == 1 - record.sn, "frame \(next.number)")
      }
    }
  }
}
