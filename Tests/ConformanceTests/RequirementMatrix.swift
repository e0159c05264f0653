import Conformance
import ConformanceTester
import Faults
import Foundation
import Profiles
import TestSupport
import Testing
import Verdicts

/// A shipped requirement set against every fault and every conforming accessory, over many seeds.
///
/// `make test` gives every cell three seeds and asks the dearest question, whether a fault breaks nothing else, with one
/// of them, another for each fault; accessories other than the controls share the three. With `REFLECTOR_MATRIX_SEEDS`,
/// which `make nightly` sets, every cell has so many seeds and every question is asked with each.
struct RequirementMatrix: Sendable {
  /// The name of the set, as `core-6-3-hci`.
  let set: String
  /// The accessories that conform to all of it. Each case of the set applies to one of them.
  let controls: [String]
  /// Others that conform to what they claim.
  let others: [String]
  /// Whether controls and faults are judged by every requirement, nothing being left out as not claimed.
  var claimsEverything = false
  /// What controls and faults claim beyond their profiles.
  var claims: @Sendable (inout AccessoryProfile) -> Void = { _ in }
  /// The phone.
  var phone = "iphone-ios27"
  /// Limits that take the place of the set's own, by name: amounts at which the verdicts are as sure, and the tests
  /// quick.
  var amounts: [String: Double] = [:]
  /// Faults that only the set's own amounts show, by name; they have one seed.
  static let slow: Set<String> = ["stops-after-65535-procedures"]
  /// Requirements that nothing can break alone, since others follow from them.
  var entailed: Set<String> = []

  // MARK: Seeds

  private static let asked = ProcessInfo.processInfo.environment["REFLECTOR_MATRIX_SEEDS"].map(range)
  /// Whether every question is asked with each seed.
  private static let isNightly = asked != nil
  /// The seeds of each cell.
  static let seeds = asked ?? 1...3

  /// Reads `200`, which is the seeds 1 to 200, or `101-200`.
  private static func range(_ text: String) -> ClosedRange<UInt64> {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
    guard let last = numbers.last ?? nil, let first = numbers.count == 2 ? numbers[0] : 1, first >= 1,
      first <= last
    else { preconditionFailure("REFLECTOR_MATRIX_SEEDS is \(text), expected a number or FIRST-LAST") }
    return first...last
  }

  /// Whether a seed falls to what stands at `place` of `count` among which the seeds are shared out.
  private static func isShare(_ seed: UInt64, of place: Int, among count: Int) -> Bool {
    isNightly || (Int(seed) + place) % count == 0
  }

  // MARK: Cells

  /// The faults that break some requirement of the set.
  var faults: [Fault] {
    do {
      let ids = Set(try requirements.map(\.id))
      return Fault.allCases.filter { fault in fault.breaks.contains(where: ids.contains) }
    } catch {
      preconditionFailure("\(set) cannot be read: \(error)")
    }
  }

  /// The requirements of the set.
  var requirements: [Requirement] {
    get throws { try Shipped.requirements(set).requirements }
  }

  /// A check of a profile, named as `Shipped` does.
  func request(_ profile: String, seed: UInt64, isWhole: Bool = false) throws -> CheckRequest {
    var request = try Shipped.request(profile, seed: seed)
    request.requirements = try Shipped.requirements(set)
    request.phone = try Shipped.phone(phone)
    if !isWhole { request.requirements.replaceLimits { name, _ in amounts[name] } }
    return request
  }

  /// A check of an accessory with a fault.
  func request(_ fault: Fault, seed: UInt64) throws -> CheckRequest {
    var request = try request(
      "defective/\(fault.id)", seed: seed, isWhole: Self.slow.contains(fault.id))
    claims(&request.profile)
    return request
  }

  /// The verdicts other than pass that an accessory has without the fault; none if it is a control.
  func shortcomings(of accessory: String, seed: UInt64) throws -> [String: Verdict] {
    if controls.contains(accessory) { return [:] }
    var request = try request(accessory, seed: seed)
    claims(&request.profile)
    let results = CheckRunner(request).run().report.requirements.filter { $0.verdict != .pass }
    return Dictionary(uniqueKeysWithValues: results.map { ($0.id, $0.verdict) })
  }

  // MARK: What has to hold

