import Foundation
import Testing
import VirtualCoreBluetooth
import VirtualPhone

@Suite("A Channel Sounding session")
struct ChannelSoundingTests {
  /// An app that ranges.
  private final class Ranger: Diary {
    override init() { super.init() }

    private(set) var distances: [Double] = []

    override func peripheral(
      _ peripheral: CBPeripheral, didReceive results: CBChannelSoundingProcedureResults?,
      error: (any Error)?
    ) {
      distances.append(results?.distance ?? .nan)
      if distances.count == 1 { note("first distance") }
    }

    override func peripheral(
      _ peripheral: CBPeripheral, didCompleteChannelSoundingSession error: (any Error)?
    ) {
      note("didComplete \(Self.text(error))")
    }
  }

  /// A world whose first probe is connected, and set up by default.
  private func ranging(
    probes: Int = 1, isSetUp: Bool = true, faults: [String] = []
  ) throws -> (Kitchen, Ranger, [CBPeripheral]) {
    let ranger = Ranger()
    let kitchen = try Kitchen(probes: probes, faults: faults, diary: ranger)
    if isSetUp {
      for accessory in kitchen.world.accessories { kitchen.world.phone.setUp(accessory) }
      #expect(
        kitchen.world.run(atMost: .seconds(60)) {
          kitchen.world.accessories.allSatisfy { $0.bluetoothIdentifier != nil }
        })
    } else {
      _ = try kitchen.discover()
    }
    kitchen.world.run(for: .seconds(5))
    kitchen.manager.scanForPeripherals(withServices: nil)
    kitchen.world.run(for: .seconds(2))
    kitchen.manager.stopScan()
    let peripherals = ranger.peripherals.sorted { first, _ in
      first.identifier == kitchen.world.accessories[0].bluetoothIdentifier
    }
    for peripheral in peripherals {
      kitchen.manager.connect(peripheral)
      #expect(kitchen.run(until: "didConnect"))
    }
    _ = ranger.takeLines()
    return (kitchen, ranger, peripherals)
  }

  private let initiator = CBChannelSoundingSessionConfiguration(role: .initiator)

  @Test("reports a distance for each procedure, and ends once, with nil, when it is cancelled; then again")
  func session() throws {
    let (kitchen, ranger, peripherals) = try ranging()
    for round in 1...2 {
      let before = ranger.distances.count
      peripherals[0].startChannelSoundingSession(initiator)
      kitchen.world.run(for: .seconds(5))
      let distances = ranger.distances.dropFirst(before)
      // Every fourth connection event of 60 ms.
      #expect((15...21).contains(distances.count))
      #expect(distances.allSatisfy { abs($0 - 1) < 0.3 }, "\(distances)")
      peripherals[0].cancelChannelSoundingSession()
      #expect(kitchen.run(until: "didComplete"))
      let count = ranger.distances.count
      kitchen.world.run(for: .seconds(3))
      #expect(
        ranger.takeLines() == (round == 1 ? ["first distance", "didComplete nil"] : ["didComplete nil"]))
      #expect(ranger.distances.count == count && peripherals[0].state == .connected)
    }
  }

  @Test("is refused without setup in the picker, and no Channel Sounding PDU is sent")
  func noSetup() throws {
    let (kitchen, ranger, peripherals) = try ranging(isSetUp: false)
    kitchen.world.run(for: .seconds(3))
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(ranger.lines.isEmpty)
    kitchen.world.run(for: .seconds(3))
    #expect(ranger.takeLines() == ["didComplete channelSoundingConfigurationFailed"])
    #expect(kitchen.world.phone.log.last?.contains("not set up") == true)
  }

  @Test("is refused while another one runs, without Bluetooth, and without a connection")
  func refused() throws {
    let (kitchen, ranger, peripherals) = try ranging(probes: 2)
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(kitchen.run(until: "first distance"))
    _ = ranger.takeLines()
    peripherals[1].startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(1))
    #expect(ranger.takeLines() == ["didComplete channelSoundingConfigurationFailed"])
    let count = ranger.distances.count
    kitchen.world.run(for: .seconds(2))
    #expect(ranger.distances.count > count + 5)
    kitchen.manager.cancelPeripheralConnection(peripherals[1])
    #expect(kitchen.run(until: "didDisconnect"))
    _ = ranger.takeLines()
    peripherals[1].startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(1))
    #expect(ranger.takeLines() == ["didComplete channelSoundingConfigurationFailed"])
    kitchen.world.phone.isBluetoothOn = false
    kitchen.world.run(for: .seconds(1))
    #expect(ranger.takeLines() == ["didComplete nil", "state poweredOff"])
    peripherals[0].startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(1))
    #expect(ranger.takeLines() == ["didComplete channelSoundingConfigurationFailed"])
  }

  @Test("ends with its manager's connection while another manager keeps the link, which may range then")
  func twoManagers() throws {
    let (kitchen, ranger, peripherals) = try ranging()
    let second = Ranger()
    let manager = CBCentralManager(delegate: second, queue: nil)
    kitchen.world.run(for: .milliseconds(10))
    let same = try #require(
      manager.retrievePeripherals(withIdentifiers: [peripherals[0].identifier]).first)
    manager.connect(same)
    kitchen.world.run(for: .seconds(1))
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(kitchen.run(until: "first distance"))
    _ = (ranger.takeLines(), second.takeLines())
    kitchen.manager.cancelPeripheralConnection(peripherals[0])
    kitchen.world.run(for: .milliseconds(1))
    #expect(ranger.takeLines() == ["didComplete nil", "didDisconnect nil, disconnected"])
    let count = ranger.distances.count
    kitchen.world.run(for: .seconds(2))
    #expect(ranger.distances.count == count && ranger.lines.isEmpty && same.state == .connected)
    same.startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(2))
    #expect(second.distances.count > 5 && second.lines == ["first distance"])
    #expect(ranger.distances.count == count)
  }

  @Test("is refused another start, and goes on until it is cancelled")
  func anotherStart() throws {
    let (kitchen, ranger, peripherals) = try ranging()
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(kitchen.run(until: "first distance"))
    let count = ranger.distances.count
    peripherals[0].startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(2))
    #expect(ranger.takeLines() == ["first distance", "didComplete channelSoundingConfigurationFailed"])
    #expect(ranger.distances.count > count + 5)
    peripherals[0].cancelChannelSoundingSession()
    kitchen.world.run(for: .seconds(2))
    #expect(ranger.takeLines() == ["didComplete nil"])
  }

  @Test("ends with the error of the connection when the link is lost, before the connection does")
  func lostLink() throws {
    let (kitchen, ranger, peripherals) = try ranging()
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(kitchen.run(until: "first distance"))
    kitchen.world.accessories[0].powerOff()
    kitchen.world.run(for: .seconds(10))
    #expect(
      ranger.takeLines() == [
        "first distance", "didComplete connectionTimeout", "didDisconnect connectionTimeout, disconnected",
      ])
  }

  @Test("rests in the background and goes on in the foreground, without pairing")
  func background() throws {
    let (kitchen, ranger, peripherals) = try ranging()
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(kitchen.run(until: "first distance"))
    kitchen.world.phone.isAppInForeground = false
    kitchen.world.run(for: .seconds(2))
    let count = ranger.distances.count
    #expect(count < 6)
    kitchen.world.run(for: .seconds(10))
    #expect(ranger.distances.count == count)
    kitchen.world.phone.isAppInForeground = true
    kitchen.world.run(for: .seconds(3))
    #expect(ranger.distances.count > count + 7)
    #expect(ranger.takeLines() == ["first distance"])
  }

  @Test("is slower while the phone's radio has other work, and as fast as before afterwards")
  func load() throws {
    let (kitchen, ranger, peripherals) = try ranging()
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(kitchen.run(until: "first distance"))
    func count(in span: Duration) -> Int {
      kitchen.world.run(for: .seconds(2))
      let before = ranger.distances.count
      kitchen.world.run(for: span)
      return ranger.distances.count - before
    }
    let usual = count(in: .seconds(12))
    kitchen.world.phone.load = 4
    let loaded = count(in: .seconds(12))
    kitchen.world.phone.load = 1
    let again = count(in: .seconds(12))
    #expect((49...51).contains(usual) && (49...51).contains(again))
    #expect((12...13).contains(loaded))
    #expect(ranger.distances.allSatisfy { abs($0 - 1) < 0.3 })
    #expect(ranger.takeLines() == ["first distance"])
  }

  @Test("that the accessory refuses as a configuration fails as one; the connection stays")
  func refusedConfiguration() throws {
    let (kitchen, ranger, peripherals) = try ranging(faults: ["inline-pct-config-refused"])
    peripherals[0].startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(10))
    #expect(ranger.takeLines() == ["didComplete channelSoundingConfigurationFailed"])
    #expect(ranger.distances.isEmpty && peripherals[0].state == .connected)
  }

  @Test("whose series the accessory refuses fails as a procedure; the connection stays")
  func refusedSeries() throws {
    let (kitchen, ranger, peripherals) = try ranging(faults: ["restart-refused"])
    peripherals[0].startChannelSoundingSession(initiator)
    #expect(kitchen.run(until: "first distance"))
    peripherals[0].cancelChannelSoundingSession()
    kitchen.world.run(for: .seconds(2))
    peripherals[0].startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(10))
    #expect(
      ranger.takeLines() == [
        "first distance", "didComplete nil", "didComplete channelSoundingProcedureFailed",
      ])
    #expect(peripherals[0].state == .connected)
  }

  @Test("reports -1 for a procedure without a distance")
  func noDistance() throws {
    let (kitchen, ranger, peripherals) = try ranging(faults: ["stops-after-five-procedures"])
    peripherals[0].startChannelSoundingSession(initiator)
    kitchen.world.run(for: .seconds(6))
    #expect(ranger.distances.count > 10)
    #expect(ranger.distances.prefix(5).allSatisfy { abs($0 - 1) < 0.3 })
    #expect(ranger.distances.dropFirst(5).allSatisfy { $0 == -1 })
  }
}
