import Testing

@testable import Documents
@testable import Profiles

@Suite("A value that is not what its key takes")
struct ShapeCheckTests {
  @Test(
    "is refused with place, finding, expectation and fix",
    arguments: [
      (
        "t_fcs_us: [100, 150]", "t_fsc_us: [100, 150]",
        "p.yaml:13:3: channel_sounding: found unknown key 't_fsc_us', expected one of roles, num_configs, max_consecutive_procedures, antennas, antenna_paths, mode_3, rtt, nadm, sync_phys, sync_antenna, no_fae, fae_ppm, channel_selection_3c, sounding_pct_estimate, t_ip1_us, t_ip2_us, t_fcs_us, t_pm_us, t_sw_us, tx_snr_db, inline_pct. Did you mean 't_fcs_us'?"
      ),
      (
        "antennas: 1", "antennas: one",
        "p.yaml:9:13: channel_sounding.antennas: found 'one', expected a whole number from 1 to 4. Write a number."
      ),
      (
        "antennas: 1", "antennas: \"1\"",
        "p.yaml:9:13: channel_sounding.antennas: found the quoted text '1', expected a whole number from 1 to 4. Remove the quotes."
      ),
      (
        "antennas: 1", "antennas:",
        "p.yaml:9:12: channel_sounding.antennas: found no value, expected a whole number from 1 to 4. Write a number."
      ),
      (
        "antennas: 1", "antennas: [1]",
        "p.yaml:9:13: channel_sounding.antennas: found a list, expected a whole number from 1 to 4. Write a number."
      ),
      (
        "antennas: 1", "antennas: 5",
        "p.yaml:9:13: channel_sounding.antennas: found 5, expected a whole number from 1 to 4. The nearest is 4."
      ),
      (
        "antenna_paths: 1", "antenna_paths: 8",
        "p.yaml:10:18: channel_sounding.antenna_paths: found 8, expected a whole number from 1 to 4. The nearest is 4."
      ),
      (
        "[100, 150]", "[100 us, 150]",
        "p.yaml:13:14: channel_sounding.t_fcs_us: found '100 us', expected one of 15, 20, 30, 40, 50, 60, 80, 100, 120, 150 microseconds as a bare number. Write 100."
      ),
      (
        "[100, 150]", "[0.1ms, 150]",
        "p.yaml:13:14: channel_sounding.t_fcs_us: found '0.1ms', expected one of 15, 20, 30, 40, 50, 60, 80, 100, 120, 150 microseconds as a bare number. Write 100."
      ),
      (
        "[100, 150]", "[100 ms, 150]",
        "p.yaml:13:14: channel_sounding.t_fcs_us: found '100 ms', expected one of 15, 20, 30, 40, 50, 60, 80, 100, 120, 150 microseconds as a bare number. Write the number alone; the key names its unit."
      ),
      (
        "[100, 150]", "[90, 150]",
        "p.yaml:13:14: channel_sounding.t_fcs_us: found 90, expected one of 15, 20, 30, 40, 50, 60, 80, 100, 120, 150 microseconds. The nearest is 80."
      ),
      (
        "[100, 150]", "[100, 100]",
        "p.yaml:13:19: channel_sounding.t_fcs_us: found '100' twice, expected each item once. Remove one."
      ),
      (
        "[100, 150]", "100",
        "p.yaml:13:13: channel_sounding.t_fcs_us: found '100', expected a list. Write [100]."
      ),
      (
        "bonding: true", "bonding: yes",
        "p.yaml:20:12: security.bonding: found 'yes', expected true or false. Write true."
      ),
      (
        "bonding: true", "bonding: False",
        "p.yaml:20:12: security.bonding: found 'False', expected true or false. Write false."
      ),
      (
        "bonding: true", "bonding: \"true\"",
        "p.yaml:20:12: security.bonding: found the quoted text 'true', expected true or false. Write true."
      ),
      (
        "[reflector]", "initiator reflector",
        "p.yaml:8:10: channel_sounding.roles: found 'initiator reflector', expected a list. Write [initiator, reflector]."
      ),
      (
        "[reflector]", "[reflecter]",
        "p.yaml:8:11: channel_sounding.roles: found 'reflecter', expected one of initiator, reflector. Did you mean 'reflector'?"
      ),
      (
        "[reflector]", "[]",
        "p.yaml:8:10: channel_sounding.roles: found 0 items, expected 1 to 2 items. Correct the number."
      ),
      (
        "interval_ms: 100", "interval_ms: 100.3",
        "p.yaml:17:16: advertising.interval_ms: found 100.3, expected a number from 20 to 10240 milliseconds, a multiple of 0.625. The nearest is 100."
      ),
      (
        "[0x185B]", "[185B]",
        "p.yaml:18:14: advertising.services: found '185B', expected a service UUID as 0x185B or 6E400001-B5A3-F393-E0A9-E50E24DCCA9E. Correct the text."
      ),
      (
        "core:\n  version: 6.3", "core: 6.3",
        "p.yaml:4:7: core: found '6.3', expected a mapping. Write its keys below it, as 'version:'."
      ),
      (
        "reflector/accessory/1", "reflector/accessory/2",
        "p.yaml:1:9: schema: found 'reflector/accessory/2', expected 'reflector/accessory/1'. Write 'schema: reflector/accessory/1'."
      ),
      (
        "schema: reflector/accessory/1\n", "",
        "p.yaml:1:1: found no key 'schema', expected it here. Add 'schema: reflector/accessory/1'."
      ),
      (
        "  t_sw_us: 0\n", "",
        "p.yaml:8:3: channel_sounding: found no key 't_sw_us', expected it here. Add 't_sw_us: 0'."
      ),
      (
        "  version: 6.3", "  version: 7.0",
        "p.yaml:5:12: core.version: found '7.0', expected one of 5.4, 6.0, 6.1, 6.2, 6.3. Did you mean '6.3'?"
      ),
    ])
  func refusals(old: String, new: String, message: String) {
    #expect(Fixture.refusal(Fixture.least(old, new)) == message)
  }

