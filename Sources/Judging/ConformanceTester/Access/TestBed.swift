package import Capture
internal import CoreTypes
internal import HCI
internal import Initiator
internal import Profiles
package import RadioModel
internal import Reflector
internal import Session
package import SimulationKernel
package import VirtualController

/// The two ends of one test case that meet in an air: the accessory, and a phone.
package final class TestBed {
  /// The simulation of both ends.
  package let simulation: Simulation
  /// What lies between the two.
  package private(set) var environment: Environment
  private let air: Air
  let recorder: FrameRecorder
  /// The phone's controller.
  package let phoneController: VirtualController
  let initiator: VirtualInitiator
  /// The accessory whose power the tester controls; nil where a host is attached.
  private let accessory: VirtualAccessory?
  private let hostWorld: HostWorld?
  /// The packets of an attached host; nil where the accessory is simulated.
  package let hostTraffic: HostTraffic?

  /// A bed of its own for the accessory that a profile describes.
  ///
  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - start: the virtual time at which its frames begin in the capture.
  ///   - prepare: what is done to the accessory's controller whenever it gets power, so that the cases themselves can be
  ///     tested.
  init(
    _ request: CheckRequest, seed: UInt64, start: Instant, log: CaptureLog,
    prepare: @escaping (VirtualController) -> Void = { _ in }
  ) {
    simulation = Simulation(seed: seed, start: start)
    environment = Environment(
      request.environment, distanceMetres: request.distanceMetres, start: start)
    air = Air(simulation: simulation, environment: environment)
    recorder = FrameRecorder(log: log)
    air.add(recorder)
    phoneController = VirtualController(
      request.phone.controllerDescription(request.profile.interpretations), air: air)
    initiator = VirtualInitiator(phoneController)
    let accessory = VirtualAccessory(request.profile, air: air)
    self.accessory = accessory
    (hostTraffic, hostWorld) = (nil, nil)
    initiator.keepsFrames = true
    if request.phone.connection.keepsAppleRules { initiator.grantsParameters = { $0.keepsAppleRules } }
    recorder.watch(phoneController, as: .initiator)
    accessory.onPowerOn = { [recorder] in
      prepare($0)
      recorder.watch($0, as: .reflector)
    }
    accessory.powerOn()
  }

  /// The bed that all cases share where a host is attached.
  init(_ world: HostWorld) {
    simulation = world.simulation
    environment = world.environment
    air = world.air
    recorder = world.recorder
    phoneController = world.phoneController
    initiator = world.initiator
    accessory = nil
    (hostTraffic, hostWorld) = (world.traffic, world)
    initiator.keepsFrames = true
    initiator.forgetEvents()
  }

  /// Whether a host is attached, which runs in real time.
  package var isAttached: Bool { accessory == nil }

  /// Moves the phone. The new place holds for procedures that are started afterwards.
  package func move(to place: Environment) {
    environment = place
    air.put(phoneController, in: place)
  }

  /// Switches the accessory off or on.
  package func switchAccessory(on isOn: Bool) {
    guard let accessory else { preconditionFailure("a case that needs power runs where there is some") }
    if isOn { accessory.powerOn() } else { accessory.powerOff() }
  }

  /// Switches both ends off, so that nothing retains them.
  func close() {
    phoneController.powerOff()
    accessory?.powerOff()
    simulation.cancelAll()
  }

  /// Does something in which an attached host has no part, as fast as the tester can.
  func hurry<Value, Failure>(_ action: () throws(Failure) -> Value) throws(Failure) -> Value {
    hostWorld?.hurry(true)
    defer { hostWorld?.hurry(false) }
    return try action()
  }

  /// Keeps the steps of subevents from the recorder, or shows them again.
  func hideSteps(_ areHidden: Bool) { air.hidesSteps = areHidden }

  /// Drops procedures and subevents seen so far.
  package func forgetProcedures() {
    initiator.forgetEvents()
    recorder.forgetProcedures()
  }
}

