import CoreTypes
import SimulationKernel
import Testing
import Wire

@testable import LinkLayer

@Suite("Data channel PDUs")
struct DataPDUTests {
  @Test("each bit of the header has its place")
  func header() {
    let bits: [(UInt8, (inout DataPDU) -> Void)] = [
      (0x03, { $0.llid = .control }),
      (0x04, { $0.nesn = 1 }),
      (0x08, { $0.sn = 1 }),
      (0x10, { $0.md = true }),
      (0xC0, { $0.rfu = 3 }),
    ]
    for (octet, set) in bits {
      var pdu = DataPDU(llid: 0, payload: [])
      set(&pdu)
      #expect(pdu.encoded() == [octet, 0])
    }
  }

  @Test("the length counts the payload")
  func length() throws {
    let ping = ControlPDU.versionInd(VersionInd()).encoded
    let pdu = DataPDU(llid: .control, payload: ping)
    #expect(pdu.encoded() == [0x03, 6] + ping)
    #expect(try DataPDU(decoding: pdu.encoded()) == pdu)
    let longest = DataPDU(llid: .start, payload: [UInt8](repeating: 7, count: 255))
    #expect(try DataPDU(decoding: longest.encoded()) == longest)
  }

  @Test("CTEInfo stands between length and payload if CP says so")
  func cteInfo() throws {
    let pdu = try DataPDU(decoding: [0x22, 1, 0x94, 0xAB])
    #expect(pdu.cp)
    #expect(pdu.cteInfo == 0x94)
    #expect(pdu.payload == [0xAB])
    #expect(pdu.encoded() == [0x22, 1, 0x94, 0xAB])
  }

  @Test("any header and payload come back bit for bit")
  func roundTrip() throws {
    var generator = RandomStream(seed: 0xDA7A)
    for _ in 0..<200 {
      let count = Int(generator.next() % 60)
      var octets = [UInt8(truncatingIfNeeded: generator.next()), UInt8(count)] + generator.octets(count)
      if octets[0] & 0x20 != 0 { octets.insert(0x14, at: 2) }
      #expect(try DataPDU(decoding: octets).encoded() == octets)
    }
  }

  @Test("a payload shorter or longer than the length is refused")
  func wrongLength() {
    let octets = DataPDU(llid: .start, payload: [1, 2, 3, 4]).encoded()
    for count in 0..<octets.count {
      #expect(throws: WireError.self) { try DataPDU(decoding: Array(octets.prefix(count))) }
    }
    #expect(throws: WireError.trailing(octets: 1)) { try DataPDU(decoding: octets + [5]) }
  }
}
