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