/// Gives each test case what it works with, as the kind of the implementation under test has it.
package final class TestBeds {
  private let request: CheckRequest
  private let iut: ImplementationUnderTest
  private let log: CaptureLog
  /// The air that all cases share where a host is attached.
  private let world: HostWorld?
  /// The clock that all cases share where a controller is attached.
  private let sharedSimulation: Simulation?
  private var hasGivenUp = false

  /// Whether each case has a simulation of its own, which begins at time 0.
  package var areSeparate: Bool { world == nil && sharedSimulation == nil }

  /// Gives the cases of a request their sites.
  package init(_ request: CheckRequest, _ iut: ImplementationUnderTest, log: CaptureLog) {
    self.request = request
    self.iut = iut
    self.log = log
    switch iut {
    case .profile: (world, sharedSimulation) = (nil, nil)
    case .host(let attached): (world, sharedSimulation) = (attached.world(request, log: log), nil)
    case .controller(let attached, _):
      let simulation = Simulation(seed: request.seed)
      simulation.driver = attached.driver
      (world, sharedSimulation) = (nil, simulation)
    }
  }

  /// The place where `testCase` runs.
  ///
  /// - Parameter seed: the seed of this case, where it has a simulation of its own.
  package func site(for testCase: TestCase, seed: UInt64) throws(TesterStop) -> TestSite {
    if let obstacle = iut.obstacle(to: testCase.needs) { throw .notApplicable(obstacle) }
    if let world {
      world.awaitHost()
      if let absence = world.absence { throw .inconclusive(absence) }
      world.beginCase()
      return .air(TestBed(world))
    }
    if case .controller(let attached, let peer) = iut, let sharedSimulation {
      for port in [attached, peer].compactMap(\.self) { try awaitArrival(at: port, sharedSimulation) }
      return .hci(HCIBench(attached, peer: peer, on: sharedSimulation, log: log))
    }
    let site: TestSite =
      if testCase.needs.isSuperset(of: .radio) {
        .hci(HCIBench(wiring: request, seed: seed, start: .start, log: log))
      } else if testCase.needs.contains(.air) {
        .air(TestBed(request, seed: seed, start: .start, log: log))
      } else {
        .hci(HCIBench(request, seed: seed, start: .start, log: log))
      }
    site.simulation.budget = testCase.budget.divided(by: request.budgetShare).ofRun
    return site
  }

  /// Waits for a controller to attach, once.
  private func awaitArrival(at attached: AttachedPort, _ simulation: Simulation) throws(TesterStop) {
    guard !attached.port.isAttached else { return }
    if !hasGivenUp {
      simulation.run(until: simulation.now + attached.attachLimit) { !attached.port.isAttached }
    }
    hasGivenUp = !attached.port.isAttached
    if hasGivenUp { throw .inconclusive("no controller has attached at \(attached.name)") }
  }

  /// Ends what a case left at its site.
  ///
  /// - Returns: why the case could not be judged, if the attached host or controller went away.
  package func end(_ site: TestSite) -> String? {
    guard let world else {
      site.close()
      return nil
    }
    let absence = world.absence
    world.endCase()
    return absence
  }
}

/// The place where one test case runs.
package enum TestSite {
  /// Phone and accessory in an air that the tester sees.
  case air(TestBed)
  /// Controllers that the tester drives.
  case hci(HCIBench)

  package var recorder: FrameRecorder {
    switch self {
    case .air(let bed): bed.recorder
    case .hci(let bench): bench.recorder
    }
  }

  /// The simulation that runs there.
  package var simulation: Simulation {
    switch self {
    case .air(let bed): bed.simulation
    case .hci(let bench): bench.simulation
    }
  }

  func close() {
    switch self {
    case .air(let bed): bed.close()
    case .hci(let bench): bench.close()
    }
  }
}
