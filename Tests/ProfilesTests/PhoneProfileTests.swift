import ChannelSounding
import CoreTypes
import RadioModel
import Testing

@testable import Documents
@testable import Profiles

@Suite("Phones and environments")
struct PhoneProfileTests {
  static let least = """
    schema: reflector/phone/1
    id: x
    identity: { title: X }
    sources: { match: assumed, channel_sounding: assumed, procedures: assumed }
    match: { services: [0x185B], company_id: 0x4C, manufacturer_data: "0102", manufacturer_mask: "FF00" }
    channel_sounding: { mode_0_steps: 1, inline_pct: false, ranging_service: true, channels: every-second, channel_selection: 3c, sync_phy: 2m, rtt_type: random-64, main_mode: 3 }
    procedures: { min_interval_events: 3, max_interval_events: 6 }

    """

  static func refusal(_ text: String) -> String {
    do {
      _ = try PhoneProfile.read(file: "p.yaml", load: Fixture.loader(text))
      return ""
    } catch {
      return error.description
    }
  }

  @Test("a phone is read with every choice")
  func reading() throws {
    let phone = try PhoneProfile.read(file: "p.yaml", load: Fixture.loader(Self.least))
    #expect(phone.match.companyID == 0x4C && phone.match.manufacturerMask == [0xFF, 0x00])
    let configuration = phone.configuration
    #expect(configuration.mode0Steps == 1 && configuration.channelSelection == 1)
    #expect(configuration.csSyncPHY == 2 && configuration.rttType == .random64)
    #expect(configuration.tIP1.microseconds == 145 && configuration.mainMode == 3)
    #expect(configuration.channelMap.count == 37 && configuration.channelMap.isLegal)
    #expect(phone.readsRangingService && !phone.asksForInlinePCT)
    #expect(phone.procedures.minProcedureInterval == 3 && phone.procedures.maxProcedureInterval == 6)
  }

  @Test("the antenna of CS_SYNC is one of four, all in turn, or what the controller likes")
  func syncAntenna() throws {
    func phone(_ value: String) throws -> PhoneProfile {
      let text = Self.least.replacing("sync_phy: 2m", with: "sync_phy: 2m, sync_antenna: \(value)")
      return try PhoneProfile.read(file: "p.yaml", load: Fixture.loader(text))
    }
    #expect(try phone("3").syncAntennas.rawValue == 3)
    #expect(try phone("repetitive").syncAntennas == .repetitive)
    let plain = try PhoneProfile.read(file: "p.yaml", load: Fixture.loader(Self.least))
    #expect(plain.syncAntennas == .noRecommendation)
    #expect(throws: DocumentErrors.self) { try phone("5") }
    #expect(throws: DocumentErrors.self) { try phone("both") }
  }

  @Test("the antenna configuration is an index, or the one with the most paths")
  func antennaConfiguration() throws {
    func phone(_ value: String) throws -> PhoneProfile {
      let text = Self.least.replacing(
        "max_interval_events: 6", with: "max_interval_events: 6, antenna_configuration: \(value)")
      return try PhoneProfile.read(file: "p.yaml", load: Fixture.loader(text))
    }
    let (index, most) = (try phone("7"), try phone("most-paths"))
    #expect(index.procedures.toneAntennaConfigSelection == 7 && !index.takesMostAntennaPaths)
    #expect(most.takesMostAntennaPaths && most.procedures.maxProcedureInterval == 6)
    #expect(throws: DocumentErrors.self) { try phone("8") }
    #expect(throws: DocumentErrors.self) { try phone("most") }
  }

