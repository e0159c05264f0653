import AccessoryProfile
import Analysis
import Capture
import Conformance
import Foundation
import ProfileImport
import Ranging

/// What stands on the readers of recordings: `analyze`, `analyze --requirements` and `import`.
enum AnalysisTargets {
  /// Sets of which recordings settle something.
  private static let sets: [RequirementSet] = {
    ["apple-ios27-cs", "android16-ranging-cs", "core-6-3-ll", "ras-rap-1-0"].map { name in
      let load: ProfileLoader = { path throws(ProfileErrors) in
        guard let octets = FileManager.default.contents(atPath: path) else {
          throw ProfileErrors(.unreadable(reason: "there is none"), at: SourcePosition(file: path))
        }
        return Array(octets)
      }
      do {
        return try RequirementSet.read(file: "Profiles/requirements/\(name).yaml", load: load)
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }()

  /// A recording read to procedures and distances, its accessories made into profiles and held against requirements.
  static func recording(_ octets: [UInt8]) {
    do {
      let reader = try RecordingReader(octets: octets)
      let analyzer = RecordingAnalyzer(
        [.init(reader, name: "input")], estimators: RangingEstimatorKind.allCases)
      var survey = RecordingSurvey(trueDistanceMetres: 3)
      while let procedure = try analyzer.nextProcedure() {
        for estimate in procedure.estimates.compactMap(\.estimate) {
          precondition(estimate.metres.isFinite && estimate.deviationMetres >= 0, "a distance is a number")
        }
        survey.add(procedure)
      }
      for accessory in survey.accessories(of: analyzer) { judge(accessory) }
    } catch {
      _ = "\(error)"
    }
  }

  private static func judge(_ accessory: SeenAccessory) {
    for assumed in [[], ["all"]] {
      var options = ProfileImporter.Options()
      options.assumed = assumed
      do {
        _ = try ProfileImporter.profile(of: accessory, options: options, file: "made.yaml")
      } catch {
        preconditionFailure("a profile that was made cannot be read: \(error)")
      }
    }
    for set in sets {
      for requirement in set.requirements { _ = RecordedTrial.outcome(of: requirement, for: accessory) }
    }
  }
}
