import Analysis
import Capture
import Conformance
import ConformanceTester
import CoreTypes
import ProfileImport
import Profiles
import TestSupport
import Verdicts

/// A check, its capture, and what comes of a profile that is made of the capture.
struct RoundTrip {
  /// A check of a shipped profile against shipped sets: the reports, and one capture a set.
  struct Checked {
    var reports: [CheckReport]
    var captures: [[UInt8]]

    init(_ profile: String, sets: [String], seed: UInt64 = 1, only ids: [String] = []) throws {
      (reports, captures) = ([], [])
      for set in sets {
        var request = try Shipped.request(profile, seed: seed, only: ids)
        request.requirements = try RoundTrip.requirements(set)
        request.phone = try RoundTrip.phone(set)
        try add(request)
      }
    }

    init(_ request: CheckRequest) throws {
      (reports, captures) = ([], [])
      try add(request)
    }

    private mutating func add(_ request: CheckRequest) throws {
      let outcome = CheckRunner(request).run()
      reports.append(outcome.report)
      captures.append(try RoundTrip.octets(outcome.capture))
    }
  }

  /// The limits that say how much is measured, and how much is enough here.
  private static let enough = ["mode_0_steps": 100.0, "procedures": 10, "steps": 100, "subevents": 20]

  /// A set that asks for so few procedures in a row that the capture of its check keeps them all.
  static func requirements(_ set: String) throws -> RequirementSet {
    var requirements = try Shipped.requirements(set)
    requirements.replaceLimits { name, _ in enough[name] }
    return requirements
  }

  /// The phone that a set is checked with.
  static func phone(_ set: String) throws -> PhoneProfile {
    try Shipped.phone(["android16-ranging-cs", "ras-rap-1-0"].contains(set) ? "android16" : "iphone-ios27")
  }

  static func octets(_ log: CaptureLog) throws -> [UInt8] {
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    return sink.octets
  }

  /// The accessory of a check, whose address is the same in all of them.
  ///
  /// - Parameter accepts: which interfaces are read, by name.
  static func accessory(
    _ captures: [[UInt8]], distanceMetres: Double? = nil,
    where accepts: @escaping (String?) -> Bool = { _ in true }
  ) throws -> SeenAccessory? {
    let recordings = try captures.enumerated().map { index, octets in
      RecordingAnalyzer.Recording(
        try RecordingReader(octets: octets), name: "folder/capture-\(index + 1).pcapng"
      ) { accepts($0.interfaces[$1.interface].name) }
    }
    let analyzer = RecordingAnalyzer(recordings, estimators: RecordingSurvey.estimators)
    var survey = RecordingSurvey(trueDistanceMetres: distanceMetres)
    while let procedure = try analyzer.nextProcedure() { survey.add(procedure) }
    let found = survey.accessories(of: analyzer)
    return found.first { $0.address?.bdAddr.octets[0] == 2 && $0.address?.kind == .random } ?? found.first
  }

  static func imported(
    _ captures: [[UInt8]], assuming assumed: [String] = [], distanceMetres: Double? = nil
  ) throws -> ProfileImporter.Outcome {
    var options = ProfileImporter.Options()
    options.assumed = assumed
    guard let accessory = try accessory(captures, distanceMetres: distanceMetres) else {
      preconditionFailure("the capture shows no accessory")
    }
    return try ProfileImporter.profile(
      of: accessory, options: options, file: "imported.yaml")
  }

  /// The verdicts of the same check on another profile.
  static func verdicts(
    of profile: AccessoryProfile, sets: [String], seed: UInt64 = 1, only ids: [String] = []
  ) throws -> [RequirementResult] {
    try sets.flatMap { set in
      var request = try Shipped.request("reference", seed: seed, only: ids)
      request.profile = profile
      request.requirements = try requirements(set)
      request.phone = try phone(set)
      return CheckRunner(request).run().report.requirements
    }
  }
}