  @Test(
    "a value in place of a word or another shape is refused with both",
    arguments: [
      ("fae_ppm: nero", "zero or a list of 72 items. Did you mean 'zero'?"),
      ("fae_ppm: 0", "zero or a list of 72 items. Write one of these."),
      ("fae_ppm:", "zero or a list of 72 items. Write one of these."),
      ("fae_ppm: 0, 0", "a list. Write [0, 0]."),
      ("fae_ppm: [0]", "72 items. Correct the number."),
      ("sync_antenna: any", "repetitive or a whole number from 1 to 4. Write one of these."),
      ("sync_antenna: 5", "a whole number from 1 to 4. The nearest is 4."),
    ])
  func alternatives(line: String, expected: String) {
    let refusal = Fixture.refusal(Fixture.least("  t_sw_us: 0", "  t_sw_us: 0\n  \(line)"))
    #expect(refusal.hasSuffix(", expected \(expected)"), "\(refusal)")
  }

  @Test(
    "numbers beyond every range are refused, not trapped on",
    arguments: [
      "99999999999999999999", "0xFFFFFFFFFFFFFFFFFFFF", "-9223372036854775808", "9223372036854775807",
      "1e400", ".inf",
      "nan", "0x", "-", "+", "1_000", "١",
    ])
  func extremeNumbers(text: String) {
    for key in ["antennas: 1", "interval_ms: 100"] {
      let new = "\(key.split(separator: " ")[0]) \(text)"
      #expect(Fixture.refusal(Fixture.least(key, new)).hasPrefix("p.yaml:"), "\(new)")
    }
    #expect(Fixture.refusal(Fixture.least("[100, 150]", "[\(text)]")).hasPrefix("p.yaml:13:"))
  }

  @Test("a message quotes little, on one line, and nothing that a terminal obeys")
  func quotations() {
    let long = Fixture.refusal(
      Fixture.least("bonding: true", "bonding: \(String(repeating: "x", count: 5000))"))
    let quoted = String(repeating: "x", count: 60)
    #expect(long.hasSuffix("found '\(quoted)...', expected true or false. Write true or false."))
    let control = Fixture.refusal(Fixture.least("bonding: true", "bonding: \"a\\e[31m\\nb\""))
    #expect(
      control.hasSuffix("found the quoted text 'a [31m b', expected true or false. Write true or false."))
    let turned = Fixture.refusal(Fixture.least("bonding: true", "bonding: a\u{202E}b"))
    #expect(turned.contains("'a\\u{202E}b'"), "\(turned)")
    let key = Fixture.refusal(Fixture.least + "? \"a\\nb\"\n: 1\n")
    #expect(key.hasPrefix("p.yaml:22:3: found unknown key 'a b'"))
  }

  @Test("all of them are told, in the order of lines, and no more than twenty")
  func several() {
    let text = Fixture.least("antennas: 1\n", "antennas: 9\n").replacing("bonding: true", with: "bonding: on")
    let lines = Fixture.refusal(text).split(separator: "\n")
    #expect(lines.map { $0.prefix(10) } == ["p.yaml:9:1", "p.yaml:20:"])
    let many = Fixture.least + (0..<3000).map { "unknown\($0): 1\n" }.joined()
    let told = Fixture.refusal(many).split(separator: "\n")
    #expect(told.count == DocumentErrors.maximumCount + 1)
    #expect(told.last == "p.yaml: and 2,980 more")
  }

  @Test("a fix fits what was written")
  func fixes() {
    func fix(_ value: String) -> String {
      Fixture.refusal(Fixture.least("antennas: 1\n", "antennas: \(value)\n"))
    }
    #expect(fix("\"2\"").hasSuffix("Remove the quotes."))
    #expect(fix("1.5").hasSuffix("Write a whole number."))
    #expect(fix("two").hasSuffix("Write a number."))
  }

  @Test("a missing key comes before what follows from it")
  func missing() {
    let text = Fixture.least("features: [channel-sounding, channel-sounding-enhancement-1]\n", "")
    let lines = Fixture.refusal(text).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].contains("found no key 'features'") && lines[1].contains("found a source for a path"))
  }

  @Test("a unit is converted only within its quantity")
  func units() {
    #expect(Unit.microseconds.convert(0.1, from: "ms") == 100)
    #expect(Unit.metres.convert(350, from: "cm") == 3.5)
    #expect(Unit.microseconds.convert(1, from: "m") == nil)
    #expect(Unit.split("12 parsec") == nil)
  }
}
