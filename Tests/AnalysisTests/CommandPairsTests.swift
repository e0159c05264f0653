import Testing

@testable import Analysis

@Suite("Commands of a recording with their answers")
struct CommandPairsTests {
  /// Takes Command Complete, whose octets begin with the code of the event.
  private static func answer(_ opcode: UInt16, to pairs: inout CommandPairs) {
    let octets: [UInt8] = [0x0E, 4, 1, UInt8(opcode & 0xFF), UInt8(opcode >> 8), 0]
    pairs.receive(event: octets.span)
  }

  @Test("are whole where each has its answer, and a few answers came before the first of them")
  func whole() {
    var pairs = CommandPairs()
    for _ in 0..<8 { Self.answer(0x1001, to: &pairs) }
    for opcode: UInt16 in [0x0C03, 0x1009, 0x2003] {
      pairs.send(opcode)
      Self.answer(opcode, to: &pairs)
    }
    #expect(!pairs.isBroken)
    Self.answer(0x1009, to: &pairs)
    #expect(pairs.isBroken)
  }

  @Test("are missing where answers come without any of them")
  func none() {
    var pairs = CommandPairs()
    for _ in 0..<9 { Self.answer(0x1001, to: &pairs) }
    #expect(pairs.isBroken)
  }
}
