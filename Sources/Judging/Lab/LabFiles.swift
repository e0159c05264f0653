internal import Documents
public import Profiles

/// What a lab has made of a profile and a place, as files.
public enum LabFiles {
  /// A whole profile: the values of `base` with their sources, and the changed ones, which are assumed.
  ///
  /// - Parameter name: the file of `base`.
  public static func profile(
    _ profile: AccessoryProfile, changedFrom base: AccessoryProfile, name: String
  ) -> String {
    ProfileDraft(profile, changedFrom: base, origin: "Made by 'reflector lab' from \(name).").text
  }

  /// A whole environment: the lines of the base file, with the echoes and losses of `environment`. Nil for a base with a
  /// taps file, whose echoes a file cannot list.
  ///
  /// - Parameter base: the text of the base file.
  public static func environment(_ environment: EnvironmentPreset, from base: String) -> String? {
    var kept: [Substring] = []
    var isLeftOut = false
    for line in base.split(separator: "\n", omittingEmptySubsequences: false) {
      if let first = line.first, !" #-".contains(first) {
        let key = line.prefix { $0 != ":" }
        if key == "taps_file" { return nil }
        isLeftOut = ["id", "description", "extra_paths", "direct_path_loss_db", "motion"].contains(key)
      }
      if !isLeftOut { kept.append(line) }
    }
    while kept.last?.isEmpty ?? false { kept.removeLast() }
    var lines =
      kept.map(String.init) + [
        "id: lab", "description: \(ScalarText.quoted("The place of a lab, from \(environment.id)."))",
        "direct_path_loss_db: \(ScalarText.format(environment.directPathLossDecibels))",
      ]
    lines += environment.extraPaths.isEmpty ? [] : ["extra_paths:"]
    lines += environment.extraPaths.map { path in
      "  - { extra_m: \(ScalarText.format(path.extraMetres)), loss_db: \(ScalarText.format(path.lossDecibels)),"
        + " phase_deg: \(ScalarText.format(path.phaseDegrees)) }"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
