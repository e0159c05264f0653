internal import Documents
internal import Notation
internal import RangeStudy
internal import Ranging

/// The one command that repeats a run, as a shell takes it.
struct ReplayCommand: Sendable {
  /// What stands before the requirements, which are the last word.
  private static let selection = " --only "

  private var words: [String]
  /// An input that the next process does not have; nil if all are files.
  private var stream: String?

  /// Repeats a check; options that have their usual value are left out, but for the seed.
  init(_ options: CheckOptions, profile: String, requirements: String) {
    words = ["reflector", "check"]
    if !options.profiles.isEmpty { addInputs([profile]) }
    if !options.faults.ids.isEmpty { words += ["--fault", options.faults.ids.joined(separator: ",")] }
    for text in options.changes.assignments { words += ["--set", text] }
    if let iut = options.attached.iut { words += ["--under-test", iut.defaultValueDescription] }
    if let peer = options.attached.peer { words += ["--peer", peer] }
    if options.attached.speed != 1 { words += ["--speed", "\(options.attached.speed)"] }
    if requirements != options.usualRequirements { addInputs([requirements], of: "--requirements") }
    addPlace(options.place, phone: options.place.phone)
    if let waivers = options.waiving.waivers {
      addInputs([waivers], of: "--waivers")
      words += ["--today", options.waiving.day.description]
    }
    if options.requireSources { words.append("--require-sources") }
    if let app = options.app { addInputs([app], of: "--app") }
    words += ["--seed", "\(options.place.seed)"]
  }

  /// Repeats the check of a lab, whose accessory and phone are these files.
  init(_ options: LabOptions, profile: String, phone: String) {
    words = ["reflector", "check"]
    addInputs([profile])
    if options.requirements != CheckOptions.defaultRequirements {
      addInputs([options.requirements], of: "--requirements")
    }
    addPlace(options.place, phone: phone)
    words += ["--seed", "\(options.place.seed)"]
  }

  /// Repeats a study.
  init(_ options: RangeOptions) {
    words = ["reflector", "range"]
    for profile in options.profiles { addInputs([profile]) }
    words += ["--distance", options.distance]
    if !options.faults.ids.isEmpty { words += ["--fault", options.faults.ids.joined(separator: ",")] }
    for text in options.changes.assignments { words += ["--set", text] }
    for (name, values) in [("--phone", options.phone), ("--environment", options.environment)]
    where !values.isEmpty {
      addInputs(NameList.items(values), of: name)
    }
    if !options.estimator.isEmpty {
      words += ["--estimator", NameList.items(options.estimator).joined(separator: ",")]
    }
    if options.speed != 0 { words += ["--speed", "\(options.speed)"] }
    if options.smooth != .none { words += ["--smooth", options.smooth.rawValue] }
    for sweep in options.sweep { words += ["--sweep", sweep] }
    words += ["--procedures", "\(options.procedures)", "--seed", "\(options.seed)"]
  }

  private mutating func addPlace(_ place: PlaceOptions, phone: String) {
    if phone != PlaceOptions.defaultPhone { addInputs([phone], of: "--phone") }
    if place.environment != PlaceOptions.defaultEnvironment {
      addInputs([place.environment], of: "--environment")
    }
    if place.distance != PlaceOptions.defaultDistance { words += ["--distance", "\(place.distance)"] }
  }

  /// Adds names or paths, behind the option that takes them.
  private mutating func addInputs(_ names: [String], of option: String? = nil) {
    words += (option.map { [$0] } ?? []) + [names.map(ShellText.path).joined(separator: ",")]
    stream = stream ?? names.first(where: InputFile.isStream)
  }

  /// The command, limited to some requirements, or why there is none.
  func text(only ids: [String] = []) -> String {
    if let stream { return "none; \(stream) can be read once, so give a file in its place" }
    return ShellText.command(words) + (ids.isEmpty ? "" : Self.selection + ids.joined(separator: ","))
  }

  /// The command that a report has for its failures, for one requirement alone.
  static func text(_ replay: String, only id: String) -> String {
    guard replay.hasPrefix("reflector ") else { return replay }
    let selected = replay.ranges(of: selection).last { range in
      !replay[range.upperBound...].contains { $0 == " " || $0 == "'" }
    }
    return replay[..<(selected?.lowerBound ?? replay.endIndex)] + selection + id
  }
}
