import ChannelSounding
import Conformance
import ConformanceTester
import CoreTypes
import Documents
import Profiles
import RadioModel
import TestSupport
import Testing
import Verdicts

/// Legal accessories that were failed once; `make conforming` looks for more of them.
@Suite("A legal accessory is not failed")
struct FalseFailureTests {
  /// A change that leaves an accessory legal, and the requirements that must not fail it.
  struct Variation: Sendable, CustomTestStringConvertible {
    let name: String
    let set: String
    let ids: [String]
    /// Whether it may leave a requirement open or not claimed.
    var mayBeOpen = false
    let change: @Sendable (inout AccessoryProfile) -> Void
    var testDescription: String { name }
  }

  private static let variations = [
    Variation(
      name: "without features exchange by the peripheral", set: "core-6-3-ll", ids: ["LL-08", "LL-09"]
    ) { $0.features[.peripheralInitiatedFeaturesExchange] = false },
    Variation(
      name: "with a slow link and latency", set: "apple-ios27-cs",
      ids: ["CS-A05", "CS-A06", "CS-A13", "CS-A16"]
    ) {
      ($0.link.requestedIntervalMinMilliseconds, $0.link.requestedIntervalMaxMilliseconds) = (90, 105)
      ($0.link.requestedLatency, $0.link.requestedTimeoutMilliseconds) = (11, 6000)
    },
    Variation(name: "that advertises every 10.24 s", set: "apple-ios27-cs", ids: ["CS-A05", "CS-A09"]) {
      ($0.advertising.intervalMilliseconds, $0.advertising.fastIntervalMilliseconds) = (10_240, nil)
    },
    Variation(
      name: "that advertises every 10.24 s", set: "apple-adg-ble", ids: ["ADG-02", "ADG-26", "ADG-27"]
    ) {
      ($0.advertising.intervalMilliseconds, $0.advertising.fastIntervalMilliseconds) = (10_240, nil)
    },
    Variation(name: "that advertises every 10.24 s", set: "ras-rap-1-0", ids: ["RAS-01", "RAS-15"]) {
      ($0.advertising.intervalMilliseconds, $0.advertising.fastIntervalMilliseconds) = (10_240, nil)
    },
    Variation(
      name: "without an octet for enhancements", set: "core-6-3-ll", ids: ["LL-09"]
    ) {
      $0.interpretations.enhancementOctet = .absent
      $0.csCapabilities.subfeatures.remove(.inlinePCT)
    },
    Variation(
      name: "with inline PCT, for which the link has no octet", set: "core-6-3-ll", ids: ["LL-40", "LL-41"]
    ) { $0.interpretations.enhancementOctet = .absent },
    Variation(
      name: "with inline PCT, for which the link has no octet", set: "apple-ios27-cs",
      ids: ["CS-A03", "CS-A06", "CS-A07", "CS-A16"]
    ) { $0.interpretations.enhancementOctet = .absent },
    Variation(
      name: "with inline PCT, for which the link has no octet", set: "core-6-3-rfphy", ids: ["RF-09"]
    ) { $0.interpretations.enhancementOctet = .absent },
    Variation(
      name: "with inline PCT that it cannot declare over the link", set: "core-6-3-ll",
      ids: ["LL-01", "LL-40", "LL-41"]
    ) { $0.interpretations.capabilityLayout = .withoutTail },
    Variation(name: "that does not bond", set: "apple-adg-ble", ids: ["ADG-22", "LNK-12"]) {
      ($0.security.bonds, $0.security.hasPersistentKeys) = (false, false)
    },
    Variation(name: "with a name that no short ATT_MTU has room for", set: "apple-adg-ble", ids: ["ADG-26"]) {
      $0.advertising.name = "Thermometer of the oven"
      $0.gatt.maximumMTU = 23
    },
    Variation(
      name: "that begins advertising anew with the same interval", set: "apple-adg-ble",
      ids: ["ADG-05", "ADG-27"]
    ) {
      ($0.advertising.intervalMilliseconds, $0.advertising.fastIntervalMilliseconds) = (20, 20)
      $0.advertising.fastSeconds = 1
    },
    Variation(name: "that counts RTT on LE 2M by itself, without [v2]", set: "core-6-3-ll", ids: ["LL-01"]) {
      $0.csCapabilities.subfeatures.remove(.inlinePCT)
      ($0.csCapabilities.tail.tIP2IPT, $0.csCapabilities.tail.tSWIPT) = (0, 0)
      $0.csCapabilities.tail.rtt2MAAOnlyN = 10
      $0.features[.channelSoundingEnhancement1] = false
    },
    Variation(name: "without a name", set: "apple-adg-ble", ids: ["ADG-17"]) { $0.advertising.name = "" },
    Variation(
      name: "with one procedure at a time", set: "core-6-3-ll",
      ids: ["LL-06", "LL-10", "LL-16", "LL-18", "LL-19", "LL-20", "LL-22", "LL-26", "LL-36", "LL-43"],
      mayBeOpen: true
    ) { $0.csCapabilities.maxConsecutiveProcedures = 1 },
    Variation(
      name: "with one procedure at a time", set: "core-6-3-hci", ids: ["HCI-23", "HCI-25", "HCI-29"],
      mayBeOpen: true
    ) { $0.csCapabilities.maxConsecutiveProcedures = 1 },
    Variation(
      name: "with one procedure at a time", set: "apple-ios27-cs", ids: ["CS-A16"]
    ) { $0.csCapabilities.maxConsecutiveProcedures = 1 },
    Variation(
      name: "with three procedures at a time", set: "apple-ios27-cs", ids: ["CS-A16"]
    ) {
      $0.csCapabilities.maxConsecutiveProcedures = 3
    },
    Variation(
      name: "that sends 97 % of its tones", set: "apple-ios27-cs", ids: ["CS-A05", "CS-A06", "CS-A17"]
    ) { $0.radio.missingToneFraction = 0.03 },
    Variation(
      name: "whose antennas differ in delay", set: "apple-ios27-cs", ids: ["CS-A24"]
    ) {
      ($0.csCapabilities.numAntennas, $0.csCapabilities.maxAntennaPaths) = (2, 2)
      ($0.csCapabilities.tSW, $0.csCapabilities.tail.tSWIPT) = (10, 10)
      $0.radio.pathDelaysNanoseconds = [0, 8]
    },
    Variation(
      name: "with a sensitivity of -75 dBm", set: "core-6-3-rfphy", ids: ["RF-20"]
    ) { $0.radio.sensitivityDbm = -75 },
    Variation(
      name: "without RTT by the access address only", set: "core-6-3-rfphy", ids: ["RF-03", "RF-04", "RF-08"]
    ) {
      $0.csCapabilities.rttAAOnlyN = 0
      ($0.csCapabilities.rttSoundingN, $0.csCapabilities.rttRandomSequenceN) = (0, 10)
    },
    Variation(
      name: "with RTT by sounding sequences only", set: "core-6-3-rfphy", ids: ["RF-03", "RF-04", "RF-08"]
    ) {
      $0.csCapabilities.rttAAOnlyN = 0
      ($0.csCapabilities.rttSoundingN, $0.csCapabilities.rttRandomSequenceN) = (10, 0)
    },
    Variation(
      name: "that only initiates", set: "core-6-3-hci",
      ids: ["HCI-05", "HCI-06", "HCI-08", "HCI-11", "HCI-16", "HCI-19", "HCI-20", "HCI-22", "HCI-37"],
      mayBeOpen: true
    ) {
      $0.csCapabilities.roles = .initiator
      $0.csCapabilities.subfeatures.remove(.inlinePCT)
    },
  ]

