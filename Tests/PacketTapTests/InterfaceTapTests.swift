import PacketTap
import Testing

@Suite("Interfaces of this machine")
struct InterfaceTapTests {
  private static let isInstalled: Bool = {
    do {
      _ = try PcapLibrary()
      return true
    } catch {
      return false
    }
  }()

  @Test("those that hold Bluetooth are listed, if there are any", .enabled(if: isInstalled))
  func list() throws {
    #expect(try PcapLibrary().interfaces().allSatisfy { $0.name.hasPrefix("bluetooth") })
  }

  @Test("one that is not there, or holds no Bluetooth, is refused with the reason", .enabled(if: isInstalled))
  func refused() throws {
    let library = try PcapLibrary()
    for name in ["none0", "lo"] {
      let error = #expect(throws: PcapError.self) { try InterfaceTap(library, interface: name) }
      #expect(error?.description.contains("'\(name)'") == true, "\(error?.description ?? "")")
    }
  }
}