  @Test("a sub mode, the shape of #3c, the output SNR and a radio are read")
  func reach() throws {
    let text = Self.least.replacing(
      "main_mode: 3", with: "main_mode: 2, sub_mode: 1, ch3c_shape: x, ch3c_jump: 7"
    )
    .replacing("match: assumed", with: "match: assumed, radio: assumed")
    .replacing("max_interval_events: 6", with: "max_interval_events: 6, snr_control_reflector_db: 24")
    let phone = try PhoneProfile.read(
      file: "p.yaml", load: Fixture.loader(text + "radio: { noise_floor_dbm: -99, phase_noise_rad: 0.1 }\n"))
    let configuration = phone.configuration
    #expect(configuration.mainMode == 2 && configuration.subMode == 1)
    #expect(configuration.minMainModeSteps == 2 && configuration.maxMainModeSteps == 2)
    #expect(configuration.ch3cShape == 1 && configuration.ch3cJump == 7)
    #expect(
      phone.procedures.snrControlReflector == 2 && phone.procedures.snrControlInitiator == .uncontrolled)
    #expect(phone.radio.noiseFloorDbm == -99 && phone.radio.phaseNoiseRadians == 0.1)
    #expect(phone.radio.pllSettlingTauMicroseconds == 0.5 && phone.radio.carrierOffsetPpm == -1.5)
  }

  @Test(
    "a configuration that no phone may ask for is refused",
    arguments: [
      (
        "main_mode: 3", "main_mode: 1, sub_mode: 2",
        "sub_mode: found an illegal configuration: Sub_Mode does not go"
      ),
      (
        "main_mode: 3", "main_mode: 3, sub_mode: 2, min_main_mode_steps: 4, max_main_mode_steps: 3",
        "min_main_mode_steps: found an illegal configuration: Main_Mode_Min_Steps is above"
      ),
      ("main_mode: 3", "max_main_mode_steps: 3", "found main-mode steps before a sub mode, but no sub_mode"),
      (
        "channel_selection: 3c", "channel_selection: 3b, ch3c_jump: 3",
        "found a key of #3c, but another channel"
      ),
      (
        "channel_selection: 3c", "channel_selection: 3c, ch3c_jump: 6, channel_map_repetition: 4",
        "channel_map_repetition: found an illegal configuration: ChM_Repetition is out of range"
      ),
    ])
  func illegalConfiguration(_ old: String, _ new: String, _ message: String) {
    let refusal = Self.refusal(Self.least.replacing(old, with: new))
    #expect(refusal.contains(message), "\(refusal)")
  }

  @Test("a scan window above its interval is refused")
  func scanWindow() {
    let text = Self.least.replacing("procedures: assumed }", with: "procedures: assumed, apps: assumed }")
    #expect(Self.refusal(text + "apps: { scan_interval_ms: 100, scan_window_ms: 100 }\n") == "")
    #expect(
      Self.refusal(text + "apps: { scan_interval_ms: 100, scan_window_ms: 125 }\n")
        == "p.yaml:8:48: apps.scan_window_ms: found a window above the interval of 100 (see line 8). Write a window of 100 or less."
    )
    #expect(
      Self.refusal(text + "apps: { scan_interval_ms: 50 }\n").contains(
        "found a window above the interval of 50"))
  }

  @Test(
    "without a supervision timeout of its own a phone waits for six intervals with latency",
    arguments: [
      ("interval_ms: 30", 200), ("interval_ms: 1000", 600), ("interval_ms: 500, latency: 2", 900),
      ("interval_ms: 4000, latency: 2", 3200), ("interval_ms: 1000, supervision_timeout_ms: 2010", 201),
    ] as [(String, SupervisionTimeout)])
  func supervisionTimeout(_ keys: String, _ units: SupervisionTimeout) throws {
    let text = Self.least.replacing("match: assumed", with: "match: assumed, connection: assumed")
    let phone = try PhoneProfile.read(
      file: "p.yaml", load: Fixture.loader(text + "connection: { \(keys) }\n"))
    #expect(phone.connection.supervisionTimeout == units)
  }

  @Test("a phone that looks for nothing, for data of no company, or that outwaits itself is refused")
  func impossible() {
    let text = Self.least.replacing("match: assumed", with: "match: assumed, connection: assumed")
    #expect(
      Self.refusal(Self.least.replacing("services: [0x185B], company_id: 0x4C", with: "services: []"))
        .contains("p.yaml:5:8: match: found neither a service nor a company identifier"))
    #expect(
      Self.refusal(Self.least.replacing("company_id: 0x4C, ", with: ""))
        == "p.yaml:5:49: match.manufacturer_data: found data without a company identifier, expected both. Add the company identifier."
    )
    #expect(
      Self.refusal(text + "connection: { interval_ms: 1000, supervision_timeout_ms: 2000 }\n")
        == "p.yaml:8:58: connection.supervision_timeout_ms: found 2000, expected more than 2000 (see line 8). Write a longer time."
    )
    #expect(
      Self.refusal(text + "connection: { interval_ms: 4000, latency: 3 }\n")
        == "p.yaml:8:43: connection.latency: found a latency too long for any supervision timeout (see line 8). Write a lower latency."
    )
  }

  @Test("contradictory values are refused with both lines")
  func contradictions() {
    #expect(
      Self.refusal(Self.least.replacing("\"FF00\"", with: "\"FF\""))
        == "p.yaml:5:94: match.manufacturer_mask: found data and mask of different lengths, expected the same (see line 5). Write a mask as long as the data."
    )
    #expect(
      Self.refusal(Self.least.replacing("max_interval_events: 6", with: "max_interval_events: 2"))
        == "p.yaml:7:36: procedures.min_interval_events: found 3, expected at most 2 (see line 7). Write 2 or less."
    )
  }

  @Test("an accessory given as a phone is refused by its schema line")
  func wrongKind() {
    #expect(
      Self.refusal(Fixture.least)
        == "p.yaml:1:9: schema: found 'reflector/accessory/1', expected 'reflector/phone/1'. This is the file of an accessory, for 'reflector check'. Give the file of a phone."
    )
  }

  @Test("an environment is read with its extra paths")
  func environment() throws {
    let file = "Profiles/environments/indoor-room.yaml"
    let environment = try EnvironmentPreset.read(file: file, load: Fixture.load)
    #expect(environment.extraPaths.count == 3 && environment.extraPaths.first?.extraMetres == 1.6)
    let text =
      "schema: reflector/environment/1\nid: x\ndescription: X\npath_loss_exponent: 2\nextra_paths:\n  - { loss_db: 6 }\n"
    do {
      _ = try EnvironmentPreset.read(file: "p.yaml", load: Fixture.loader(text))
      Issue.record("a path without a length was accepted")
    } catch {
      #expect(
        error.description
          == "p.yaml:6:5: extra_paths: found no key 'extra_m', expected it here. Add 'extra_m: 3'.")
    }
  }
}
