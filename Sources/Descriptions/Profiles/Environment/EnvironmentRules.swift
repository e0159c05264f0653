public import Documents

/// The keys of an environment.
enum EnvironmentRules {
  static let schema = DocumentSchema(
    name: EnvironmentPreset.schemaName,
    fields: [
      FieldRule("id", .text(.name), required: true, example: "example", "The name of the environment."),
      FieldRule(
        "description", .text(.free(maximum: 2000)), required: true, example: "Example",
        "What it stands for."),
      FieldRule(
        "origin", .text(.free(maximum: 2000)), example: "All assumed.",
        "Where its numbers come from, and which of them are assumed."),
      FieldRule(
        "loss_at_1_m_db", .number(0...100, .decibels), example: "40.2", "Loss of one metre of a free path."),
      FieldRule(
        "path_loss_exponent", .number(1...6), required: true, example: "2",
        "Tenfold distance: ten times this in dB."),
      FieldRule(
        "direct_path_loss_db", .number(0...60, .decibels), example: "0",
        "Loss of what stands in the direct path."),
      FieldRule("extra_paths", .list(.map(path), count: 0...32), example: "[]", "Besides the direct path."),
      FieldRule(
        "taps_file", .text(.relativeTable), example: "taps.csv",
        "A file with more of them, one in each line."),
      FieldRule("ground_reflection", .map(ground), "The ray that comes off a flat ground."),
      FieldRule("scattering", .map(scattering), "Echoes that are drawn by chance."),
      FieldRule(
        "antenna_path_offsets_m", .list(.number(-10...10, .metres), count: 1...4, isDistinct: false),
        example: "[0, 0.012, -0.012, 0.006]", "Length of each antenna path beyond the distance."),
      FieldRule("antennas", .map(antennas), "Where the antennas are, in place of the offsets."),
      FieldRule(
        "interference", .list(.map(interferer), count: 0...16), example: "[]", "Others that send in the band."
      ),
      FieldRule("motion", .map(motion), "How the initiator moves from the start of a run on."),
      FieldRule("attack", .map(attack), "What somebody does to the signal."),
    ])

  /// The words of `attack.kind`, in the order of `EnvironmentPreset.Attack`.
  static let attacks = ["relay", "roll-over", "early-detect-late-commit"]

  private static let path: [FieldRule] = [
    FieldRule(
      "extra_m", .number(0.01...150, .metres), required: true, example: "3", "Length beyond the direct path."),
    FieldRule(
      "loss_db", .number(0...60, .decibels), required: true, example: "6", "Loss beyond a free direct path."),
    FieldRule("phase_deg", .number(-180...180, .degrees), example: "0", "Phase turned by reflections."),
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
      "What the ground does to the amplitude."),
  ]

  private static let scattering: [FieldRule] = [
    FieldRule(
      "k_factor_db", .number(-30...60, .decibels), required: true, example: "10",
      "Power of a free direct path against that of all echoes."),
    FieldRule(
      "decay_ns", .number(0...1000, .nanoseconds), required: true, example: "15",
      "Mean excess delay, and decay of the power with it; 0 for a channel that is flat."),
    FieldRule("taps", .integer(1...64), example: "12", "Echoes of a cluster."),
    FieldRule("redraw", .word(["run", "procedure"]), example: "run", "What begins with new echoes."),
    FieldRule("clusters", .map(clusters), "Clusters of echoes, in place of one."),
  ]

  private static let clusters: [FieldRule] = [
    FieldRule(
      "count", .integer(2...32), required: true, example: "3", "How many, with that of the direct path."),
    FieldRule(
      "spacing_ns", .number(0.1...1000, .nanoseconds), required: true, example: "21",
      "Mean time from the beginning of one to the next."),
    FieldRule(
      "decay_ns", .number(0.1...1000, .nanoseconds), required: true, example: "23",
      "Decay of a cluster's power with its beginning."),
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
      "From the reflector towards where the initiator starts."),
    FieldRule("y_m", .number(-10...10, .metres), required: true, example: "0", "To the side."),
    FieldRule("z_m", .number(-10...10, .metres), example: "0", "Upwards."),
  ]

  private static let interferer: [FieldRule] = [
    FieldRule("wifi_channel", .choice([1, 6, 11]), example: "6", "A Wi-Fi channel of 20 MHz."),
    FieldRule("first_channel", .integer(0...79), example: "26", "The first channel index, in place of that."),
    FieldRule("last_channel", .integer(0...79), example: "45", "The last channel index."),
    FieldRule(
      "duty", .number(0...1), required: true, example: "0.3", "The part of the time in which it sends."),
    FieldRule(
      "level_db", .number(0...80, .decibels), required: true, example: "20",
      "Its power against the receiver's noise."),
  ]

  private static let motion: [FieldRule] = [
    FieldRule(
      "radial_speed_m_s", .number(-100...100, .metresPerSecond), example: "1",
      "Straight away from the reflector; negative towards it."),
    FieldRule(
      "way_points", .list(.map(wayPoint), count: 1...64, isDistinct: false), example: "[{x_m: 2, y_m: 0}]",
      "A way to follow, in place of that; the initiator stands at its end."),
    FieldRule(
      "speed_m_s", .number(0.01...100, .metresPerSecond), example: "1.2", "The speed along the way."),
  ]

  private static let wayPoint: [FieldRule] = [
    FieldRule(
      "x_m", .number(-1000...1000, .metres), required: true, example: "2",
      "Away from the reflector, from where the initiator starts."),
    FieldRule("y_m", .number(-1000...1000, .metres), required: true, example: "0", "To the side."),
  ]

  private static let attack: [FieldRule] = [
    FieldRule("kind", .word(attacks), required: true, example: "relay", "What is done."),
    FieldRule(
      "delay_ns", .number(0...100_000, .nanoseconds), example: "200", "Of a relay in each direction."),
    FieldRule(
      "advance_ns", .number(0...1000, .nanoseconds), example: "300",
      "By how much packets seem to arrive earlier."),
  ]
}

extension EnvironmentPreset {
  /// What can be set of the air.
  public static var knobs: [Knob] { Knob.all(in: EnvironmentRules.schema.fields) }
}
