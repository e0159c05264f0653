import ChannelSounding
import CoreTypes
import Faults
import HostStack
import LinkLayer
import Profiles
import RadioModel
import RangingService
import Testing
import VirtualController

@testable import Reflector

@Suite("The controller that a profile describes")
struct ControllerDescriptionTests {
  private static func profile(_ fault: Fault? = nil) throws -> AccessoryProfile {
    try Example(fault.map { [("faults", "[\($0.id)]")] } ?? []).profile()
  }

  @Test("departs from the specification in nothing without a fault")
  func conforming() throws {
    let description = try Self.profile().controllerDescription(of: 1)
    #expect(description.identity.faults.isEmpty && description.identity.declaredCSCapabilities == nil)
    #expect(description.identity.unreportedFeatures == FeatureSet())
    #expect(description.stepFaults == StepFaults() && description.reportFaults == ReportFaults())
    #expect(description.limitFaults == LimitFaults())
    #expect(description.reflectorBehaviour == ReflectorBehaviour())
    #expect(description.radio.mode0FAEPpm.isEmpty)
  }

  @Test("has the radio of the model where the profile says nothing of it")
  func usualRadio() {
    #expect(RadioDescription().parameters == RadioParameters())
  }

  @Test("lacks the feature bit that its host sets")
  func hostSupport() throws {
    let profile = try Self.profile()
    #expect(profile.features[.channelSoundingHostSupport])
    #expect(!profile.controllerDescription(of: 1).identity.features[.channelSoundingHostSupport])
  }

  @Test("has its faults to ask for", arguments: Fault.allCases)
  func asked(fault: Fault) throws {
    let profile = try Self.profile(fault)
    #expect(profile.controllerDescription(of: 1).identity.faults == [fault])
    #expect(profile.rangingConfiguration.faults == [fault])
  }

  @Test("is another one, or has another firmware, with each declared fault", arguments: declaredFaults)
  func faults(fault: Fault) throws {
    let (right, wrong) = (try Self.profile(), try Self.profile(fault))
    var description = wrong.controllerDescription(of: 1)
    description.identity.faults = []
    let isOtherController = "\(right.controllerDescription(of: 1))" != "\(description)"
    let shown = wrong.applyingFaults()
    let isOtherFirmware =
      right.security != shown.security || right.advertising != shown.advertising
      || right.link != shown.link || right.gatt != shown.gatt
    #expect(isOtherController || isOtherFirmware)
  }

  private static let declaredFaults = Fault.allCases.filter(\.isDeclared)

  @Test("declares less than it does where the fault is in what it declares")
  func declaredValues() throws {
    let hidden = try Self.profile(.enhancementFeatureMissing).controllerDescription(of: 1).identity
    #expect(hidden.features[.channelSoundingEnhancement1])
    #expect(hidden.unreportedFeatures == FeatureSet([.channelSoundingEnhancement1]))
    let shown = try Self.profile(.inlinePCTNotClaimed).controllerDescription(of: 1).identity
    #expect(shown.csCapabilities.subfeatures.contains(.inlinePCT))
    #expect(shown.declaredCSCapabilities?.subfeatures.contains(.inlinePCT) == false)
  }

  @Test("has the radio of the profile in the units of the model")
  func radio() throws {
    let table = (0..<72).map { $0 == 0 ? "-4" : "0.5" }.joined(separator: ", ")
    let description = try Example([
      ("channel_sounding.fae_ppm", "[\(table)]"), ("radio.inline_pct_error_deg", "90"),
      ("radio.carrier_offset_ppm", "-7"), ("radio.tx_power_dbm", "3"),
    ]).profile().controllerDescription(of: 1)
    #expect(abs(description.radio.inlinePCTErrorRadians - .pi / 2) < 1e-12)
    #expect(description.clock.offsetPpm == -7 && description.radio.txPowerDbm == 3)
    #expect(description.radio.mode0FAEPpm.count == 80)
    #expect(description.radio.mode0FAEPpm[2] == -4 && description.radio.mode0FAEPpm[3] == 0.5)
    #expect(description.radio.mode0FAEPpm[24] == 0)
  }

  @Test("has an address of the kind that the profile names", arguments: ["public", "random-static"])
  func address(kind: String) throws {
    let address = try Example([("advertising.address", kind)]).profile().controllerDescription(of: 1).address
    #expect(address.kind == (kind == "public" ? .public : .random))
    #expect(
      kind == "public" || address.bdAddr.octets[5] & 0xC0 == 0xC0, "a static address begins with two ones")
  }
}
