import ChannelSounding
import CoreTypes
import LinkLayer
import Profiles
import RadioModel
import Reflector
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController

@Suite("A phone's controller and an accessory in one air")
struct AirWorldTests {
  /// Who got power, in order.
  private final class PowerLog {
    var roles: [CSRole] = []
  }

  private static func world(_ log: PowerLog) throws -> AirWorld {
    let phone = try Shipped.phone("iphone-ios27").controllerDescription(Interpretations())
    return AirWorld(
      phone: phone, environment: Environment(distanceMetres: 3), seed: 5,
      start: .start + .seconds(1)
    ) { _, role in log.roles.append(role) }
  }

  @Test("has each controller watched that gets power, each time")
  func watch() throws {
    let log = PowerLog()
    let world = try Self.world(log)
    #expect(log.roles == [.initiator])
    let accessory = world.addAccessory(try Shipped.profile("nordic-nrf54l15-ipt"))
    #expect(log.roles == [.initiator] && world.accessory === accessory)
    let controller = accessory.powerOn()
    #expect(accessory.controller === controller)
    accessory.powerOff()
    accessory.powerOn()
    #expect(log.roles == [.initiator, .reflector, .reflector])
    #expect(world.simulation.random.seed == 5 && world.simulation.now == .start + .seconds(1))
    world.close()
    #expect(accessory.controller == nil && world.simulation.pendingCount == 0)
  }

  @Test("has a controller without the profile's host where another is to attach")
  func controllerAlone() throws {
    let log = PowerLog()
    let world = try Self.world(log)
    defer { world.close() }
    let controller = world.addController(of: try Shipped.profile("nordic-nrf54l15-ipt"))
    #expect(log.roles == [.initiator, .reflector])
    #expect(world.accessory == nil && controller.host == nil)
    #expect(controller.air === world.phoneController.air)
  }

  @Test("has a phone that offers the T_FCS of its file, where a tester offers what each case says")
  func offeredTFCS() throws {
    var phone = try Shipped.phone("iphone-ios27")
    phone.tFCS = [TFCS(microseconds: 80)]
    let tester = phone.controllerDescription(Interpretations())
    #expect(tester.identity.csCapabilities.tFCS == .all)
    let description = AirWorld.Description(
      accessory: try Shipped.profile("nordic-nrf54l15-ipt"), phone: phone,
      environment: try Shipped.environment("line-of-sight"), distanceMetres: 3, seed: 1)
    let world = AirWorld(
      description, phonePort: nil, accessoryPort: nil, watch: { _, _ in }, note: { _, _ in })
    defer { world.close() }
    #expect(world.phoneController.description.identity.csCapabilities.tFCS == phone.tFCS)
    #expect(world.accessory?.controller == nil)
  }
}
