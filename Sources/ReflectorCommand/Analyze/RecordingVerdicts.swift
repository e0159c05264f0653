internal import AccessoryProfile
internal import Conformance
internal import CryptoToolbox
internal import ProfileImport
internal import Reports

/// Judges by requirement sets what recordings show of accessories: each becomes a profile in memory, and what its
/// values settle is checked.
struct RecordingVerdicts {
  /// The accessories that are judged; more are the bystanders of a sniffer.
  private static let limit = 8

  private let sets: [RequirementSet]
  private let phone: PhoneProfile
  private let environment: EnvironmentPreset

  /// Reads the sets, and what a check needs beside them.
  init(_ names: [String]) throws(BadInput) {
    let library = DataLibrary()
    let asked = names.contains("all") ? library.files(in: .requirements).map(DataLibrary.stem) : names
    sets = try Catalogue().requirementSets(asked)
    for set in sets {
      do throws(ProfileErrors) {
        try set.check(against: TestCase.catalogue)
      } catch {
        throw BadInput([error])
      }
    }
    var reader = DocumentReader()
    let phone = reader.read(try library.path(PlaceOptions.defaultPhone, in: .phones), PhoneProfile.read)
    let environment = reader.read(
      try library.path(PlaceOptions.defaultEnvironment, in: .environments), EnvironmentPreset.read)
    guard let phone, let environment else { throw BadInput(reader.errors) }
    (self.phone, self.environment) = (phone, environment)
  }

  /// What the sets say of each accessory with Channel Sounding, or of all if none has it.
  func judge(_ accessories: [SeenAccessory]) -> [ShownVerdicts] {
    let ranging = accessories.filter(\.hasChannelSounding)
    return (ranging.isEmpty ? accessories : ranging).prefix(Self.limit).flatMap(verdicts)
  }

  private func verdicts(_ accessory: SeenAccessory) -> [ShownVerdicts] {
    do throws(ProfileErrors) {
      let made = try ProfileImporter.profile(of: accessory, options: .init(), file: "recording")
      return sets.map { verdicts(accessory.name, made, $0) }
    } catch {
      preconditionFailure("a profile that was made cannot be read: \(error)")
    }
  }

  private func verdicts(
    _ name: String, _ made: ProfileImporter.Outcome, _ set: RequirementSet
  ) -> ShownVerdicts {
    let ids = set.requirements.filter { Self.isShown($0, made.profile) }.map(\.id)
    guard !ids.isEmpty else {
      return ShownVerdicts(accessory: name, set: set.id, results: [], notShownCount: set.requirements.count)
    }
    let request = CheckRequest(
      profile: made.profile, profilePath: name,
      profileDigest: ContentDigest.sha256(Array(made.text.utf8)), requirements: set, phone: phone,
      environment: environment, seed: PlaceOptions.defaultSeed,
      distanceMetres: PlaceOptions.defaultDistance, onlyIDs: ids)
    let results = CheckRunner(request).run().report.requirements.filter { $0.verdict != .inconclusive }
    return ShownVerdicts(
      accessory: name, set: set.id, results: results,
      notShownCount: set.requirements.count - results.count)
  }

  /// Whether values of the recording can settle a requirement: all that it says it rests on was seen, and that is
  /// more than a section.
  private static func isShown(_ requirement: Requirement, _ profile: AccessoryProfile) -> Bool {
    let paths = requirement.declaredIn
    return !paths.isEmpty && paths.allSatisfy { profile.unknownPart(of: $0) == nil }
      && (requirement.settledBy == .declaration || paths.allSatisfy { $0.contains(".") })
  }
}
