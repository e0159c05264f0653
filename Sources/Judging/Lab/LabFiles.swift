package import Documents
package import Profiles

/// What a lab has made of a profile and a place, as files.
package enum LabFiles {
  /// A whole profile: the values of `base` with their sources, and the changed ones, which are assumed.
  ///
  /// - Parameter name: the file of `base`.
  package static func profile(
    _ profile: AccessoryProfile, changedFrom base: AccessoryProfile, name: String
  ) -> String {
    ProfileDraft(profile, changedFrom: base, origin: "Made by 'reflector lab' from \(name).").text
  }

  /// Why a place cannot be saved.
  package struct Unsaved: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
  }

  /// A whole environment: the values of the base file, with the echoes and losses of `environment`.
  ///
  /// - Parameter base: the base file.
  /// - Throws: if a file cannot list its echoes.
  package static func environment(
    _ environment: EnvironmentPreset, from base: DocumentNode
  ) throws(Unsaved) -> String {
    if base["taps_file"] != nil {
      throw Unsaved("An environment with a taps file cannot be saved.")
    }
    let (count, most) = (environment.extraPaths.count, EnvironmentPreset.extraPathCounts.upperBound)
    if count > most {
      throw Unsaved("The place has \(count) echoes, and a file at most \(most): remove a wall.")
    }
    let replaced = ["id", "description", "extra_paths", "direct_path_loss_db", "motion"]
    var lines =
      base.entries.filter { !replaced.contains($0.key) }.map { "\($0.key): \($0.value.line)" } + [
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
