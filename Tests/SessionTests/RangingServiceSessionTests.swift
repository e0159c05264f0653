import CoreTypes
import Faults
import Initiator
import Profiles
import Reflector
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController

@Suite("A session of a phone that reads the Ranging Service")
struct RangingServiceSessionTests {
  /// The procedures that are reported of a phone and an accessory 3 m apart, five or as many as come in 20 s.
  static func procedures(_ change: (inout AccessoryProfile) -> Void = { _ in }) throws -> [RangedProcedure] {
    var procedures: [RangedProcedure] = []
    let monitor = SessionMonitor { event in
      if case .procedure(let procedure) = event { procedures.append(procedure) }
    }
    var accessory = try Shipped.profile("nordic-nrf54l15-ras")
    change(&accessory)
    let profile = try Shipped.phone("android16")
    let world = AirWorld(
      AirWorld.Description(
        accessory: accessory, phone: profile, environment: try Shipped.environment("line-of-sight"),
        distanceMetres: 3, seed: 1),
      phonePort: nil, accessoryPort: nil,
      watch: { controller, role in
        controller.hciTap = { packet, isFromHost in
          if !isFromHost { monitor.take(packet, from: role) }
        }
      }, note: { _, _ in })
    let phone = VirtualInitiator(world.phoneController)
    phone.rangedSink = { monitor.take($0, reflector: $1) }
    monitor.phoneReadsResults = { [unowned phone] in phone.readsRangingService }
    world.accessory?.powerOn()
    let limit = world.simulation.now + .seconds(20)
    PhoneSession(phone, profile: profile).run(
      while: { procedures.count < 5 && world.simulation.now < limit },
      report: { Issue.record("\($0)") })
    return procedures
  }

  @Test("tells the distances of what was read")
  func distances() throws {
    let procedures = try Self.procedures()
    #expect(procedures.count == 5)
    for procedure in procedures {
      #expect(procedure.isComplete)
      #expect(abs(try #require(procedure.metres) - 3) < 0.3)
    }
  }

  @Test("tells nothing where the data cannot be read")
  func unreadable() throws {
    #expect(try Self.procedures { $0.faults = [.rasPathMaskWrong] }.isEmpty)
  }
}
