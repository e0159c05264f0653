public import CoreTypes
public import Documents
public import Verdicts

/// What became of a scenario.
public struct ScenarioReport: Sendable {
  /// An accessory of the scenario.
  public struct Accessory: Hashable, Sendable {
    public var name: String
    /// The file of its profile.
    public var profilePath: String
    /// What is planted in it, in words; nil for nothing.
    public var notice: String?
  }

  /// As `two-thermometers`.
  public var id: String
  public var title: String
  /// The scenario as the user named it.
  public var path: String
  /// SHA-256 of its octets and those of the file that it extends, hex.
  public var digest: String
  /// The id of the phone.
  public var phone: String
  /// The id of the environment.
  public var environment: String
  public var accessories: [Accessory]
  /// The seed of all chance.
  public var seed: UInt64
  /// How much virtual time passed.
  public var duration: Picoseconds
  /// In the order of time.
  public var events: [ScenarioEvent]
  /// One for each expectation, in the order of the file.
  public var steps: [Step]
  /// What the phone wrote to its log.
  public var log: [String]
  /// The values of the phone for apps that its maker has not published.
  public var assumptions: [DeclaredValue]
  /// The capture that was written; nil for none.
  public var capturePath: String?
  /// The frames of the capture.
  public var frameCount: Int

  /// Fail where an expectation is not met.
  public var verdict: Verdict { Verdict.combined(steps.map(\.verdict)) }
}

extension Step {
  /// What it comes to by itself.
  public var verdict: Verdict {
    switch finding {
    case .met: .pass
    case .unmet: .fail
    case .uncertain: .inconclusive
    }
  }
}
