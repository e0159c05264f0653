import ChannelSounding
import CoreTypes
import HCI
import SimulationKernel
import Testing

@testable import VirtualController

@Suite("Arbitrary commands")
struct ArbitraryCommandsTests {
  /// Draws commands that a host might send, most of them at the wrong time.
  private struct Hosts {
    var random: RandomStream
    /// Whether they advertise, scan and initiate with the extended commands, most of the time.
    let areExtended: Bool

    mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    mutating func send(to host: BenchHost) {
      let handle = below(10) == 0 ? ConnectionHandle(rawValue: UInt16(below(4))) : host.handle
      switch below(4) {
      case 0: sendLinkCommand(to: host, handle)
      case 1 where areExtended && below(10) > 0: sendExtendedCommand(to: host)
      case 1: sendDiscoveryCommand(to: host)
      default: sendRangingCommand(to: host, handle)
      }
    }

    private mutating func sendLinkCommand(to host: BenchHost, _ handle: ConnectionHandle) {
      switch below(9) {
      case 0: host.send(LESetPHYCommand { ($0.connectionHandle, $0.txPHYs, $0.rxPHYs) = (handle, 3, 2) })
      case 1:
        host.send(
          LESetDataLengthCommand { ($0.connectionHandle, $0.tx) = (handle, .greatestOnLE1M) })
      case 2:
        let interval = ConnectionInterval(rawValue: UInt16(6 + below(60)))
        host.send(
          LEConnectionUpdateCommand {
            $0.connectionHandle = handle
            $0.parameters = ConnectionParameterRange(interval: interval, timeout: 300)
          })
      case 3: host.send(LESetHostChannelClassificationCommand { $0.channelMap = 0x15_5555_5555 })
      case 4:
        host.send(
          LEEnableEncryptionCommand {
            ($0.connectionHandle, $0.longTermKey) = (handle, ControllerBench.longTermKey)
          })
      case 5: host.send(LEReadRemoteFeaturesCommand { $0.connectionHandle = handle })
      case 6: host.send(message: [UInt8](repeating: 5, count: 1 + below(251)))
      case 7: if below(20) == 0 { host.send(DisconnectCommand { $0.connectionHandle = handle }) }
      default:
        let opcode = Opcode(rawValue: UInt16(truncatingIfNeeded: random.next()))
        let octets = random.octets(below(40))
        host.controller.receive(.command(CommandPacket(opcode: opcode, parameters: octets)))
      }
    }

