internal import ArgumentParser
internal import Conformance

/// The arguments of `reflector check` that nobody gives but the program itself, and tests.
struct TroubleOptions: ParsableArguments {
  @Option(help: .hidden)
  var crashed: [CrashedCase] = []

  /// As `hang:CS/TIM/BV-01`: what goes wrong in the tester in that case.
  @Option(help: .hidden)
  var plant: [PlantedTrouble] = []

  /// Whether the program started itself anew after a crash.
  var isRetry: Bool { !crashed.isEmpty }

  /// The cases that crashed in a run.
  func crashed(in run: Int) -> Set<CaseReference> {
    Set(crashed.filter { $0.run == run }.map(\.reference))
  }

  /// What goes wrong in cases.
  var mishaps: [Mishap] { plant.compactMap(\.mishap) }

  /// The cases at whose beginning the user interrupts the check.
  var interruptedCases: [String] { plant.filter { $0.mishap == nil }.map(\.caseID) }
}

extension CrashedCase: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: ":").map(String.init)
    guard parts.count == 3, let run = Int(parts[0]) else { return nil }
    self.init(run: run, reference: CaseReference(requirementID: parts[1], caseID: parts[2]))
  }
}

/// A mishap, or an interruption, in a case.
struct PlantedTrouble: ExpressibleByArgument {
  let caseID: String
  /// Nil for an interruption.
  let mishap: Mishap?

  init?(argument: String) {
    let parts = argument.split(separator: ":").map(String.init)
    guard parts.count == 2 else { return nil }
    caseID = parts[1]
    if parts[0] == "interrupt" {
      mishap = nil
    } else if let kind = Mishap.Kind(rawValue: parts[0]) {
      mishap = Mishap(kind, in: parts[1])
    } else {
      return nil
    }
  }
}