  /// Holds a fault to what it says: it fails what it breaks, leaves open what it blocks, and harms nothing else.
  func expect(_ fault: Fault) throws {
    let place = Fault.allCases.firstIndex(of: fault) ?? 0
    for seed in Self.slow.contains(fault.id) ? Self.seeds.lowerBound...Self.seeds.lowerBound : Self.seeds {
      var request = try request(fault, seed: seed)
      let isWhole = Self.isShare(seed, of: place, among: Self.seeds.count)
      let shortcomings = isWhole ? try shortcomings(of: fault.shownIn, seed: seed) : [:]
      if !isWhole {
        request.onlyIDs = try requirements.map(\.id).filter(fault.breaks.contains)
      }
      let report = CheckRunner(request).run().report
      if isWhole { try CauseReferenceTests.expectReferences(in: report, request.requirements, fault.id) }
      for result in report.requirements {
        let place = Comment(rawValue: "\(fault.id), \(result.id), seed \(seed): \(result.reason ?? "")")
        if fault.breaks.contains(result.id) {
          #expect(result.verdict == .fail, place)
        } else if fault.blocks.contains(result.id) {
          #expect(result.verdict == .inconclusive, place)
        } else if let verdict = shortcomings[result.id] {
          #expect(result.verdict == verdict, place)
        } else {
          expectPass(result, place)
        }
      }
    }
  }

  /// Holds an accessory that conforms to passing everything that it claims.
  func expectConforming(_ profile: String) throws {
    let isControl = controls.contains(profile)
    for seed in Self.seeds
    where isControl || Self.isShare(seed, of: others.firstIndex(of: profile) ?? 0, among: others.count) {
      var request = try request(profile, seed: seed)
      if isControl { claims(&request.profile) }
      for result in CheckRunner(request).run().report.requirements {
        let place = Comment(rawValue: "\(profile), \(result.id), seed \(seed): \(result.reason ?? "")")
        expectPass(result, place, mayBeUnclaimed: !isControl)
        if isControl { expectDecided(result) }
      }
    }
  }

  /// Holds the set to cases that can be carried out: each of them, but those of `app`, is with a conforming accessory.
  func expectEachIsCarriedOut() throws {
    var left = Set(try requirements.flatMap(\.cases)).subtracting(Self.app)
    for profile in controls + others where !left.isEmpty {
      var request = try request(profile, seed: 1)
      request.onlyIDs = try requirements.filter { !left.isDisjoint(with: $0.cases) }.map(\.id)
      let results = CheckRunner(request).run().report.requirements.flatMap(\.cases)
      left.subtract(results.filter { $0.verdict != .notApplicable }.map(\.id))
    }
    #expect(left.isEmpty, "\(set): no conforming accessory claims what \(left.sorted()) are about")
  }

  /// Cases about an app, which `SetupKitTests` gives.
  private static let app: Set = [
    "CS/ASK/BV-01", "CS/ASK/BV-02", "CS/ASK/BV-03", "CS/ASK/BV-05", "CS/ASK/BV-07",
  ]

  /// Holds the catalogue of faults to breaking each judged requirement alone.
  func expectEachIsBrokenAlone() throws {
    let faults = faults
    for requirement in try requirements
    where requirement.level != .info && !entailed.contains(requirement.id) {
      #expect(
        faults.contains { $0.breaksAlone(requirement.id) && !$0.blocks.contains(requirement.id) },
        "no fault breaks \(requirement.id) alone")
    }
  }

  /// Holds the checks that a control came to against the files that say what decides each.
  private func expectDecided(_ result: RequirementResult) {
    for item in result.cases {
      for step in item.steps {
        let check = Check(step, of: item.id)
        let isKnown = CheckRegistry.known.contains(check)
        #expect(
          isKnown,
          "nothing is known to decide \"\(check.name)\" of \(check.caseID): run `make checks`")
      }
    }
  }

  private func expectPass(_ result: RequirementResult, _ place: Comment, mayBeUnclaimed: Bool = false) {
    guard result.verdict == .notApplicable, mayBeUnclaimed || !claimsEverything else {
      #expect(result.verdict == .pass, place)
      return
    }
    for item in result.cases where item.verdict == .notApplicable {
      #expect((item.reason ?? "").contains("claim"), place)
    }
  }
}
