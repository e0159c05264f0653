public import Documents
public import Profiles
public import Ranging
public import Verdicts

/// The files that a lab reads, and its check.
public struct LabSource: Sendable {
  public var profilePath: String
  public var phones: [String]
  public var environments: [String]
  /// Reads the accessory, with settings in place of what its file says.
  public var accessory: @Sendable ([DocumentSetting]) throws(DocumentErrors) -> AccessoryProfile
  /// Reads one of `phones`.
  public var phone: @Sendable (String) throws(DocumentErrors) -> PhoneProfile
  /// Reads one of `environments`, with what stands in its file.
  public var environment:
    @Sendable (String) throws(DocumentErrors) -> (preset: EnvironmentPreset, root: DocumentNode)
  /// Checks an accessory with a phone while the closure returns true.
  public var check: @Sendable (LabCheck, @Sendable () -> Bool) throws(DocumentErrors) -> CheckReport

  public init(
    profilePath: String, phones: [String], environments: [String],
    accessory: @escaping @Sendable ([DocumentSetting]) throws(DocumentErrors) -> AccessoryProfile,
    phone: @escaping @Sendable (String) throws(DocumentErrors) -> PhoneProfile,
    environment:
      @escaping @Sendable (String) throws(DocumentErrors) -> (preset: EnvironmentPreset, root: DocumentNode),
    check: @escaping @Sendable (LabCheck, @Sendable () -> Bool) throws(DocumentErrors) -> CheckReport
  ) {
    self.profilePath = profilePath
    self.phones = phones
    self.environments = environments
    self.accessory = accessory
    self.phone = phone
    self.environment = environment
    self.check = check
  }
}

public struct LabCheck: Sendable {
  public var accessory: AccessoryProfile
  public var phone: PhoneProfile
  /// The name that `LabSource.phone` takes.
  public var phoneName: String
  /// Where the accessory differs from its file.
  public var changes: [ProfileDraft.Change]
  /// The text of `profile.yaml` that the page saves.
  public var savedText: String
}

public struct LabOpening: Sendable {
  public var phone: String
  public var environment: String
  public var distanceMetres: Double
  public var estimator: RangingEstimatorKind
  public var seed: UInt64
  /// The capture that grows while the lab is open.
  public var capturePath: String

  public init(
    phone: String, environment: String, distanceMetres: Double, estimator: RangingEstimatorKind, seed: UInt64,
    capturePath: String
  ) {
    self.phone = phone
    self.environment = environment
    self.distanceMetres = distanceMetres
    self.estimator = estimator
    self.seed = seed
    self.capturePath = capturePath
  }
}
