import ChannelSounding
import CoreTypes
import HCI
import Initiator
import Profiles
import Reflector
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController

@Suite("The antenna paths of a phone that takes the most")
struct AntennaPathTests {
  /// Num_Antenna_Paths of the first subevent that the phone's controller reports.
  private static func pathCount(_ phone: String, _ accessory: String) throws -> UInt8? {
    let profile = try Shipped.phone(phone)
    var count: UInt8?
    let world = AirWorld(
      AirWorld.Description(
        accessory: try Shipped.profile(accessory), phone: profile,
        environment: try Shipped.environment("line-of-sight"), distanceMetres: 3, seed: 1),
      phonePort: nil, accessoryPort: nil,
      watch: { controller, role in
        guard role == .initiator else { return }
        controller.hciTap = { packet, isFromHost in
          guard !isFromHost, count == nil, case .event(let packet) = packet,
            case .leCSSubeventResult(let event)? = try? HCIEventValue(packet)
          else { return }
          count = event.reported.numAntennaPaths
        }
      }, note: { _, _ in })
    let initiator = VirtualInitiator(world.phoneController)
    world.accessory?.powerOn()
    let limit = world.simulation.now + .seconds(20)
    PhoneSession(initiator, profile: profile).run(
      while: { count == nil && world.simulation.now < limit }, report: { Issue.record("\($0)") })
    return count
  }

  @Test(
    "are those that both ends support",
    arguments: [("nordic-nrf54l15-ras", 1), ("silabs-xg24", 4), ("everything", 4)] as [(String, UInt8)])
  func most(_ accessory: String, _ count: UInt8) throws {
    #expect(try Self.pathCount("android16", accessory) == count)
  }

  @Test("are those of an index where the phone has one")
  func index() throws {
    #expect(try Self.pathCount("nordic-ncs", "silabs-xg24") == 1)
  }
}
