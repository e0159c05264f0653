internal import ArgumentParser
internal import Documents
internal import Profiles

struct RequirementSelection {
  private let only: [String]
  private let skip: [String]
  private let isLimited: Bool
  private let isReduced: Bool

  /// Takes the ids and patterns of `--only` and `--skip`.
  init(only: [String], skip: [String]) {
    self.only = NameList.items(only.map { $0.uppercased() })
    self.skip = NameList.items(skip.map { $0.uppercased() })
    isLimited = !only.isEmpty
    isReduced = !skip.isEmpty
  }

  var isWhole: Bool { !isLimited && !isReduced }

  /// Throws if an option has no id.
  func validate() throws {
    for (option, isGiven, ids) in [("--only", isLimited, only), ("--skip", isReduced, skip)]
    where isGiven && ids.isEmpty {
      throw ValidationError("found no id in \(option), expected one.")
    }
  }

  /// Throws if an id or a pattern names none of the requirements, or if none is left.
  func check(against sets: [RequirementSet]) throws(BadInput) {
    let requirements = sets.flatMap(\.requirements)
    for (option, ids) in [("--only", only), ("--skip", skip)] {
      for id in ids where !requirements.contains(where: { Glob(id).matches($0.id) }) {
        let fix = try Self.fix(id, sets)
        throw BadInput("found \(option) \(Excerpt.of(id)), \(fix)")
      }
    }
    if !isWhole, sets.allSatisfy({ ids(in: $0).isEmpty }) {
      throw BadInput("found no requirement that --only selects and --skip leaves, expected one or more")
    }
  }

  private static func fix(_ id: String, _ sets: [RequirementSet]) throws(BadInput) -> String {
    let requirements = sets.flatMap(\.requirements)
    let served = requirements.filter { $0.cases.contains(id) }.map(\.id)
    if !served.isEmpty {
      return "which is a test case; expected the requirement it serves, \(served.joined(separator: ", "))."
    }
    let owners = try Catalogue().namedSets().filter { $0.document.requirement(id) != nil }.map(\.name)
    if !owners.isEmpty {
      return "which is a requirement of \(owners.joined(separator: ", ")); give --requirements \(owners[0])."
    }
    let nearest = NearestWord.matches(id, in: requirements.map(\.id), count: 3)
    let names = sets.map(\.id).joined(separator: ", ")
    return
      (nearest.isEmpty
      ? "expected an id of \(names);" : "did you mean \(nearest.joined(separator: " or "))?")
      + " 'reflector list --requirements SET' lists them."
  }

  func ids(in set: RequirementSet) -> [String] {
    set.requirements.map(\.id).filter { id in
      (!isLimited || only.contains { Glob($0).matches(id) }) && !skip.contains { Glob($0).matches(id) }
    }
  }
}
