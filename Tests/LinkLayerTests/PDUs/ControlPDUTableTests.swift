import Testing
import Wire

@testable import LinkLayer

@Suite("The table of control PDUs")
struct ControlPDUTableTests {
  /// The lengths from opcode 0x00 to 0x3C with the opcode, by the figures of Core 6.1 Vol 6 Part B 2.4.2.
  static let lengths = [
    12, 8, 2, 23, 13, 1, 1, 2, 9, 9, 1, 1, 6, 2, 9, 24,
    24, 3, 1, 1, 9, 9, 3, 3, 5, 3, 2, 1, 35, 2, 2, 36,
    9, 16, 4, 4, 5, 5, 11, 11, 4, 11, 43, 27, 27, 21, 26, 26,
    28, 2, 29, 22, 19, 5, 1, 73, 13, 21, 5, 8, 6,
  ]

  @Test("the opcodes are 0x00 to 0x3F, each once and in its place")
  func opcodes() {
    #expect(ControlOpcode.known.map(\.rawValue) == Array(0...0x3F))
  }

  @Test("the names differ and are the specification's")
  func names() {
    let names = ControlOpcode.known.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.hasPrefix("LL_") })
    #expect(ControlOpcode.csSecRsp.rawValue == 0x2D)
    #expect(ControlOpcode.csSecReq.rawValue == 0x39)
    #expect(ControlOpcode.csTerminateReq.rawValue == 0x35)
    #expect(ControlOpcode.csTerminateRsp.rawValue == 0x3A)
    #expect(ControlOpcode(rawValue: 0x40).name == "LL opcode 0x40")
    #expect(ControlOpcode(rawValue: 0x40).length == nil)
  }

  @Test("the row of each PDU has its length, and so has what its field list lays out")
  func sizes() throws {
    for (opcode, length) in zip(ControlOpcode.known, Self.lengths) {
      #expect(opcode.leastCtrData + 1 == length, "\(opcode)")
      let zero = try ControlPDU(decoding: [opcode.rawValue] + [UInt8](repeating: 0, count: length - 1))
      #expect(1 + defaultSize(zero.ctrData) == length, "\(opcode)")
    }
  }

  private func defaultSize<Value: PDU>(_ value: Value) -> Int { Value().encodedCount }

  @Test("a PDU goes by the opcode and the name of its row", arguments: ControlOpcode.known)
  func rows(opcode: ControlOpcode) throws {
    let pdu = try ControlPDU(
      decoding: [opcode.rawValue] + [UInt8](repeating: 0, count: opcode.leastCtrData))
    #expect(pdu.opcode == opcode)
    #expect(pdu.name == opcode.name)
    if case .unknown = pdu { Issue.record("\(opcode) is not known") }
  }
}
