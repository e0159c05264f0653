import AccessoryProfile
import Conformance
import Foundation
import TestSupport
import Testing

/// A shipped requirement set against every fault and every conforming accessory, over many seeds. The test of a
/// set says which accessories conform, and calls what it wants to hold.
struct RequirementMatrix {
  /// The name of the set, as `core-6-3-hci`.
  let set: String
  /// How many seeds each cell has; `REFLECTOR_MATRIX_SEEDS`, which `make nightly` sets, replaces the usual number.
  let seeds: ClosedRange<UInt64>
  /// Limits that take the place of the set's own, by name: amounts at which the verdicts are as sure, and the tests
  /// quick.
  let amounts: [String: Double]

  /// - Parameter seeds: how many seeds in `make test`, 1 to 20.
  init(_ set: String, seeds: UInt64 = 10, amounts: [String: Double] = [:]) {
    self.set = set
    self.seeds = Self.seeds(usually: seeds)
    self.amounts = amounts
  }

  /// The seeds of a matrix.
  static func seeds(usually count: UInt64) -> ClosedRange<UInt64> {
    let asked = ProcessInfo.processInfo.environment["REFLECTOR_MATRIX_SEEDS"].flatMap(UInt64.init)
    return 1...max(1, asked ?? count)
  }

  /// The requirements of the set.
  var requirements: [Requirement] {
    get throws { try Shipped.requirements(set).requirements }
  }

  /// The faults that break some requirement of a shipped set.
  static func faults(of set: String) -> [Fault] {
    do {
      let ids = Set(try Shipped.requirements(set).requirements.map(\.id))
      return Fault.all.filter { fault in fault.breaks.contains(where: ids.contains) }
    } catch {
      preconditionFailure("\(set) cannot be read: \(error)")
    }
  }

  /// A check of a shipped profile, as `defective/tfcs-100-refused`.
  func request(_ profile: String, seed: UInt64) throws -> CheckRequest {
    var request = try Shipped.request(profile, seed: seed)
    request.requirements = try Shipped.requirements(set)
    for index in request.requirements.requirements.indices {
      for limit in request.requirements.requirements[index].limits.indices {
        let name = request.requirements.requirements[index].limits[limit].name
        if let amount = amounts[name] {
          request.requirements.requirements[index].limits[limit].value = amount
        }
      }
    }
    return request
  }

  /// The results of a check of a shipped profile.
  func results(_ profile: String, seed: UInt64) throws -> [RequirementResult] {
    CheckRunner(try request(profile, seed: seed)).run().report.requirements
  }

  /// Holds a fault to what it says: it fails what it breaks, leaves open what it blocks, and harms nothing else.
  ///
  /// - Parameter unclaimed: requirements that the profile of the fault does not claim, whatever the fault.
  func expect(_ fault: Fault, notClaimed unclaimed: Set<String> = []) throws {
    for seed in seeds {
      for result in try results("defective/\(fault.name)", seed: seed) {
        let place = Comment(rawValue: "\(fault.name), \(result.id), seed \(seed): \(result.reason ?? "")")
        if fault.breaks.contains(result.id) {
          #expect(result.verdict == .fail, place)
        } else if fault.blocks.contains(result.id) {
          #expect(result.verdict == .inconclusive, place)
        } else if result.verdict == .notApplicable {
          #expect(unclaimed.contains(result.id) || Self.says(result, "claimed"), place)
        } else {
          #expect(result.verdict == .pass, place)
        }
      }
    }
  }

  /// Holds a fault that breaks nothing of this set to that.
  func expectNoHarm(_ fault: Fault) throws {
    for result in try results("defective/\(fault.name)", seed: 1) {
      #expect(result.verdict != .fail, "\(fault.name), \(result.id): \(result.reason ?? "")")
    }
  }

  /// Holds an accessory that conforms to passing everything that it claims, whatever the seed.
  func expectConforming(_ profile: String) throws {
    for seed in seeds {
      for result in try results(profile, seed: seed) {
        let place = Comment(rawValue: "\(profile), \(result.id), seed \(seed): \(result.reason ?? "")")
        #expect([.pass, .notApplicable].contains(result.verdict), place)
        if result.verdict == .notApplicable { #expect(Self.says(result, "claimed"), place) }
      }
    }
  }

  /// Holds the catalogue of faults to breaking each judged requirement alone.
  ///
  /// - Parameter entailed: requirements that nothing can break alone, since others follow from them.
  func expectEachIsBrokenAlone(entailed: Set<String> = []) throws {
    let faults = Self.faults(of: set)
    for requirement in try requirements
    where requirement.level != .info && !entailed.contains(requirement.id) {
      #expect(
        faults.contains { $0.breaksAlone(requirement.id) && !$0.blocks.contains(requirement.id) },
        "no fault breaks \(requirement.id) alone")
    }
  }

  private static func says(_ result: RequirementResult, _ word: String) -> Bool {
    result.cases.allSatisfy { $0.verdict != .notApplicable || ($0.reason ?? "").contains(word) }
  }
}
