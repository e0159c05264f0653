public import CoreTypes
public import Documents
public import Verdicts

/// The results of a scenario.
public struct ScenarioReport: Sendable {
  /// An accessory of the scenario.
  public struct Accessory: Hashable, Sendable {
    public var name: String
    /// The file of its profile.
    public var profilePath: String
    /// The planted faults in words; nil for none.
    public var notice: String?
  }

  /// As `two-thermometers`.
  public var id: String
  public var title: String
  /// The scenario as the user named it.
  public var path: String
  /// SHA-256 of the scenario and the file that it extends, hex.
  public var digest: String
  /// The id of the phone.
  public var phone: String
  /// The id of the environment.
  public var environment: String
  public var accessories: [Accessory]
  /// The seed of all chance.
  public var seed: UInt64
  /// The virtual time that passed.
  public var duration: Picoseconds
  /// The events in the order of time.
  public var events: [ScenarioEvent]
  /// The comparisons, one for each expectation, in the order of the file.
  public var steps: [Step]
  /// The lines of the phone's log.
  public var log: [String]
  /// The declared values of the scenario with their sources.
  public var declarations: [DeclaredValue]
  /// The values of `apps` of the phone that no maker has published.
  public var assumptions: [DeclaredValue]
  /// The capture that was written; nil for none.
  public var capturePath: String?
  /// The number of frames of the capture.
  public var frameCount: Int

  /// The worst verdict of the expectations.
  public var verdict: Verdict { Verdict.combined(steps.map(\.verdict)) }
}

extension Step {
  /// The verdict on this step alone.
  public var verdict: Verdict {
    switch finding {
    case .met: .pass
    case .unmet: .fail
    case .uncertain: .inconclusive
    }
  }
}
