import ChannelSounding
import CoreTypes
import Faults
import HCI
import LinkLayer
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Channel Sounding events for both hosts")
struct CSEventsTests {
  private func capabilities(_ host: BenchHost) -> CSCapabilities? {
    host.last {
      switch $0 {
      case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event) where event.status == .success:
        event.capabilities
      default: nil
      }
    }
  }

  private func securities(_ host: BenchHost) -> [ErrorCode] {
    host.events.compactMap {
      if case .leCSSecurityEnableComplete(let event) = $0 { event.status } else { nil }
    }
  }

  @Test("capabilities that one host asks for reach both, each the other's", arguments: LinkRole.allCases)
  func capabilities(role: LinkRole) {
    let bench = ControllerBench { central, peripheral in
      central.identity.csCapabilities.numConfigs = 2
      peripheral.identity.csCapabilities.numConfigs = 3
    }
    #expect(bench.reach(.encrypted))
    let host = bench[role]
    host.send(LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = host.handle })
    bench.run(.seconds(1))
    #expect(capabilities(bench.central)?.numConfigs == 3)
    #expect(capabilities(bench.peripheral)?.numConfigs == 2)
  }

  @Test(
    "a configuration, its removal and procedures are told to both hosts, each with its own role",
    arguments: LinkRole.allCases, LinkRole.allCases)
  func everything(starter: LinkRole, initiator: LinkRole) throws {
    let bench = ControllerBench()
    let plan = RangingPlan(count: 0) {
      ($0.starter, $0.initiator) = (starter, initiator)
      ($0.configuration.id, $0.parameters.configID) = (2, 2)
    }
    #expect(bench.reach(.secured, plan))
    for host in [bench.central, bench.peripheral] { #expect(securities(host) == [.success]) }
    #expect(bench.start(plan)?.status == .success)
    bench.run(.seconds(1))
    #expect(bench.enable(false, plan)?.state == .disabled)
    bench.run(.seconds(1))
    bench[starter].send(
      LECSRemoveConfigCommand { ($0.connectionHandle, $0.configID) = (bench[starter].handle, 2) })
    bench.run(.seconds(1))

    for (role, host) in [(LinkRole.central, bench.central), (.peripheral, bench.peripheral)] {
      #expect(host.configurations.map(\.action) == [1, 0])
      #expect(host.configurations.allSatisfy { $0.status == .success && $0.configID == 2 })
      #expect(host.configurations.allSatisfy { $0.block.role == (role == initiator ? 0 : 1) })
      #expect(host.enablings.map(\.state) == [1, 0])
      #expect(host.enablings.allSatisfy { $0.status == .success && $0.configID == 2 })
    }
    let one = try #require(bench.central.enablings.first)
    let other = try #require(bench.peripheral.enablings.first)
    #expect(one.subeventLen == other.subeventLen && one.eventInterval == other.eventInterval)
    #expect(one.procedureInterval == other.procedureInterval && one.procedureCount == other.procedureCount)
    #expect(one.subeventsPerEvent == other.subeventsPerEvent && one.maxProcedureLen == other.maxProcedureLen)
  }

  @Test(
    "each host hears of the power that its limit leaves to procedures",
    arguments: [-10, 20] as [TransmitPowerLevel])
  func power(limit: TransmitPowerLevel) {
    let bench = ControllerBench()
    let plan = RangingPlan(count: 0)
    #expect(bench.reach(.parametersSet, plan))
    bench.central.send(
      LECSSetDefaultSettingsCommand {
        ($0.connectionHandle, $0.roleEnable, $0.maxTXPower) = (bench.central.handle, 3, limit)
      })
    #expect(bench.enable(true, plan)?.selectedTXPower == min(0, limit))
    bench.run(.seconds(1))
    #expect(bench.peripheral.enablings.map(\.selectedTXPower) == [0])
  }

  @Test("what the peer refuses ends with its code and what was asked for, and the peer's host hears nothing")
  func refusedConfiguration() {
    let bench = ControllerBench()
    #expect(bench.reach(.capabilitiesExchanged))
    bench.peripheral.send(
      LECSSetDefaultSettingsCommand {
        ($0.connectionHandle, $0.roleEnable) = (bench.peripheral.handle, 1)
      })
    var configuration = CSConfiguration()
    configuration.id = 3
    configuration.channelMap = .lowest(30)
    configuration.channelMapRepetition = 7
    #expect(bench.configure(RangingPlan { $0.configuration = configuration }) == nil)
    bench.run(.seconds(1))
    #expect(bench.central.configurations.count == 1)
    var event = bench.central.configurations.first
    event?.block.tIP1 = configuration.tIP1
    event?.block.tIP2 = configuration.tIP2
    event?.block.tFCS = configuration.tFCS
    event?.block.tPM = configuration.tPM
    #expect(event?.status == .unsupportedLLParameterValue && event?.action == .create)
    #expect(event?.block == configuration && event?.configID == 3)
    #expect(bench.peripheral.configurations.isEmpty)
  }

  @Test("procedures that the peer refuses are told as not enabled")
  func refusedProcedures() {
    let bench = ControllerBench { _, peripheral in peripheral.identity.faults.insert(.restartRefused) }
    let plan = RangingPlan(count: 0)
    #expect(bench.reach(.running, plan))
    bench.run(.seconds(1))
    #expect(bench.enable(false, plan)?.state == .disabled)
    bench.run(.seconds(1))
    let refused = bench.start(plan)
    #expect(refused?.status == .limitedResources && refused?.state == .disabled)
    bench.run(.seconds(1))
    #expect(bench.peripheral.enablings.map(\.state) == [1, 0])
  }

  @Test("a peer whose host bit is not known to be missing refuses, and the event says so")
  func refusedWithoutHostSupport() {
    let bench = ControllerBench { CSRefusal.peripheralLacksHostSupport(&$0, &$1) }
    #expect(bench.connect() && bench.encrypt())
    let host = bench.central
    host.send(LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = host.handle })
    host.send(LECSSecurityEnableCommand { $0.connectionHandle = host.handle })
    host.send(LECSReadRemoteFAETableCommand { $0.connectionHandle = host.handle })
    bench.run(.seconds(2))
    #expect(host.status(of: LECSReadRemoteSupportedCapabilitiesCommand.self) == .success)
    let statuses = host.events.compactMap { event -> ErrorCode? in
      switch event {
      case .leCSReadRemoteSupportedCapabilitiesCompleteV2(let event): event.status
      case .leCSReadRemoteFAETableComplete(let event): event.status
      case .leCSSecurityEnableComplete(let event): event.status
      default: nil
      }
    }
    #expect(statuses == [ErrorCode](repeating: .unsupportedRemoteFeature, count: 3))
    #expect(securities(bench.peripheral).isEmpty)
  }

  @Test("the FAE table that is read is the peer's")
  func faeTable() {
    let bench = ControllerBench { _, peripheral in
      peripheral.identity.csCapabilities.subfeatures.remove(.noFAE)
      peripheral.identity.faeTable = FAETable((0..<72).map { $0 - 36 })
    }
    #expect(bench.reach(.capabilitiesExchanged))
    bench.central.send(LECSReadRemoteFAETableCommand { $0.connectionHandle = bench.central.handle })
    bench.run(.seconds(1))
    let table = bench.central.last { event in
      if case .leCSReadRemoteFAETableComplete(let event) = event { event.remoteFAETable } else { nil }
    }
    #expect(table == FAETable((0..<72).map { $0 - 36 }))
  }
}
