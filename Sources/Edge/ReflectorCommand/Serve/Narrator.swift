internal import ChannelSounding
internal import CoreTypes
internal import Notation
internal import Session

/// Tells people what happens: what is going on to standard error, distances to standard output.
final class Narrator {
  private let isQuiet: Bool
  private let results: StandardStream
  /// Why a distance could not be written; nil while all were.
  private(set) var failure: BadInput?

  /// - Parameter results: where distances go.
  init(isQuiet: Bool, results: StandardStream = .output) {
    self.isQuiet = isQuiet
    self.results = results
  }

  /// Says something on standard error.
  func say(_ text: String) {
    if !isQuiet { StandardError.write(text + "\n") }
  }

  func tell(_ event: SessionEvent, truth: Double) {
    switch event {
    case .connected(let address): say("connected to \(address)")
    case .disconnected(let reason): say("disconnected: \(reason)")
    case .encrypted(let status): say(status == .success ? "encrypted" : "not encrypted: \(status)")
    case .capabilities(let capabilities):
      say(
        "the accessory offers T_FCS of \(Self.list(capabilities.tFCS)) us"
          + (capabilities.subfeatures.contains(.inlinePCT) ? " and inline PCT" : ", and no inline PCT"))
    case .configured(let configuration):
      say(
        "configuration \(configuration.id): main mode \(configuration.mainMode),"
          + " T_FCS \(configuration.tFCS)"
          + (configuration.usesInlinePCT ? ", inline PCT" : ""))
    case .secured(let status): say(status == .success ? "CS security started" : "no CS security: \(status)")
    case .procedures(let isRunning): say(isRunning ? "procedures started" : "procedures stopped")
    case .procedure(let procedure): tell(procedure, truth)
    }
  }

  private func tell(_ procedure: RangedProcedure, _ truth: Double) {
    guard !isQuiet else { return }
    let counter = "procedure \(procedure.counter)"
    guard procedure.isComplete, let metres = procedure.metres else {
      return write("\(counter)  \(procedure.isComplete ? "no distance" : "aborted")\n")
    }
    write(
      "\(counter)  \(Self.text(metres)) m  (true \(Self.text(truth)) m, \(procedure.toneCount) tones)\n")
  }

  /// Writes a result. The first failure ends the session, which asks for it: what happens in the air cannot throw.
  private func write(_ result: String) {
    guard failure == nil else { return }
    do throws(BadInput) {
      try results.writeOrThrow(result)
    } catch {
      failure = error
    }
  }

  private static func list(_ set: TFCS.Set) -> String {
    set.times.map { "\($0.microseconds)" }.joined(separator: ", ")
  }

  /// With three digits after the point.
  private static func text(_ metres: Double) -> String {
    let millimetres = Int((metres * 1000).rounded())
    let (metres, rest) = millimetres.magnitude.quotientAndRemainder(dividingBy: 1000)
    return "\(millimetres < 0 ? "-" : "")\(metres).\(rest.decimalDigits(3))"
  }
}
