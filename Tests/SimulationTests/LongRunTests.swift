import ChannelSounding
import ConformanceTester
import CoreTypes
import HCI
import HostStack
import Initiator
import ProcedureRanging
import Profiles
import RadioModel
import Ranging
import Reflector
import Session
import SimulationKernel
import TestSupport
import Testing
import VirtualController
import VirtualHost

@testable import Conformance

/// A phone and an accessory that range without end, and nobody who takes notes.
final class EndlessRun {
  let simulation: Simulation
  let accessory: VirtualAccessory
  let phone: VirtualInitiator
  private(set) var agreed = CSConfiguration()

  init(seed: UInt64 = 1, distanceMetres: Double = 3) throws {
    let request = try Shipped.request("nordic-nrf54l15-ipt", seed: seed, distanceMetres: distanceMetres)
    simulation = Simulation(seed: seed)
    let air = Air(
      simulation: simulation,
      environment: Environment(request.environment, distanceMetres: request.distanceMetres))
    phone = VirtualInitiator(
      VirtualController(
        request.phone.controllerDescription(request.profile.interpretations), air: air))
    accessory = VirtualAccessory(request.profile, air: air)
    accessory.powerOn()
    try phone.powerOn()
  }

  /// Finds the accessory and connects.
  func connect() throws {
    let found = try phone.discover([AccessoryDescriptor(serviceUUID: BluetoothUUID(0x185B))])
    try phone.connect(to: #require(found).address, ConnectionParameterRange(interval: 24, timeout: 200))
  }

  /// Starts procedures with inline PCT, one every four connection events.
  func start() throws {
    _ = try phone.exchangeCapabilities()
    try phone.run { $0.enableInitiatorRole() }
    var configuration = CSConfiguration()
    configuration.enhancements = .inlinePCT
    agreed = try phone.configure(configuration)
    try phone.startCSSecurity()
    var parameters = CSProcedureParameters()
    (parameters.minProcedureInterval, parameters.maxProcedureInterval) = (4, 4)
    parameters.maxSubeventLen = 30_000
    _ = try phone.startProcedures(parameters)
  }
}

@Suite("Long runs")
struct LongRunTests {
  @Test("two thousand procedures keep memory and the work for each procedure as they were")
  func twoThousandProcedures() throws {
    let run = try EndlessRun()
    try run.connect()
    _ = try run.phone.pair()
    try run.start()
    // The last keys of pairing are still on their way.
    run.phone.idle(.milliseconds(60))
    run.phone.forgetEvents()
    var procedures = 0
    var last: ProcedureResult?
    var incomplete = 0
    run.phone.procedureSink = { procedure in
      procedures += 1
      if procedure.done != .complete { incomplete += 1 }
      last = procedure
    }
    var work: [Int] = []
    for block in 1...4 {
      var steps = 0
      let limit = run.simulation.now + .seconds(120)
      while procedures < 500 * block, run.simulation.step(until: limit) { steps += 1 }
      work.append(steps)
      #expect(run.simulation.pendingCount < 20)
      #expect(
        run.phone.driver.events.isEmpty && run.phone.procedures.isEmpty && run.phone.linkActions.isEmpty)
    }
    #expect(procedures == 2_000 && incomplete == 0)
    let least = try #require(work.min())
    let most = try #require(work.max())
    #expect(Double(most) < 1.02 * Double(least), "\(work)")
    let measurement = try #require(last).measurement(run.agreed, reflector: nil)
    var estimator = RangingEstimator(.ml)
    let found = estimator.estimate(measurement)
    let estimate = try #require(found)
    #expect(abs(estimate.metres - 3) < 0.3, "\(estimate)")
    try run.phone.stopProcedures(configID: 0)
    #expect(run.phone.link != nil)
  }

  @Test("after a power cycle of the accessory the stored key encrypts the next link, and ranging goes on")
  func powerCycle() throws {
    let run = try EndlessRun()
    try run.connect()
    let bond = try run.phone.pair()
    try run.start()
    try run.phone.waitForProcedures(3, within: .seconds(5))
    run.accessory.powerOff()
    #expect(throws: HostError.disconnected(.connectionTimeout)) {
      try run.phone.waitForProcedures(1_000, within: .seconds(10))
    }
    run.accessory.powerOn()
    for _ in 0..<2 {
      try run.connect()
      try run.phone.encrypt()
      #expect(run.phone.bond == bond)
      run.phone.forgetEvents()
      try run.start()
      try run.phone.waitForProcedures(3, within: .seconds(5))
      #expect(run.phone.procedures.allSatisfy { $0.done == .complete })
      try run.phone.disconnect()
      #expect(run.phone.link == nil)
    }
  }

  @Test("the phone changes the connection interval between two series")
  func intervalChange() throws {
    let run = try EndlessRun()
    try run.connect()
    _ = try run.phone.pair()
    try run.start()
    try run.phone.waitForProcedures(3, within: .seconds(5))
    for interval in [40, 24] as [ConnectionInterval] {
      try run.phone.stopProcedures(configID: 0)
      try run.phone.run {
        $0.updateConnection(ConnectionParameterRange(interval: interval, timeout: 200))
      }
      run.phone.forgetEvents()
      var parameters = CSProcedureParameters()
      (parameters.minProcedureInterval, parameters.maxProcedureInterval) = (4, 4)
      parameters.maxSubeventLen = 30_000
      _ = try run.phone.startProcedures(parameters)
      try run.phone.waitForProcedures(5, within: .seconds(5))
      #expect(run.phone.procedures.allSatisfy { $0.done == .complete })
    }
  }
}
