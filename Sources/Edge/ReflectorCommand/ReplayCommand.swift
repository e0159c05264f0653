internal import Documents
internal import Notation
internal import RangeStudy
internal import Ranging

/// The one command that repeats a run, as a shell takes it.
enum ReplayCommand {
  /// The command; options that have their usual value are left out, but for the seed.
  static func text(_ options: CheckOptions, profile: String, requirements: String) -> String {
    var words = ["reflector", "check"]
    if !options.profiles.isEmpty { words.append(profile) }
    if !options.faults.ids.isEmpty { words += ["--fault", options.faults.ids.joined(separator: ",")] }
    for text in options.changes.assignments { words += ["--set", text] }
    if let iut = options.attached.iut { words += ["--under-test", iut.defaultValueDescription] }
    if let peer = options.attached.peer { words += ["--peer", peer] }
    if options.attached.speed != 1 { words += ["--speed", "\(options.attached.speed)"] }
    if requirements != options.usualRequirements { words += ["--requirements", requirements] }
    words += self.words(options.place, phone: options.place.phone)
    if let waivers = options.waiving.waivers {
      words += ["--waivers", waivers, "--today", options.waiving.day.description]
    }
    if options.requireSources { words.append("--require-sources") }
    if let app = options.app { words += ["--app", app] }
    words += ["--seed", "\(options.place.seed)"]
    return ShellText.command(words)
  }

  /// The command that repeats the check of a lab.
  static func text(_ options: LabOptions, profile: String, phone: String) -> String {
    var words = ["reflector", "check", profile]
    if options.requirements != CheckOptions.defaultRequirements {
      words += ["--requirements", options.requirements]
    }
    words += self.words(options.place, phone: phone) + ["--seed", "\(options.place.seed)"]
    return ShellText.command(words)
  }

  private static func words(_ place: PlaceOptions, phone: String) -> [String] {
    var words: [String] = []
    if phone != PlaceOptions.defaultPhone { words += ["--phone", phone] }
    if place.environment != PlaceOptions.defaultEnvironment { words += ["--environment", place.environment] }
    if place.distance != PlaceOptions.defaultDistance { words += ["--distance", "\(place.distance)"] }
    return words
  }

  /// The command that repeats a study.
  static func text(_ options: RangeOptions) -> String {
    var words = ["reflector", "range"] + options.profiles + ["--distance", options.distance]
    if !options.faults.ids.isEmpty { words += ["--fault", options.faults.ids.joined(separator: ",")] }
    for (name, values) in [
      ("--phone", options.phone), ("--environment", options.environment), ("--estimator", options.estimator),
    ] where !values.isEmpty {
      words += [name, NameList.items(values).joined(separator: ",")]
    }
    if options.speed != 0 { words += ["--speed", "\(options.speed)"] }
    if options.smooth != .none { words += ["--smooth", options.smooth.rawValue] }
    for sweep in options.sweep { words += ["--sweep", sweep] }
    words += ["--procedures", "\(options.procedures)", "--seed", "\(options.seed)"]
    return ShellText.command(words)
  }
}
