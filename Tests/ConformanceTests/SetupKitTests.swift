import AccessoryProfile
import Conformance
import TestSupport
import Testing

@Suite("AccessorySetupKit")
struct SetupKitTests {
  static let faults = RequirementMatrix.faults(of: "apple-ask")
  static let matrix = RequirementMatrix("apple-ask", seeds: 2)

  private static func request(_ name: String = "reference") throws -> CheckRequest {
    var request = try matrix.request(name, seed: 1)
    var app = AppDescription(file: "Info.plist")
    app.supports = ["NSAccessorySetupSupports": ["Bluetooth"]]
    app.services = [.ranging]
    request.app = app
    return request
  }

  private static func failed(_ request: CheckRequest) -> [String] {
    CheckRunner(request).run().report.requirements.filter { $0.verdict != .pass }.map(\.id)
  }

  @Test("a fault of an accessory fails what it breaks and nothing else", arguments: faults)
  func fault(_ fault: Fault) throws { try Self.matrix.expect(fault) }

  @Test(
    "shipped accessories pass, and without an app its rules are not applicable",
    arguments: ["reference", "nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt"])
  func shipped(_ name: String) throws { try Self.matrix.expectConforming(name) }

  @Test("an app that says all passes") func app() throws {
    #expect(Self.failed(try Self.request()) == [])
  }

  @Test("each mistake of an app breaks its own rule alone")
  func mistakes() throws {
    var request = try Self.request()
    request.app?.supports = ["NSAccessorySetupSupports": ["WiFi"]]
    #expect(Self.failed(request) == ["ASK-01"])
    request = try Self.request()
    request.app?.services = []
    #expect(Self.failed(request) == ["ASK-02"])
    request = try Self.request()
    request.phone.match.isPaired = false
    #expect(Self.failed(request) == ["ASK-05"])
    request = try Self.request()
    request.onlyIDs = ["ASK-02", "ASK-03"]
    request.phone.match.services = []
    #expect(Self.failed(request) == ["ASK-03"])
  }

  @Test("the other name of the key is a warning")
  func otherKey() throws {
    var request = try Self.request()
    request.app?.supports = ["NSAccessorySetupKitSupports": ["Bluetooth"]]
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .pass && !result.warnings.isEmpty)
  }
}
