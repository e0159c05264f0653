import CoreTypes
import HostStack
import Initiator
import LinkLayer
import RadioModel
import SimulationKernel
import Testing
import VirtualController
import VirtualHost

@Suite("A phone without a link")
struct VirtualInitiatorTests {
  private static func phone() -> VirtualInitiator {
    let air = Air(simulation: Simulation(seed: 1), environment: Environment(distanceMetres: 1))
    let identity = LinkIdentity(
      version: .v6_3, companyID: 0x004C, subversion: 0,
      features: FeatureSet([.leEncryption, .channelSounding]))
    let description = ControllerDescription(
      name: "initiator", address: DeviceAddress(1, kind: .public), identity: identity,
      clock: DeviceClock(offsetPpm: 0), radio: RadioParameters())
    return VirtualInitiator(VirtualController(description, air: air))
  }

  private static func error(_ action: () throws(HostError) -> Void) -> HostError? {
    do throws(HostError) {
      try action()
      return nil
    } catch {
      return error
    }
  }

  @Test("says at once that there is none")
  func notConnected() {
    let phone = Self.phone()
    let start = phone.driver.simulation.now
    #expect(Self.error { () throws(HostError) in _ = try phone.pair() } == .notConnected)
    #expect(Self.error { () throws(HostError) in try phone.encrypt() } == .notConnected)
    #expect(Self.error { () throws(HostError) in _ = try phone.discoverServices() } == .notConnected)
    #expect(Self.error { () throws(HostError) in _ = try phone.exchangeMTU(100) } == .notConnected)
    #expect(Self.error { () throws(HostError) in try phone.disconnect() } == .notConnected)
    #expect(Self.error { () throws(HostError) in try phone.extendDataLength() } == .notConnected)
    #expect(phone.driver.simulation.now == start)
  }

  @Test("finds nothing where nothing advertises")
  func silence() throws {
    let phone = Self.phone()
    try phone.powerOn()
    #expect(try phone.discover([AccessoryDescriptor(companyIdentifier: 1)], within: .seconds(1)) == nil)
  }

  @Test("is told by its controller that a supervision timeout is too short for the interval")
  func illegalTimeout() throws {
    let phone = Self.phone()
    try phone.powerOn()
    let refusal = Self.error { () throws(HostError) in
      try phone.connect(
        to: DeviceAddress(2, kind: .public), ConnectionParameterRange(interval: 3200, timeout: 200))
    }
    #expect(refusal?.code == .invalidHCICommandParameters)
    #expect(
      refusal?.description == "HCI_LE_Create_Connection was refused: \(ErrorCode.invalidHCICommandParameters)"
    )
  }
}
