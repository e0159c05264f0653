public import Documents

/// The keys of an environment: the one table that reader and JSON Schema follow.
enum EnvironmentKeys {
  static let all: [Key<EnvironmentPreset>] = [
    .text("id", \.id, .name, required: true, example: "example", "The name of the environment."),
    .text(
      "description", \.summary, .free(maximum: 2000), required: true, example: "Example",
      "Description of the environment."),
    .text(
      "origin", \.origin, .free(maximum: 2000), example: "All assumed.",
      "Sources of the values, and which values are assumed."),
    .number(
      "loss_at_1_m_db", \.lossAtOneMetreDecibels, 0...100, .decibels, example: "40.2",
      "Free-space path loss at 1 m."),
    .number(
      "path_loss_exponent", \.pathLossExponent, 1...6, nil, required: true, example: "2",
      "Path loss exponent: a tenfold distance adds ten times this value in dB."),
    .number(
      "direct_path_loss_db", \.directPathLossDecibels, 0...60, .decibels, example: "0",
      "Loss of an obstruction of the direct path, such as a body."),
    .sections(
      "extra_paths", \.extraPaths, path, count: EnvironmentPreset.extraPathCounts, example: "[]",
      "Fixed echoes."
    ) { _ in
      .init()
    },
    .text(
      "taps_file", \.tapsFile, .relativeTable, example: "taps.csv",
      "A file of further echoes, one per line."),
    .part("ground_reflection", \.ground, .init(), ground, "Reflection from flat ground."),
    .part("scattering", \.scattering, .init(), scattering, "Random echoes."),
    Key(
      FieldRule(
        "antenna_path_offsets_m", .list(.number(-10...10, .metres), count: 1...4, isDistinct: false),
        example: "[0, 0.012, -0.012, 0.006]",
        "Additional length of each antenna path; defaults to 0, 0.012, -0.012 and 0.006.")
    ) {
      $1.antennaPathOffsetsMetres = $0.numbers("antenna_path_offsets_m")
    },
    .part(
      "antennas", \.antennas, .init(), antennas, "Positions of the antennas, in place of the offsets."),
    .sections(
      "interference", \.interference, interferer, count: 0...16, example: "[]", "Interferers in the band."
    ) { _ in .init() },
    Key("motion", \.motion, motion, "Motion of the initiator during a run."),
    .part("attack", \.attack, .rollOver, attack, "An attack on the signal."),
  ]

  static let schema = DocumentSchema(
    name: EnvironmentPreset.schemaName, fields: all.described(by: EnvironmentPreset()))

  private static let path: [Key<EnvironmentPreset.Path>] = [
    .number(
      "extra_m", \.extraMetres, 0.01...150, .metres, required: true, example: "3",
      "Length beyond the direct path."),
    .number(
      "loss_db", \.lossDecibels, 0...60, .decibels, required: true, example: "6",
      "Loss relative to an unobstructed direct path."),
    .number(
      "phase_deg", \.phaseDegrees, -180...180, .degrees, example: "0", "Phase shift of the reflections."),
  ]

  private static let ground: [Key<EnvironmentPreset.Ground>] = [
    .number(
      "initiator_height_m", \.initiatorHeightMetres, 0.01...100, .metres, required: true, example: "1.2",
      "Height of the initiator's antenna."),
    .number(
      "reflector_height_m", \.reflectorHeightMetres, 0.01...100, .metres, required: true, example: "0.8",
      "Height of the reflector's antenna."),
    .number(
      "coefficient", \.coefficient, -1...1, nil, required: true, example: "-0.7",
      "Amplitude reflection coefficient of the ground; a negative one turns the phase by half a wave."),
  ]

  private static let scattering: [Key<EnvironmentPreset.Scattering>] = [
    .number(
      "k_factor_db", \.kFactorDecibels, -30...60, .decibels, required: true, example: "10",
      "Rician K-factor: power of an unobstructed direct path relative to all echoes."),
    .number(
      "decay_ns", \.decayNanoseconds, 0...1000, .nanoseconds, required: true, example: "15",
      "Mean excess delay and power decay constant; 0 for a flat channel."),
    .integer("taps", \.tapCount, 1...64, example: "12", "Number of echoes in a cluster."),
    .word(
      "redraw", \.isRedrawnEachProcedure, [("run", false), ("procedure", true)], example: "run",
      "When new echoes are drawn: per run or per procedure."),
    .part("clusters", \.clusters, .init(), clusters, "Several clusters of echoes."),
  ]

  private static let clusters: [Key<EnvironmentPreset.Scattering.Clusters>] = [
    .integer(
      "count", \.count, 2...32, required: true, example: "3",
      "Number of clusters, with the cluster of the direct path."),
    .number(
      "spacing_ns", \.spacingNanoseconds, 0.1...1000, .nanoseconds, required: true, example: "21",
      "Mean time between the starts of clusters."),
    .number(
      "decay_ns", \.decayNanoseconds, 0.1...1000, .nanoseconds, required: true, example: "23",
      "Decay constant of the cluster power over the start of the cluster."),
  ]

