import ChannelSounding
import CoreTypes
import HCI
import HostStack
import Initiator
import Profiles
import RadioModel
import Reflector
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController
import VirtualHost

@Suite("A phone with several links")
struct PhoneTests {
  /// A phone and two accessories in one air, and what the phone told.
  private final class Street {
    let world: AirWorld
    let phone: Phone
    let profile: PhoneProfile
    let accessories: [VirtualAccessory]
    private(set) var told: [String] = []
    private(set) var procedureCounts: [DeviceAddress: Int] = [:]

    init() throws {
      profile = try Shipped.phone("iphone-ios27")
      world = AirWorld(
        phone: profile.controllerDescription(Interpretations()), environment: Environment(distanceMetres: 3),
        seed: 9
      ) { _, _ in }
      let air = world.air
      let description = try Shipped.profile("nordic-nrf54l15-ipt")
      accessories = (1...2).map { VirtualAccessory(description, number: $0, air: air) }
      phone = Phone(world.phoneController)
      phone.receiver = { [weak self] in self?.take($0) }
      for accessory in accessories { accessory.powerOn() }
    }

    deinit {
      for accessory in accessories { accessory.powerOff() }
      world.close()
    }

    private func take(_ event: PhoneEvent) {
      switch event {
      case .connected(let link): told.append("connected \(link.host.peerAddress)")
      case .disconnected(let link, let reason):
        told.append("disconnected \(link.host.peerAddress), \(reason)")
      case .procedure(_, let link): procedureCounts[link.host.peerAddress, default: 0] += 1
      case .action, .event, .ranged: break
      }
    }

    func address(_ index: Int) -> DeviceAddress {
      accessories[index].controller?.description.address ?? DeviceAddress()
    }

    /// Runs until a request has ended.
    func result<Value>(
      of request: HostRequest<Value>, on link: PhoneLink? = nil, within limit: Picoseconds = .seconds(60)
    ) -> Result<Value, HostError>? {
      var outcome: Result<Value, HostError>?
      phone.run(request, of: link) { outcome = $0 }
      world.simulation.run(until: world.simulation.now + limit) { outcome == nil }
      return outcome
    }

    func value<Value>(of request: HostRequest<Value>, on link: PhoneLink? = nil) throws -> Value {
      try #require(result(of: request, on: link)).get()
    }

    func connect(_ index: Int) throws -> PhoneLink {
      try value(of: connecting(index))
    }

    func connecting(_ index: Int) -> HostRequest<PhoneLink> {
      phone.connect(to: address(index), profile.connection.parameters, bond: nil, within: nil)
    }
  }

  @Test("serves both at once: one ranges while the other is asked for its services")
  func twoLinks() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let near = try street.connect(0)
    let far = try street.connect(1)
    #expect(street.phone.links.map(\.handle) == [near.handle, far.handle] && near.handle != far.handle)
    _ = try street.value(of: near.pair(), on: near)
    _ = try street.value(of: near.prepareProcedures(as: street.profile), on: near)
    _ = try street.value(of: near.startProcedures(street.profile.procedures), on: near)

    var bonds: [Bond] = []
    var services: [BluetoothUUID] = []
    street.phone.run(far.pair(), of: far) { if case .success(let bond) = $0 { bonds.append(bond) } }
    street.phone.run(far.discoverServices(of: nil), of: far) {
      if case .success(let found) = $0 { services = found.map(\.uuid) }
    }
    street.world.simulation.run(until: street.world.simulation.now + .seconds(5))
    #expect(bonds.count == 1)
    #expect(services == [.genericAccess, .genericAttribute])
    #expect(street.procedureCounts[street.address(0), default: 0] > 10)
    #expect(street.procedureCounts[street.address(1)] == nil)
    #expect(near.host.isEncrypted && far.host.isEncrypted)
  }

  @Test("goes on with one when the other is gone, and tells each request of the lost link why it failed")
  func lostLink() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let near = try street.connect(0)
    let far = try street.connect(1)
    var failures: [HostError] = []
    street.world.simulation.run(until: street.world.simulation.now + .seconds(1))
    street.accessories[1].powerOff()
    for _ in 0..<2 {
      street.phone.run(far.readRemoteVersion(), of: far) {
        if case .failure(let error) = $0 { failures.append(error) }
      }
    }
    street.world.simulation.run(until: street.world.simulation.now + .seconds(3))
    #expect(failures == [.disconnected(.connectionTimeout), .disconnected(.connectionTimeout)])
    #expect(!far.isUp && street.phone.links.map(\.handle) == [near.handle])
    #expect(try street.value(of: near.discoverServices(of: .genericAccess), on: near).count == 1)
    #expect(street.result(of: far.discoverServices(of: nil), on: far).map(Self.error) == .notConnected)
    #expect(
      street.told == [
        "connected \(near.host.peerAddress)", "connected \(far.host.peerAddress)",
        "disconnected \(far.host.peerAddress), \(ErrorCode.connectionTimeout)",
      ])
  }

  @Test("gives each answer to the request that has waited for it longest")
  func sameCommandTwice() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let links = [try street.connect(0), try street.connect(1)]
    var handles: [ConnectionHandle] = []
    for link in links {
      street.phone.run(
        HostRequest<ReadRSSICommand.Return>.complete(ReadRSSICommand { $0.handle = link.handle }), of: link
      ) {
        if case .success(let value) = $0 { handles.append(value.handle) }
      }
    }
    street.world.simulation.run(until: street.world.simulation.now + .seconds(1))
    #expect(handles == links.map(\.handle))
  }

  @Test("waits without end for an accessory that is not there, and finds it when it comes")
  func patience() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let absent = street.connecting(0)
    street.accessories[0].powerOff()
    var link: PhoneLink?
    street.phone.run(absent) { link = try? $0.get() }
    street.world.simulation.run(until: street.world.simulation.now + .seconds(300))
    #expect(link == nil && street.told.isEmpty)
    street.accessories[0].powerOn()
    street.world.simulation.run(until: street.world.simulation.now + .seconds(2))
    #expect(link?.isUp == true)
  }

  @Test("ends a link that is asked to end once")
  func disconnect() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let link = try street.connect(0)
    try street.value(of: link.disconnect(), on: link)
    #expect(!link.isUp && street.phone.links.isEmpty)
    #expect(street.told.count == 2)
  }

  @Test("gives up an answer that does not come, and a timeout grows while a link becomes slower")
  func silence() throws {
    let street = try Street()
    var failure: HostError?
    var limit = Picoseconds.seconds(1)
    street.phone.run(
      HostRequest<Void>.event("nothing", within: { limit }) { _ in nil }
    ) {
      if case .failure(let error) = $0 { failure = error }
    }
    let start = street.world.simulation.now
    street.world.simulation.schedule(after: .milliseconds(500)) { limit = .seconds(3) }
    street.world.simulation.run(until: start + .seconds(10)) { failure == nil }
    #expect(failure == .missing("nothing", within: .seconds(3)))
    #expect(street.world.simulation.now == start + .seconds(3))
  }

  private static func error<Value>(_ result: Result<Value, HostError>) -> HostError? {
    if case .failure(let error) = result { error } else { nil }
  }
}
