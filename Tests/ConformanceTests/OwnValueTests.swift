import Conformance
import ConformanceTester
import TestSupport
import Testing
import Verdicts

@testable import Profiles

@Suite("An accessory with values of its own")
struct OwnValueTests {
  /// The case about an accessory that has one more value, and no other of its own.
  private static func result(
    _ requirement: String, _ id: String, value: CharacteristicDescription,
    _ change: (inout AccessoryProfile) -> Void = { _ in }
  ) throws -> CaseResult {
    var request = try Shipped.request("reference", only: [requirement])
    request.requirements = try Shipped.requirements("apple-adg-ble")
    request.profile.gatt.vendorService = nil
    request.profile.gatt.services = [ServiceDescription(uuid: .short(0xFE00), characteristics: [value])]
    change(&request.profile)
    let cases = CheckRunner(request).run().report.requirements.flatMap(\.cases)
    return try #require(cases.first { $0.id == id })
  }

  @Test("gets a warning for preferred connection parameters only if it requests none")
  func preferredParameters() throws {
    var value = CharacteristicDescription()
    (value.uuid, value.properties) = (.short(0x2A04), .read)
    value.value = [12, 0, 24, 0, 0, 0, 200, 0]
    let requesting = try Self.result("ADG-14", "CS/CPR/BV-08", value: value)
    #expect(requesting.warnings == [])
    let silent = try Self.result("ADG-14", "CS/CPR/BV-08", value: value) {
      $0.link.requestsConnectionParameters = false
    }
    #expect(silent.warnings.count == 1)
  }

  /// A value that a phone has to be authenticated for.
  private static var authenticated: CharacteristicDescription {
    var value = CharacteristicDescription()
    (value.uuid, value.properties) = (.short(0xFE01), [.read, .write])
    (value.security, value.value) = (.authenticated, [1, 2, 3, 4, 5, 6])
    return value
  }

  @Test("may keep a value from a phone that has paired without confirmation")
  func authenticatedValue() throws {
    // Without the Ranging Service no other value is protected.
    let result = try Self.result("ADG-18", "CS/SMP/BV-03", value: Self.authenticated) {
      $0.gatt.hasRangingService = false
    }
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    #expect(result.steps.count == 1)
  }

  @Test("must let a phone that has paired read every value that needs encryption alone")
  func everyProtectedValue() throws {
    var value = Self.authenticated
    value.security = .encrypted
    let result = try Self.result("ADG-18", "CS/SMP/BV-03", value: value)
    #expect(result.verdict == .pass, "\(result.reason ?? "")")
    #expect(result.steps.count { $0.name.hasSuffix("without pairing") } > 1)
    #expect(result.steps.count { $0.name.hasSuffix("after pairing") } > 1)
  }

  @Test(
    "may keep a phone that has paired without confirmation from writing a value",
    arguments: ["CS/GAT/BV-13", "CS/GAT/BI-09"])
  func authenticatedWrites(id: String) throws {
    let result = try Self.result("ADG-22", id, value: Self.authenticated)
    #expect(result.verdict == .notApplicable, "\(result.reason ?? "")")
  }
}
