import ProjectFiles
import Testing
import Wire

@testable import LinkLayer

/// A control PDU of vectors-ll.json, which names its source.
struct ControlPDUVector: Decodable {
  let name: String
  let ctrlPduHex: String

  static func all() throws -> [ControlPDUVector] {
    try Fixture("vectors-ll.json").decode([ControlPDUVector].self, "control_pdus")
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
