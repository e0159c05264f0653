/// How the air between two devices behaves: `Profiles/environments`.
public struct EnvironmentPreset: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/environment/1"

  /// A way besides the direct one.
  public struct Path: Sendable, Equatable {
    /// Longer than the direct path by this, in metres, 0.01 to 150.
    public var extraMetres: Double
    /// Weaker than a free direct path by this, in dB, 0 to 60.
    public var lossDecibels: Double
    /// Phase turned by reflections, in degrees, -180 to 180.
    public var phaseDegrees: Double
  }

  /// As `line-of-sight`.
  public var id: String
  /// What it stands for.
  public var summary: String
  /// Loss of a free direct path of one metre, in dB, 0 to 100.
  public var lossAtOneMetreDecibels: Double
  /// Path loss exponent: 10 times this in dB for each decade of distance, 1 to 6.
  public var pathLossExponent: Double
  /// What stands in the direct path alone, as a body does: loss in dB, 0 to 60.
  public var directPathLossDecibels: Double
  /// Besides the direct path.
  public var extraPaths: [Path]

  /// Reads an environment. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: ProfileLoader) throws(ProfileErrors) -> EnvironmentPreset {
    try read(file: file, setting: nil, load: load)
  }

  /// The same with one number in place of the one that is written.
  public static func read(
    file: String, setting: Knob.Setting?, load: ProfileLoader
  ) throws(ProfileErrors) -> EnvironmentPreset {
    let root = try CheckedDocument(file: file, schema: schema, setting: setting, load: load).root
    let paths = root.sections("extra_paths").map { section in
      Path(
        extraMetres: section.number("extra_m", or: 0), lossDecibels: section.number("loss_db", or: 0),
        phaseDegrees: section.number("phase_deg", or: 0))
    }
    return EnvironmentPreset(
      id: root.text("id") ?? "", summary: root.text("description") ?? "",
      lossAtOneMetreDecibels: root.number("loss_at_1_m_db", or: 40.2),
      pathLossExponent: root.number("path_loss_exponent", or: 2),
      directPathLossDecibels: root.number("direct_path_loss_db", or: 0), extraPaths: paths)
  }

  static let schema = DocumentSchema(
    name: schemaName,
    fields: [
      FieldRule("id", .text(.name), required: true, example: "example", "The name of the environment."),
      FieldRule(
        "description", .text(.free(maximum: 2000)), required: true, example: "Example", "What it stands for."),
      FieldRule(
        "loss_at_1_m_db", .number(0...100, .decibels), example: "40.2", "Loss of one metre of a free path."),
      FieldRule(
        "path_loss_exponent", .number(1...6), required: true, example: "2",
        "Tenfold distance: ten times this in dB."),
      FieldRule(
        "direct_path_loss_db", .number(0...60, .decibels), example: "0",
        "Loss of what stands in the direct path."),
      FieldRule("extra_paths", .list(.map(path), count: 0...32), example: "[]", "Besides the direct path."),
    ], isSourced: false)

  private static let path: [FieldRule] = [
    FieldRule(
      "extra_m", .number(0.01...150, .metres), required: true, example: "3", "Length beyond the direct path."),
    FieldRule(
      "loss_db", .number(0...60, .decibels), required: true, example: "6", "Loss beyond a free direct path."),
    FieldRule("phase_deg", .number(-180...180, .degrees), example: "0", "Phase turned by reflections."),
  ]
}
