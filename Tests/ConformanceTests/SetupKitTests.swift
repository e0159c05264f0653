import Conformance
import ConformanceTester
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("AccessorySetupKit")
struct SetupKitTests {
  private static func request(_ name: String = "reference") throws -> CheckRequest {
    var request = try RequirementMatrix.setupKit.request(name, seed: 1)
    var app = AppDescription(file: "Info.plist")
    app.supports = ["NSAccessorySetupSupports": ["Bluetooth"]]
    app.services = [.ranging]
    request.app = app
    return request
  }

  private static func failed(_ request: CheckRequest) -> [String] {
    CheckRunner(request).run().report.requirements.filter { $0.verdict != .pass }.map(\.id)
  }

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
    #expect(Self.failed(request) == ["ASK-08"])
    request = try Self.request()
    request.onlyIDs = ["ASK-02", "ASK-03"]
    request.phone.match.services = []
    #expect(Self.failed(request) == ["ASK-03"])
  }

  @Test("a name that a descriptor names may be in the scan response")
  func nameInScanResponse() throws {
    var request = try Self.request()
    request.onlyIDs = ["ASK-04", "ASK-06"]
    request.phone.match.nameContains = "oven"
    #expect(Self.failed(request) == ["ASK-04", "ASK-06"])
    // Too long for the advertising data beside Flags and a service.
    request.profile.advertising.name = "Thermometer of the oven"
    #expect(Self.failed(request) == [])
  }

  @Test("the other name of the key is a warning")
  func otherKey() throws {
    var request = try Self.request()
    request.app?.supports = ["NSAccessorySetupKitSupports": ["Bluetooth"]]
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .pass && !result.warnings.isEmpty)
  }
}
