internal import Documents

/// A requirement set as one document: its own entries over those of the set that it extends, and so on down.
struct MergedRequirements {
  /// Everything in force.
  private(set) var root: Section
  /// The ids of the sets below, the nearest first.
  private(set) var bases: [String] = []
  /// What the sets leave out of those below them.
  private(set) var drops: [RequirementSet.Drop] = []
  /// The id of the set that brought a requirement, by the requirement's id.
  private(set) var origins: [String: String] = [:]

  private let library: SetLibrary
  private var errors: [DocumentError] = []

  /// Reads `file`, and what it extends.
  init(file: String, library: SetLibrary, load: DocumentLoader) throws(DocumentErrors) {
    self.library = library
    root = Section(node: nil, rules: RequirementSet.schema.rules)
    let node = try merged(file, under: [], load)
    var check = ShapeCheck()
    check.checkComplete(node, RequirementSet.schema.shape, path: "")
    errors += check.errors
    for entry in node["requirements"]?.items ?? [] where entry["source"] == nil && entry["sources"] == nil {
      errors.append(
        DocumentError(.missingKey("source", example: "Example"), at: entry.position, path: "requirements"))
    }
    if !errors.isEmpty { throw DocumentErrors(errors) }
    root = Section(node: node, rules: RequirementSet.schema.rules)
  }

  /// The document of `file` over those it extends. `chain` has the files that led to it, the first one first.
  private mutating func merged(
    _ file: String, under chain: [String], _ load: DocumentLoader
  ) throws(DocumentErrors) -> DocumentNode {
    let own = try CheckedDocument.part(file: file, schema: RequirementSet.schema, load: load).root
    guard let id = own["id"]?.scalar else {
      throw DocumentErrors(.missingKey("id", example: "example-set"), at: own.position)
    }
    let entries = own["requirements"]?.items ?? []
    checkOnce(entries)
    guard let extends = own["extends"], let name = extends.scalar else {
      for drop in own["drop"]?.items ?? [] {
        let problem = DocumentError.Problem.contradiction(
          "found a requirement to drop, expected a set that extends another", other: nil,
          fix: "Remove it, or add 'extends:'")
        errors.append(DocumentError(problem, at: drop.position, path: "drop"))
      }
      return own.with(requirements: adopt(entries, own, id))
    }
    let chain = chain + [CheckedDocument.resolve(file, relativeTo: "")]
    let base = try base(name, of: file, at: extends.position, chain)
    let named = NamedFile(base, at: extends.position, path: "extends")
    let below = try merged(base, under: chain) { file throws(DocumentErrors) in
      try named.octets(of: file, load)
    }
    if let id = below["id"]?.scalar { bases.insert(id, at: bases.startIndex) }
    let kept = dropping(own["drop"]?.items ?? [], from: below["requirements"]?.items ?? [])
    let all = overriding(kept, by: entries, own, id)
    return below.without(["version", "last_seen", "extends", "drop"]).overridden(by: own).with(
      requirements: all)
  }

  /// The file that `extends` means.
  private func base(
    _ name: String, of file: String, at position: SourcePosition, _ chain: [String]
  ) throws(DocumentErrors) -> String {
    let isPath = TextForm.relativePath.accepts(name) || name.hasPrefix("/")
    guard
      let base = isPath
        ? CheckedDocument.resolve(name, relativeTo: name.hasPrefix("/") ? "" : file) : library.file(name)
    else {
      let known = library.names
      throw DocumentErrors(
        .unknownWord(
          found: name, expected: known + ["a path that ends in .yaml"],
          nearest: NearestWord.match(name, in: known)),
        at: position, path: "extends")
    }
    if chain.contains(CheckedDocument.resolve(base, relativeTo: "")) {
      throw DocumentErrors(.extendsCycle(files: chain + [base]), at: position, path: "extends")
    }
    return base
  }

  private mutating func checkOnce(_ entries: [DocumentNode]) {
    for (index, entry) in entries.enumerated() {
      guard let id = entry["id"]?.scalar,
        let first = entries[..<index].first(where: { $0["id"]?.scalar == id })
      else { continue }
      let problem = DocumentError.Problem.contradiction(
        "found id \(id) again, expected each id once", other: first.position, fix: "Use a new id.")
      errors.append(DocumentError(problem, at: entry.position, path: "requirements.id"))
    }
    for entry in entries where entry["source"] != nil {
      guard let several = entry["sources"] else { continue }
      let problem = DocumentError.Problem.contradiction(
        "found 'sources' beside 'source', expected one of them", other: entry["source"]?.position,
        fix: "Write all under 'sources'.")
      errors.append(DocumentError(problem, at: several.position, path: "requirements.sources"))
    }
  }

