import ChannelSounding
import CoreTypes
import HCI
import HostStack
import Initiator
import ProcedureRanging
import Profiles
import RadioModel
import Ranging
import Reflector
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController
import VirtualHost

@Suite("A phone with several links")
struct PhoneTests {
  /// A phone and two accessories in one air, and what the phone reported.
  private final class Street {
    let world: AirWorld
    let phone: Phone
    let profile: PhoneProfile
    var accessories: [VirtualAccessory] { world.accessories }
    private(set) var reported: [String] = []
    private(set) var roomCount = 0
    var onEvent: (HCIEventValue) -> Void = { _ in }
    private(set) var procedures: [DeviceAddress: [ProcedureResult]] = [:]

    init() throws {
      profile = try Shipped.phone("iphone-ios27")
      world = AirWorld(
        phone: profile.controllerDescription(Interpretations()), environment: Environment(distanceMetres: 3),
        seed: 9
      ) { _, _ in }
      world.placePhone(as: Self.device("phone", 0, 0))
      let description = try Shipped.profile("nordic-nrf54l15-ipt")
      world.addAccessory(description, as: Self.device("near", 1.5, 0))
      world.addAccessory(description, as: Self.device("far", 0, -8))
      phone = Phone(world.phoneController)
      phone.receiver = { [weak self] in self?.take($0) }
      for accessory in accessories { accessory.powerOn() }
    }

    deinit { world.close() }

    private static func device(_ name: String, _ x: Double, _ y: Double) -> SceneDevice {
      SceneDevice(name: name, track: SceneTrack(standingAt: Position(xMetres: x, yMetres: y)))
    }

    private func take(_ event: PhoneEvent) {
      switch event {
      case .connected(let link): reported.append("connected \(link.host.peerAddress)")
      case .disconnected(let link, let reason):
        reported.append("disconnected \(link.host.peerAddress), \(reason)")
      case .procedure(let procedure, let link):
        procedures[link.host.peerAddress, default: []].append(procedure)
      case .event(let event): onEvent(event)
      case .hasRoom: roomCount += 1
      case .action, .ranged: break
      }
    }

    func address(_ index: Int) -> DeviceAddress {
      accessories[index].controller?.description.address ?? DeviceAddress()
    }

    func run(_ span: Picoseconds) { world.simulation.run(until: world.simulation.now + span) }

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
    street.run(.seconds(5))
    #expect(bonds.count == 1)
    #expect(services == [.genericAccess, .genericAttribute])
    #expect(street.procedures[street.address(0), default: []].count > 10)
    #expect(street.procedures[street.address(1)] == nil)
    #expect(near.host.isEncrypted && far.host.isEncrypted)
  }