    private mutating func sendDiscoveryCommand(to host: BenchHost) {
      switch below(6) {
      case 0: host.send(LESetScanEnableCommand { $0.leScanEnable = EnableState(below(2) == 1) })
      case 1: host.send(LESetScanParametersCommand { $0.leScanType = ScanType(rawValue: UInt8(below(2))) })
      case 2: host.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = EnableState(below(2) == 1) })
      case 3: host.send(LECreateConnectionCancelCommand())
      case 4:
        host.send(
          LECreateConnectionCommand {
            $0.peerAddress.bdAddr = BDADDR(rawValue: UInt64(0xC1 + below(2)))
            $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
          })
      default:
        guard below(100) == 0 else { return }
        host.send(ResetCommand())
        host.openMasks()
      }
    }

    private mutating func sendExtendedCommand(to host: BenchHost) {
      let handle = AdvertisingHandle(rawValue: UInt8(below(6)))
      switch below(8) {
      case 0:
        let octets: [UInt16] = [0, 1, 2, 0x13, 0x15, 0x1D, 0x10, 5, 3, 0x60]
        let properties = AdvertisingEventProperties(rawValue: octets[below(10)])
        let phy = PHYNumber(rawValue: UInt8(1 + below(3)))
        host.send(
          LESetExtendedAdvertisingParametersCommand {
            ($0.advertisingHandle, $0.advertisingEventProperties) = (handle, properties)
            ($0.secondaryAdvertisingPHY, $0.primaryAdvertisingIntervalMin) = (phy, 0x20)
            $0.scanRequestNotificationEnable = EnableState(handle.rawValue & 1 == 1)
          })
      case 1:
        let (operation, data) = (UInt8(below(6)), random.octets(below(252)))
        host.send(
          LESetExtendedAdvertisingDataCommand {
            ($0.advertisingHandle, $0.operation, $0.advertisingData) = (handle, operation, data)
          })
        host.send(
          LESetExtendedScanResponseDataCommand {
            ($0.advertisingHandle, $0.operation, $0.scanResponseData) = (handle, operation, data)
          })
      case 2, 3:
        let (enable, duration, events) = (
          EnableState(below(2) == 1), DiscoveryDuration(rawValue: UInt16(below(40))), UInt8(below(4))
        )
        host.send(
          LESetExtendedAdvertisingEnableCommand {
            ($0.enable, $0.sets) = (
              enable,
              [
                .init {
                  ($0.advertisingHandle, $0.duration) = (handle, duration)
                  $0.maxExtendedAdvertisingEvents = events
                }
              ]
            )
          })
      case 4: host.send(LERemoveAdvertisingSetCommand { $0.advertisingHandle = handle })
      default: sendExtendedScanCommand(to: host)
      }
    }

    private mutating func sendExtendedScanCommand(to host: BenchHost) {
      let isActive = below(2) == 1
      switch below(4) {
      case 0:
        host.send(
          LESetExtendedScanParametersCommand {
            ($0.scanningPHYs, $0.phys) = (1, [.init { $0.scanType = isActive ? .active : .passive }])
          })
      case 1:
        let (duration, period) = (
          DiscoveryDuration(rawValue: UInt16(below(60))), ScanPeriod(rawValue: UInt16(below(2)))
        )
        host.send(
          LESetExtendedScanEnableCommand {
            ($0.enable, $0.filterDuplicates) = (EnableState(isActive), isActive ? .on : .off)
            ($0.duration, $0.period) = (duration, period)
          })
      case 2: host.send(LECreateConnectionCancelCommand())
      default:
        let peer = BDADDR(rawValue: UInt64(0xC1 + below(2)))
        host.send(
          LEExtendedCreateConnectionCommand {
            ($0.peerAddress.bdAddr, $0.initiatingPHYs) = (peer, 1)
            $0.phys = [
              .init {
                $0.parameters = ConnectionParameterRange(interval: 24, timeout: 100)
              }
            ]
          })
      }
    }

    private mutating func sendRangingCommand(to host: BenchHost, _ handle: ConnectionHandle) {
      let id = ConfigID(rawValue: UInt8(below(2)))
      switch below(9) {
      case 0:
        let roles = CSCapabilities.Roles(rawValue: below(4) == 0 ? UInt8(below(4)) : 3)
        host.send(LECSSetDefaultSettingsCommand { ($0.connectionHandle, $0.roleEnable) = (handle, roles) })
      case 1: host.send(LECSReadRemoteSupportedCapabilitiesCommand { $0.connectionHandle = handle })
      case 2: host.send(LECSCreateConfigCommand(connectionHandle: handle, configuration: configuration(id)))
      case 3: host.send(LECSSecurityEnableCommand { $0.connectionHandle = handle })
      case 4:
        let parameters = parameters(id)
        host.send(
          LECSSetProcedureParametersCommand { ($0.connectionHandle, $0.parameters) = (handle, parameters) })
      case 5, 6:
        let parameters = parameters(id)
        host.send(
          LECSSetProcedureParametersCommand { ($0.connectionHandle, $0.parameters) = (handle, parameters) })
        let enable = EnableState(below(3) > 0)
        host.send(
          LECSProcedureEnableCommand { ($0.connectionHandle, $0.configID, $0.enable) = (handle, id, enable) })
      case 7:
        let first = below(60)
        host.send(
          LECSSetChannelClassificationCommand {
            $0.channelClassification = CSChannelMap(
              channels: CSChannelMap.allowed.channels.dropFirst(first).prefix(50))
          })
      default:
        guard below(4) == 0 else { return }
        host.send(LECSRemoveConfigCommand { ($0.connectionHandle, $0.configID) = (handle, id) })
      }
    }

    private mutating func configuration(_ id: ConfigID) -> CSConfiguration {
      var configuration = CSConfiguration()
      configuration.id = id
      configuration.role = below(2) == 0 ? .initiator : .reflector
      configuration.mainMode = .init(rawValue: UInt8(1 + below(3)))
      configuration.rttType = .init(rawValue: UInt8(below(7)))
      configuration.mainModeRepetition = UInt8(below(4))
      configuration.mode0Steps = UInt8(1 + below(3))
      configuration.channelMapRepetition = UInt8(1 + below(3))
      configuration.channelSelection = .init(rawValue: UInt8(below(2)))
      configuration.enhancements = .init(rawValue: UInt8(below(2)))
      configuration.csSyncPHY = .init(rawValue: UInt8(1 + below(3)))
      return configuration
    }

    private mutating func parameters(_ id: ConfigID) -> CSProcedureParameters {
      var parameters = CSProcedureParameters()
      parameters.configID = id
      parameters.maxProcedureInterval = UInt16(1 + below(4))
      parameters.maxProcedureCount = ProcedureCount(rawValue: UInt16(below(4)))
      parameters.maxProcedureLen =
        below(2) == 0 ? .longest : MaxProcedureLength(rawValue: UInt16(1 + below(60)))
      parameters.maxSubeventLen = SubeventLen(rawValue: UInt32(1250 + below(20_000)))
      parameters.toneAntennaConfigSelection = .init(rawValue: UInt8(below(8)))
      parameters.preferredPeerAntenna = 0xF
      return parameters
    }
  }

  @Test(
    "whatever both hosts send, and whatever is lost, every command has its answer and time goes on",
    arguments: 1...30 as ClosedRange<UInt64>)
  func anything(seed: UInt64) {
    let bench = ControllerBench(seed: seed)
    var hosts = Hosts(
      random: bench.simulation.random.stream("hosts"), areExtended: seed % 3 == 0 && seed % 9 != 0)
    var chance = bench.simulation.random.stream("loss")
    if seed % 2 == 0 { bench.jammer.spoils = { _ in chance.nextUnit() < 0.1 } }
    if seed % 3 != 0 { _ = bench.prepareRanging(interval: 24) }
    bench.run(.milliseconds(1))
    let before = [answers(bench.central), answers(bench.peripheral)]
    var sent = [0, 0]
    for (index, host) in [bench.central, bench.peripheral].enumerated() {
      host.controller.hciTap = { packet, isFromHost in
        if case .command = packet, isFromHost { sent[index] += 1 }
      }
    }
    for _ in 0..<400 {
      hosts.send(to: hosts.below(2) == 0 ? bench.central : bench.peripheral)
      bench.run(.microseconds(hosts.below(30_000)))
    }
    bench.run(.seconds(1))
    for (index, host) in [bench.central, bench.peripheral].enumerated() {
      #expect(answers(host) - before[index] == sent[index])
    }
    #expect(bench.simulation.pendingCount < 60)
  }

  private func answers(_ host: BenchHost) -> Int {
    host.count {
      switch $0 {
      case .commandComplete, .commandStatus: true
      default: false
      }
    }
  }
}
