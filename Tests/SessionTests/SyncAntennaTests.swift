import ChannelSounding
import CoreTypes
import HCI
import Initiator
import LinkLayer
import Profiles
import Reflector
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController

@Suite("The antennas of CS_SYNC that the two files name")
struct SyncAntennaTests {
  /// Packet_Antenna of the mode-0 steps that each end reports of its first subevent.
  private func antennas(
    phone: CSSyncAntennaSelection, accessory: CSSyncAntennaSelection
  ) throws -> [CSRole: [UInt8]] {
    var profile = try Shipped.phone("android16")
    profile.syncAntennas = phone
    var tag = try Shipped.profile("silabs-xg24")
    tag.syncAntennas = accessory
    var found: [CSRole: [UInt8]] = [:]
    let world = AirWorld(
      AirWorld.Description(
        accessory: tag, phone: profile, environment: try Shipped.environment("line-of-sight"),
        distanceMetres: 3,
        seed: 1),
      phonePort: nil, accessoryPort: nil,
      watch: { controller, role in
        controller.hciTap = { packet, isFromHost in
          guard !isFromHost, found[role] == nil, case .event(let packet) = packet,
            case .leCSSubeventResult(let event)? = try? HCIEventValue(packet)
          else { return }
          found[role] = Self.mode0Antennas(event.reported.steps)
        }
      }, note: { _, _ in })
    let initiator = VirtualInitiator(world.phoneController)
    world.accessory?.powerOn()
    let limit = world.simulation.now + .seconds(20)
    PhoneSession(initiator, profile: profile).run(
      while: { found.count < 2 && world.simulation.now < limit }, report: { _ in })
    return found
  }

  private static func mode0Antennas(_ octets: [UInt8]) -> [UInt8] {
    var antennas: [UInt8] = []
    var offset = 0
    while offset + 5 < octets.count, octets[offset] == 0 {
      antennas.append(octets[offset + 5])
      offset += 3 + Int(octets[offset + 2])
    }
    return antennas
  }

  @Test("are those of the packets that each end reports")
  func reported() throws {
    let plain = try antennas(phone: .noRecommendation, accessory: .noRecommendation)
    #expect(plain == [.initiator: [1, 1, 1], .reflector: [1, 1, 1]])
    let named = try antennas(phone: CSSyncAntennaSelection(rawValue: 3), accessory: .repetitive)
    #expect(named == [.initiator: [3, 3, 3], .reflector: [1, 2, 1]])
  }

  @Test("are on a phone that has them")
  func phoneHasThem() throws {
    var profile = try Shipped.phone("iphone-ios27")
    for (raw, count) in [(0xFF, 2), (0xFE, 2), (1, 2), (3, 3), (4, 4)] as [(UInt8, UInt8)] {
      profile.syncAntennas = CSSyncAntennaSelection(rawValue: raw)
      let capabilities = profile.controllerDescription(Interpretations()).identity.csCapabilities
      #expect(capabilities.numAntennas == count)
    }
  }
}
