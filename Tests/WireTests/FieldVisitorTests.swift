import CoreTypes
import Notation
import Testing
import Wire

/// A packet with every kind of field.
private struct Sample: PDU {
  var low: UInt8 = 0
  var flag = false
  var high: UInt8 = 0
  var word: UInt16 = 0
  var triple: UInt32 = 0
  var signed: Int8 = 0
  var octets: [UInt8] = [0, 0]
  var rest: [UInt8] = []

  init() {}

  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.bits(3, "Low", &low)
    try visitor.flag("Flag", &flag)
    try visitor.bits(4, "High", &high)
    try visitor.u16("Word", &word)
    try visitor.u24("Triple", &triple)
    try visitor.i8("Signed", &signed)
    try visitor.octets(2, "Octets", &octets)
    try visitor.rest("Rest", &rest)
  }
}

/// A packet of an address that follows its kind.
private struct AddressSample: PDU {
  var address = DeviceAddress()

  init() {}

  mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Address_Type", "Address", &address)
  }
}

@Suite("One list of fields")
struct FieldVisitorTests {
  private static let octets: [UInt8] = [0b1010_1101, 0x34, 0x12, 0x03, 0x02, 0x01, 0xFE, 0xAA, 0xBB, 0xCC]

  @Test("bits fill an octet from its least significant end, numbers are little-endian")
  func layout() throws {
    let sample = try Sample(decoding: Self.octets)
    #expect(sample.low == 0b101)
    #expect(sample.flag)
    #expect(sample.high == 0b1010)
    #expect(sample.word == 0x1234)
    #expect(sample.triple == 0x010203)
    #expect(sample.signed == -2)
    #expect(sample.octets == [0xAA, 0xBB])
    #expect(sample.rest == [0xCC])
    #expect(sample.encoded() == Self.octets)
    #expect(sample.encodedCount == Self.octets.count)
  }

  @Test("the list names each field with its place")
  func listing() throws {
    let fields = try Sample(decoding: Self.octets).listed()
    #expect(fields.map(\.name) == ["Low", "Flag", "High", "Word", "Triple", "Signed", "Octets", "Rest"])
    #expect(fields.map(\.bitOffset) == [0, 3, 4, 8, 24, 48, 56, 72])
    #expect(fields[6].value == "aabb")
  }

  @Test("a packet cut anywhere names the field it ends in", arguments: 0..<9)
  func truncation(_ count: Int) {
    #expect(throws: WireError.self) { try Sample(decoding: Array(Self.octets.prefix(count))) }
  }

  @Test("an address is six octets, as those of the air are")
  func address() throws {
    let octets: [UInt8] = [0xFE, 1, 2, 3, 4, 5, 6]
    let sample = try AddressSample(decoding: octets)
    #expect(sample.address == DeviceAddress(0x0605_0403_0201, kind: .unresolved))
    #expect(sample.encoded() == octets && sample.encodedCount == 7)
    #expect(sample.listed().map(\.value) == ["254", "010203040506"])
    #expect(throws: WireError.truncated(field: "Address", neededBits: 48, availableBits: 40)) {
      try AddressSample(decoding: Array(octets.dropLast()))
    }
  }
}
