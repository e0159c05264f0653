package import Documents
package import Profiles
package import Ranging
package import Verdicts

/// The files that a lab reads, and its check.
package struct LabSource: Sendable {
  package var profilePath: String
  package var phones: [String]
  package var environments: [String]
  /// Reads the accessory, with settings in place of what its file says.
  package var accessory: @Sendable ([DocumentSetting]) throws(DocumentErrors) -> AccessoryProfile
  /// Reads one of `phones`.
  package var phone: @Sendable (String) throws(DocumentErrors) -> PhoneProfile
  /// Reads one of `environments`, with what stands in its file.
  package var environment:
    @Sendable (String) throws(DocumentErrors) -> (preset: EnvironmentPreset, root: DocumentNode)
  /// Checks an accessory with a phone while the closure returns true.
  package var check: @Sendable (LabCheck, @Sendable () -> Bool) throws(DocumentErrors) -> CheckReport

  package init(
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

package struct LabCheck: Sendable {
  package var accessory: AccessoryProfile
  package var phone: PhoneProfile
  /// The name that `LabSource.phone` takes.
  package var phoneName: String
  /// Where the accessory differs from its file.
  package var changes: [ProfileDraft.Change]
  /// The text of `profile.yaml` that the page saves.
  package var savedText: String
}

package struct LabOpening: Sendable {
  package var phone: String
  package var environment: String
  package var distanceMetres: Double
  package var estimator: RangingEstimatorKind
  package var seed: UInt64
  /// The capture that grows while the lab is open.
  package var capturePath: String

  package init(
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
