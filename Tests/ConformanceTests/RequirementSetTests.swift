import ChannelSounding
import Conformance
import ConformanceCases
import ConformanceTester
import Documents
import Faults
import Profiles
import RadioModel
import TestSupport
import Testing
import Verdicts

@Suite("The set of the radio")
struct RadioSetTests {
  static let matrix = RequirementMatrix.radio

  @Test("a profile without its fault passes what the fault breaks", arguments: matrix.faults)
  func withoutFault(_ fault: Fault) throws {
    var request = try Self.matrix.request(fault, seed: 1)
    request.profile.faults = []
    request.onlyIDs = fault.breaks.filter { $0.hasPrefix("RF-") }
    for result in CheckRunner(request).run().report.requirements {
      #expect(result.verdict == .pass, "\(fault.id), \(result.id)")
    }
  }

  /// A value of each number of the radio at which something fails, if it can.
  private static let badValues = [
    "carrier_offset_ppm": "50", "carrier_drift_ppm_per_s": "10", "phase_noise_rad": "3",
    "linewidth_hz": "100000", "pll_settling_tau_us": "50", "settling_noise_deg": "180",
    "settling_noise_tau_us": "100", "fixed_delay_ns": "100", "antenna_switch_tau_us": "10",
    "tone_offset_khz": "100", "tx_power_dbm": "-40", "noise_floor_dbm": "-60", "sensitivity_dbm": "-40",
    "frequency_noise_ppm": "10", "tone_amplitude_lsb": "1", "iq_gain_db": "-6", "iq_phase_deg": "45",
    "dc_offset_dbc": "0", "agc_step_db": "20", "agc_step_deg": "90", "inline_pct_error_deg": "180",
    "inline_pct_delay_ns": "100", "missing_tones": "1", "wrong_tones": "1", "timing_noise_ns": "1000",
    "turnaround_jitter_ns": "1000", "turnaround_error_ns": "1000", "snr_output_error_db": "20",
    "snr_output_spread_db": "10", "pct_bits": "4",
  ]

  @Test("every number of the radio has a bad value")
  func numbers() {
    let keys = AccessoryProfile.numbers.filter { $0.path.hasPrefix("radio.") && $0.key != "path_delays_ns" }
      .map(\.key)
    #expect(Set(keys) == Set(Self.badValues.keys))
  }

  @Test(
    "a requirement that a key of the radio breaks has it in declared_in",
    arguments: badValues.keys.sorted() + ["path_delays_ns"])
  func declarations(key: String) throws {
    let path = "radio.\(key)"
    var settings = [
      Self.badValues[key].map { DocumentSetting(path, $0) }
        ?? DocumentSetting(path, items: ["50", "20", "0", "0"])
    ]
    // The decay of a residual that is 0 has no effect.
    if key == "settling_noise_tau_us" { settings.append(DocumentSetting("radio.settling_noise_deg", "180")) }
    var request = try Self.matrix.request("everything", seed: 1)
    request.profile = try AccessoryProfile.read(
      file: Shipped.path("accessories", "everything"), settings: settings, load: Shipped.load)
    request.onlyIDs = try Self.matrix.requirements.filter { !$0.declaredIn.contains(path) }.map(\.id)
    // Without any id, all would be checked.
    if request.onlyIDs.isEmpty { return }
    for result in CheckRunner(request).run().report.requirements {
      #expect(result.verdict != .fail, "\(result.id) lacks \(path): \(result.reason ?? "")")
    }
  }

  @Test("a level that is reported nowhere leaves the levels open")
  func noLevel() throws {
    var request = try Self.matrix.request("nordic-nrf54l15-ipt", seed: 1)
    request.onlyIDs = ["RF-20"]
    request.profile.radio.toneOffsetKilohertz = 50
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    #expect(result.verdict == .inconclusive)
    #expect(result.cases[0].reason?.contains("tone power at -40 dBm") == true)
  }

  @Test("without a claimed RTT type no case needs one")
  func noRTT() throws {
    var request = try Self.matrix.request("reference", seed: 1)
    request.onlyIDs = ["RF-03", "RF-04", "RF-08", "RF-11"]
    request.profile.csCapabilities.rttAAOnlyN = 0
    request.profile.csCapabilities.rttSoundingN = 0
    request.profile.csCapabilities.rttRandomSequenceN = 0
    for result in CheckRunner(request).run().report.requirements {
      #expect(result.verdict != .fail, "\(result.id): \(result.reason ?? "")")
    }
  }

  @Test(
    "an initiator's phases are judged as a reflector's are",
    arguments: [(0, .pass), (2, .fail)] as [(Double, Verdict)])
  func initiatorPhases(delayNanoseconds: Double, verdict: Verdict) throws {
    var request = try Self.matrix.request("everything", seed: 1)
    request.onlyIDs = ["RF-05"]
    request.profile.csCapabilities.roles = .initiator
    request.profile.radio.fixedDelayNanoseconds = delayNanoseconds
    let result = try #require(CheckRunner(request).run().report.requirements.first)
    let judged = result.cases.filter { $0.verdict != .notApplicable }
    let numbers = [15, 16, 17, 18, 27, 28, 29, 30, 31, 32, 33, 34]
    #expect(judged.map(\.id) == numbers.map { "TRM-RCV/CS/BV-\($0)-C" })
    #expect(result.verdict == verdict)
  }

  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for testCase in TestCase.all where testCase.id.hasPrefix("TRM") {
      #expect(testCase.needs == [.air, .hci, .peer])
    }
  }
}

@Suite("The set of the guidelines for accessories")
struct AdvertisingSetTests {
  @Test(
    "shipped accessories miss recommendations of advertising alone, and ask for no parameters",
    arguments: ["nordic-nrf54l15-ipt", "nordic-nrf54l15-ras", "nxp-kw47-ipt", "silabs-xg24", "ti-cc27xx"])
  func shipped(_ name: String) throws {
    let request = try RequirementMatrix.advertising.request(name, seed: 1)
    for result in CheckRunner(request).run().report.requirements {
      let isMissed = ["ADG-04", "ADG-05", "ADG-06"].contains(result.id) && result.level == .should
      #expect(
        [.pass, .notApplicable].contains(result.verdict) || isMissed,
        "\(name), \(result.id): \(result.reason ?? "")")
    }
  }
}

@Suite("The set of the link layer")
struct LinkLayerSetTests {
  @Test("what an attached host or controller cannot show is not applicable")
  func access() throws {
    for requirement in try RequirementMatrix.linkLayer.requirements where requirement.level == .must {
      for id in requirement.cases {
        #expect(TestCase.named(id)?.needs == [.air, .hci, .peer], "\(id)")
      }
    }
  }
}