  @Test("whatever is legal of it", arguments: variations)
  func variation(variation: Variation) throws {
    for seed in UInt64(1)...3 {
      var request = try Shipped.request("reference", seed: seed, only: variation.ids)
      request.requirements = try Shipped.requirements(variation.set)
      variation.change(&request.profile)
      for result in CheckRunner(request).run().report.requirements {
        let place = Comment(rawValue: "\(result.id), seed \(seed): \(result.reason ?? "")")
        #expect(result.verdict != .fail, place)
        #expect(result.verdict == .pass || variation.mayBeOpen, place)
      }
    }
  }

  @Test("that a template describes", arguments: ["core-6-3-hci", "core-6-3-ll", "core-6-3-rfphy"])
  func template(set: String) throws {
    let text = Array(ProfileTemplate.text(vendor: "Example", chipset: "EX1").utf8)
    var request = try Shipped.request("reference")
    request.profile = try AccessoryProfile.read(file: "new.yaml") { (_: String) throws(DocumentErrors) in
      text
    }
    request.requirements = try Shipped.requirements(set)
    for result in CheckRunner(request).run().report.requirements {
      // A template claims little: what it leaves out is named with its key.
      let isLeftOut = result.verdict == .notApplicable && result.reason?.hasPrefix("not claimed: ") == true
      #expect(result.verdict == .pass || isLeftOut, "\(result.id): \(result.reason ?? "")")
    }
  }
}
