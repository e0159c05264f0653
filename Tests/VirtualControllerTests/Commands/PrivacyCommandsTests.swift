import CoreTypes
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("The resolving list")
struct PrivacyCommandsTests {
  private func add(_ number: UInt8, type: UInt8 = 0, to host: BenchHost) {
    host.send(
      LEAddDeviceToResolvingListCommand {
        $0.peerIdentityAddress = DeviceAddress(
          BDADDR(rawValue: UInt64(number)), kind: .init(rawValue: type))
        $0.peerIRK[0] = number
      })
  }

  private func status(_ host: BenchHost) -> ErrorCode? {
    host.status(of: LEAddDeviceToResolvingListCommand.self)
  }

  @Test("holds as many peers as it says, each once")
  func capacity() throws {
    let bench = ControllerBench()
    let host = bench.central
    host.send(LEReadResolvingListSizeCommand())
    bench.run(.milliseconds(1))
    let size = try #require(host.returned(LEReadResolvingListSizeCommand.self)).resolvingListSize
    for number in 0..<size - 1 { add(number, to: host) }
    bench.run(.milliseconds(1))
    #expect(status(host) == .success)
    add(0, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .invalidHCICommandParameters)
    add(0, type: 2, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .invalidHCICommandParameters)
    add(0, type: 1, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .success)
    add(1, type: 1, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .memoryCapacityExceeded)
    host.send(LEClearResolvingListCommand())
    add(1, type: 1, to: host)
    bench.run(.milliseconds(1))
    #expect(status(host) == .success)
    #expect(host.controller.hostState.resolvingList.entries.count == 1)
  }

  @Test("a peer that is not in it is unknown")
  func unknown() {
    let bench = ControllerBench()
    let host = bench.central
    host.send(LERemoveDeviceFromResolvingListCommand())
    host.send(LESetPrivacyModeCommand())
    host.send(LEReadPeerResolvableAddressCommand())
    host.send(LEReadLocalResolvableAddressCommand())
    bench.run(.milliseconds(1))
    #expect(host.status(of: LERemoveDeviceFromResolvingListCommand.self) == .unknownConnectionIdentifier)
    #expect(host.status(of: LESetPrivacyModeCommand.self) == .unknownConnectionIdentifier)
    #expect(host.status(of: LEReadPeerResolvableAddressCommand.self) == .unknownConnectionIdentifier)
    #expect(host.status(of: LEReadLocalResolvableAddressCommand.self) == .unknownConnectionIdentifier)
  }

  @Test("a private address that was never heard, or that there is no key for, is unknown")
  func noAddress() {
    let bench = ControllerBench()
    let host = bench.central
    add(1, to: host)
    host.send(LESetAddressResolutionEnableCommand { $0.addressResolutionEnable = .enabled })
    host.send(LEReadPeerResolvableAddressCommand { $0.peerIdentityAddress.bdAddr = 1 })
    host.send(LEReadLocalResolvableAddressCommand { $0.peerIdentityAddress.bdAddr = 1 })
    bench.run(.milliseconds(1))
    #expect(host.status(of: LEReadPeerResolvableAddressCommand.self) == .unknownConnectionIdentifier)
    #expect(host.status(of: LEReadLocalResolvableAddressCommand.self) == .unknownConnectionIdentifier)
  }

  @Test("values without a meaning are refused")
  func ranges() {
    let bench = ControllerBench()
    let host = bench.central
    add(0, to: host)
    host.send(LESetAddressResolutionEnableCommand { $0.addressResolutionEnable = 2 })
    host.send(LESetPrivacyModeCommand { $0.privacyMode = 2 })
    host.send(LEReadPeerResolvableAddressCommand { $0.peerIdentityAddress.kind = 2 })
    bench.run(.milliseconds(1))
    #expect(host.status(of: LESetAddressResolutionEnableCommand.self) == .invalidHCICommandParameters)
    #expect(host.status(of: LESetPrivacyModeCommand.self) == .invalidHCICommandParameters)
    #expect(host.status(of: LEReadPeerResolvableAddressCommand.self) == .invalidHCICommandParameters)
    for timeout: PrivateAddressTimeout in [0, 1, 3600, 3601] {
      host.send(LESetResolvablePrivateAddressTimeoutCommand { $0.rpaTimeout = timeout })
      bench.run(.milliseconds(1))
      #expect(
        host.status(of: LESetResolvablePrivateAddressTimeoutCommand.self)
          == ((1...3600).contains(timeout) ? .success : .invalidHCICommandParameters))
    }
  }

  @Test(
    "does not change while private addresses are resolved for something under way", arguments: [true, false])
  func inUse(isEnabled: Bool) {
    let bench = ControllerBench()
    let host = bench.central
    add(1, to: host)
    host.send(LESetAddressResolutionEnableCommand { $0.addressResolutionEnable = isEnabled ? 1 : 0 })
    host.send(LESetScanEnableCommand { $0.leScanEnable = .enabled })
    add(2, to: host)
    host.send(LESetPrivacyModeCommand { $0.peerIdentityAddress.bdAddr = 1 })
    host.send(LESetAddressResolutionEnableCommand())
    host.send(LERemoveDeviceFromResolvingListCommand { $0.peerIdentityAddress.bdAddr = 1 })
    host.send(LEClearResolvingListCommand())
    bench.run(.milliseconds(1))
    let expected: ErrorCode = isEnabled ? .commandDisallowed : .success
    #expect(status(host) == expected)
    #expect(host.status(of: LESetPrivacyModeCommand.self) == expected)
    #expect(host.status(of: LERemoveDeviceFromResolvingListCommand.self) == expected)
    #expect(host.status(of: LEClearResolvingListCommand.self) == expected)
    #expect(host.status(of: LESetAddressResolutionEnableCommand.self) == .commandDisallowed)
  }

  @Test("without the feature there is no resolving list")
  func absent() {
    let bench = ControllerBench { central, _ in central.identity.features[.llPrivacy] = false }
    bench.central.send(LEReadResolvingListSizeCommand())
    bench.run(.milliseconds(1))
    #expect(bench.central.status(of: LEReadResolvingListSizeCommand.self) == .unknownHCICommand)
  }
}
