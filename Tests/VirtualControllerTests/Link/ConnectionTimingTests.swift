import CoreTypes
import HCI
import LinkLayer
import RadioModel
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Anchor points, hopping and interframe space")
struct ConnectionTimingTests {
  static let interval: ConnectionInterval = 24

  private func connectEnd(_ bench: ControllerBench) throws -> Instant {
    try #require(try bench.log.advertising { if case .connectInd = $0 { true } else { nil } }).frame.end
  }

  @Test(
    "the first PDU comes 1.25 ms after CONNECT_IND, and then one each interval", arguments: [0.5, 3, 60, 140])
  func anchors(metres: Double) throws {
    let bench = ControllerBench(environment: Environment(distanceMetres: metres))
    #expect(bench.connect(interval: Self.interval))
    bench.run(.seconds(3))
    let end = try connectEnd(bench)
    let events = bench.log.connectionEvents
    #expect(events.count >= 99)
    for (number, event) in events.enumerated() {
      #expect(event[0].isFromCentral)
      #expect(event[0].start - end == .microseconds(1250 + Self.interval.microseconds * number))
    }
  }

  @Test("each side answers 150 us after it has heard the other", arguments: [0.5, 3, 60, 140])
  func interframeSpace(metres: Double) throws {
    let bench = ControllerBench(environment: Environment(distanceMetres: metres))
    #expect(bench.connect())
    for count in 1...4 {
      bench.central.send(message: [UInt8](repeating: UInt8(count), count: 100))
      bench.peripheral.send(message: [UInt8](repeating: UInt8(count), count: 60))
    }
    bench.run(.seconds(1))
    #expect(bench.log.connectionEvents.contains { $0.count >= 8 })
    for event in bench.log.connectionEvents {
      for (one, next) in zip(event, event.dropFirst()) {
        #expect(next.start - one.end == .microseconds(150) + bench.flight)
        #expect(one.isFromCentral != next.isFromCentral)
      }
    }
  }

  @Test("the link keeps step between clocks that differ by 100 ppm", arguments: [-50.0, 50])
  func clockError(ppm: Double) {
    let bench = ControllerBench { central, peripheral in
      central.clock = DeviceClock(offsetPpm: ppm)
      peripheral.clock = DeviceClock(offsetPpm: -ppm)
    }
    #expect(bench.connect(interval: 800, timeout: 600))
    bench.run(.seconds(60))
    #expect(bench.isConnected)
    let events = bench.log.connectionEvents
    #expect(events.allSatisfy { $0.count == 2 })
    let span = events[50][0].start - events[0][0].start
    #expect(abs(span.inSeconds - 50 / (1 + ppm * 1e-6)) < 1e-8)
  }

  @Test(
    "each connection event is on the channel of selection algorithm #2",
    arguments: 1...4 as ClosedRange<UInt64>)
  func hopping(seed: UInt64) throws {
    let bench = ControllerBench(seed: seed)
    #expect(bench.connect(interval: 6))
    bench.run(.seconds(2))
    let events = bench.log.connectionEvents
    let selection = ChannelSelection.algorithm2(
      accessAddress: try #require(events.first?.first).accessAddress)
    for (number, event) in events.enumerated() {
      let channel = selection.channel(event: UInt64(number), map: .all)
      #expect(event.allSatisfy { $0.channel == channel })
    }
    #expect(Set(events.map { $0[0].channel.rawValue }).count == 37)
  }

  @Test("without #2 on both sides the link hops by algorithm #1")
  func algorithm1() throws {
    let bench = ControllerBench()
    let data = LLData { data in
      (data.accessAddress, data.crcInit, data.hop) = (0x5A5A_1234, 0x12_3456, 7)
      data.parameters = ConnectionParameters(interval: 6, timeout: 100)
      data.channelMap = .all
    }
    for (host, role) in [(bench.central, LinkRole.central), (bench.peripheral, .peripheral)] {
      host.controller.connect(
        Connection.Origin(
          role: role, handle: 1,
          peer: VirtualController.Seen(identity: DeviceAddress(7, kind: .public)), llData: data,
          usesAlgorithm2: false, connectEnd: bench.simulation.now))
    }
    bench.run(.seconds(2))
    let events = bench.log.connectionEvents
    #expect(events.count > 250)
    let selection = ChannelSelection.algorithm1(hopIncrement: 7)
    let wrong = events.enumerated().filter { number, event in
      event[0].channel != selection.channel(event: UInt64(number), map: .all) || event.count != 2
    }
    #expect(wrong.isEmpty)
  }

  @Test("CRC and access address are those of CONNECT_IND")
  func addresses() throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.run(.milliseconds(200))
    let data = try #require(
      try bench.log.advertising { if case .connectInd(_, let pdu) = $0 { pdu.llData } else { nil } }
    ).value
    #expect(!bench.log.linkFrames.isEmpty)
    for frame in bench.log.linkFrames {
      #expect(frame.accessAddress == data.accessAddress && frame.crcInit == data.crcInit)
      #expect(frame.crc == crc24(frame.octets, initial: data.crcInit))
    }
  }
}

extension LLData {
  /// Makes the parameters and lets `fill` set them.
  init(_ fill: (inout LLData) -> Void) {
    self.init()
    fill(&self)
  }
}
