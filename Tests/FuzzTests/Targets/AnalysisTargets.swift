import Analysis
import Capture
import Conformance
import ConformanceTester
import Documents
import Foundation
import ProfileImport
import Profiles
import Ranging
import Reports
import SimulationKernel
import Verdicts

/// What stands on the readers of recordings: `analyze`, `analyze --requirements`, and `import` with `check` behind it.
///
/// What would cost more than all else, every estimator and every option, is done in turn: the octets choose, so that
/// an input always does the same.
enum AnalysisTargets {
  /// One profile in so many is checked, since a check runs a session.
  private static let profilesPerCheck: UInt64 = 400
  private static let requirementsPerCheck = 3
  private static let tool = ToolIdentity(name: "fuzz", version: "1")

  /// A recording read to procedures and distances, held against requirements and reported.
  static func analyze(_ octets: [UInt8]) -> Reach {
    let digest = Digest.of(octets)
    let kinds = RangingEstimatorKind.allCases
    let kind = kinds[Int(digest % UInt64(kinds.count))]
    var reach: Reach = []
    do {
      let reader = try RecordingReader(octets: octets)
      let analyzer = RecordingAnalyzer([.init(reader, name: "input")], estimators: [kind])
      var (survey, tally, json) = (RecordingSurvey(), AnalysisTally(estimators: [kind]), AnalysisJSON())
      var curves = AnalysisCurves(estimators: [kind])
      var procedures: [ProcedureAnalysis] = []
      while let procedure = try analyzer.nextProcedure() {
        reach.insert(.procedure)
        for estimate in procedure.estimates.compactMap(\.estimate) {
          precondition(estimate.metres.isFinite && estimate.deviationMetres >= 0, "a distance is a number")
          reach.insert(.distance)
        }
        survey.add(procedure)
        tally.add(procedure)
        curves.add(procedure)
        procedures.append(procedure)
        _ = (json.item(procedure), AnalysisCSV.lines(procedure))
      }
      var report = AnalysisReport(analyzer, tally: tally, firstProcedures: procedures)
      report.verdicts = survey.accessories(of: analyzer).prefix(8).flatMap(verdicts)
      if report.verdicts.contains(where: { !$0.items.isEmpty }) { reach.insert(.settled) }
      _ = (json.closing(report), AnalysisText(style: TextStyle()).text(report), curves.plots)
      if reader.damageCount == 0 { reach.insert(.whole) }
    } catch {
      _ = "\(error)"
    }
    return reach
  }

  private static func verdicts(_ accessory: SeenAccessory) -> [ShownVerdicts] {
    Shipped.sets.map { set in
      let items = set.requirements.compactMap { requirement in
        RecordedTrial.outcome(of: requirement, for: accessory).map { ShownVerdicts.Item($0) }
      }
      return ShownVerdicts(
        accessory: accessory.name, set: set.id, items: items,
        notShownCount: set.requirements.count - items.count)
    }
  }

  /// The accessories of a recording made into profiles, some of which are checked.
  static func importProfile(_ octets: [UInt8]) -> Reach {
    let digest = Digest.of(octets)
    var reach: Reach = []
    do {
      let reader = try RecordingReader(octets: octets)
      let analyzer = RecordingAnalyzer([.init(reader, name: "input")], estimators: [.ml])
      var survey = RecordingSurvey(trueDistanceMetres: digest & 1 == 0 ? nil : 3)
      while let procedure = try analyzer.nextProcedure() {
        reach.insert(.procedure)
        survey.add(procedure)
      }
      let accessories = survey.accessories(of: analyzer)
      if let accessory = accessories.first(where: \.hasChannelSounding) ?? accessories.first {
        reach.formUnion(makeProfile(of: accessory, analyzer.recordings, digest))
      }
      if reader.damageCount == 0 { reach.insert(.whole) }
    } catch {
      _ = "\(error)"
    }
    return reach
  }

  private static func makeProfile(
    of accessory: SeenAccessory, _ recordings: [RecordingSummary], _ digest: UInt64
  ) -> Reach {
    var options = ProfileImporter.Options()
    options.assumed = digest & 2 == 0 ? [] : [ProfileImporter.everything]
    options.fitted = [.estimate, .least, .most][Int(digest / 4 % 3)]
    do {
      let made = try ProfileImporter.profile(of: accessory, options: options, file: "made.yaml")
      _ = ImportText(style: TextStyle()).text(
        made, accessory: accessory.summary, recordings: recordings, path: "made.yaml")
      guard digest / 16 % profilesPerCheck == 0 else { return .imported }
      check(made.profile, digest)
      return [.imported, .checked]
    } catch {
      preconditionFailure("a profile that was made cannot be read: \(error)")
    }
  }

  /// Runs the cases of some requirements, whatever comes of them.
  private static func check(_ profile: AccessoryProfile, _ digest: UInt64) {
    var chance = RandomStream(seed: digest)
    guard let set = Shipped.sets.randomElement(using: &chance) else { return }
    let ids = set.requirements.shuffled(using: &chance).prefix(requirementsPerCheck).map(\.id)
    let request = CheckRequest(
      profile: profile, profilePath: "made.yaml", profileDigest: String(repeating: "0", count: 64),
      requirements: set, phone: Shipped.phone, environment: Shipped.environment, seed: 1, distanceMetres: 3,
      onlyIDs: ids)
    let results = CheckRunner(request).run().report.requirements
    precondition(results.count == ids.count, "each requirement that is asked for has a result")
  }
}

/// Files of `Profiles`, read once.
private enum Shipped {
  /// Sets of which recordings settle something.
  static let sets = ["apple-ios27-cs", "android16-ranging-cs", "core-6-3-ll", "ras-rap-1-0"].map { name in
    read("requirements/\(name)") { path, load throws(DocumentErrors) in
      try RequirementSet.read(file: path, load: load)
    }
  }
  static let phone = read("phones/iphone-ios27", PhoneProfile.read)
  static let environment = read("environments/line-of-sight", EnvironmentPreset.read)

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Profiles").standardizedFileURL.path

  private static func read<Document>(
    _ name: String, _ read: (String, DocumentLoader) throws(DocumentErrors) -> Document
  ) -> Document {
    do {
      return try read("\(folder)/\(name).yaml", load)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private static func load(_ path: String) throws(DocumentErrors) -> [UInt8] {
    guard let octets = FileManager.default.contents(atPath: path) else {
      throw DocumentErrors(.unreadable(reason: "there is none"), at: SourcePosition(file: path))
    }
    return Array(octets)
  }
}