  private static let antennas: [Key<EnvironmentPreset.Antennas>] = [
    .sections(
      "initiator", \.initiator, position, count: 1...4, required: true, example: "[{x_m: 0, y_m: 0}]",
      "The initiator's antennas in order."
    ) { _ in .init() },
    .sections(
      "reflector", \.reflector, position, count: 1...4, required: true, example: "[{x_m: 0, y_m: 0}]",
      "The reflector's antennas in order."
    ) { _ in .init() },
  ]

  private static let position: [Key<EnvironmentPreset.Antennas.Position>] = [
    .number(
      "x_m", \.x, -10...10, .metres, required: true, example: "0",
      "Position from the reflector towards the initiator's start."),
    .number("y_m", \.y, -10...10, .metres, required: true, example: "0", "Sideways position."),
    .number("z_m", \.z, -10...10, .metres, example: "0", "Upward position."),
  ]

  /// The channel indices that a Wi-Fi network of 20 MHz covers, by its channel.
  private static let wiFiChannels = [1: 2...20, 6: 26...45, 11: 50...70]

  private static let interferer: [Key<EnvironmentPreset.Interferer>] = [
    Key(
      FieldRule(
        "wifi_channel", .choice(wiFiChannels.keys.sorted()), example: "6",
        "A Wi-Fi channel of 20 MHz: channel indices 2 to 20, 26 to 45 or 50 to 70.")
    ) {
      if let covered = $0.integer("wifi_channel").flatMap({ wiFiChannels[$0] }) { $1.channels = covered }
    },
    .integer(
      "first_channel", \.firstChannel, 0...79, example: "26",
      "The first channel index, in place of a Wi-Fi channel."
    ).withoutDefault,
    .integer("last_channel", \.lastChannel, 0...79, example: "45", "The last channel index.").withoutDefault,
    .number(
      "duty", \.duty, 0...1, nil, required: true, example: "0.3",
      "Fraction of time in which the interferer transmits."),
    .number(
      "level_db", \.levelDecibels, 0...80, .decibels, required: true, example: "20",
      "Interference power relative to the receiver's noise."),
  ]

  private static let motion: [Key<EnvironmentPreset.Motion>] = [
    .number(
      "radial_speed_m_s", \.radialSpeed, -100...100, .metresPerSecond, example: "1",
      "Radial speed away from the reflector; negative towards it, and past it."
    ).withoutDefault,
    .sections(
      "way_points", \.wayPoints, wayPoint, count: 1...64, isDistinct: false, example: "[{x_m: 2, y_m: 0}]",
      "Way points, in place of a radial speed; the initiator stops at the last one."
    ) { _ in .init() },
    .number(
      "speed_m_s", \.speed, 0.01...100, .metresPerSecond, example: "1.2", "Speed along the way points."
    ).withoutDefault,
  ]

  private static let wayPoint: [Key<EnvironmentPreset.Motion.WayPoint>] = [
    .number(
      "x_m", \.x, -1000...1000, .metres, required: true, example: "2",
      "Position away from the reflector, from the initiator's start."),
    .number("y_m", \.y, -1000...1000, .metres, required: true, example: "0", "Sideways position."),
  ]

  /// The words of `attack.kind`.
  static let attacks: [(String, EnvironmentPreset.Attack)] = [
    ("relay", .relay(delayNanoseconds: 0)), ("roll-over", .rollOver),
    ("early-detect-late-commit", .earlyDetectLateCommit(advanceNanoseconds: 0)),
  ]

  private static let attack: [Key<EnvironmentPreset.Attack>] = [
    .word("kind", \.self, attacks, required: true, example: "relay", "The kind of attack."),
    .number(
      "delay_ns", \.delay, 0...100_000, .nanoseconds, example: "200",
      "Delay of a relay in each direction."
    ).withoutDefault,
    .number(
      "advance_ns", \.advance, 0...1000, .nanoseconds, example: "300",
      "Apparent advance of the arrival of packets with early-detect-late-commit."
    ).withoutDefault,
  ]
}

extension EnvironmentPreset.Interferer {
  fileprivate var firstChannel: Int {
    get { channels.lowerBound }
    set { channels = newValue...max(newValue, lastChannel) }
  }
  fileprivate var lastChannel: Int {
    get { channels.upperBound }
    set { channels = min(firstChannel, newValue)...newValue }
  }
}

extension EnvironmentPreset.Motion {
  fileprivate var radialSpeed: Double {
    get { if case .radial(let speed) = self { speed } else { 0 } }
    set { self = .radial(metresPerSecond: newValue) }
  }
  fileprivate var wayPoints: [WayPoint] {
    get { if case .path(let points, _) = self { points } else { [] } }
    set { self = .path(newValue, metresPerSecond: speed) }
  }
  fileprivate var speed: Double {
    get { if case .path(_, let speed) = self { speed } else { 1 } }
    set { self = .path(wayPoints, metresPerSecond: newValue) }
  }
}

extension EnvironmentPreset.Attack {
  fileprivate var delay: Double {
    get { if case .relay(let delay) = self { delay } else { 0 } }
    set { self = .relay(delayNanoseconds: newValue) }
  }
  fileprivate var advance: Double {
    get { if case .earlyDetectLateCommit(let advance) = self { advance } else { 0 } }
    set { self = .earlyDetectLateCommit(advanceNanoseconds: newValue) }
  }
}

extension EnvironmentPreset {
  public static var knobs: [Knob] { Knob.all(in: EnvironmentKeys.schema.fields) }
}
