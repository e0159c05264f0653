import Testing

@testable import Profiles

@Suite("Environments")
struct EnvironmentPresetTests {
  static let head = "schema: reflector/environment/1\nid: x\ndescription: X\npath_loss_exponent: 2\n"

  static func read(_ body: String, _ others: [String: String] = [:]) throws -> EnvironmentPreset {
    try EnvironmentPreset.read(file: "p.yaml", load: Fixture.loader(head + body, others))
  }

  /// What reading refuses, as one text; empty if it does not. The body begins on line 5.
  static func refusal(_ body: String, _ others: [String: String] = [:]) -> String {
    do {
      _ = try read(body, others)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test("with the least keys have a direct path and nothing else")
  func least() throws {
    let preset = try Self.read("")
    #expect(preset.lossAtOneMetreDecibels == 40.2 && preset.pathLossExponent == 2)
    #expect(preset.extraPaths.isEmpty && preset.ground == nil && preset.scattering == nil)
    #expect(preset.antennas == nil && preset.antennaPathOffsetsMetres == nil)
    #expect(preset.interference.isEmpty && preset.motion == .still && preset.attack == nil)
    #expect(preset.origin.isEmpty)
  }

  @Test("are read with every key")
  func everyKey() throws {
    let preset = try Self.read(
      """
      origin: Assumed.
      loss_at_1_m_db: 41
      direct_path_loss_db: 3
      extra_paths: [{ extra_m: 3, loss_db: 6, phase_deg: 20 }]
      ground_reflection: { initiator_height_m: 1.2, reflector_height_m: 0.8, coefficient: -0.7 }
      scattering:
        { k_factor_db: 3, decay_ns: 25, taps: 7, redraw: procedure, clusters: { count: 3, spacing_ns: 21, decay_ns: 23 } }
      antennas: { initiator: [{ x_m: 0.1, y_m: -0.2, z_m: 0.3 }], reflector: [{ x_m: 0, y_m: 0 }, { x_m: 0, y_m: 0.04 }] }
      interference:
        - { wifi_channel: 11, duty: 0.25, level_db: 20 }
        - { first_channel: 3, last_channel: 3, duty: 1, level_db: 5 }
      motion: { way_points: [{ x_m: 1, y_m: 2 }, { x_m: 0, y_m: 0 }], speed_m_s: 1.5 }
      attack: { kind: relay, delay_ns: 100 }

      """)
    #expect(preset.origin == "Assumed." && preset.directPathLossDecibels == 3)
    #expect(preset.extraPaths == [.init(extraMetres: 3, lossDecibels: 6, phaseDegrees: 20)])
    #expect(
      preset.ground == .init(initiatorHeightMetres: 1.2, reflectorHeightMetres: 0.8, coefficient: -0.7))
    #expect(
      preset.scattering
        == .init(
          kFactorDecibels: 3, decayNanoseconds: 25, tapCount: 7,
          clusters: .init(count: 3, spacingNanoseconds: 21, decayNanoseconds: 23),
          isRedrawnEachProcedure: true))
    #expect(preset.antennas?.initiator == [.init(x: 0.1, y: -0.2, z: 0.3)])
    #expect(preset.antennas?.reflector == [.init(x: 0, y: 0, z: 0), .init(x: 0, y: 0.04, z: 0)])
    #expect(
      preset.interference == [
        .init(channels: 50...70, duty: 0.25, levelDecibels: 20),
        .init(channels: 3...3, duty: 1, levelDecibels: 5),
      ])
    #expect(preset.motion == .path([.init(x: 1, y: 2), .init(x: 0, y: 0)], metresPerSecond: 1.5))
    #expect(preset.attack == .relay(delayNanoseconds: 100))
  }

  @Test("have other forms of some keys")
  func otherForms() throws {
    let preset = try Self.read(
      """
      scattering: { k_factor_db: 3, decay_ns: 0 }
      antenna_path_offsets_m: [0, 0, 0.1]
      interference: [{ wifi_channel: 1, duty: 0, level_db: 0 }, { wifi_channel: 6, duty: 0, level_db: 0 }]
      motion: { radial_speed_m_s: -1.5 }
      attack: { kind: early-detect-late-commit, advance_ns: 300 }

      """)
    #expect(preset.scattering?.tapCount == 12 && preset.scattering?.isRedrawnEachProcedure == false)
    #expect(preset.antennaPathOffsetsMetres == [0, 0, 0.1])
    #expect(preset.interference.map(\.channels) == [2...20, 26...45])
    #expect(preset.motion == .radial(metresPerSecond: -1.5))
    #expect(preset.attack == .earlyDetectLateCommit(advanceNanoseconds: 300))
    #expect(try Self.read("attack: { kind: roll-over }\n").attack == .rollOver)
  }

  @Test(
    "that contradict themselves are refused with line and fix",
    arguments: [
      (
        "antennas: { initiator: [{x_m: 0, y_m: 0}], reflector: [{x_m: 0, y_m: 0}] }\nantenna_path_offsets_m: [0]\n",
        "p.yaml:6:25: antenna_path_offsets_m: found offsets and positions of the antennas, expected one of them (see line 5). Remove one."
      ),
      (
        "interference: [{ duty: 0.1, level_db: 10 }]\n",
        "p.yaml:5:16: interference: found no channels, expected wifi_channel, or first_channel and last_channel. Add 'wifi_channel: 6'."
      ),
      (
        "interference: [{ first_channel: 3, duty: 0.1, level_db: 10 }]\n",
        "p.yaml:5:16: interference: found no channels, expected wifi_channel, or first_channel and last_channel. Add 'wifi_channel: 6'."
      ),
      (
        "interference: [{ wifi_channel: 1, last_channel: 3, duty: 0.1, level_db: 10 }]\n",
        "p.yaml:5:49: interference.last_channel: found a channel index and a Wi-Fi channel, expected one of them (see line 5). Remove one."
      ),
      (
        "interference: [{ first_channel: 9, last_channel: 3, duty: 0.1, level_db: 10 }]\n",
        "p.yaml:5:50: interference.last_channel: found 3, expected 9 or more (see line 5). Write the lower one first."
      ),
      (
        "motion: {}\n",
        "p.yaml:5:9: motion: found no motion, expected radial_speed_m_s, or way_points and speed_m_s. Add 'radial_speed_m_s: 1'."
      ),
      (
        "motion: { way_points: [{x_m: 1, y_m: 0}] }\n",
        "p.yaml:5:9: motion: found no speed, expected it with way points. Add 'speed_m_s: 1.2'."
      ),
      (
        "motion: { radial_speed_m_s: 1, speed_m_s: 2 }\n",
        "p.yaml:5:43: motion.speed_m_s: found way points and a radial speed, expected one of them (see line 5). Remove one."
      ),
      (
        "attack: { kind: relay }\n",
        "p.yaml:5:17: attack.kind: found no delay_ns, expected it with relay. Add 'delay_ns: 200'."
      ),
      (
        "attack: { kind: early-detect-late-commit, delay_ns: 5, advance_ns: 4 }\n",
        "p.yaml:5:53: attack.delay_ns: found delay_ns with early-detect-late-commit, expected it with relay (see line 5). Remove it."
      ),
    ])
  func contradictions(body: String, message: String) {
    #expect(Self.refusal(body) == message)
  }

  @Test(
    "with a number beyond its range are refused",
    arguments: [
      ("scattering: { k_factor_db: 90, decay_ns: 1 }", "scattering.k_factor_db: found 90"),
      ("scattering: { k_factor_db: 9, decay_ns: -1 }", "scattering.decay_ns: found -1"),
      ("scattering: { k_factor_db: 9, decay_ns: 1, taps: 65 }", "scattering.taps: found 65"),
      (
        "ground_reflection: { initiator_height_m: 0, reflector_height_m: 1, coefficient: 0 }",
        "initiator_height_m: found 0"
      ),
      ("interference: [{ wifi_channel: 3, duty: 1, level_db: 1 }]", "expected one of 1, 6, 11"),
      ("motion: { radial_speed_m_s: 1 m/s }", "Write 1."),
      ("motion: { radial_speed_m_s: 36 km/h }", "Write 10."),
      ("attack: { kind: wormhole }", "expected one of relay, roll-over, early-detect-late-commit"),
      ("taps_file: taps.yaml", "expected a path relative to this file, as taps.csv"),
    ])
  func ranges(body: String, message: String) {
    #expect(Self.refusal(body + "\n").contains(message), "\(Self.refusal(body + "\n"))")
  }

  @Test(
    "a JSON Schema has every key of theirs",
    arguments: ["taps_file", "ground_reflection", "wifi_channel", "kind"])
  func schema(key: String) {
    #expect(ProfileSchema.environmentJSON.contains("\"\(key)\": {"))
    #expect(ProfileSchema.environmentJSON.contains("\"const\"") == false)
  }
}
