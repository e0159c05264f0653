import Testing

@testable import Profiles

@Suite("Statements that cannot both be true")
struct ContradictionTests {
  @Test(
    "are refused with both lines",
    arguments: [
      (
        "antennas: 1", "antennas: 2",
        """
        p.yaml:10:18: channel_sounding.antenna_paths: found 1 for 2 antennas, expected at least one path for each antenna (see line 9). Write 2 or more.
        p.yaml:15:12: channel_sounding.t_sw_us: found 0 with 2 antennas, expected a switching time (see line 9). Write 1, 2, 4 or 10.
        """
      ),
      (
        "t_sw_us: 0", "t_sw_us: 10",
        "p.yaml:15:12: channel_sounding.t_sw_us: found 10 us with one antenna, expected 0 because there is nothing to switch (see line 9). Write 0, or give the number of antennas."
      ),
      (
        "antennas: 1", "antennas: 1\n  sync_antenna: 2",
        "p.yaml:10:17: channel_sounding.sync_antenna: found antenna 2 of 1, expected one that the accessory has (see line 9). Write the number of one, or repetitive."
      ),
      (
        "roles: [reflector]", "roles: [initiator]\n  inline_pct: { supported: true }",
        "p.yaml:9:28: channel_sounding.inline_pct.supported: found true without the reflector role, expected the role that returns the phase (see line 8). Add reflector to roles, or write false."
      ),
      (
        "roles: [reflector]", "roles: [reflector]\n  inline_pct: { supported: false, t_sw_us: 10 }",
        "p.yaml:9:44: channel_sounding.inline_pct.t_sw_us: found a time, expected none because inline PCT is not supported (see line 9). Remove it, or write supported: true."
      ),
      (
        "roles: [reflector]", "roles: [reflector]\n  rtt: { aa_only_n: 0, aa_only_class_ns: 10 }",
        "p.yaml:9:42: channel_sounding.rtt.aa_only_class_ns: found an accuracy class, expected none because aa_only_n is 0 (see line 9). Remove it, or give aa_only_n."
      ),
      (
        "roles: [reflector]", "roles: [reflector]\n  sync_phys: [1m, 2m]",
        "p.yaml:9:14: channel_sounding.sync_phys: found a 2M PHY, expected none because le-2m-phy is not listed (see line 6). Add le-2m-phy to features, or remove it."
      ),
      (
        "interval_ms: 100", "interval_ms: 100\n  fast_interval_ms: 200",
        "p.yaml:18:21: advertising.fast_interval_ms: found 200 ms, expected at most the slow interval (see line 17). Write a shorter interval, or exchange both."
      ),
      (
        "security: assumed }\ncore:",
        "security: assumed, radio: assumed }\nradio: { path_delays_ns: [1, 2] }\ncore:",
        "p.yaml:4:26: radio.path_delays_ns: found 2 delays, expected at most one for each of 1 antenna paths (see line 11). Remove 1."
      ),
      (
        "roles: [reflector]", "roles: [reflector]\n  rtt: { aa_only_n: 9, aa_only_2m_n: 9 }",
        "p.yaml:9:38: channel_sounding.rtt.aa_only_2m_n: found a count for the 2M PHYs, expected none because sync_phys has no 2m. Remove it, or add 2m to sync_phys."
      ),
      (
        "roles: [reflector]", "roles: [reflector]\n  sounding_pct_estimate: true",
        "p.yaml:9:26: channel_sounding.sounding_pct_estimate: found true, expected false because sounding_n is 0. Write false, or give rtt.sounding_n."
      ),
      (
        "features: [channel-sounding,", "features: [channel-sounding-host-support,",
        "p.yaml:6:11: features: found channel-sounding-host-support, expected channel-sounding with it (see line 8). Add channel-sounding."
      ),
      (
        "services: [0x185B]", "services: [0x185B]\n  manufacturer_data: \"01\"",
        "p.yaml:19:22: advertising.manufacturer_data: found data without a company identifier, expected both (see line 17). Add company_id."
      ),
      (
        "services: [0x185B]",
        "services: [6E400001-B5A3-F393-E0A9-E50E24DCCA9E, 6E400002-B5A3-F393-E0A9-E50E24DCCA9E]",
        "p.yaml:18:13: advertising.services: found 37 octets of flags, services and manufacturer data, expected at most 31. Advertise fewer services or less data."
      ),
      (
        "services: [0x185B]",
        "services: [6E400001-B5A3-F393-E0A9-E50E24DCCA9E]\n  company_id: 1\n  manufacturer_data: \"010203\"\n  appearance: 1\n  name: A name of twenty-nine octets!",
        "p.yaml:22:9: advertising.name: found 35 octets for the scan response, expected at most 31 (see line 18). Write a shorter name."
      ),
      (
        "bonding: true", "bonding: false",
        "p.yaml:21:20: security.persistent_keys: found true, expected false because bonding is false (see line 20). Write false, or bonding: true."
      ),
      (
        "security:\n", "faults: [inline-pct-plain-phase]\nsecurity:\n",
        "p.yaml:19:9: faults: found inline-pct-plain-phase, expected an accessory with inline PCT. Remove the fault, or extend a profile with inline PCT."
      ),
    ])
  func contradictions(old: String, new: String, message: String) {
    #expect(Fixture.refusal(Fixture.least(old, new)) == message)
  }

  @Test("of a file and its base are refused with the other file's place")
  func acrossFiles() {
    let text =
      "schema: reflector/accessory/1\nextends: base.yaml\nsources: { channel_sounding: assumed }\n"
      + "channel_sounding: { t_sw_us: 4 }\n"
    #expect(Fixture.refusal(text, ["base.yaml": Fixture.least]).contains("(see base.yaml:9:13)"))
  }

  @Test("an error table beside no_fae is one")
  func faeTable() {
    let table = Array(repeating: "1", count: 72).joined(separator: ",")
    let message = Fixture.refusal(
      Fixture.least("  antennas: 1", "  no_fae: true\n  fae_ppm: [\(table)]\n  antennas: 1"))
    #expect(
      message
        == "p.yaml:10:12: channel_sounding.fae_ppm: found an error table, expected zero because no_fae is true (see line 9). Write zero, or no_fae: false."
    )
  }

  @Test("inline PCT before Core 6.3 or without its feature is allowed, with a notice")
  func notices() throws {
    let text = Fixture.least("roles: [reflector]", "roles: [reflector]\n  inline_pct: { supported: true }")
    #expect(try Fixture.profile(text).notices.isEmpty)
    let old = text.replacing("version: 6.3", with: "version: 6.2").replacing(
      ", channel-sounding-enhancement-1", with: "")
    #expect(
      try Fixture.profile(old).notices.map(\.description) == [
        "p.yaml:5:12: inline PCT was introduced in Core 6.3, but the version is 6.2",
        "p.yaml:6:11: inline PCT belongs to the feature channel-sounding-enhancement-1, which is not listed",
      ])
  }
}
