import SimulationKernel
import Wire

/// Fills every field of a packet with random bits; fields that count or measure others stay small.
struct RandomFiller: FieldVisitor {
  var generator: RandomStream

  mutating func field(_ width: Int, _ name: StaticString, _ value: inout UInt64) {
    let isSmall =
      ["Num_Handles", "Num_Reports", "Num_Sets"].contains("\(name)") || "\(name)".hasSuffix("_Length")
    value = isSmall ? generator.next() % 4 : generator.next() >> UInt64(64 - width)
  }

  mutating func octets(_ count: Int, _ name: StaticString, _ value: inout [UInt8]) {
    value = generator.octets(count)
  }

  mutating func rest(_ name: StaticString, _ value: inout [UInt8]) {
    octets(Int(generator.next() % 8), name, &value)
  }
}

extension PDU {
  static func random(seed: UInt64) throws -> Self {
    var filler = RandomFiller(generator: RandomStream(seed: seed))
    var packet = Self()
    try packet.fields(&filler)
    return packet
  }
}