  @Test("keeps one link when the other is lost, and fails each request of the lost link with the reason")
  func lostLink() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let near = try street.connect(0)
    let far = try street.connect(1)
    var failures: [HostError] = []
    street.run(.seconds(1))
    street.accessories[1].powerOff()
    for _ in 0..<2 {
      street.phone.run(far.readRemoteVersion(), of: far) {
        if case .failure(let error) = $0 { failures.append(error) }
      }
    }
    street.run(.seconds(3))
    #expect(failures == [.disconnected(.connectionTimeout), .disconnected(.connectionTimeout)])
    #expect(!far.isUp && street.phone.links.map(\.handle) == [near.handle])
    #expect(try street.value(of: near.discoverServices(of: .genericAccess), on: near).count == 1)
    #expect(street.result(of: far.discoverServices(of: nil), on: far).map(Self.error) == .notConnected)
    #expect(
      street.reported == [
        "connected \(near.host.peerAddress)", "connected \(far.host.peerAddress)",
        "disconnected \(far.host.peerAddress), \(ErrorCode.connectionTimeout)",
      ])
  }

  @Test("ranges to each of two accessories where it is, with both links up")
  func distances() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    for (index, metres) in [(0, 1.5), (1, 8.0)] {
      let link = try street.connect(index)
      _ = try street.value(of: link.pair(), on: link)
      let agreed = try street.value(of: link.prepareProcedures(as: street.profile), on: link)
      _ = try street.value(of: link.startProcedures(agreed.parameters), on: link)
      street.run(.seconds(3))
      try street.value(of: link.stopProcedures(configID: 0), on: link)
      let results = street.procedures[street.address(index), default: []]
      var estimator = RangingEstimator(.usual)
      let distances = results.compactMap {
        estimator.estimate($0.measurement(agreed.configuration, reflector: nil))?.metres
      }
      #expect(distances.count > 8 && distances.allSatisfy { abs($0 - metres) < 0.15 }, "\(distances)")
    }
    #expect(street.phone.links.count == 2)
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
    street.run(.seconds(1))
    #expect(handles == links.map(\.handle))
  }

  @Test("gives each request the events of its own link")
  func sameEventTwice() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let links = [try street.connect(0), try street.connect(1)]
    var handles: [ConnectionHandle: ConnectionHandle] = [:]
    for link in links.reversed() {
      street.phone.run(link.readRemoteVersion(), of: link) {
        if case .success(let version) = $0 { handles[link.handle] = version.connectionHandle }
      }
    }
    street.run(.seconds(1))
    #expect(handles.count == 2 && handles.allSatisfy { $0.key == $0.value })
  }

  @Test("waits without end for an accessory that is not there, and finds it when it comes")
  func absence() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let absent = street.connecting(0)
    street.accessories[0].powerOff()
    var link: PhoneLink?
    street.phone.run(absent) { link = try? $0.get() }
    street.run(.seconds(300))
    #expect(link == nil && street.reported.isEmpty)
    street.accessories[0].powerOn()
    street.run(.seconds(2))
    #expect(link?.isUp == true)
  }

  @Test("ends a link that is asked to end once")
  func disconnect() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let link = try street.connect(0)
    try street.value(of: link.disconnect(), on: link)
    #expect(!link.isUp && street.phone.links.isEmpty)
    #expect(street.reported.count == 2)
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

  @Test("takes write commands while there is room, drops the others, and reports new room once")
  func writeCommands() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    let link = try street.connect(0)
    let handle = try #require(link.host.client.maximumCommandLength == 20 ? UInt16(3) : nil)
    #expect(!link.writeCommand(Array(repeating: 0, count: 21), to: handle))
    var taken = 0
    while link.writeCommand([1, 2], to: handle), taken < 1000 { taken += 1 }
    #expect((17...100).contains(taken) && !link.hasRoom && street.roomCount == 0)
    #expect(!link.writeCommand([1], to: handle))
    street.run(.seconds(5))
    #expect(link.hasRoom && street.roomCount == 1)
    #expect(link.writeCommand([1], to: handle))
  }

  // MARK: Seeking

  @Test("seeks several accessories at once, and connects to each when it comes, whichever comes first")
  func seeking() throws {
    let street = try Street()
    let addresses = [street.address(0), street.address(1)]
    try street.value(of: street.phone.powerOn())
    for accessory in street.accessories { accessory.powerOff() }
    for address in addresses { street.phone.seek(address) }
    street.run(.seconds(120))
    #expect(street.reported.isEmpty && street.phone.soughtPeers == addresses)
    street.accessories[1].powerOn()
    street.run(.seconds(2))
    #expect(street.reported == ["connected \(addresses[1])"] && street.phone.soughtPeers == [addresses[0]])
    street.accessories[0].powerOn()
    street.run(.seconds(2))
    #expect(street.reported.last == "connected \(addresses[0])" && street.phone.soughtPeers.isEmpty)
    #expect(street.phone.links.count == 2)
  }

  @Test("gives up an accessory that it is not to seek any more, and goes on to seek the others")
  func abandoning() throws {
    let street = try Street()
    let addresses = [street.address(0), street.address(1)]
    try street.value(of: street.phone.powerOn())
    for accessory in street.accessories { accessory.powerOff() }
    for address in addresses { street.phone.seek(address) }
    street.run(.seconds(1))
    street.phone.abandon(addresses[0])
    street.phone.abandon(DeviceAddress())
    for accessory in street.accessories { accessory.powerOn() }
    street.run(.seconds(5))
    #expect(street.reported == ["connected \(addresses[1])"])
    street.phone.seek(addresses[0])
    street.phone.abandon(addresses[0])
    street.run(.seconds(5))
    #expect(street.phone.links.count == 1)
  }

  @Test("scans while it seeks, and knows an advertiser by advertising data and scan response together")
  func scanning() throws {
    let street = try Street()
    var record = ScanRecord()
    var sightings: [Sighting] = []
    var wholeNames: [String?] = []
    street.onEvent = { event in
      guard case .leAdvertisingReport(let event) = event else { return }
      for report in event.reports {
        let (sighting, isWhole) = record.take(report)
        sightings.append(sighting)
        if isWhole { wholeNames.append(sighting.data.localName) }
      }
    }
    try street.value(of: street.phone.powerOn())
    street.phone.seek(DeviceAddress(7, kind: .public))
    try street.value(of: street.phone.startScan())
    street.run(.seconds(3))
    try street.value(of: street.phone.stopScan())
    let count = sightings.count
    street.run(.seconds(3))
    #expect(sightings.count == count && count > 40)
    #expect(Set(sightings.map(\.address)) == [street.address(0), street.address(1)])
    #expect(sightings.allSatisfy { $0.isConnectable && $0.data.serviceUUIDs == [.ranging] })
    #expect(sightings.allSatisfy { (-80 ... -30).contains($0.rssi) })
    // The first report of each is without its scan response, which has the name.
    #expect(wholeNames.count == count - 2)
    #expect(wholeNames.allSatisfy { $0 == "Nordic IPT Reflector" })
    #expect(sightings.last?.data.localName == "Nordic IPT Reflector")
  }

  @Test("forgets what it sought when its controller is reset, and can seek anew")
  func resetWhileSeeking() throws {
    let street = try Street()
    try street.value(of: street.phone.powerOn())
    for accessory in street.accessories { accessory.powerOff() }
    street.phone.seek(DeviceAddress(7, kind: .public))
    try street.value(of: street.phone.powerOn())
    #expect(street.phone.soughtPeers.isEmpty)
    street.accessories[0].powerOn()
    street.phone.seek(street.address(0))
    street.run(.seconds(10))
    #expect(street.reported == ["connected \(street.address(0))"])
  }

  @Test("sends no command of a request that failed while the host was thinking")
  func failureWhileThinking() throws {
    let street = try Street()
    var commands: [Opcode] = []
    street.world.phoneController.hciTap = { packet, _ in
      if case .command(let command) = packet { commands.append(command.opcode) }
    }
    try street.value(of: street.phone.powerOn())
    let link = try street.connect(0)
    street.run(.seconds(1))
    street.phone.driver.thinkingTime = .seconds(5)
    street.accessories[0].powerOff()
    var failure: HostError?
    street.phone.run(link.readRemoteVersion(), of: link) { failure = Self.error($0) }
    street.run(.seconds(10))
    #expect(failure == .disconnected(.connectionTimeout))
    #expect(commands.last == .leCreateConnection)
  }

  private static func error<Value>(_ result: Result<Value, HostError>) -> HostError? {
    if case .failure(let error) = result { error } else { nil }
  }
}
