import CoreTypes
import SimulationKernel
import Testing

@Suite("The budget of a run")
struct SimulationBudgetTests {
  @Test("as many events run as it has, and then none")
  func events() {
    let simulation = Simulation(seed: 1)
    simulation.budget = SimulationBudget(events: 3, deadline: .distantFuture)
    var count = 0
    func follow() {
      count += 1
      simulation.schedule(after: .zero) { follow() }
    }
    simulation.schedule(after: .zero) { follow() }
    simulation.run(until: .start + .seconds(5))
    #expect(count == 3)
    #expect(simulation.budget.isSpent)
    #expect(simulation.now == .start + .seconds(5))
    #expect(simulation.pendingCount == 0)
  }

  @Test("no event runs after its deadline, and the clock goes on")
  func deadline() {
    let simulation = Simulation(seed: 1)
    simulation.budget = SimulationBudget(events: 100, deadline: .start + .seconds(1))
    var times: [Instant] = []
    for second in 0...3 {
      simulation.schedule(at: .start + .seconds(second)) { times.append(simulation.now) }
    }
    simulation.run(until: .start + .seconds(10))
    #expect(times == [.start, .start + .seconds(1)])
    #expect(simulation.budget.isSpent && simulation.now == .start + .seconds(10))
  }

  @Test("is not spent by events that fit")
  func fitting() {
    let simulation = Simulation(seed: 1)
    simulation.budget = SimulationBudget(events: 1, deadline: .start)
    simulation.schedule(after: .zero) {}
    simulation.run(until: .start + .seconds(1))
    #expect(!simulation.budget.isSpent && simulation.budget.events == 0)
  }
}
