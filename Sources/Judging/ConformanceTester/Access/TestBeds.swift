package import Capture
internal import CoreTypes
internal import HCI
package import SimulationKernel

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
