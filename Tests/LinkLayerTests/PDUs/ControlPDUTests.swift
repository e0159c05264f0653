import CoreTypes
import Notation
import SimulationKernel
import Testing
import Wire

@testable import LinkLayer

@Suite("Reading and writing control PDUs")
struct ControlPDUTests {
  @Test("any octets of the right number come back bit for bit", arguments: ControlOpcode.known)
  func roundTrip(opcode: ControlOpcode) throws {
    var generator = RandomStream(seed: 0x11 + UInt64(opcode.rawValue))
    for _ in 0..<50 {
      let octets = [opcode.rawValue] + generator.octets(opcode.leastCtrData)
      let pdu = try ControlPDU(decoding: octets)
      if case .unknown = pdu { Issue.record("\(opcode) does not read \(octets.hex())") }
      #expect(pdu.encoded == octets, "\(opcode)")
      #expect(try ControlPDU(decoding: pdu.encoded) == pdu)
    }
  }

  @Test("the fields follow each other without a gap", arguments: ControlOpcode.known)
  func contiguousFields(opcode: ControlOpcode) throws {
    let octets = [opcode.rawValue] + [UInt8](repeating: 0xA5, count: opcode.leastCtrData)
    var position = 0
    for field in try ControlPDU(decoding: octets).ctrData.listed() {
      #expect(field.bitOffset == position, "\(opcode) \(field.name)")
      position += field.bitWidth
    }
    #expect(position == 8 * opcode.leastCtrData)
  }

  @Test("a known opcode with a length it cannot have is kept as unknown", arguments: ControlOpcode.known)
  func wrongLength(opcode: ControlOpcode) throws {
    guard case .exactly = opcode.length else { return }
    let counts = Array(0..<opcode.leastCtrData) + [opcode.leastCtrData + 1, opcode.leastCtrData + 4]
    for count in counts {
      let ctrData = [UInt8](repeating: 0x5A, count: count)
      let pdu = try ControlPDU(decoding: [opcode.rawValue] + ctrData)
      #expect(pdu == .unknown(opcode: opcode, octets: ctrData))
      #expect(pdu.encoded == [opcode.rawValue] + ctrData)
      #expect(pdu.name == opcode.name)
    }
  }

  @Test("no layout reads fewer octets than it has", arguments: ControlOpcode.known)
  func truncations(opcode: ControlOpcode) throws {
    let octets = [UInt8](repeating: 0x5A, count: opcode.leastCtrData)
    let ctrData = try ControlPDU(decoding: [opcode.rawValue] + octets).ctrData
    for count in 0..<opcode.leastCtrData {
      expectRefusal(by: ctrData, of: Array(octets.prefix(count)))
    }
  }

  private func expectRefusal<Value: PDU>(by value: Value, of octets: [UInt8]) {
    #expect(throws: WireError.self) { try Value(decoding: octets) }
  }

  @Test("capabilities may be longer than in Core 6.0, never shorter")
  func capabilitiesLength() throws {
    let octets = [UInt8](repeating: 0, count: 24)
    #expect(try ControlPDU(decoding: [0x2E] + octets) == .unknown(opcode: 0x2E, octets: octets))
    let longer = try ControlPDU(decoding: [0x2E] + octets + [1, 2, 3])
    guard case .csCapabilitiesReq(let capabilities) = longer else {
      Issue.record("\(longer)")
      return
    }
    #expect(capabilities.tail == [2, 3])
    #expect(capabilities.rfuTXSNR == 1)
  }

  @Test("an opcode that is not known is kept", arguments: [UInt8(0x40), 0x7F, 0xF0, 0xFF])
  func unknownOpcode(opcode: UInt8) throws {
    let pdu = try ControlPDU(decoding: [opcode, 1, 2, 3])
    #expect(pdu == .unknown(opcode: ControlOpcode(rawValue: opcode), octets: [1, 2, 3]))
    #expect(pdu.opcode.rawValue == opcode)
    #expect(pdu.encoded == [opcode, 1, 2, 3])
    #expect(reading(of: pdu.ctrData) == "CtrData 010203")
  }

  @Test("without an opcode there is no PDU")
  func empty() {
    #expect(throws: WireError.truncated(field: "Opcode", neededBits: 8, availableBits: 0)) {
      try ControlPDU(decoding: [])
    }
  }

  @Test("PDUs that share a layout still differ by opcode")
  func sharedLayouts() {
    #expect(ControlPDU.lengthReq(LengthReq()) != .lengthRsp(LengthRsp()))
    #expect(ControlPDU.pingReq(PingReq()).encoded == [0x12])
    #expect(ControlPDU.pingRsp(PingRsp()).encoded == [0x13])
  }
}
