import Faults
import ProfileImport
import Profiles
import TestSupport
import Testing
import Verdicts

@Suite("A bond that a recording shows to be lost")
struct LostBondImportTests {
  private static func checked(_ fault: String, _ set: String, _ id: String) throws -> RoundTrip.Checked {
    try RoundTrip.Checked("defective/\(fault)", sets: [set], only: [id])
  }

  @Test("is a key that does not persist, whatever is assumed")
  func powerCycle() throws {
    let checked = try Self.checked("bond-forgotten", "android16-ranging-cs", "AND-03")
    for assumed in [[], ["all"], ["security.persistent_keys"]] {
      let made = try RoundTrip.imported(checked.captures, assuming: assumed)
      #expect(!made.profile.security.hasPersistentKeys && made.profile.security.bonds)
      #expect(made.profile.faults.isEmpty)
      #expect(made.seen.contains { $0.hasPrefix("security.persistent_keys: capture-1.pcapng frame ") })
      #expect(made.text.contains("persistent_keys: false  # the key of the bond was refused"))
    }
    let assumed = try RoundTrip.imported(checked.captures, assuming: ["all"])
    let again = try RoundTrip.verdicts(
      of: assumed.profile, sets: ["android16-ranging-cs"], only: ["AND-03"])
    #expect(again.map(\.verdict) == [.fail])
  }

  @Test("with a link, and not with the power, is the fault that does so")
  func lostLink() throws {
    let checked = try Self.checked("bond-lost-with-link", "apple-ios27-cs", "CS-A08")
    let made = try RoundTrip.imported(checked.captures, assuming: ["all"])
    #expect(made.profile.faults == [.bondLostWithLink] && made.profile.security.hasPersistentKeys)
    #expect(made.text.contains("faults: [bond-lost-with-link]  # capture-1.pcapng frame "))
    #expect(made.seen.contains { $0.hasPrefix("faults bond-lost-with-link: capture-1.pcapng frame ") })
    let again = try RoundTrip.verdicts(of: made.profile, sets: ["apple-ios27-cs"], only: ["CS-A08"])
    #expect(again.map(\.verdict) == [.fail])
  }

  @Test("for a phone with another address leaves open what was lost, and nobody assumes it")
  func otherAddress() throws {
    let checked = try Self.checked("forgets-phone-address", "apple-adg-ble", "ADG-16")
    let made = try RoundTrip.imported(checked.captures, assuming: ["all"])
    #expect(made.unknown == ["security.persistent_keys"])
    #expect(made.remarks.contains { $0.hasPrefix("security.persistent_keys: capture-1.pcapng frame ") })
  }

  @Test("after another phone's failed pairing is no key that does not persist")
  func failedPairing() throws {
    let checked = try RoundTrip.Checked(
      "defective/bond-lost-on-failed-pairing", sets: ["apple-ios27-cs"], only: ["CS-A08", "CS-A17"])
    let made = try RoundTrip.imported(checked.captures, assuming: ["all"])
    #expect(made.profile.security.hasPersistentKeys && made.profile.faults.isEmpty)
  }

  @Test(
    "is found in no capture of an accessory that keeps its bonds", arguments: ["reference", "silabs-xg24"])
  func kept(profile: String) throws {
    let checked = try RoundTrip.Checked(
      profile, sets: ["apple-ios27-cs", "apple-adg-ble", "android16-ranging-cs"],
      only: ["CS-A08", "CS-A17", "ADG-16", "ADG-18", "ADG-22", "AND-03"])
    let made = try RoundTrip.imported(checked.captures, assuming: ["all"])
    #expect(made.profile.security.hasPersistentKeys && made.profile.faults.isEmpty)
    #expect(made.unknown.isEmpty && made.remarks.isEmpty)
  }
}
