import ChannelSounding
import ConformanceTester
import CoreTypes
import Documents
import Faults
import Foundation
import ProfileImport
import Profiles
import RadioModel
import TestSupport
import Testing
import Verdicts

@Suite("A profile made of the capture of a check")
struct RoundTripTests {
  static let profiles = [
    "reference", "nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx",
  ]
  static let sets = ["apple-ios27-cs", "apple-adg-ble", "apple-ask", "android16-ranging-cs", "ras-rap-1-0"]

  @Test("comes to the verdicts of the original wherever it is judged", arguments: profiles)
  func sound(profile: String) throws {
    let checked = try RoundTrip.Checked(profile, sets: Self.sets)
    let imported = try RoundTrip.imported(checked.captures)
    #expect(imported.profile.isConductUnknown)
    let again = try RoundTrip.verdicts(of: imported.profile, sets: Self.sets)
    let before = checked.reports.flatMap(\.requirements)
    #expect(again.map(\.id) == before.map(\.id))
    for (old, new) in zip(before, again) where new.verdict != .inconclusive {
      #expect(new.verdict == old.verdict, "\(old.id): \(new.reason ?? "")")
    }
    #expect(again.count { $0.verdict == .pass } >= 8)
  }

  @Test("comes to all verdicts of the original where what nobody can see is assumed", arguments: profiles)
  func assumed(profile: String) throws {
    let checked = try RoundTrip.Checked(profile, sets: Self.sets)
    let imported = try RoundTrip.imported(checked.captures, assuming: ["all"])
    #expect(imported.unknown.isEmpty)
    let again = try RoundTrip.verdicts(of: imported.profile, sets: Self.sets)
    for (old, new) in zip(checked.reports.flatMap(\.requirements), again) {
      #expect(new.verdict == old.verdict, "\(old.id): \(new.reason ?? "")")
    }
  }

  @Test("has a PLL that settles within the shortest T_FCS declared, and says so")
  func settling() throws {
    let checked = try RoundTrip.Checked("everything", sets: ["apple-ios27-cs"])
    let imported = try RoundTrip.imported(checked.captures, assuming: ["all"])
    #expect(imported.profile.radio.pllSettlingTauMicroseconds == 1.25)
    #expect(imported.text.contains("how fast the PLL settles: 1.25 us is the default"))
    let verdicts = try RoundTrip.verdicts(
      of: imported.profile, sets: ["core-6-3-rfphy", "apple-ios27-cs"], only: ["RF-07", "CS-A20"])
    #expect(verdicts.allSatisfy { $0.verdict == .pass }, "\(verdicts.compactMap(\.reason))")
    let unsaid = try RoundTrip.imported(checked.captures)
    #expect(unsaid.unknown.contains("radio") || unsaid.unknown.contains("radio.pll_settling_tau_us"))
    #expect(unsaid.profile.radio.pllSettlingTauMicroseconds == 1.25)
  }

  /// Declared faults with the sets that they break.
  static let faults = Fault.allCases.filter(\.isDeclared)

  @Test("never takes a fault for none, nor finds one that is not there", arguments: faults)
  func declaredFaults(fault: Fault) throws {
    let all = Self.sets + ["core-6-3-ll", "core-6-3-rfphy"]
    let sets = try all.filter { set in
      try Shipped.requirements(set).requirements.contains { fault.breaks.contains($0.id) }
    }
    let ids = try sets.flatMap { try Shipped.requirements($0).requirements }
      .filter { $0.settledBy == .declaration || fault.breaks.contains($0.id) }.map(\.id)
    let checked = try RoundTrip.Checked("defective/\(fault.id)", sets: sets, only: ids)
    // A test of the radio alone shows nobody.
    guard try RoundTrip.accessory(checked.captures) != nil else { return }
    let imported = try RoundTrip.imported(checked.captures)
    let again = try RoundTrip.verdicts(of: imported.profile, sets: sets, only: ids)
    for (old, new) in zip(checked.reports.flatMap(\.requirements), again) where new.verdict != .inconclusive {
      #expect(new.verdict == old.verdict, "\(old.id): \(new.reason ?? "")")
    }
  }

  @Test("is the same octets from the same capture, and reads back")
  func stable() throws {
    let checked = try RoundTrip.Checked("silabs-xg24", sets: ["apple-ios27-cs"])
    let (one, two) = (try RoundTrip.imported(checked.captures), try RoundTrip.imported(checked.captures))
    #expect(one.text == two.text)
    let read = try AccessoryProfile.read(file: "imported.yaml") { (_: String) throws(DocumentErrors) in
      Array(one.text.utf8)
    }
    #expect(read == one.profile)
    #expect(one.text.contains("  channel_sounding: SEEN-"))
    #expect(one.text.contains("# capture-1.pcapng frame "))
    #expect(one.unknown.first == "conduct" && one.unknown.contains("security.persistent_keys"))
  }

  @Test(
    "takes the antenna of CS_SYNC packets from the accessory's HCI",
    arguments: [CSSyncAntennaSelection(rawValue: 2), .repetitive, .noRecommendation])
  func syncAntennas(selection: CSSyncAntennaSelection) throws {
    var request = try Shipped.request("everything", only: ["CS-A07"])
    request.profile.syncAntennas = selection
    let made = try RoundTrip.imported(try RoundTrip.Checked(request).captures)
    #expect(made.profile.syncAntennas == selection)
    #expect(made.text.contains("sync_antenna") == (selection != .noRecommendation))
  }

  @Test("declares what the original declares", arguments: profiles)
  func declarations(profile: String) throws {
    let original = try Shipped.profile(profile)
    let checked = try RoundTrip.Checked(profile, sets: ["apple-ios27-cs", "apple-adg-ble"])
    let made = try RoundTrip.imported(checked.captures).profile
    #expect(made.csCapabilities == original.csCapabilities)
    #expect(made.version == original.version)
    #expect(made.features == original.features)
    #expect(made.advertising.services == original.advertising.services)
    #expect(made.advertising.name == original.advertising.name)
    #expect(made.advertising.companyID == original.advertising.companyID)
    #expect(made.security.bonds == original.security.bonds)
    #expect(made.security.ioCapability == original.security.ioCapability)
    #expect(made.gatt.maximumMTU == original.gatt.maximumMTU)
    #expect(made.gatt.hasRangingService == original.gatt.hasRangingService)
    #expect(made.link == original.link)
  }

  @Test("keeps the intervals of fitted values, so that a gate can compare them")
  func intervals() throws {
    let checked = try RoundTrip.Checked("nordic-nrf54l15-ipt", sets: ["apple-ios27-cs"], only: ["CS-A06"])
    let fitted = try RoundTrip.imported(checked.captures).profile.declarations.filter { $0.interval != nil }
    #expect(fitted.map(\.path).contains("radio.carrier_offset_ppm"))
    for declared in fitted {
      let (value, interval) = (try #require(Double(declared.text)), try #require(declared.interval))
      #expect(declared.path.hasPrefix("radio.") && interval.contains(value), "\(declared.path)")
    }
  }
}
