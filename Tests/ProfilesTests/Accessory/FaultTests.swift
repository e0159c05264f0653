import ChannelSounding
import CoreTypes
import Faults
import RadioModel
import Testing

@testable import Profiles

@Suite("Faults")
struct FaultTests {
  static let sets = [
    "apple-ios27-cs", "core-6-3-rfphy", "core-6-3-ll", "core-6-3-hci", "apple-adg-ble", "apple-ask",
    "ras-rap-1-0",
    "android16-ranging-cs",
  ].map {
    "Profiles/requirements/\($0).yaml"
  }
  /// LL-71 and LL-72 look at those of the link layer again, on link after link, and LL-60 goes on where LL-36 ends; the
  /// others are an app's to break.
  static let beyondAccessories: Set = [
    "ASK-01", "ASK-02", "ASK-03", "ASK-08", "LL-12", "LL-13", "LL-14", "LL-31", "LL-36", "LL-37",
  ]

  @Test("every requirement that is judged has a fault, and every fault breaks a requirement that is there")
  func coverage() throws {
    let requirements = try Self.sets.flatMap { file in
      try RequirementSet.read(file: file, load: Fixture.load).requirements
    }
    let judged = requirements.filter { $0.level != .info && !Self.beyondAccessories.contains($0.id) }
    #expect(Set(Fault.allCases.flatMap(\.breaks)).isSubset(of: Set(requirements.map(\.id))))
    #expect(judged.allSatisfy { requirement in Fault.allCases.contains { $0.breaksAlone(requirement.id) } })
    for fault in Fault.allCases {
      #expect(!fault.breaks.isEmpty && fault.breaks == fault.breaks.sorted())
      #expect(fault.summary.hasSuffix("."))
    }
  }

  /// The accessory that shows a fault, with it.
  static func defective(_ fault: Fault) throws -> AccessoryProfile {
    var profile = try AccessoryProfile.read(
      file: "Profiles/accessories/\(fault.shownIn).yaml", load: Fixture.load)
    #expect(profile.faults.isEmpty)
    profile.faults = [fault]
    return profile
  }

  @Test("each is shown in an accessory that has what it is about", arguments: Fault.allCases)
  func shownIn(fault: Fault) throws {
    let profile = try Self.defective(fault)
    #expect(profile.declaresInlinePCT || !fault.needsInlinePCT)
  }

  @Test("each is either behaviour or changes the declared values", arguments: Fault.allCases)
  func appliedOrShown(fault: Fault) throws {
    let profile = try Self.defective(fault)
    #expect((profile.applyingFaults() != profile) == fault.isDeclared)
    #expect(profile.applyingFaults().faults == [fault])
  }

  @Test("declared ones change exactly what their names say")
  func declaredValues() throws {
    var profile = try NordicProfileTests.profile()
    profile.faults = Fault.allCases
    let broken = profile.applyingFaults()
    #expect(!broken.features[.channelSoundingEnhancement1] && !broken.features[.channelSoundingHostSupport])
    #expect(
      !broken.declaresInlinePCT && broken.csCapabilities.tail.tIP2IPT == 0
        && broken.csCapabilities.tail.tSWIPT == 0)
    #expect(broken.csCapabilities.roles == [.initiator] && broken.csCapabilities.tFCS == 0x0100)
    #expect(broken.radio.missingToneFraction == 0.3 && broken.radio.pllSettlingTauMicroseconds == 9)
    #expect(broken.radio.snrOutputErrorDecibels == 5 && broken.radio.carrierOffsetPpm == 52)
    #expect(broken.radio.fixedDelayNanoseconds == 2 && broken.radio.inlinePCTErrorDegrees == 12)
    #expect(broken.radio.carrierDriftPpmPerSecond == 1.5 && broken.radio.inlinePCTDelayNanoseconds == 3)
    #expect(broken.radio.turnaroundErrorNanoseconds == 400 && broken.radio.linewidthHertz == 300)
    #expect(broken.radio.frequencyNoisePpm == 1)
    #expect(
      !broken.security.hasPersistentKeys && !broken.security.bonds && broken.advertising.services.isEmpty)
  }
}
