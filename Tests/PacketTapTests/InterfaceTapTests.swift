import PacketTap
import Testing

@Suite("Interfaces of this machine")
struct InterfaceTapTests {
  @Test("those that hold Bluetooth are listed, if there are any")
  func list() throws {
    #expect(try InterfaceTap.interfaces().allSatisfy { $0.name.hasPrefix("bluetooth") })
  }

  @Test("one that is not there, or holds no Bluetooth, is refused with the reason")
  func refused() throws {
    for name in ["none0", "lo"] {
      let error = #expect(throws: PcapError.self) { try InterfaceTap(interface: name) }
      #expect(error?.description.contains("'\(name)'") == true, "\(error?.description ?? "")")
    }
  }
}

@Suite("BPF by libpcap")
struct PacketFilterTests {
  @Test("an expression tells packets apart by their octets and their length")
  func accepts() throws {
    let filter = try PacketFilter("link[4] = 4 and greater 7", linkType: 201)
    func isAccepted(_ octets: [UInt8]) -> Bool {
      octets.withUnsafeBytes { filter.accepts($0, originalCount: octets.count) }
    }
    #expect(isAccepted([0, 0, 0, 1, 4, 0x3E, 1, 1]))
    #expect(!isAccepted([0, 0, 0, 1, 1, 3, 0x0C, 0]))
    #expect(!isAccepted([0, 0, 0, 1, 4]))
    #expect(!isAccepted([]))
  }

  @Test("what is no expression is refused with libpcap's reason")
  func refused() throws {
    let error = #expect(throws: PcapError.self) { try PacketFilter("link[4] ==== 4", linkType: 201) }
    #expect(error?.description.contains("not a BPF expression for link type 201") == true)
  }
}
