public import CoreTypes
internal import Documents
public import Faults

/// A profile in the making, of which each value has a source, and the rest is unknown.
public struct ProfileDraft: Sendable {
  /// The values so far; what nobody has seen has its default.
  public var profile: AccessoryProfile
  /// What stands at the head of the file, a line each.
  public var heading: [String] = []
  /// Whether how the accessory behaves counts as unknown.
  public var isConductUnknown = true
  /// The features of which nobody has seen whether the accessory has them.
  public var openFeatures: [FeatureSet.Feature] = []

  private struct Evidence {
    var source: String
    var note: String?
    var isLeftOut = false
  }

  /// Whether each source has its citation beside it.
  private var repeatsCitations = true
  private var plantedNotes: [String] = []
  private var citations: [(name: String, text: String)] = []
  private var evidence: [String: Evidence] = [:]

  /// Begins with defaults, of which nothing was seen.
  public init(_ identity: AccessoryProfile.Identity) {
    profile = AccessoryProfile(identity: identity)
  }

  /// A value that differs, as YAML text; nil where a file leaves it out.
  public struct Change: Hashable, Sendable {
    public let path: String
    public let old: String?
    public let new: String?
  }

  /// The values in which two profiles differ, in the order of the file.
  public static func changes(from old: AccessoryProfile, to new: AccessoryProfile) -> [Change] {
    zip(old.texts, new.texts).compactMap { old, new in
      old.text == new.text ? nil : Change(path: new.path, old: old.text, new: new.text)
    }
  }

  /// A whole profile. The values that `base` has too keep their sources, the changed ones are assumed and listed in the
  /// heading.
  ///
  /// - Parameters:
  ///   - origin: the first line of the heading.
  ///   - isExplained: whether each key has its meaning beside it.
  public init(
    _ profile: AccessoryProfile, changedFrom base: AccessoryProfile, origin: String, isExplained: Bool = false
  ) {
    self.init(profile.identity)
    self.profile = profile
    repeatsCitations = false
    isConductUnknown = profile.isConductUnknown
    openFeatures = profile.openFeatures.filter { !profile.features[$0] }
    let changes = Self.changes(from: base, to: profile)
    heading =
      [origin] + (changes.isEmpty ? [] : ["", "Changed:"])
      + changes.map { "  \($0.path): \($0.old ?? "-") -> \($0.new ?? "-")" }
    for path in base.texts.map(\.path) {
      let note = isExplained ? AccessoryKeys.schema.summary(of: path) : nil
      if changes.contains(where: { $0.path == path }) {
        see(path, nil, note: note)
      } else if profile.unknownPart(of: path) != nil {
        continue
      } else if let declared = base.declarations.first(where: { $0.path == path }) {
        see(path, source(of: declared), note: note)
      } else {
        leaveOut(path)
      }
    }
  }

  private mutating func source(of declared: DeclaredValue) -> String? {
    guard case .cited(let name, let citation) = declared.source else { return nil }
    if !citations.contains(where: { $0.name == name }) { citations.append((name, citation)) }
    return name
  }

  /// Names a public source, as `phone.btsnoop frame 812`, and gives the name that `see` takes, with that prefix.
  public mutating func cite(_ prefix: String, _ citation: String) -> String {
    if let known = citations.first(where: { $0.text == citation && $0.name.hasPrefix(prefix + "-") }) {
      return known.name
    }
    let count = citations.count { $0.name.hasPrefix(prefix + "-") }
    let name = "\(prefix)-\(count + 1)"
    citations.append((name, citation))
    return name
  }

  /// Records that the values at `path` and below it are known; nil where they are only assumed.
  ///
  /// - Parameters:
  ///   - source: a name that `cite` gave; nil for an assumption.
  ///   - note: what a reader should know of a single value.
  public mutating func see(_ path: String, _ source: String?, note: String? = nil) {
    let paths = Self.leaves(below: path)
    precondition(!paths.isEmpty, "a profile has no key \(path)")
    for path in paths { evidence[path] = Evidence(source: source ?? "assumed", note: note) }
  }

  /// Records that the values at `path` and below it are known to be nothing that a file would say.
  public mutating func leaveOut(_ path: String) {
    see(path, nil)
    for leaf in Self.leaves(below: path) { evidence[leaf]?.isLeftOut = true }
  }

  /// Adds a fault that the recording shows, with the frames that show it.
  public mutating func plant(_ fault: Fault, note: String) {
    profile.faults.append(fault)
    plantedNotes.append(note)
  }

  /// Takes it back that the values at `path` and below it are known.
  public mutating func forget(_ path: String) {
    for leaf in Self.leaves(below: path) { evidence[leaf] = nil }
  }

  /// Whether something is known of the value at `path` or below it.
  public func knows(_ path: String) -> Bool { Self.leaves(below: path).contains { evidence[$0] != nil } }

  /// The keys at `path` and below it of which nothing is known.
  public func missing(below path: String) -> [String] {
    Self.leaves(below: path).filter { evidence[$0] == nil }
  }

  /// The dotted paths of all sections and keys that a draft can have.
  public static let paths = UnknownRules.paths.filter { !leaves(below: $0).isEmpty }

  /// Whether the value at the path of a key is known.
  public func isSeen(_ path: String) -> Bool { evidence[path] != nil }

