import CoreTypes
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("Filter policies")
struct FilterPolicyTests {
  private func lists(_ device: DeviceAddress, _ host: BenchHost) {
    host.controller.hostState.filterAcceptList.entries = [device]
  }

  private let stranger = DeviceAddress(0xC0_0000_0000_99, kind: .random)

  private func advertise(_ bench: ControllerBench, isLegacy: Bool, policy: AdvertisingFilterPolicy) {
    bench.configure(isLegacy ? .advInd : .scannable) { $0.advertisingFilterPolicy = policy }
    bench.give(scanResponse: [1, 2])
    bench.enable()
  }

  @Test(
    "an advertiser answers scans of whom its policy lets through", arguments: [true, false],
    [0, 1, 2, 3] as [AdvertisingFilterPolicy])
  func scans(isLegacy: Bool, policy: AdvertisingFilterPolicy) {
    for isListed in [true, false] {
      let bench = ControllerBench()
      bench.run(.milliseconds(1))
      lists(isListed ? bench.centralAddress : stranger, bench.peripheral)
      advertise(bench, isLegacy: isLegacy, policy: policy)
      bench.scan(isActive: true)
      bench.run(.milliseconds(500))
      let isAnswered = bench.reports.contains { $0.eventType.contains(.scanResponse) }
      #expect(isAnswered == (isListed || policy.rawValue & 1 == 0), "listed: \(isListed)")
      #expect(bench.peripheral.controller.usesFilterAcceptList == (policy != .unfiltered))
    }
  }

  @Test(
    "an advertiser connects to whom its policy lets through", arguments: [true, false],
    [0, 1, 2, 3] as [AdvertisingFilterPolicy])
  func connections(isLegacy: Bool, policy: AdvertisingFilterPolicy) {
    for isListed in [true, false] {
      let bench = ControllerBench()
      bench.run(.milliseconds(1))
      lists(isListed ? bench.centralAddress : stranger, bench.peripheral)
      bench.configure(isLegacy ? .advInd : .connectable) { $0.advertisingFilterPolicy = policy }
      bench.enable()
      bench.initiateExtended()
      let connects = bench.run(until: { bench.peripheral.handle != 0 }, within: .milliseconds(600))
      #expect(connects == (isListed || policy.rawValue & 2 == 0), "listed: \(isListed)")
    }
  }

  @Test("the legacy command has the same policies")
  func legacyCommand() {
    let bench = ControllerBench()
    bench.run(.milliseconds(1))
    lists(stranger, bench.peripheral)
    bench.peripheral.send(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (0x20, 0x20)
        $0.advertisingFilterPolicy = 2
      })
    bench.peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    bench.initiate()
    bench.run(.milliseconds(500))
    #expect(bench.peripheral.handle == 0 && bench.peripheral.controller.usesFilterAcceptList)
    bench.peripheral.send(LESetAdvertisingEnableCommand())
    bench.run(.milliseconds(1))
    #expect(!bench.peripheral.controller.usesFilterAcceptList)
  }

  @Test("a scanner reports whom its policy lets through", arguments: [true, false], [true, false])
  func scanner(isExtended: Bool, isListed: Bool) {
    let bench = ControllerBench()
    bench.run(.milliseconds(1))
    lists(isListed ? bench.peripheralAddress : stranger, bench.central)
    bench.advertise()
    if isExtended {
      bench.scan(isActive: true, filterPolicy: .filterAcceptList)
    } else {
      bench.central.send(
        LESetScanParametersCommand { ($0.leScanType, $0.scanningFilterPolicy) = (.active, 1) })
      bench.central.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    }
    bench.run(.seconds(1))
    let isHeard =
      !bench.reports.isEmpty
      || bench.central.count { if case .leAdvertisingReport = $0 { true } else { false } } > 0
    #expect(isHeard == isListed)
    #expect(bench.log.frames.contains { $0.octets[0] & 0xF == 3 } == isListed)
  }

  @Test("a scanner reports advertisers without an address if its list has the entry for them")
  func anonymous() {
    for isListed in [true, false] {
      let bench = ControllerBench()
      bench.central.send(
        LEAddDeviceToFilterAcceptListCommand {
          $0.address = isListed ? DeviceAddress(5, kind: .anonymous) : stranger
        })
      bench.configure(.anonymous)
      bench.give([7])
      bench.enable()
      bench.scan(filterPolicy: .filterAcceptList)
      bench.run(.seconds(1))
      #expect(bench.central.status(of: LEAddDeviceToFilterAcceptListCommand.self) == .success)
      #expect(bench.reports.isEmpty == !isListed)
    }
  }

  @Test("an initiator connects to anyone of its list", arguments: [true, false], [true, false])
  func initiator(isExtended: Bool, isListed: Bool) {
    let bench = ControllerBench()
    bench.run(.milliseconds(1))
    lists(isListed ? bench.peripheralAddress : stranger, bench.central)
    if isExtended {
      bench.configure(.connectable)
      bench.enable()
      bench.initiateExtended(filterPolicy: .filterAcceptList)
    } else {
      bench.advertise()
      bench.central.send(
        LECreateConnectionCommand {
          $0.initiatorFilterPolicy = 1
          $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
        })
    }
    bench.run(.milliseconds(1))
    #expect(bench.central.controller.usesFilterAcceptList)
    let connects = bench.run(until: { bench.central.handle != 0 }, within: .seconds(1))
    #expect(connects == isListed)
    let peer = bench.central.last { $0.connectionComplete?.peerAddress.bdAddr }
    #expect(peer == (isListed ? bench.peripheralAddress.bdAddr : nil))
  }
}
