import Foundation
import Testing
import Wire

@testable import LinkLayer

/// Chance from a seed: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func octets(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// A control PDU of vectors-ll.json, which names its source.
struct ControlPDUVector: Decodable {
  let name: String
  let ctrlPduHex: String

  static func all() throws -> [ControlPDUVector] {
    struct File: Decodable { let controlPdus: [ControlPDUVector] }
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let data = try Data(contentsOf: tests.appending(path: "Fixtures/vectors-ll.json"))
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(File.self, from: data).controlPdus
  }
}

/// Makes a value by filling in a default one.
func make<Value: PDU>(_ type: Value.Type, _ fill: (inout Value) -> Void) -> Value {
  var value = Value()
  fill(&value)
  return value
}

/// The fields of `pdu` as `Name value Name value`; an empty value leaves only the name.
func reading(of pdu: any PDU) -> String {
  pdu.listed().map { $0.value.isEmpty ? $0.name : "\($0.name) \($0.value)" }.joined(separator: " ")
}

extension ControlOpcode {
  /// The fewest octets a PDU of this known opcode has after the opcode.
  var leastCtrData: Int {
    switch length {
    case .exactly(let count), .atLeast(let count): count - 1
    case nil: 0
    }
  }
}
