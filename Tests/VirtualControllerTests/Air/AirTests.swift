import CoreTypes
import LinkLayer
import RadioModel
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("The air")
struct AirTests {
  private final class Station: AirStation {
    var listening: Listening?
    var sensitivityDbm = -90.0
    var heard: [(frame: AirFrame, isCRCValid: Bool, time: Instant)] = []
    let simulation: Simulation

    init(_ simulation: Simulation) { self.simulation = simulation }

    func receive(_ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool) {
      heard.append((frame, isCRCValid, simulation.now))
    }
  }

  private let simulation = Simulation(seed: 1)
  private let air: Air
  private let sender: Station
  private let receiver: Station
  private static let accessAddress: AccessAddress = 0x5012_3456

  init() {
    air = Air(simulation: simulation, environment: Environment(distanceMetres: 29.979_245_8))
    sender = Station(simulation)
    receiver = Station(simulation)
    air.add(sender as any AirStation)
    air.add(receiver as any AirStation)
    tune(5)
  }

  private func tune(_ channel: UInt8) {
    receiver.listening = Listening(
      channel: ChannelIndex(rawValue: channel), phy: .le1M, accessAddress: Self.accessAddress,
      since: simulation.now)
  }

  private func send(
    after microseconds: Int, channel: UInt8 = 5, octets: Int, phy: PHY = .le1M,
    address: AccessAddress = accessAddress
  ) {
    simulation.schedule(after: .microseconds(microseconds)) { [self] in
      air.transmit(
        AirFrame(
          start: simulation.now, channel: ChannelIndex(rawValue: channel), phy: phy, accessAddress: address,
          crcInit: 1, octets: [UInt8](repeating: 7, count: octets), plaintext: nil, direction: .advertising,
          powerDbm: 0), from: sender)
    }
  }

  private func run() { simulation.run(until: simulation.now + .milliseconds(10)) }

  @Test("a frame is heard when it has ended and flown")
  func flight() {
    send(after: 10, octets: 12)
    run()
    #expect(receiver.heard.count == 1)
    let end = Instant.start + Picoseconds.microseconds(10 + 160)
    #expect(receiver.heard.first?.time == end + Picoseconds.nanoseconds(100))
    #expect(receiver.heard.first?.isCRCValid == true)
    #expect(sender.heard.isEmpty)
  }

  @Test("a radio with a place of its own hears later and weaker than its neighbours")
  func places() {
    let far = Station(simulation)
    air.add(far as any AirStation)
    air.put(far, in: Environment(distanceMetres: 299.792_458))
    far.listening = receiver.listening
    send(after: 10, octets: 12)
    run()
    let end = Instant.start + Picoseconds.microseconds(10 + 160)
    #expect(receiver.heard.first?.time == end + Picoseconds.nanoseconds(100))
    #expect(far.heard.first?.time == end + Picoseconds.microseconds(1))
    far.sensitivityDbm = -80
    send(after: 10, octets: 12)
    run()
    #expect(receiver.heard.count == 2 && far.heard.count == 1)
    #expect(air.environment(between: far, and: receiver).distanceMetres > 299)
    #expect(air.environment(between: sender, and: receiver).distanceMetres < 30)
    air.remove(far)
    #expect(air.environment(between: far, and: receiver).distanceMetres < 30)
  }

  @Test("only who is tuned to its channel, modulation and access address hears it")
  func tuning() {
    send(after: 10, channel: 6, octets: 2)
    send(after: 500, octets: 2, phy: .le2M)
    send(after: 1000, octets: 2, address: 0x1111_2222)
    run()
    #expect(receiver.heard.isEmpty)
  }

  @Test("who tunes in late, or away, hears nothing")
  func lateTuning() {
    receiver.listening = nil
    send(after: 10, octets: 2)
    simulation.schedule(after: .microseconds(11)) { tune(5) }
    send(after: 1000, octets: 20)
    simulation.schedule(after: .microseconds(1050)) { tune(7) }
    run()
    #expect(receiver.heard.isEmpty)
  }

  @Test("a frame into which another one talks has a wrong CRC, whoever began and whatever came after")
  func collisions() {
    send(after: 10, octets: 200)
    send(after: 100, octets: 2, address: 0x1111_2222)
    send(after: 400, channel: 9, octets: 2, address: 0x1111_2222)
    send(after: 4000, octets: 200, address: 0x1111_2222)
    send(after: 4100, octets: 2)
    send(after: 8000, octets: 10)
    send(after: 8010, channel: 6, octets: 10)
    run()
    #expect(receiver.heard.map(\.isCRCValid) == [false, false, true])
  }

  @Test("a frame that is too weak is not heard, and one that is just strong enough is")
  func sensitivity() {
    let level = -air.environment.pathLossDecibels
    receiver.sensitivityDbm = level + 0.1
    send(after: 10, octets: 20)
    run()
    #expect(receiver.heard.isEmpty)
    receiver.sensitivityDbm = level - 0.1
    send(after: 10, octets: 20)
    run()
    #expect(receiver.heard.count == 1)
  }

  @Test("a station that is taken out hears no more")
  func removal() {
    send(after: 10, octets: 20)
    simulation.schedule(after: .microseconds(50)) { air.remove(receiver) }
    run()
    #expect(receiver.heard.isEmpty)
  }

  @Test(
    "a frame lasts as long as its modulation makes it",
    arguments: [
      (PHY.le1M, 2, 80), (.le1M, 253, 2088), (.le2M, 2, 44), (.le2M, 253, 1048), (.leCoded, 2, 720),
    ])
  func durations(phy: PHY, octets: Int, microseconds: Int) {
    #expect(AirFrame.duration(of: octets, on: phy) == .microseconds(microseconds))
  }
}
