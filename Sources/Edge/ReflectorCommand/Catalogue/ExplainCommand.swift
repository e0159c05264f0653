internal import ArgumentParser
internal import ConformanceCases
internal import ConformanceTester
internal import Documents
internal import Faults
internal import Profiles
internal import Reports
internal import Verdicts

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a requirement, a test case or a fault.",
    usage: "reflector explain <id> ... [<options>]",
    discussion: """
        reflector explain CS-A07
        reflector explain CS/TIM/BV-01
        reflector explain tfcs-100-refused
        reflector explain OUR-01 --requirements sets/ours.yaml
        reflector explain CS-A07 --report report.json
        reflector explain CS-A07 --json -
      """)

  @Argument(
    help: ArgumentHelp("Ids of requirements and test cases, or names of faults.", valueName: "id"),
    completion: .ids(.requirements, .cases, .faults))
  var ids: [String]

  @Option(
    help: ArgumentHelp(
      "Search these requirement sets first: names or paths, separated by commas.", valueName: "set"))
  var requirements: String?

  @Option(
    help: ArgumentHelp(
      "Explain what became of the requirements in this JSON report of 'reflector check'.", valueName: "file"))
  var report: String?

  @OptionGroup var output: JSONOptions

  func validate() throws {
    if report != nil, requirements != nil {
      throw ValidationError(
        "--report and --requirements contradict each other: a report has its own set; drop one.")
    }
    if let requirements { try NameList.checkSets(requirements) }
  }

  func run() throws {
    try output.checkFile()
    let explanations = try report.map { try outcomes(in: StoredReports($0)) } ?? explanations()
    try output.write {
      Explanation.json(explanations, tool: ReflectorTool.identity)
    } text: {
      Explanation.text(explanations, width: StandardStream.output.style.width)
    }
  }

  private func explanations() throws(BadInput) -> [Explanation] {
    let catalogue = Catalogue()
    let own = try catalogue.requirementSets(NameList.items([requirements ?? ""]))
    var sets: [RequirementSet] = []
    for set in try own + catalogue.requirementSets() where !sets.contains(where: { $0.id == set.id }) {
      sets.append(set)
    }
    return try ids.map { id throws(BadInput) in
      guard let found = requirement(id, in: sets) ?? testCase(id, in: sets) ?? fault(id, in: sets) else {
        throw Self.unknown(id, in: sets)
      }
      return found
    }
  }

  private static func unknown(_ id: String, in sets: [RequirementSet]) -> BadInput {
    if ProfileSchema.accessory.paths.contains(id) {
      return BadInput(
        "found the key '\(id)', expected a requirement, a test case or a fault; 'reflector schema accessory --markdown'"
          + " explains the keys of accessories.")
    }
    let known =
      sets.flatMap { $0.requirements.map(\.id) } + TestCase.all.map(\.id) + Fault.allCases.map(\.id)
    let nearest = NearestWord.matches(id, in: NameList.items(known), count: 3)
    return BadInput(
      "found no requirement, test case or fault '\(Excerpt.of(id))'; "
        + (nearest.isEmpty ? "" : "did you mean \(nearest.joined(separator: " or "))? ")
        + "'reflector list', 'reflector list cases' and 'reflector list faults' list them.")
  }

  private func requirement(_ id: String, in sets: [RequirementSet]) -> Explanation? {
    for set in sets {
      guard let requirement = set.requirement(id.uppercased()) else { continue }
      var explanation = Explanation(
        .requirement, requirement.id, title: requirement.title, paragraphs: requirement.text)
      explanation.add("set", "\(set.id)\(set.version.map { " \($0)" } ?? ""), \(set.title)")
      explanation.add("level", Self.meaning(requirement.level))
      explanation.add("source", requirement.source)
      explanation.add("applies to", requirement.applicability)
      explanation.add("last seen", requirement.lastSeen?.description ?? "not in the set")
      explanation.add("settled by", Self.meaning(requirement.settledBy))
      if !requirement.declaredIn.isEmpty {
        explanation.add("declared in", requirement.declaredIn.joined(separator: ", "))
      }
      explanation.add("waivable", requirement.isWaivable ? "yes" : "no")
      if !requirement.limits.isEmpty {
        let limits = requirement.limits.map {
          "\($0.name) \(Int(exactly: $0.value).map(String.init) ?? "\($0.value)")"
        }
        explanation.add("limits", limits.joined(separator: ", "))
      }
      let faults = Fault.allCases.filter { $0.breaksAlone(requirement.id) }.map(\.id)
      if !faults.isEmpty { explanation.add("faults", faults.joined(separator: ", ")) }
      for id in requirement.cases {
        let found = TestCase.all.first { $0.id == id }
        explanation.addCase(id, title: found?.title ?? "not covered by this version", found?.procedure)
      }
      return explanation
    }
    return nil
  }

  private func testCase(_ id: String, in sets: [RequirementSet]) -> Explanation? {
    guard let found = TestCase.all.first(where: { $0.id == id.uppercased() }) else { return nil }
    let served = sets.flatMap { set in
      // What a set inherits its base has too.
      set.requirements.filter { $0.origin == set.id && $0.cases.contains(found.id) }
    }
    let claims = found.appliesTo.map { "\($0.words) (\($0.key))" }
    let faults = Fault.allCases.filter { fault in served.contains { fault.breaks.contains($0.id) } }.map(\.id)
    var explanation = Explanation(.testCase, found.id, title: found.title, paragraphs: found.procedure)
    for requirement in served { explanation.add("serves", "\(requirement.id), \(requirement.title)") }
    explanation.add("needs", found.needs.words)
    explanation.add("applies to", claims.isEmpty ? "every accessory" : claims.joined(separator: ", "))
    explanation.add(
      "budget", "\(found.budget.seconds) s of virtual time, \(found.budget.events) events")
    if let publicID = found.publicID { explanation.add("public id", publicID) }
    if !faults.isEmpty { explanation.add("faults", faults.joined(separator: ", ")) }
    return explanation
  }

  private func fault(_ id: String, in sets: [RequirementSet]) -> Explanation? {
    guard let fault = Fault(id: id.lowercased()) else { return nil }
    var explanation = Explanation(
      .fault, fault.id, title: nil, paragraphs: fault.summary, fault.inFirmware)
    explanation.add("area", fault.area.rawValue)
    for id in fault.breaks {
      let broken = sets.flatMap(\.requirements).first { $0.id == id }
      explanation.add("breaks", broken.map { "\($0.id), \($0.title)" } ?? id)
      guard let broken else { continue }
      let cases = broken.cases.joined(separator: ", ")
      explanation.add("caught by", broken.cases.count == 1 ? cases : "one or more of " + cases)
    }
    if !fault.blocks.isEmpty { explanation.add("blocks", fault.blocks.joined(separator: ", ")) }
    explanation.add(
      "planted as", fault.isDeclared ? "other declared values" : "behaviour that no declared value shows")
    if let report = fault.report { explanation.add("seen in", report) }
    return explanation
  }

  private static func meaning(_ settlement: Requirement.Settlement) -> String {
    switch settlement {
    case .conduct: "conduct: how the accessory behaves"
    case .declaration: "declaration: the declared values alone"
    }
  }

  private static func meaning(_ level: Requirement.Level) -> String {
    switch level {
    case .must: "must: the platform refuses, or cannot work without it"
    case .should: "should: a recommendation; a deviation is a warning"
    case .info: "info: reported, never judged"
    }
  }
}