  /// Entries that `set` brings, with its date where they have none.
  private mutating func adopt(_ entries: [DocumentNode], _ set: DocumentNode, _ setID: String)
    -> [DocumentNode]
  {
    entries.map { entry in
      if let id = entry["id"]?.scalar { origins[id] = setID }
      guard entry["last_seen"] == nil, let date = set.entries.first(where: { $0.key == "last_seen" }) else {
        return entry
      }
      return DocumentNode(content: .map(entry.entries + [date]), position: entry.position)
    }
  }

  private mutating func dropping(_ list: [DocumentNode], from inherited: [DocumentNode]) -> [DocumentNode] {
    var kept = inherited
    for entry in list {
      guard let id = entry["id"]?.scalar, let reason = entry["reason"]?.scalar else { continue }
      if let index = kept.firstIndex(where: { $0["id"]?.scalar == id }) {
        kept.remove(at: index)
        drops.append(RequirementSet.Drop(id: id, reason: reason, position: entry.position))
      } else {
        let known = kept.compactMap { $0["id"]?.scalar }
        let problem = DocumentError.Problem.unknownWord(
          found: id, expected: known, nearest: NearestWord.match(id, in: known))
        errors.append(DocumentError(problem, at: entry.position, path: "drop.id"))
      }
    }
    return kept
  }

  private mutating func overriding(
    _ inherited: [DocumentNode], by entries: [DocumentNode], _ set: DocumentNode, _ setID: String
  ) -> [DocumentNode] {
    var all = inherited
    var added: [DocumentNode] = []
    for entry in entries {
      let id = entry["id"]?.scalar
      if let index = all.firstIndex(where: { $0["id"]?.scalar == id }) {
        let isCited = entry["source"] != nil || entry["sources"] != nil
        all[index] = (isCited ? all[index].without(["source", "sources"]) : all[index]).overridden(by: entry)
      } else if let drop = drops.first(where: { $0.id == id }) {
        let problem = DocumentError.Problem.contradiction(
          "found \(drop.id), which is dropped, expected another id", other: drop.position,
          fix: "Remove the drop, or use a new id.")
        errors.append(DocumentError(problem, at: entry.position, path: "requirements.id"))
      } else {
        added.append(entry)
      }
    }
    return all + adopt(added, set, setID)
  }
}

extension DocumentNode {
  /// This mapping without some keys.
  fileprivate func without(_ keys: [String]) -> DocumentNode {
    DocumentNode(content: .map(entries.filter { !keys.contains($0.key) }), position: position)
  }

  /// This mapping with another list of requirements, and none if that is empty.
  fileprivate func with(requirements: [DocumentNode]) -> DocumentNode {
    let list = DocumentNode(
      content: .list(requirements), position: self["requirements"]?.position ?? position)
    let entry = Entry(key: "requirements", keyPosition: list.position, value: list)
    let rest = entries.filter { $0.key != "requirements" }
    return DocumentNode(content: .map(requirements.isEmpty ? rest : rest + [entry]), position: position)
  }
}

/// The requirement sets that a set may extend by name.
public struct SetLibrary: Sendable {
  private var files: [(name: String, file: String)] = []

  public init() {}

  /// A library of files, each called by its name without folders and ending.
  public init(files: [String]) {
    self.files = files.map { file in
      let name = file.split(separator: "/").last.map(String.init) ?? file
      return (name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name, file)
    }
  }

  /// The names in the order of the files.
  public var names: [String] { files.map(\.name) }

  /// The file of a name; nil if there is none.
  func file(_ name: String) -> String? { files.first { $0.name == name }?.file }
}

/// A pattern in which `*` stands for any text and `?` for any one character.
public struct Glob {
  private let pattern: [Character]

  public init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether it is the pattern of the whole text.
  public func matches(_ text: String) -> Bool {
    let text = Array(text)
    var (place, index) = (0, 0)
    // Where the last star stands, and the text it took by then.
    var star: (place: Int, index: Int)?
    while index < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, index)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[index] {
        place += 1
        index += 1
      } else if let last = star {
        star = (last.place, last.index + 1)
        (place, index) = (last.place + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
