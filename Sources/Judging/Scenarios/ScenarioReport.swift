package import CoreTypes
package import Documents
package import Verdicts

/// The results of a scenario.
package struct ScenarioReport: Sendable {
  /// An accessory of the scenario.
  package struct Accessory: Hashable, Sendable {
    package var name: String
    /// The file of its profile.
    package var profilePath: String
    /// The planted faults in words; nil for none.
    package var notice: String?
  }

  /// As `two-thermometers`.
  package var id: String
  package var title: String
  /// The scenario as the user named it.
  package var path: String
  /// SHA-256 of the scenario and the file that it extends, hex.
  package var digest: String
  /// The id of the phone.
  package var phone: String
  /// The id of the environment.
  package var environment: String
  package var accessories: [Accessory]
  /// The seed of all chance.
  package var seed: UInt64
  /// The virtual time that passed.
  package var duration: Picoseconds
  /// The events in the order of time.
  package var events: [ScenarioEvent]
  /// The comparisons, one for each expectation, in the order of the file.
  package var steps: [Step]
  /// The lines of the phone's log.
  package var log: [String]
  /// The declared values of the scenario with their sources.
  package var declarations: [DeclaredValue]
  /// The values of `apps` of the phone that no maker has published.
  package var assumptions: [DeclaredValue]
  /// The capture that was written; nil for none.
  package var capturePath: String?
  /// The number of frames of the capture.
  package var frameCount: Int

  /// The worst verdict of the expectations.
  package var verdict: Verdict { Verdict.combined(steps.map(\.verdict)) }
}

extension Step {
  /// The verdict on this step alone.
  package var verdict: Verdict {
    switch finding {
    case .met: .pass
    case .unmet: .fail
    case .uncertain: .inconclusive
    }
  }
}
