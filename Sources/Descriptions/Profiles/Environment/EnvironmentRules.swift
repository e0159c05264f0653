public import Documents

/// The keys of an environment.
enum EnvironmentRules {
  static let schema = DocumentSchema(
    name: EnvironmentPreset.schemaName,
    fields: [
      FieldRule("id", .text(.name), required: true, example: "example", "The name of the environment."),
      FieldRule(
        "description", .text(.free(maximum: 2000)), required: true, example: "Example",
        "Description of the environment."),
      FieldRule(
        "origin", .text(.free(maximum: 2000)), example: "All assumed.",
        "Sources of the values, and which values are assumed."),
      FieldRule(
        "loss_at_1_m_db", .number(0...100, .decibels), example: "40.2", "Free-space path loss at 1 m."),
      FieldRule(
        "path_loss_exponent", .number(1...6), required: true, example: "2",
        "Path loss exponent: a tenfold distance adds ten times this value in dB."),
      FieldRule(
        "direct_path_loss_db", .number(0...60, .decibels), example: "0",
        "Loss of an obstruction of the direct path."),
      FieldRule("extra_paths", .list(.map(path), count: 0...32), example: "[]", "Fixed echoes."),
      FieldRule(
        "taps_file", .text(.relativeTable), example: "taps.csv",
        "A file of further echoes, one per line."),
      FieldRule("ground_reflection", .map(ground), "Reflection from flat ground."),
      FieldRule("scattering", .map(scattering), "Random echoes."),
      FieldRule(
        "antenna_path_offsets_m", .list(.number(-10...10, .metres), count: 1...4, isDistinct: false),
        example: "[0, 0.012, -0.012, 0.006]", "Additional length of each antenna path."),
      FieldRule("antennas", .map(antennas), "Positions of the antennas, in place of the offsets."),
      FieldRule(
        "interference", .list(.map(interferer), count: 0...16), example: "[]", "Interferers in the band."
      ),
      FieldRule("motion", .map(motion), "Motion of the initiator during a run."),
      FieldRule("attack", .map(attack), "An attack on the signal."),
    ])

  /// The words of `attack.kind`, in the order of `EnvironmentPreset.Attack`.
  static let attacks = ["relay", "roll-over", "early-detect-late-commit"]

  private static let path: [FieldRule] = [
    FieldRule(
      "extra_m", .number(0.01...150, .metres), required: true, example: "3", "Length beyond the direct path."),
    FieldRule(
      "loss_db", .number(0...60, .decibels), required: true, example: "6",
      "Loss relative to an unobstructed direct path."),
    FieldRule("phase_deg", .number(-180...180, .degrees), example: "0", "Phase shift of the reflections."),
  ]

  private static let ground: [FieldRule] = [
    FieldRule(
      "initiator_height_m", .number(0.01...100, .metres), required: true, example: "1.2",
      "Height of the initiator's antenna."),
    FieldRule(
      "reflector_height_m", .number(0.01...100, .metres), required: true, example: "0.8",
      "Height of the reflector's antenna."),
    FieldRule(
      "coefficient", .number(-1...1), required: true, example: "-0.7",
      "Amplitude reflection coefficient of the ground."),
  ]

  private static let scattering: [FieldRule] = [
    FieldRule(
      "k_factor_db", .number(-30...60, .decibels), required: true, example: "10",
      "Rician K-factor: power of an unobstructed direct path relative to all echoes."),
    FieldRule(
      "decay_ns", .number(0...1000, .nanoseconds), required: true, example: "15",
      "Mean excess delay and power decay constant; 0 for a flat channel."),
    FieldRule("taps", .integer(1...64), example: "12", "Number of echoes in a cluster."),
    FieldRule(
      "redraw", .word(["run", "procedure"]), example: "run",
      "When new echoes are drawn: per run or per procedure."),
    FieldRule("clusters", .map(clusters), "Several clusters of echoes."),
  ]

  private static let clusters: [FieldRule] = [
    FieldRule(
      "count", .integer(2...32), required: true, example: "3",
      "Number of clusters, with the cluster of the direct path."),
    FieldRule(
      "spacing_ns", .number(0.1...1000, .nanoseconds), required: true, example: "21",
      "Mean time between the starts of clusters."),
    FieldRule(
      "decay_ns", .number(0.1...1000, .nanoseconds), required: true, example: "23",
      "Decay constant of the cluster power over the start of the cluster."),
  ]

  private static let antennas: [FieldRule] = [
    FieldRule(
      "initiator", .list(.map(position), count: 1...4), required: true, example: "[{x_m: 0, y_m: 0}]",
      "The initiator's antennas in order."),
    FieldRule(
      "reflector", .list(.map(position), count: 1...4), required: true, example: "[{x_m: 0, y_m: 0}]",
      "The reflector's antennas in order."),
  ]

  private static let position: [FieldRule] = [
    FieldRule(
      "x_m", .number(-10...10, .metres), required: true, example: "0",
      "Position from the reflector towards the initiator's start."),
    FieldRule("y_m", .number(-10...10, .metres), required: true, example: "0", "Sideways position."),
    FieldRule("z_m", .number(-10...10, .metres), example: "0", "Upward position."),
  ]

  private static let interferer: [FieldRule] = [
    FieldRule("wifi_channel", .choice([1, 6, 11]), example: "6", "A Wi-Fi channel of 20 MHz."),
    FieldRule(
      "first_channel", .integer(0...79), example: "26",
      "The first channel index, in place of a Wi-Fi channel."),
    FieldRule("last_channel", .integer(0...79), example: "45", "The last channel index."),
    FieldRule(
      "duty", .number(0...1), required: true, example: "0.3",
      "Fraction of time in which the interferer transmits."),
    FieldRule(
      "level_db", .number(0...80, .decibels), required: true, example: "20",
      "Interference power relative to the receiver's noise."),
  ]

  private static let motion: [FieldRule] = [
    FieldRule(
      "radial_speed_m_s", .number(-100...100, .metresPerSecond), example: "1",
      "Radial speed away from the reflector; negative towards it."),
    FieldRule(
      "way_points", .list(.map(wayPoint), count: 1...64, isDistinct: false), example: "[{x_m: 2, y_m: 0}]",
      "Way points, in place of a radial speed; the initiator stops at the last one."),
    FieldRule(
      "speed_m_s", .number(0.01...100, .metresPerSecond), example: "1.2", "Speed along the way points."),
  ]

  private static let wayPoint: [FieldRule] = [
    FieldRule(
      "x_m", .number(-1000...1000, .metres), required: true, example: "2",
      "Position away from the reflector, from the initiator's start."),
    FieldRule("y_m", .number(-1000...1000, .metres), required: true, example: "0", "Sideways position."),
  ]

  private static let attack: [FieldRule] = [
    FieldRule("kind", .word(attacks), required: true, example: "relay", "The kind of attack."),
    FieldRule(
      "delay_ns", .number(0...100_000, .nanoseconds), example: "200", "Delay of a relay in each direction."),
    FieldRule(
      "advance_ns", .number(0...1000, .nanoseconds), example: "300",
      "Apparent advance of the arrival of packets."),
  ]
}

extension EnvironmentPreset {
  /// What can be set of the air.
  public static var knobs: [Knob] { Knob.all(in: EnvironmentRules.schema.fields) }
}
