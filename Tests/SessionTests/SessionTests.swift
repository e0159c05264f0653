import Capture
import ChannelSounding
import CoreTypes
import Foundation
import HCI
import HostStack
import Initiator
import LinkLayer
import Profiles
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController
import VirtualHost

@testable import Reflector

/// An air with a host attached to one controller or both, over ports without a transport.
private final class Stage {
  let world: AirWorld
  let near = WirePort()
  private(set) var events: [SessionEvent] = []
  private(set) var portEvents: [HCIPortEvent] = []
  /// Told how many procedures there are, when one ends.
  var onProcedure: (Int) -> Void = { _ in }
  private var host: AccessoryHost?
  private var farEnd: WirePort?

  private struct Watch {
    var controller: ((VirtualController, CSRole) -> Void)?
    var note: ((HCIPortEvent) -> Void)?
  }

  init(attached role: CSRole, distanceMetres: Double = 3, profile: String = "nordic-nrf54l15-ipt") throws {
    var told: ((SessionEvent) -> Void)?
    var noted: ((HCIPortEvent) -> Void)?
    var sent: ((HCIPacket) -> Void)?
    let monitor = SessionMonitor { told?($0) }
    let description = AirWorld.Description(
      accessory: try Shipped.profile(profile), phone: try Shipped.phone("iphone-ios27"),
      environment: try Shipped.environment("line-of-sight"), distanceMetres: distanceMetres, seed: 1)
    world = AirWorld(
      description, phonePort: role == .initiator ? near : nil, accessoryPort: role == .reflector ? near : nil,
      watch: { controller, role in
        controller.hciTap = { packet, isFromHost in
          guard !isFromHost else { return }
          monitor.take(packet, from: role)
          if role == .reflector { sent?(packet) }
        }
      }, note: { event, _ in noted?(event) })
    told = { [weak self] event in
      guard let self else { return }
      events.append(event)
      if case .procedure = event { onProcedure(procedures.count) }
    }
    sent = { [weak self] packet in
      guard case .event(let event) = packet, event.eventCode == .leConnectionComplete else { return }
      self?.accessoryHandle = ConnectionHandle(
        rawValue: UInt16(event.parameters[2]) | UInt16(event.parameters[3]) << 8)
    }
    noted = { [weak self] in self?.portEvents.append($0) }
  }

  /// Attaches firmware that acts as a profile says.
  func attachAccessory(_ profile: AccessoryProfile) {
    let far = WirePort()
    let controller = RemoteController(far, simulation: world.simulation)
    let host = AccessoryHost(
      profile, controller: controller, address: DeviceAddress(0x00A0_5000_0002, kind: .public), bond: nil,
      start: 1)
    WirePort.join(near, far)
    (self.host, farEnd) = (host, far)
    host.start()
  }

  /// Attaches a phone.
  func attachPhone() -> VirtualInitiator {
    let far = WirePort()
    let phone = VirtualInitiator(RemoteController(far, simulation: world.simulation), name: "attached-phone")
    WirePort.join(near, far)
    farEnd = far
    return phone
  }

  /// The attached host is gone without a word.
  func detach() {
    farEnd?.cut("killed")
    (host, farEnd) = (nil, nil)
  }

  /// Has the attached accessory end the series of procedures on the first link.
  func endSeries() {
    guard let farEnd else { return }
    farEnd.send(
      LECSProcedureEnableCommand {
        ($0.connectionHandle, $0.configID, $0.enable) = (accessoryHandle, 0, .disabled)
      }
      .packet)
  }

  private var accessoryHandle: ConnectionHandle = 0

  func sendGarbage() { farEnd?.sendGarbage([0x77, 0x66]) }

  var procedures: [RangedProcedure] {
    events.compactMap { event in
      if case .procedure(let procedure) = event { procedure } else { nil }
    }
  }

  func count(_ event: SessionEvent) -> Int { events.count { $0 == event } }

  /// Has our phone range until `isOver`, for two minutes at most.
  func range(until isOver: () -> Bool) throws -> [HostError] {
    var errors: [HostError] = []
    let phone = VirtualInitiator(world.phoneController)
    let session = PhoneSession(
      phone, profile: try Shipped.phone("iphone-ios27"))
    let limit = world.simulation.now + .seconds(120)
    session.run(while: { !isOver() && world.simulation.now < limit }, report: { errors.append($0) })
    return errors
  }
}

@Suite("A session with an attached host")
struct SessionTests {
  @Test("our phone finds, pairs and ranges with an attached accessory", arguments: [1.0, 5.0, 20.0])
  func attachedAccessory(metres: Double) throws {
    let stage = try Stage(attached: .reflector, distanceMetres: metres)
    stage.attachAccessory(try Shipped.profile("nordic-nrf54l15-ipt"))
    let errors = try stage.range { stage.procedures.count >= 5 }
    #expect(errors.isEmpty)
    #expect(stage.events.contains(.encrypted(.success)))
    #expect(stage.procedures.allSatisfy { $0.isComplete && $0.toneCount == 72 })
    for procedure in stage.procedures {
      #expect(abs(try #require(procedure.metres) - metres) < 0.05)
    }
  }

