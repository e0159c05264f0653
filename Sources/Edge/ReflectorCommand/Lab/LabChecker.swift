internal import Conformance
internal import ConformanceTester
internal import CryptoToolbox
internal import Documents
internal import LabServer
internal import Profiles
internal import Verdicts

/// Checks the accessory of a lab. A changed one is that of the file that the page saves, which a report names and its
/// command repeats.
struct LabChecker: Sendable {
  /// The name under which the page saves a profile.
  private static let savedName = "profile.yaml"

  let options: LabOptions
  let profilePath: String
  let profileDigest: String
  let requirements: RequirementSet
  let environment: EnvironmentPreset

  /// Checks while the closure returns true.
  @Sendable func report(
    _ check: LabCheck, while goesOn: @Sendable () -> Bool
  ) throws(DocumentErrors) -> CheckReport {
    var (profile, path, digest) = (check.accessory, profilePath, profileDigest)
    if !check.changes.isEmpty {
      let octets = Array(check.savedText.utf8)
      path = Self.savedName
      profile = try AccessoryProfile.read(file: path) { _ throws(DocumentErrors) in octets }
      digest = ContentDigest.sha256(octets)
    }
    let request = CheckRequest(
      profile: profile, profilePath: path, profileDigest: digest, requirements: requirements,
      phone: check.phone, environment: environment, seed: options.place.seed,
      distanceMetres: options.place.distance)
    var report = CheckRunner(request).run(while: goesOn).report
    report.replay = ReplayCommand(options, profile: path, phone: check.phoneName).text()
    if !check.changes.isEmpty {
      let list = check.changes.map { "\($0.path) from \($0.old ?? "none") to \($0.new ?? "none")" }
      report.notices.append("A lab changed \(profilePath): " + list.joined(separator: ", ") + ".")
    }
    return report
  }
}
