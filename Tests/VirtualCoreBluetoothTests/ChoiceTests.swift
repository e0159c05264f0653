import Foundation
import ProjectFiles
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("What Apple has not said is the choice of the phone's profile")
struct ChoiceTests {
  private static let other = ProjectFolder.url.appending(path: "Tests/Fixtures/phones/other-choices.yaml")
    .path

  /// What an app hears that connects to seven accessories at once.
  private static func connects(_ phone: String, seed: UInt64) throws -> [String] {
    let kitchen = try Kitchen(seed: seed, probes: 7, phone: phone)
    kitchen.world.run(for: .seconds(1))
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(60))
    kitchen.manager.stopScan()
    _ = kitchen.diary.takeLines()
    for peripheral in kitchen.diary.peripherals { kitchen.manager.connect(peripheral) }
    kitchen.world.run(for: .seconds(30))
    return kitchen.diary.takeLines()
  }

  @Test("a link that was begun and not established fails, or is begun again")
  func attempts() throws {
    var failures = 0
    for seed in UInt64(1)...20 {
      failures += try Self.connects("iphone-ios27", seed: seed).count { $0.hasPrefix("didFailToConnect") }
      #expect(
        try Self.connects(Self.other, seed: seed) == Array(repeating: "didConnect, connected", count: 7))
    }
    #expect(failures > 0)
  }

  @Test("a scan listens all the time, or a part of it")
  func scans() throws {
    func count(_ phone: String) throws -> Int {
      let kitchen = try Kitchen(phone: phone)
      kitchen.world.run(for: .seconds(1))
      let options = [CBCentralManagerScanOptionAllowDuplicatesKey: true]
      kitchen.manager.scanForPeripherals(withServices: nil, options: options)
      kitchen.world.run(for: .seconds(60))
      return kitchen.diary.takeLines().count
    }
    let (all, part) = (try count("iphone-ios27"), try count(Self.other))
    #expect(part > all / 20 && part < all / 5, "\(part) of \(all)")
  }
}
