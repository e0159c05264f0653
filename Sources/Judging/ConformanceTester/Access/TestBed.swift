package import Capture
internal import CoreTypes
internal import HCI
internal import Initiator
package import RadioModel
internal import Reflector
internal import Session
package import SimulationKernel
package import VirtualController

/// The two ends of one test case that meet in an air: the accessory, and a phone.
package final class TestBed {
  /// What lies between the two.
  package private(set) var environment: Environment
  private let world: AirWorld
  let recorder: FrameRecorder
  let initiator: VirtualInitiator
  private let hostWorld: HostWorld?

  /// The simulation of both ends.
  package var simulation: Simulation { world.simulation }
  /// The phone's controller.
  package var phoneController: VirtualController { world.phoneController }
  /// The packets of an attached host; nil where the accessory is simulated.
  package var hostTraffic: HostTraffic? { hostWorld?.traffic }
  /// Whether a host is attached, which runs in real time.
  package var isAttached: Bool { hostWorld != nil }

  /// A bed of its own for the accessory that a profile describes.
  ///
  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - prepare: what is done to the accessory's controller whenever it gets power, so that the cases themselves can be
  ///     tested.
  init(
    _ request: CheckRequest, seed: UInt64, log: CaptureLog,
    prepare: @escaping (VirtualController) -> Void = { _ in }
  ) {
    recorder = FrameRecorder(log: log)
    environment = request.place
    world = AirWorld(
      phone: request.phoneController, environment: environment, seed: seed, seenBy: recorder, prepare: prepare
    )
    initiator = request.initiator(above: world.phoneController)
    initiator.keepsFrames = true
    hostWorld = nil
    world.addAccessory(request.profile).powerOn()
  }

  /// The bed that all cases share where a host is attached.
  init(_ hostWorld: HostWorld) {
    self.hostWorld = hostWorld
    world = hostWorld.world
    environment = world.air.environment
    recorder = hostWorld.recorder
    initiator = hostWorld.initiator
    initiator.keepsFrames = true
    initiator.forgetEvents()
  }

  /// Moves the phone. The new place holds for procedures that are started afterwards.
  package func move(to place: Environment) {
    environment = place
    world.air.put(phoneController, in: place)
  }

  /// Switches the accessory off or on.
  package func switchAccessory(on isOn: Bool) {
    guard let accessory = world.accessory else {
      preconditionFailure("a case that needs power runs where there is some")
    }
    if isOn { accessory.powerOn() } else { accessory.powerOff() }
  }

  /// Switches both ends off, so that nothing retains them.
  func close() { world.close() }

  /// Does something in which an attached host has no part, as fast as the tester can.
  func hurry<Value, Failure>(_ action: () throws(Failure) -> Value) throws(Failure) -> Value {
    hostWorld?.hurry(true)
    defer { hostWorld?.hurry(false) }
    return try action()
  }

  /// Keeps the steps of subevents from the recorder, or shows them again.
  func hideSteps(_ areHidden: Bool) { world.air.hidesSteps = areHidden }

  /// Drops procedures and subevents seen so far.
  package func forgetProcedures() {
    initiator.forgetEvents()
    recorder.forgetProcedures()
  }
}

extension AirWorld {
  /// The air of a case, all of which `recorder` sees.
  ///
  /// - Parameter prepare: what is done to the accessory's controller before it is used.
  convenience init(
    phone: ControllerDescription, environment: Environment, seed: UInt64, start: Instant = .start,
    seenBy recorder: FrameRecorder, prepare: @escaping (VirtualController) -> Void
  ) {
    self.init(phone: phone, environment: environment, seed: seed, start: start) { controller, role in
      if role == .reflector { prepare(controller) }
      recorder.watch(controller, as: role)
    }
    air.add(recorder)
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
    let site = TestSite(request, needs: testCase.needs, seed: seed, log: log)
    site.simulation.budget = testCase.budget.divided(by: request.budgetShare).ofRun
    return site
  }

  /// Waits for a controller to attach, once.
  private func awaitArrival(at attached: AttachedPort, _ simulation: Simulation) throws(TesterStop) {
    let isOver = attached.hasArrived && !attached.admitsNext
    if !attached.port.isAttached { attached.strayCount = 0 }
    if !attached.port.isAttached, !attached.hasGivenUp, !isOver {
      simulation.run(until: simulation.now + attached.attachLimit) { !attached.port.isAttached }
    }
    attached.hasGivenUp = !attached.port.isAttached
    attached.hasArrived = attached.hasArrived || attached.port.isAttached
    if attached.hasGivenUp { throw .inconclusive("no controller has attached at \(attached.name)") }
  }

  /// Ends what a case left at its site. Returns why the case could not be judged, if the attached host or
  /// controller went away.
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

  /// The site of a case of the accessory that a profile describes.
  ///
  /// - Parameters:
  ///   - seed: the seed of this case.
  ///   - prepare: what is done to the accessory's controller before it is used, so that the cases themselves can be
  ///     tested.
  package init(
    _ request: CheckRequest, needs: Access, seed: UInt64, log: CaptureLog,
    prepare: @escaping (VirtualController) -> Void = { _ in }
  ) {
    if needs.isSuperset(of: .radio) {
      self = .hci(HCIBench(request, on: Cable(), seed: seed, log: log, prepare: prepare))
    } else if needs.contains(.air) {
      self = .air(TestBed(request, seed: seed, log: log, prepare: prepare))
    } else {
      self = .hci(HCIBench(request, seed: seed, log: log, prepare: prepare))
    }
  }

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
