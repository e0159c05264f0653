import ChannelSounding
import CoreTypes
import Documents
import Testing

@testable import Profiles

@Suite("The Nordic inline PCT profile")
struct NordicProfileTests {
  static func profile() throws -> AccessoryProfile {
    try AccessoryProfile.read(file: "Profiles/accessories/nordic-nrf54l15-ipt.yaml", load: Fixture.load)
  }

  @Test("has the capabilities that Nordic published, bit for bit")
  func capabilities() throws {
    let capabilities = try Self.profile().csCapabilities
    var expected = CSCapabilities()
    expected.numConfigs = 1
    expected.maxConsecutiveProcedures = 0
    expected.roles = [.reflector]
    expected.rttAAOnlyN = 30
    expected.rttRandomSequenceN = 30
    expected.csSyncPHYs = 0x02
    expected.subfeatures = [.noFAE, .inlinePCT]
    expected.tIP1 = 0x007C
    expected.tIP2 = 0x007E
    expected.tFCS = 0x01E0
    expected.tPM = 0x0003
    expected.tail.tIP2IPT = 0x007E
    expected.tail.tSWIPT = 10
    #expect(capabilities == expected)
  }

  @Test("shows the evidence of Core 6.3, encrypts, bonds and advertises the Ranging Service UUID")
  func surroundings() throws {
    let profile = try Self.profile()
    #expect(profile.version.core == .v6_3 && profile.version.companyID == 0x0059)
    let features: [FeatureSet.Feature] = [
      .channelSounding, .channelSoundingHostSupport, .channelSoundingEnhancement1, .extendedFeatureSet,
      .le2MPHY,
      .lePowerControlRequest,
    ]
    for feature in features { #expect(profile.features[feature]) }
    #expect(profile.security.bonds && profile.security.hasPersistentKeys)
    #expect(profile.advertising.services == [.ranging] && !profile.gatt.hasRangingService)
    #expect(profile.advertising.flags.rawValue == 0x06 && profile.advertising.interval == 160)
    #expect(!profile.link.startsPHYUpdate && !profile.link.requestsConnectionParameters)
    #expect(profile.faeTable.isZero)
    #expect(profile.interpretations == Interpretations())
    #expect(profile.faults.isEmpty && profile.notices.isEmpty)
  }
}

@Suite("A profile is read")
struct AccessoryProfileTests {
  @Test("with every interpretation that there is")
  func interpretations() throws {
    let fields = Mirror(reflecting: Interpretations()).children.map { $0.label ?? "" }
    #expect(InterpretationKeys.all.count == fields.count)
    let lines = InterpretationKeys.all.map { rule -> String in
      guard case .word(let words, _) = rule.rule.shape else { return "" }
      return "  \(rule.rule.key): \(words.last ?? "")"
    }
    let profile = try Fixture.profile(
      Fixture.least + "interpretations:\n" + lines.joined(separator: "\n") + "\n")
    let defaults = Mirror(reflecting: Interpretations()).children.map { "\($0.value)" }
    let chosen = Mirror(reflecting: profile.interpretations).children.map { "\($0.value)" }
    for (field, (old, new)) in zip(fields, zip(defaults, chosen)) { #expect(old != new, "\(field)") }
  }

  @Test("with every feature that there is")
  func features() throws {
    #expect(Set(FeatureSet.Feature.words).count == FeatureSet.Feature.allCases.count)
    let all = FeatureSet.Feature.words.joined(separator: ", ")
    let profile = try Fixture.profile(
      Fixture.least("[channel-sounding, channel-sounding-enhancement-1]", "[\(all)]"))
    #expect(profile.features == FeatureSet(FeatureSet.Feature.allCases))
  }

  @Test("with every optional capability")
  func capabilities() throws {
    let text = Fixture.least(
      "  t_sw_us: 0",
      """
        t_sw_us: 4
        num_configs: 4
        max_consecutive_procedures: 500
        mode_3: true
        rtt: { aa_only_n: 1, aa_only_class_ns: 10, sounding_n: 2, sounding_class_ns: 150, random_n: 3, random_class_ns: 10, aa_only_2m_n: 4, sounding_2m_n: 5, random_2m_n: 6 }
        nadm: { sounding: [phase-based], random: [phase-based] }
        sync_phys: [1m, 2m, 2m-2bt]
        sync_antenna: 2
        channel_selection_3c: true
        sounding_pct_estimate: true
        tx_snr_db: [18, 30]
      """
    ).replacing("antennas: 1", with: "antennas: 2").replacing("antenna_paths: 1", with: "antenna_paths: 4")
      .replacing("[reflector]", with: "[initiator, reflector]").replacing(
        "[channel-sounding,", with: "[le-2m-phy, channel-sounding,")
    let profile = try Fixture.profile(text)
    let capabilities = profile.csCapabilities
    #expect(profile.syncAntennas.rawValue == 2)
    #expect(capabilities.roles == [.initiator, .reflector] && capabilities.supportsMode3)
    #expect(capabilities.numConfigs == 4 && capabilities.maxConsecutiveProcedures == 500)
    #expect(capabilities.numAntennas == 2 && capabilities.maxAntennaPaths == 4 && capabilities.tSW == 4)
    #expect(
      capabilities.rttCapability == 0b101 && capabilities.csSyncPHYs == 6 && capabilities.txSNR == 0b10001)
    #expect(
      capabilities.rttAAOnlyN == 1 && capabilities.rttSoundingN == 2 && capabilities.rttRandomSequenceN == 3)
    #expect(capabilities.tail.rtt2MAAOnlyN == 4 && capabilities.tail.rtt2MSoundingN == 5)
    #expect(
      capabilities.tail.rtt2MRandomSequenceN == 6 && capabilities.nadmSounding == 1
        && capabilities.nadmRandom == 1
    )
    #expect(capabilities.subfeatures == [.channelSelection3c, .soundingPCTEstimate])
  }

  @Test("with a frequency actuation error table in units of 1/32 ppm")
  func faeTable() throws {
    let table = (0..<72).map { $0 == 0 ? "-4" : $0 == 71 ? "3.96875" : "0.03125" }.joined(separator: ", ")
    let profile = try Fixture.profile(Fixture.least("  t_sw_us: 0", "  t_sw_us: 0\n  fae_ppm: [\(table)]"))
    #expect(profile.faeTable == FAETable([-128] + [Int8](repeating: 1, count: 70) + [127]))
  }

  @Test("with service UUIDs of both sizes and manufacturer data")
  func advertising() throws {
    let text = Fixture.least(
      "[0x185B]",
      "[6E400001-B5A3-F393-E0A9-E50E24DCCA9E]\n  company_id: 0x0059\n  manufacturer_data: \"0A0b\"\n  address: public\n  tx_power_dbm: -4\n  appearance: 0x0240\n  flags: []"
    )
    let advertising = try Fixture.profile(text).advertising
    #expect(advertising.services.map(\.description) == ["6E400001-B5A3-F393-E0A9-E50E24DCCA9E"])
    #expect(advertising.services.first?.octets.prefix(2) == [0x9E, 0xCA])
    #expect(advertising.companyID == 0x59 && advertising.manufacturerData == [0x0A, 0x0B])
    #expect(advertising.addressKind == .public && advertising.txPowerDbm == -4 && advertising.flags == [])
    #expect(advertising.appearance == 0x0240 && AttributeUUID.ranging.description == "0x185B")
  }

  /// What keys set of a radio; the rest of its analogue side follows from other sections.
  private static func numbers(_ radio: RadioDescription) -> [Mirror.Child] {
    let others = ["roundTripErrorNanoseconds", "mode0FAEPpm", "toneQuality"]
    let own = Mirror(reflecting: radio).children.filter { $0.label != "parameters" }
    return own + Mirror(reflecting: radio.parameters).children.filter { !others.contains($0.label ?? "") }
  }

  @Test("with a radio of its own")
  func radio() throws {
    let others = [
      "pct_bits": "6", "noise_floor_dbm": "-99", "sensitivity_dbm": "-90", "dc_offset_dbc": "-40",
      "timing_noise_ns": "2", "path_delays_ns": "[1]",
    ]
    let rows = RadioKeys.keys.map(\.rule).map { "  \($0.key): \(others[$0.key] ?? "1")\n" }.joined()
    let text = Fixture.least("security: assumed }", "security: assumed, radio: assumed }")
    let radio = try Fixture.profile(text + "radio:\n\(rows)").radio
    let defaults = Self.numbers(RadioDescription())
    let chosen = Self.numbers(radio)
    #expect(defaults.count == RadioKeys.keys.count)
    for (old, new) in zip(defaults, chosen) {
      #expect("\(old.value)" != "\(new.value)", "\(old.label ?? "")")
    }
  }
}
