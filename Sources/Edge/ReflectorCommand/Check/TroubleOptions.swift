internal import ArgumentParser
internal import ConformanceTester
internal import Glibc

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

  /// The cases at whose beginning the check is interrupted or killed.
  var signals: [PlantedSignal] { plant.compactMap(\.signal) }
}

extension CrashedCase: ExpressibleByArgument {
  init?(argument: String) {
    let parts = argument.split(separator: ":").map(String.init)
    guard parts.count == 3, let run = Int(parts[0]) else { return nil }
    self.init(run: run, reference: CaseReference(requirementID: parts[1], caseID: parts[2]))
  }
}

/// A mishap in a case, or a signal at its beginning.
enum PlantedTrouble: ExpressibleByArgument {
  case mishap(Mishap)
  case signal(PlantedSignal)

  init?(argument: String) {
    let parts = argument.split(separator: ":").map(String.init)
    guard parts.count == 2 else { return nil }
    if let kind = PlantedSignal.Kind(rawValue: parts[0]) {
      self = .signal(PlantedSignal(kind: kind, caseID: parts[1]))
    } else if let kind = Mishap.Kind(rawValue: parts[0]) {
      self = .mishap(Mishap(kind, in: parts[1]))
    } else {
      return nil
    }
  }

  var mishap: Mishap? { if case .mishap(let mishap) = self { mishap } else { nil } }
  var signal: PlantedSignal? { if case .signal(let signal) = self { signal } else { nil } }
}

/// A signal that the program gets when a case begins.
struct PlantedSignal: Sendable {
  enum Kind: String, Sendable {
    case interrupt, kill
  }

  let kind: Kind
  let caseID: String

  func raise(_ stop: StopRequest) {
    switch kind {
    case .interrupt: stop.provoke()
    case .kill: Glibc.kill(getpid(), SIGKILL)
    }
  }
}
