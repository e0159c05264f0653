import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Extended scanning")
struct ExtendedScannerTests {
  private typealias Report = LEExtendedAdvertisingReportEvent.Report

  @Test(
    "any amount of data reaches the host, in reports of at most 229 octets",
    arguments: [0, 1, 229, 230, 245, 246, 500, 1650], [PHY.le1M, .le2M])
  func data(count: Int, phy: PHY) throws {
    let bench = ControllerBench()
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 11) }
    bench.configure(interval: 0x40) { ($0.secondaryAdvertisingPHY, $0.advertisingSID) = (PHYNumber(phy), 3) }
    if count > 0 { bench.give(data) }
    bench.enable()
    bench.scan()
    #expect(bench.run(until: { bench.advertisements.count > 3 }))
    for (last, received, status) in bench.advertisements {
      #expect(received == data && status == .complete)
      #expect(last.address.bdAddr == bench.peripheralAddress.bdAddr && last.eventType == [])
      #expect(last.primaryPHY == .le1M && last.secondaryPHY.phy == phy && last.advertisingSID == 3)
    }
    #expect(bench.reports.allSatisfy { $0.data.count <= 229 })
    #expect(bench.log.frames.allSatisfy { $0.octets[0] & 0xF == 7 })
  }

  @Test("a chain that breaks off is reported as far as it came")
  func truncated() throws {
    let bench = ControllerBench()
    let data = (0..<800).map { UInt8(truncatingIfNeeded: $0) }
    bench.configure(interval: 0x40)
    bench.give(data)
    bench.enable()
    var chainCount = 0
    bench.jammer.spoils = { frame in
      guard frame.direction == .auxiliary(.chainInd) else { return false }
      chainCount += 1
      return chainCount % 3 == 2
    }
    bench.scan(duplicates: .on)
    bench.run(.seconds(1))
    let (_, received, status) = try #require(bench.advertisements.first)
    #expect(status == .truncated && received.count > 229 && received == Array(data.prefix(received.count)))
    #expect(received.count < 800)
    #expect(bench.advertisements.allSatisfy { $0.status == .truncated })
    #expect(bench.advertisements.count > 3)
  }

  @Test("an AUX_ADV_IND that is lost is not reported, and the scan goes on")
  func lost() {
    let bench = ControllerBench()
    bench.configure()
    bench.give([1, 2, 3])
    bench.enable()
    bench.jammer.spoils = { frame in
      frame.direction == .auxiliary(.advInd) && bench.simulation.now < Instant.start + .milliseconds(500)
    }
    bench.scan()
    bench.run(.milliseconds(500))
    #expect(bench.reports.isEmpty && !bench.jammer.spoiled.isEmpty)
    bench.run(.milliseconds(500))
    #expect(bench.reports.count > 5)
  }

  @Test(
    "an active scanner asks for the data of a scannable set and reports it apart",
    arguments: [4, 229, 1650], [PHY.le1M, .le2M])
  func scanResponse(count: Int, phy: PHY) throws {
    let bench = ControllerBench()
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13) }
    bench.configure(.scannable, interval: 0x60) {
      ($0.secondaryAdvertisingPHY, $0.scanRequestNotificationEnable) = (PHYNumber(phy), 1)
    }
    bench.give(scanResponse: data)
    bench.enable()
    bench.scan(isActive: true, duplicates: .on)
    #expect(bench.run(until: { bench.advertisements.count > 1 }))
    let types: [ExtendedReportType] = [.scannable, [.scannable, .scanResponse]]
    #expect(bench.advertisements.map { $0.report.eventType } == types)
    #expect(bench.advertisements.map(\.data) == [[], data])
    let frames = bench.log.frames
    let request = try #require(frames.firstIndex { $0.direction == .auxiliary(.other) })
    let gap = Picoseconds.microseconds(150) + bench.flight
    #expect(frames[request].start - frames[request - 1].end == gap)
    #expect(frames[request + 1].start - frames[request].end == gap)
    #expect(frames[request - 1].direction == .auxiliary(.advInd))
    #expect(frames[request + 1].direction == .auxiliary(.scanRsp))
    #expect(frames[request - 1...request + 1].allSatisfy { $0.phy == phy })
    #expect(Set(frames[request - 1...request + 1].map(\.channel)).count == 1)
    let notice = bench.peripheral.last { event -> LEScanRequestReceivedEvent? in
      if case .leScanRequestReceived(let event) = event { event } else { nil }
    }
    #expect(notice?.scannerAddress.bdAddr == bench.centralAddress.bdAddr && notice?.advertisingHandle == 0)
  }

  @Test("a passive scanner sends nothing")
  func passive() {
    let bench = ControllerBench()
    bench.configure(.scannable)
    bench.give(scanResponse: [1, 2])
    bench.enable()
    bench.scan()
    bench.run(.seconds(1))
    #expect(bench.log.auxiliary(.other).isEmpty)
    #expect(bench.reports.count > 5)
    #expect(bench.reports.allSatisfy { $0.eventType == .scannable && $0.data.isEmpty })
  }

  @Test("duplicates are left out until the data changes, or a period begins")
  func duplicates() {
    let bench = ControllerBench()
    bench.configure()
    bench.give([1])
    bench.enable()
    bench.scan(duplicates: .on)
    bench.run(.seconds(1))
    #expect(bench.reports.map(\.data) == [[1]])
    bench.give([2])
    bench.run(.seconds(1))
    #expect(bench.reports.map(\.data) == [[1], [2]])
    bench.central.send(LESetExtendedScanEnableCommand())
    bench.run(.milliseconds(10))
    bench.central.forget()
    bench.scan(duplicates: .withinPeriod, duration: 50, period: 1)
    bench.run(.milliseconds(1270))
    #expect(bench.reports.map(\.data) == [[2]])
    bench.run(.milliseconds(700))
    #expect(bench.reports.map(\.data) == [[2], [2]])
  }

  @Test("an anonymous advertiser has no address")
  func anonymous() {
    let bench = ControllerBench()
    bench.configure(.anonymous)
    bench.give([7])
    bench.enable()
    bench.scan()
    #expect(bench.run(until: { !bench.reports.isEmpty }))
    #expect(bench.reports.allSatisfy { $0.address == DeviceAddress(0, kind: .anonymous) })
  }

  @Test("a scan of limited duration ends with an event, one with a period pauses")
  func duration() {
    let bench = ControllerBench()
    bench.configure()
    bench.enable()
    bench.scan(duration: 30)
    bench.run(.milliseconds(299))
    let timeouts = { bench.central.count { if case .leScanTimeout = $0 { true } else { false } } }
    #expect(timeouts() == 0 && !bench.reports.isEmpty)
    bench.run(.milliseconds(3))
    #expect(timeouts() == 1)
    bench.central.forget()
    bench.run(.seconds(1))
    #expect(bench.reports.isEmpty)
    bench.scan(duration: 30, period: 1)
    bench.run(.milliseconds(320))
    bench.central.forget()
    bench.run(.milliseconds(950))
    #expect(bench.reports.isEmpty)
    bench.run(.milliseconds(300))
    #expect(!bench.reports.isEmpty && timeouts() == 0)
  }

  @Test(
    "legacy advertising of every type has its event type",
    arguments: [(.connectable, 0x13), (.scannable, 0x12), (.nonConnectable, 0x10)]
      as [(AdvertisingType, ExtendedReportType)])
  func legacyTypes(type: AdvertisingType, eventType: ExtendedReportType) {
    let bench = ControllerBench()
    bench.advertise(type: type)
    bench.scan()
    #expect(bench.run(until: { bench.reports.count > 3 }))
    #expect(bench.reports.allSatisfy { $0.eventType == eventType && $0.data == [2, 1, 6] })
  }

  @Test("a device that has LE Coded is found and heard on it")
  func coded() throws {
    let bench = ControllerBench { central, peripheral in
      central.identity.phys = 0b111
      peripheral.identity.phys = 0b111
    }
    let data = [UInt8](repeating: 0x5A, count: 300)
    bench.configure(interval: 0x100) {
      ($0.primaryAdvertisingPHY, $0.secondaryAdvertisingPHY) = (.leCoded, .leCoded)
    }
    bench.give(data)
    bench.enable()
    bench.scan(phys: [.le1M, .leCoded])
    #expect(bench.run(until: { bench.advertisements.count > 2 }, within: .seconds(20)))
    #expect(bench.advertisements.allSatisfy { $0.data == data && $0.report.primaryPHY == .leCoded })
    #expect(bench.log.frames.allSatisfy { $0.phy == .leCoded })
  }

  @Test("the same seed gives the same octets on the air and over HCI, another does not", arguments: [1, 2])
  func seeds(seed: UInt64) {
    let traces = [seed, seed, seed + 10].map { seed -> [[UInt8]] in
      let bench = ControllerBench(seed: seed)
      var trace: [[UInt8]] = []
      bench.central.controller.hciTap = { packet, _ in trace.append(packet.h4Encoded) }
      for number in UInt8(0)..<3 {
        let handle = AdvertisingHandle(rawValue: number)
        bench.configure(set: handle, handle == 2 ? .scannable : [])
        handle == 2 ? bench.give(set: 2, scanResponse: [1, 2]) : bench.give(set: handle, [3, number])
      }
      bench.enable(sets: [0, 1, 2])
      bench.scan(isActive: true)
      bench.run(.seconds(2))
      return trace + bench.log.frames.map(\.octets)
    }
    #expect(traces[0] == traces[1] && traces[0] != traces[2] && traces[0].count > 200)
  }
}
