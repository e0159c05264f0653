import Faults
import Testing

@testable import Profiles

@Suite("What settles a requirement")
struct SettlementTests {
  static func requirements() throws -> [Requirement] {
    try FaultTests.sets.flatMap { try RequirementSet.read(file: $0, load: Fixture.load).requirements }
  }

  /// The keys whose values a fault changes.
  static func changes(of fault: Fault) throws -> [String] {
    let profile = try FaultTests.defective(fault)
    return zip(AccessoryKeys.lines(profile), AccessoryKeys.lines(profile.applyingFaults()))
      .filter { $0.text != $1.text }.map { $0.0.path }
  }

  @Test("is the declaration only where no fault of behaviour breaks it")
  func conduct() throws {
    let declared = try Self.requirements().filter { $0.settledBy == .declaration }
    #expect(declared.count > 20)
    for requirement in declared {
      for fault in Fault.allCases where fault.breaks.contains(requirement.id) {
        #expect(fault.isDeclared, "\(requirement.id) is broken by \(fault.id)")
      }
    }
  }

  @Test("is declared at the keys that faults change")
  func keys() throws {
    for fault in Fault.allCases where fault.isDeclared {
      let changes = try Self.changes(of: fault)
      #expect(!changes.isEmpty)
      for requirement in try Self.requirements()
      where requirement.settledBy == .declaration && fault.breaks.contains(requirement.id) {
        for path in changes where Self.matters(path, to: requirement, fault) {
          #expect(
            requirement.declaredIn.contains { path == $0 || path.hasPrefix($0 + ".") },
            "\(requirement.id) is broken by \(fault.id), which changes \(path)")
        }
      }
    }
  }

  /// A fault that asks for other connection parameters sets all of them, and each requirement is about some.
  private static func matters(_ path: String, to requirement: Requirement, _ fault: Fault) -> Bool {
    guard path.hasPrefix("link.requested_") else { return true }
    return requirement.declaredIn.first == path
  }
}
