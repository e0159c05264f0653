import CoreTypes
import HCI
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("The filter accept list")
struct FilterAcceptListCommandsTests {
  private func add(_ number: UInt8, type: UInt8 = 0, to host: BenchHost) {
    host.send(
      LEAddDeviceToFilterAcceptListCommand {
        $0.address = DeviceAddress(BDADDR(rawValue: UInt64(number)), kind: .init(rawValue: type))
      })
  }

  private func status(_ host: BenchHost) -> ErrorCode? {
    host.status(of: LEAddDeviceToFilterAcceptListCommand.self)
  }

  @Test("holds as many devices as it says, each once, and is emptied by clearing")
  func capacity() throws {
    let bench = ControllerBench()
    let host = bench.central
    host.send(LEReadFilterAcceptListSizeCommand())
    bench.run(.milliseconds(1))
    let size = try #require(host.returned(LEReadFilterAcceptListSizeCommand.self)).filterAcceptListSize
    for number in 0..<size { add(number, to: host) }
    add(0, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .success)
    #expect(host.controller.hostState.filterAcceptList.entries.count == Int(size))
    add(0, type: 1, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .memoryCapacityExceeded)
    host.send(LERemoveDeviceFromFilterAcceptListCommand { $0.address.bdAddr = 3 })
    add(0, type: 1, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .success)
    #expect(!host.controller.hostState.filterAcceptList.contains(DeviceAddress(3, kind: .public)))
    #expect(host.controller.hostState.filterAcceptList.contains(DeviceAddress(0, kind: .random)))
    host.send(LEClearFilterAcceptListCommand())
    bench.run(.milliseconds(1))
    #expect(host.controller.hostState.filterAcceptList.entries.isEmpty)
  }

  @Test("does not change while advertising, scanning or initiating decides by it", arguments: 0..<3)
  func inUse(what: Int) {
    let bench = ControllerBench()
    let host = bench.central
    add(1, to: host)
    switch what {
    case 0:
      host.send(LESetAdvertisingParametersCommand { $0.advertisingFilterPolicy = 3 })
      host.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
    case 1:
      host.send(LESetScanParametersCommand { $0.scanningFilterPolicy = 1 })
      host.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    default:
      host.send(
        LECreateConnectionCommand {
          $0.initiatorFilterPolicy = 1
          $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
        })
    }
    add(2, to: host)
    host.send(LERemoveDeviceFromFilterAcceptListCommand { $0.address.bdAddr = 1 })
    host.send(LEClearFilterAcceptListCommand())
    bench.run(.milliseconds(1))
    #expect(status(host) == .commandDisallowed)
    #expect(host.status(of: LERemoveDeviceFromFilterAcceptListCommand.self) == .commandDisallowed)
    #expect(host.status(of: LEClearFilterAcceptListCommand.self) == .commandDisallowed)
    #expect(host.controller.hostState.filterAcceptList.entries == [DeviceAddress(1, kind: .public)])
  }

  @Test("refuses a kind of address that does not exist")
  func kind() {
    let bench = ControllerBench()
    add(1, type: 2, to: bench.central)
    bench.run(.milliseconds(1))
    #expect(status(bench.central) == .invalidHCICommandParameters)
  }
}
