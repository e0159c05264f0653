import CoreTypes
import HCI
import LinkLayer
import RadioModel
import SimulationKernel

@testable import VirtualController

/// Two controllers on one air, each under a host that does what the test asks.
final class ControllerBench {
  static let longTermKey: LongTermKey = 0x502B_06E1_BC97_724D_2803_DEB9_946F_4A25

  let simulation: Simulation
  let air: Air
  /// Max_TX_Power that both hosts set before they range, in dBm.
  var maxTXPower: TransmitPowerLevel = 20
  let log = AirLog()
  let jammer: Jammer
  let central: BenchHost
  let peripheral: BenchHost

  /// - Parameters:
  ///   - isWatched: whether the log and the jammer see what is on the air.
  ///   - change: makes the two controllers other than they are by default.
  init(
    seed: UInt64 = 1, environment: Environment = Environment(distanceMetres: 3), isWatched: Bool = true,
    _ change: (_ central: inout ControllerDescription, _ peripheral: inout ControllerDescription) -> Void = {
      _, _ in
    }
  ) {
    simulation = Simulation(seed: seed)
    air = Air(simulation: simulation, environment: environment)
    jammer = Jammer(air: air)
    if isWatched {
      air.add(log)
      air.add(jammer as any AirTap)
    }
    var one = Self.description("initiator", 0xC1)
    var other = Self.description("reflector", 0xC2)
    change(&one, &other)
    central = BenchHost(VirtualController(one, air: air))
    peripheral = BenchHost(VirtualController(other, air: air))
    for host in [central, peripheral] {
      host.openMasks()
      host.longTermKey = Self.longTermKey
    }
  }

  private static func description(_ name: String, _ address: BDADDR) -> ControllerDescription {
    var features = FeatureSet()
    for feature in FeatureSet.Feature.allCases { features[feature] = true }
    var identity = LinkIdentity(version: 0x11, companyID: 0xFFFF, subversion: 0, features: features)
    identity.csCapabilities = .everything
    return ControllerDescription(
      name: name, address: DeviceAddress(address, kind: .public), identity: identity, clock: DeviceClock(),
      radio: RadioParameters())
  }

  subscript(role: LinkRole) -> BenchHost { role == .central ? central : peripheral }

  /// The flight between the two.
  var flight: Picoseconds { Picoseconds(Int64(air.environment.timeOfFlightPicoseconds(at: .start))) }

  func run(_ span: Picoseconds) { simulation.run(until: simulation.now + span) }

  /// Runs until `condition` holds; gives whether it does within `limit`.
  @discardableResult
  func run(until condition: () -> Bool, within limit: Picoseconds = .seconds(5)) -> Bool {
    simulation.run(until: simulation.now + limit) { !condition() }
    return condition()
  }

  /// The peripheral advertises.
  func advertise(interval: AdvertisingInterval = 0x20, type: AdvertisingType = .connectable) {
    peripheral.send(
      LESetAdvertisingParametersCommand {
        ($0.advertisingIntervalMin, $0.advertisingIntervalMax) = (interval, interval)
        $0.advertisingType = type
      })
    peripheral.send(
      LESetAdvertisingDataCommand {
        $0.advertisingDataLength = 3
        $0.advertisingData.replaceSubrange(0..<3, with: [2, 1, 6])
      })
    peripheral.send(
      LESetScanResponseDataCommand {
        $0.scanResponseDataLength = 4
        $0.scanResponseData.replaceSubrange(0..<4, with: [3, 9, 0x41, 0x42])
      })
    peripheral.send(LESetAdvertisingEnableCommand { $0.advertisingEnable = .enabled })
  }

  /// The central looks for the peripheral to connect to.
  func initiate(interval: ConnectionInterval = 24, timeout: SupervisionTimeout = 100) {
    central.send(
      LECreateConnectionCommand {
        $0.peerAddress.bdAddr = peripheral.controller.description.address.bdAddr
        $0.parameters = ConnectionParameterRange(interval: interval, timeout: timeout)
      })
  }

  /// Brings a link up.
  @discardableResult
  func connect(interval: ConnectionInterval = 24, timeout: SupervisionTimeout = 100) -> Bool {
    advertise()
    initiate(interval: interval, timeout: timeout)
    return run(until: { central.handle != 0 && peripheral.handle != 0 })
  }

  /// Encrypts the link, or gives it a new session key.
  func startEncryption(longTermKey: LongTermKey = ControllerBench.longTermKey) {
    central.send(
      LEEnableEncryptionCommand {
        $0.connectionHandle = central.handle
        $0.longTermKey = longTermKey
      })
  }

  /// Encrypts the link and waits until both hosts know.
  @discardableResult
  func encrypt() -> Bool {
    startEncryption()
    return run(until: {
      [central, peripheral].allSatisfy { host in
        host.count {
          if case .encryptionChange(let event) = $0 { event.encryptionEnabled == .on } else { false }
        } > 0
      }
    })
  }

  /// Whether the link is up on both sides.
  var isConnected: Bool {
    [central, peripheral].allSatisfy { !$0.controller.connections.isEmpty }
  }
}
