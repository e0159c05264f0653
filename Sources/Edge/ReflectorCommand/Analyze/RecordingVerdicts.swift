internal import Conformance
internal import ConformanceCases
internal import ConformanceTester
internal import CryptoToolbox
internal import Documents
internal import ProfileImport
internal import Profiles
internal import Reports
internal import Verdicts

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
      do throws(DocumentErrors) {
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

  /// What the sets say of each accessory with Channel Sounding, or of all if none has it. Where a connection that began
  /// before the recording has it, nobody knows which advertiser that is.
  func judge(_ accessories: [SeenAccessory]) -> [ShownVerdicts] {
    let ranging = accessories.filter(\.hasChannelSounding)
    let judged = ranging.isEmpty ? accessories.filter { !$0.isBystander } : ranging
    return judged.prefix(Self.limit).flatMap(verdicts)
  }

  private func verdicts(_ accessory: SeenAccessory) -> [ShownVerdicts] {
    let made = profile(of: accessory, fitted: .estimate)
    return sets.map { set in
      let declared = declared(accessory, made, set)
      let items = set.requirements.compactMap { requirement -> ShownVerdicts.Item? in
        if let result = declared.first(where: { $0.id == requirement.id }) { return .init(declared: result) }
        return RecordedTrial.outcome(of: requirement, for: accessory).map { .init($0) }
      }
      return ShownVerdicts(
        accessory: accessory.name, set: set.id, items: items,
        notShownCount: set.requirements.count - items.count)
    }
  }

  private func profile(
    of accessory: SeenAccessory, fitted: ProfileImporter.Fitted
  ) -> ProfileImporter.Outcome {
    do throws(DocumentErrors) {
      var options = ProfileImporter.Options()
      options.fitted = fitted
      return try ProfileImporter.profile(of: accessory, options: options, file: "")
    } catch {
      preconditionFailure("a profile that was made cannot be read: \(error)")
    }
  }

  /// What declared values settle. A fitted value settles only what its whole interval does, and fails nothing where
  /// packets are missing: another configuration may have been in force.
  private func declared(
    _ accessory: SeenAccessory, _ made: ProfileImporter.Outcome, _ set: RequirementSet
  ) -> [RequirementResult] {
    // The profile lacks open features, and that makes no case not applicable.
    let shown = set.requirements.filter {
      Self.isShown($0, made.profile) && !$0.isOnly(forAnyOf: made.openFeatures)
    }
    var results = check(accessory.name, made, set, shown.map(\.id))
    let fitted = shown.filter { $0.declaredIn.contains { $0.hasPrefix("radio.") } }.map(\.id)
    for end in [ProfileImporter.Fitted.least, .most] {
      let others = check(accessory.name, profile(of: accessory, fitted: end), set, fitted)
      results.removeAll { result in
        fitted.contains(result.id)
          && (others.first { $0.id == result.id }?.verdict != result.verdict
            || result.verdict == .fail && accessory.mayLackPackets)
      }
    }
    return results
  }

  private func check(
    _ name: String, _ made: ProfileImporter.Outcome, _ set: RequirementSet, _ ids: [String]
  ) -> [RequirementResult] {
    guard !ids.isEmpty else { return [] }
    let request = CheckRequest(
      profile: made.profile, profilePath: name,
      profileDigest: ContentDigest.sha256(Array(made.text.utf8)), requirements: set, phone: phone,
      environment: environment, seed: PlaceOptions.defaultSeed,
      distanceMetres: PlaceOptions.defaultDistance, onlyIDs: ids)
    return CheckRunner(request).run().report.requirements.filter { $0.verdict != .inconclusive }
  }

  /// Whether values of the recording can settle a requirement: all that it says it rests on was seen, and that is
  /// more than a section.
  private static func isShown(_ requirement: Requirement, _ profile: AccessoryProfile) -> Bool {
    let paths = requirement.declaredIn
    return !paths.isEmpty && paths.allSatisfy { profile.unknownPart(of: $0) == nil }
      && (requirement.settledBy == .declaration || paths.allSatisfy { $0.contains(".") })
  }
}
