import ChannelSounding
import CoreTypes
import HostStack
import LinkLayer
import Profiles
import RadioModel
import Testing
import VirtualController

@testable import Reflector

@Suite("The controller that a profile describes")
struct ControllerDescriptionTests {
  private static func profile(_ fault: Fault? = nil) throws -> AccessoryProfile {
    try Example(fault.map { [("faults", "[\($0.name)]")] } ?? []).profile()
  }

  @Test("departs from the specification in nothing without a fault")
  func conforming() throws {
    let description = try Self.profile().controllerDescription
    #expect(description.identity.deviations == LinkDeviations())
    #expect(description.deviations == ControllerDeviations())
    #expect(description.reflectorBehaviour == ReflectorBehaviour())
    #expect(description.radio.mode0FAEPpm.isEmpty)
  }

  @Test("has the radio of the model where the profile says nothing of it")
  func usualRadio() {
    #expect(RadioParameters(RadioDescription()) == RadioParameters())
  }

  @Test("lacks the feature bit that its host sets")
  func hostSupport() throws {
    let profile = try Self.profile()
    #expect(profile.features[.channelSoundingHostSupport])
    #expect(!profile.controllerDescription.identity.features[.channelSoundingHostSupport])
  }

  /// Those that more sets than Apple's rules of advertising, pairing and GATT notice; the host shows the others.
  private static let faultsBelowHost = Fault.all.filter { fault in
    !faultsOfHost.contains(fault.name)
      && fault.breaks.contains { !["ADG", "ASK", "LNK"].contains($0.prefix(3)) }
  }

  /// Those of the host that show when a link ends, or in no answer.
  private static let faultsOfHost: Set = [
    "bond-lost-with-link", "bond-lost-on-failed-pairing", "mtu-request-ignored", "mtu-kept-over-links",
    "subscriptions-kept-for-strangers",
  ]

  @Test("is another one, or has another firmware, with each fault", arguments: faultsBelowHost)
  func faults(fault: Fault) throws {
    let (right, wrong) = (try Self.profile(), try Self.profile(fault))
    let isOtherController = "\(right.controllerDescription)" != "\(wrong.controllerDescription)"
    func serving(_ profile: AccessoryProfile) -> AccessoryProfile {
      var profile = profile
      profile.gatt.hasRangingService = true
      return profile
    }
    let isOtherServer =
      serving(right).database != serving(wrong).database
      || right.rangingConfiguration != wrong.rangingConfiguration
      || right.gatt != wrong.applyingFaults().gatt
    let isOtherFirmware =
      right.pairingPolicy != wrong.pairingPolicy || right.security != wrong.applyingFaults().security
      || right.advertising != wrong.applyingFaults().advertising
      || right.link != wrong.applyingFaults().link
    #expect(isOtherController || isOtherFirmware || isOtherServer)
  }

  @Test("declares less than it does where the fault is in what it declares")
  func declaredFaults() throws {
    let hidden = try Self.profile(.enhancementFeatureMissing).controllerDescription.identity
    #expect(hidden.features[.channelSoundingEnhancement1])
    #expect(hidden.deviations.unreportedFeatures == FeatureSet([.channelSoundingEnhancement1]))
    let shown = try Self.profile(.inlinePCTNotClaimed).controllerDescription.identity
    #expect(shown.csCapabilities.subfeatures.contains(.inlinePCT))
    #expect(shown.deviations.declaredCSCapabilities?.subfeatures.contains(.inlinePCT) == false)
  }

  @Test("has the radio of the profile in the units of the model")
  func radio() throws {
    let table = (0..<72).map { $0 == 0 ? "-4" : "0.5" }.joined(separator: ", ")
    let description = try Example([
      ("channel_sounding.fae_ppm", "[\(table)]"), ("radio.inline_pct_error_deg", "90"),
      ("radio.carrier_offset_ppm", "-7"), ("radio.tx_power_dbm", "3"),
    ]).profile().controllerDescription
    #expect(abs(description.radio.inlinePCTErrorRadians - .pi / 2) < 1e-12)
    #expect(description.clock.offsetPpm == -7 && description.radio.txPowerDbm == 3)
    #expect(description.radio.mode0FAEPpm.count == 80)
    #expect(description.radio.mode0FAEPpm[2] == -4 && description.radio.mode0FAEPpm[3] == 0.5)
    #expect(description.radio.mode0FAEPpm[24] == 0)
  }

  @Test("has an address of the kind that the profile names", arguments: ["public", "random-static"])
  func address(kind: String) throws {
    let address = try Example([("advertising.address", kind)]).profile().controllerDescription.address
    #expect(address.kind == (kind == "public" ? .public : .random))
    #expect(kind == "public" || address.octets[5] & 0xC0 == 0xC0, "a static address begins with two ones")
  }
}
