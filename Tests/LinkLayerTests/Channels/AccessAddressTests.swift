import CoreTypes
import SimulationKernel
import Testing

@Suite("Access addresses of a connection")
struct AccessAddressTests {
  /// One value at or just inside each limit; the first is the access address of Core's sample data.
  static let legal: [AccessAddress] = [0x7176_4129, 0xBDE5_C099, 0x7814_E8A2, 0xAAC5_2855, 0x5AB6_D2A2]

  /// Values that break one rule each.
  static let illegal: [(AccessAddress, String)] = [
    (0x8E89_BED6, "is that of advertising"),
    (0x8E89_BED7, "differs from that of advertising in one bit"),
    (0xB0C1_1FDE, "has seven equal bits in a row"),
    (0x5F2D_D97F, "ends on seven equal bits"),
    (0x0B0B_0B0B, "has four equal octets"),
    (0x5D55_4B69, "has 25 transitions"),
    (0xF144_6BEA, "has one transition in its six high bits"),
  ]

  @Test("a value inside every limit is legal", arguments: legal)
  func legality(value: AccessAddress) {
    #expect(value.isLegal())
  }

  @Test("a value that breaks one rule is not legal", arguments: illegal)
  func illegality(value: AccessAddress, reason: String) {
    #expect(!value.isLegal(), "\(reason)")
  }

  @Test("the LE Coded PHY asks for more", arguments: [0xD76D_4330, 0x1BA9_5A54] as [AccessAddress])
  func codedPHY(value: AccessAddress) {
    #expect(value.isLegal())
    #expect(!value.isLegal(allowsCodedPHY: true))
    #expect(AccessAddress(rawValue: 0xA623_3255).isLegal(allowsCodedPHY: true))
  }

  @Test("what is drawn is legal and free, and the same for the same seed")
  func drawing() {
    var generator = RandomStream(seed: 37)
    var drawn: [AccessAddress] = []
    for _ in 0..<500 {
      drawn.append(AccessAddress.draw(using: &generator, excluding: drawn, allowsCodedPHY: true))
    }
    #expect(drawn.allSatisfy { $0.isLegal(allowsCodedPHY: true) })
    #expect(Set(drawn).count == drawn.count)
    var again = RandomStream(seed: 37)
    #expect(AccessAddress.draw(using: &again, allowsCodedPHY: true) == drawn[0])
    var excluding = RandomStream(seed: 37)
    let other = AccessAddress.draw(using: &excluding, excluding: [drawn[0]], allowsCodedPHY: true)
    #expect(other == drawn[1])
  }
}
