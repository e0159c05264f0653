import Wire

/// A small generator that gives the same numbers for a seed on every machine.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Fills every field of a packet with random bits; fields that count or measure others stay small.
struct RandomFiller: FieldVisitor {
  var generator: SeededGenerator

  mutating func field(_ width: Int, _ name: StaticString, _ value: inout UInt64) {
    let isSmall = ["Num_Handles", "Num_Reports"].contains("\(name)") || "\(name)".hasSuffix("_Length")
    value = isSmall ? generator.next() % 4 : generator.next() >> UInt64(64 - width)
  }

  mutating func octets(_ count: Int, _ name: StaticString, _ value: inout [UInt8]) {
    value = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
  }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) {
    octets(Int(generator.next() % 8), name, &value)
  }
}

extension PDU {
  static func random(seed: UInt64) throws -> Self {
    var filler = RandomFiller(generator: SeededGenerator(seed: seed))
    var packet = Self()
    try packet.fields(&filler)
    return packet
  }
}
