import ChannelSounding
import RadioModel
import Testing

@testable import Documents
@testable import Profiles

@Suite("Knobs")
struct KnobTests {
  private func knob(_ key: String, in knobs: [Knob]) throws -> Knob {
    try #require(knobs.first { $0.key == key })
  }

  @Test("every number of the radio is one, and a list of numbers is none")
  func radio() {
    let keys = AccessoryProfile.knobs.map(\.key)
    #expect(keys == RadioKeys.keys.map(\.rule.key).filter { $0 != "path_delays_ns" })
    #expect(AccessoryProfile.knobs.allSatisfy { $0.path == "radio.\($0.key)" })
  }

  @Test("of the phone, times in order of preference are, and words and flags are not")
  func phone() throws {
    let keys = PhoneProfile.knobs.map(\.key)
    for key in ["t_fcs_us", "t_pm_us", "interval_ms", "mode_0_steps", "antenna_configuration"] {
      #expect(keys.contains(key))
    }
    for key in ["inline_pct", "sync_phy", "channels", "company_id"] { #expect(!keys.contains(key)) }
    let tPM = try knob("t_pm_us", in: PhoneProfile.knobs)
    #expect(tPM.choices == [10, 20, 40])
    #expect(tPM.accepts(20) && !tPM.accepts(15))
    #expect(tPM.setting(15) == nil)
  }

  @Test("have the unit that an axis shows")
  func unit() throws {
    for (key, unit) in [
      ("pll_settling_tau_us", "us"), ("linewidth_hz", "Hz"), ("tone_offset_khz", "kHz"), ("iq_gain_db", "dB"),
      ("missing_tones", ""),
    ] {
      #expect(try knob(key, in: AccessoryProfile.knobs).unit == unit)
    }
  }

  @Test("have a legal middle with few digits, until two values are neighbours")
  func middle() throws {
    let tau = try knob("pll_settling_tau_us", in: AccessoryProfile.knobs)
    #expect(tau.middle(of: 5, and: 40) == 22.5 || tau.middle(of: 5, and: 40) == 23)
    #expect(tau.middle(of: 10, and: 10.1) == nil && tau.middle(of: 0, and: 0) == nil)
    var (good, bad) = (5.0, 40.0)
    for _ in 0..<20 {
      guard let middle = tau.middle(of: good, and: bad) else { break }
      #expect(min(good, bad) < middle && middle < max(good, bad))
      if middle < 12.34 { good = middle } else { bad = middle }
    }
    #expect(good < 12.34 && 12.34 - good < 0.4, "\(good)")
    let antennas = try knob("antennas", in: AccessoryProfile.numbers)
    #expect(antennas.middle(of: 1, and: 4) == 3 && antennas.middle(of: 1, and: 2) == nil)
    let tPM = try knob("t_pm_us", in: PhoneProfile.knobs)
    #expect(tPM.middle(of: 40, and: 10) == 20 && tPM.middle(of: 20, and: 10) == nil)
  }

  @Test("a setting holds in place of what is written, and of what is not")
  func settings() throws {
    let tau = try knob("pll_settling_tau_us", in: AccessoryProfile.knobs)
    for text in [
      Fixture.least, Fixture.least + "sources.x: 1\n".prefix(0) + "radio: { pll_settling_tau_us: 3 }\n",
    ] {
      let sourced = text.replacing("sources: {", with: "sources: { radio: assumed,")
      let profile = try AccessoryProfile.read(
        file: "p.yaml", settings: [#require(tau.setting(7.5))],
        load: Fixture.loader(text.contains("radio") ? sourced : text))
      #expect(profile.radio.pllSettlingTauMicroseconds == 7.5)
      #expect(profile.radio.carrierOffsetPpm == RadioDescription().carrierOffsetPpm)
    }
  }

  @Test("a setting is held against the rest of the file")
  func contradiction() throws {
    let most = try knob("max_interval_events", in: PhoneProfile.knobs)
    let text = """
      schema: reflector/phone/1
      id: test
      identity: { title: Test }
      sources: { match: assumed, channel_sounding: assumed, procedures: assumed }
      match: { services: [0x185B] }
      channel_sounding: { mode_0_steps: 3, inline_pct: true, ranging_service: false, t_pm_us: [40, 20] }
      procedures: { min_interval_events: 4, max_interval_events: 4 }

      """
    let load = Fixture.loader(text)
    #expect(throws: DocumentErrors.self) {
      try PhoneProfile.read(file: "p.yaml", settings: [#require(most.setting(2))], load: load)
    }
    let tPM = try knob("t_pm_us", in: PhoneProfile.knobs)
    let phone = try PhoneProfile.read(file: "p.yaml", settings: [#require(tPM.setting(10))], load: load)
    #expect(phone.tPM == [TPM(microseconds: 10)])
  }

  @Test("settings of flags and lists are held against the schema")
  func flagsAndLists() throws {
    let profile = try AccessoryProfile.read(
      file: "p.yaml",
      settings: [
        DocumentSetting("channel_sounding.inline_pct.supported", "true"),
        DocumentSetting("channel_sounding.t_fcs_us", items: ["100", "150"]),
        DocumentSetting("channel_sounding.t_fcs_us", items: ["120", "150"]),
      ], load: Fixture.loader(Fixture.least))
    #expect(profile.csCapabilities.subfeatures.contains(.inlinePCT))
    #expect(profile.csCapabilities.tFCS == TFCS.Set(microseconds: [120, 150]))
    for wrong in [
      DocumentSetting("channel_sounding.inline_pct.supported", "often"),
      DocumentSetting("radio.nothing", "1"),
      DocumentSetting("channel_sounding.t_fcs_us", items: ["101"]),
    ] {
      #expect(throws: DocumentErrors.self) {
        try AccessoryProfile.read(file: "p.yaml", settings: [wrong], load: Fixture.loader(Fixture.least))
      }
    }
  }
}