  @Test("without inline PCT the distance comes of what both controllers reported")
  func distanceOfBothReports() throws {
    let stage = try Stage(attached: .reflector, distanceMetres: 7, profile: "silabs-xg24")
    stage.attachAccessory(try Shipped.profile("silabs-xg24"))
    let errors = try stage.range { stage.procedures.count >= 2 }
    #expect(errors.isEmpty)
    for procedure in stage.procedures {
      #expect(abs(try #require(procedure.metres) - 7) < 0.1)
    }
  }

  @Test("a phone that is attached ranges with our accessory")
  func attachedPhone() throws {
    let stage = try Stage(attached: .initiator)
    stage.world.accessory?.powerOn()
    let phone = stage.attachPhone()
    let session = PhoneSession(
      phone, profile: try Shipped.phone("iphone-ios27"))
    let limit = stage.world.simulation.now + .seconds(60)
    session.run(while: { stage.procedures.count < 3 && stage.world.simulation.now < limit }) { error in
      Issue.record("\(error)")
    }
    #expect(stage.procedures.count == 3)
  }

  @Test("the phone times out when the host is killed, and ranges again when one comes back")
  func killedHost() throws {
    let stage = try Stage(attached: .reflector)
    let profile = try Shipped.profile("nordic-nrf54l15-ipt")
    stage.attachAccessory(profile)
    stage.world.simulation.schedule(after: .seconds(8)) { stage.detach() }
    stage.world.simulation.schedule(after: .seconds(14)) { stage.attachAccessory(profile) }
    let errors = try stage.range {
      stage.count(.procedures(isRunning: true)) == 2 && stage.procedures.count > 5
    }
    #expect(stage.count(.disconnected(.connectionTimeout)) == 1)
    #expect(errors.contains(.disconnected(.connectionTimeout)))
    #expect(stage.count(.procedures(isRunning: true)) == 2)
    #expect(stage.portEvents.contains(.detached("killed")))
  }

  @Test("a series that the accessory ends is told, and another is started on the same link")
  func endedSeries() throws {
    let stage = try Stage(attached: .reflector)
    stage.attachAccessory(try Shipped.profile("nordic-nrf54l15-ipt"))
    var endCount = 0
    let phone = VirtualInitiator(stage.world.phoneController)
    let session = PhoneSession(phone, profile: try Shipped.phone("iphone-ios27"))
    let limit = stage.world.simulation.now + .seconds(60)
    stage.onProcedure = { [unowned stage] count in
      if count == 3 { stage.endSeries() }
    }
    session.run(
      while: { stage.procedures.count < 8 && stage.world.simulation.now < limit },
      report: { Issue.record("\($0)") }, seriesEnded: { endCount += 1 })
    #expect(endCount == 1)
    #expect(stage.procedures.count == 8)
    #expect(stage.count(.procedures(isRunning: true)) == 2)
    #expect(stage.count(.encrypted(.success)) == 1)
  }

  @Test("the controller of an attached phone offers both roles and takes either")
  func attachedPhonesRoles() throws {
    let stage = try Stage(attached: .initiator)
    stage.world.accessory?.powerOn()
    let phone = stage.attachPhone()
    try phone.powerOn()
    let found = try #require(try phone.discover(try Shipped.phone("iphone-ios27").descriptors))
    try phone.connect(to: found.address, ConnectionParameterRange(interval: 24, timeout: 200))
    let handle = try #require(phone.link?.handle)
    for roles in [CSCapabilities.Roles.initiator, .reflector, [.initiator, .reflector]] {
      let answer = try phone.driver.answer(
        to: LECSSetDefaultSettingsCommand {
          ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (handle, roles, 0)
        })
      #expect(answer.status == .success)
    }
    let own = stage.world.phoneController.description.identity.csCapabilities
    #expect(own.roles == [.initiator, .reflector])
    #expect(own.subfeatures.isSuperset(of: [.inlinePCT, .channelSelection3c]))
    #expect(own.supportsMode3)
  }

  @Test("a host that loses its place gets a hardware error and a controller as after power on")
  func desynchronised() throws {
    let stage = try Stage(attached: .initiator)
    var received: [HCIPacket] = []
    let phone = stage.attachPhone()
    phone.driver.controller.hciTap = { packet, isFromHost in
      if !isFromHost { received.append(packet) }
    }
    try phone.powerOn()
    received.removeAll()
    stage.sendGarbage()
    stage.world.simulation.run(until: stage.world.simulation.now + .milliseconds(1))
    #expect(received == [HardwareErrorEvent { $0.hardwareCode = 1 }.packet])
    try phone.powerOn()
  }
}