  /// All keys and sections of which nothing was seen, sections in place of all their keys, single features, and conduct.
  public var unknown: [String] {
    let hidden = Set(Self.leaves.filter { evidence[$0] == nil })
    var paths: [String] = []
    for path in UnknownRules.paths where !paths.contains(where: { path.hasPrefix($0 + ".") }) {
      let leaves = Self.leaves(below: path)
      if !leaves.isEmpty, leaves.allSatisfy(hidden.contains) { paths.append(path) }
    }
    let open = paths.contains("features") ? [] : openFeatures.map(\.path)
    return (isConductUnknown ? [UnknownPart.conduct] : []) + open + paths
  }

  /// What stands at the path of a key in the file; nil if the key is unknown or left out.
  public func text(at path: String) -> String? {
    evidence[path].map(\.isLeftOut) ?? true
      ? nil : profile.text(at: path)
  }

  /// The file, the same octets for the same draft.
  public var text: String {
    var lines = heading.map { $0.isEmpty ? "#" : "# \($0)" } + ["schema: \(AccessoryProfile.schemaName)", ""]
    lines += identity + [""]
    let values = AccessoryKeys.lines(profile).filter { value in
      value.text != nil && evidence[value.path].map { !$0.isLeftOut } ?? false
    }
    if !citations.isEmpty {
      lines += ["references:"] + citations.map { "  \($0.name): \(ScalarText.quoted($0.text))" } + [""]
    }
    if !values.isEmpty { lines += ["sources:"] + sources(values.map(\.path)) + [""] }
    if !unknown.isEmpty {
      lines += ["# Unknown values: the defaults apply, and verdicts that rest on them are inconclusive."]
      lines += ["unknown:"] + unknown.map { "  - \($0)" } + [""]
    }
    var entries = values.compactMap { path, text in
      text.map {
        Entry(path: path.split(separator: ".").map(String.init), text: $0, note: evidence[path]?.note)
      }
    }
    entries += zip(Self.unsourced(profile), Self.unsourced(AccessoryProfile(identity: .init()))).compactMap {
      own, usual in
      own.text == usual.text
        ? nil : own.text.map { Entry(path: own.path.split(separator: ".").map(String.init), text: $0) }
    }
    if !profile.faults.isEmpty {
      entries.append(
        Entry(
          path: ["faults"], text: "[\(profile.faults.map(\.id).joined(separator: ", "))]",
          note: plantedNotes.isEmpty ? nil : plantedNotes.joined(separator: "; ")))
    }
    lines += Self.mapping(entries, depth: 0)
    return lines.joined(separator: "\n") + "\n"
  }

  /// The values that need no source and are more than a name: channels, and readings of the specification.
  private static func unsourced(_ profile: AccessoryProfile) -> [Key<AccessoryProfile>.Line] {
    AccessoryKeys.all.filter { ["l2cap_channels", "interpretations"].contains($0.rule.key) }.flatMap {
      $0.lines(profile)
    }
  }

  private static let leaves = AccessoryKeys.lines(AccessoryProfile(identity: .init())).map(\.path)

  /// The keys at and below each path, which a draft looks up hundreds of times.
  private static let leavesByPath = leaves.reduce(into: [String: [String]]()) { below, leaf in
    for end in leaf.indices where leaf[end] == "." { below[String(leaf[..<end]), default: []].append(leaf) }
    below[leaf, default: []].append(leaf)
  }

  private static func leaves(below path: String) -> [String] { leavesByPath[path] ?? [] }

  private var identity: [String] {
    let lines = AccessoryKeys.identity.flatMap { $0.lines(profile.identity) }
    return ["identity:"] + lines.compactMap { path, text in text.map { "  \(path): \($0)" } }
  }

  /// One line for a section whose values have one source, else one for each key.
  private func sources(_ paths: [String]) -> [String] {
    var sections: [String] = []
    for path in paths {
      let section = String(path.prefix { $0 != "." })
      if !sections.contains(section) { sections.append(section) }
    }
    return sections.flatMap { section -> [String] in
      let own = paths.filter { $0 == section || $0.hasPrefix(section + ".") }
      let names = own.map { evidence[$0]?.source ?? "assumed" }
      let common = mostCommon(names)
      let exceptions = zip(own, names).filter { $0.1 != common }
      return [line(section, common)] + exceptions.map(line)
    }
  }

  private func line(_ path: String, _ source: String) -> String {
    let cited = repeatsCitations ? citations.first { $0.name == source } : nil
    let citation = cited.map { "  # \($0.text)" } ?? ""
    return "  \(path): \(source)\(citation)"
  }

  /// The first of those that are there most often.
  private func mostCommon(_ names: [String]) -> String {
    var best = (name: "assumed", count: 0)
    for name in names {
      let count = names.count { $0 == name }
      if count > best.count { best = (name, count) }
    }
    return best.name
  }

  private struct Entry {
    var path: [String]
    var text: String
    var note: String?
  }

  /// A longer line has its note above it.
  private static let longestWithNote = 100

  private static func mapping(_ entries: [Entry], depth: Int) -> [String] {
    let margin = String(repeating: "  ", count: depth)
    var keys: [String] = []
    for entry in entries where !keys.contains(entry.path[depth]) { keys.append(entry.path[depth]) }
    return keys.flatMap { key -> [String] in
      let own = entries.filter { $0.path[depth] == key }
      let gap = depth == 0 && key != keys.last ? [""] : []
      if let leaf = own.first(where: { $0.path.count == depth + 1 }) {
        let line = "\(margin)\(key): \(leaf.text)"
        guard let note = leaf.note else { return [line] + gap }
        return (line.count > longestWithNote ? ["\(margin)# \(note)", line] : ["\(line)  # \(note)"]) + gap
      }
      return ["\(margin)\(key):"] + mapping(own, depth: depth + 1) + gap
    }
  }
}
