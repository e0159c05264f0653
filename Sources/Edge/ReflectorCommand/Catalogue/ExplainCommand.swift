internal import ArgumentParser
internal import ConformanceCases
internal import ConformanceTester
internal import Documents
internal import Faults
internal import Profiles
internal import Reports
internal import Verdicts

/// `reflector explain`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a requirement, a test case or a fault.",
    discussion: """
        reflector explain CS-A07
        reflector explain CS/TIM/BV-01
        reflector explain tfcs-100-refused
        reflector explain OUR-01 --requirements sets/ours.yaml
        reflector explain CS-A07 --report report.json
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

  func validate() throws {
    if report != nil, requirements != nil {
      throw ValidationError(
        "--report and --requirements contradict each other: a report has its own set; drop one.")
    }
  }

  func run() throws {
    if let report { return try run(on: StoredReports(report)) }
    let catalogue = Catalogue()
    let own = try catalogue.requirementSets((requirements ?? "").split(separator: ",").map(String.init))
    let sets = try own + catalogue.requirementSets()
    var parts: [String] = []
    for id in ids {
      guard let lines = requirement(id, in: sets) ?? testCase(id, in: sets) ?? fault(id, in: sets) else {
        throw BadInput(
          "found no requirement, test case or fault '\(id)'; see 'reflector list', 'reflector list cases' and "
            + "'reflector list faults'")
      }
      parts.append(lines.map { $0 + "\n" }.joined())
    }
    try StandardStream.output.writeOrThrow(parts.joined(separator: "\n"))
  }

  private func run(on stored: StoredReports) throws {
    var parts: [String] = []
    for id in ids {
      guard let lines = try outcomes(of: id, in: stored.reports) else {
        let known = stored.reports.flatMap { $0.requirements.map(\.id) }
        throw BadInput(
          "\(stored.path): found no requirement '\(id)', expected one of \(known.joined(separator: ", "))")
      }
      parts.append(lines.map { $0 + "\n" }.joined())
    }
    try StandardStream.output.writeOrThrow(parts.joined(separator: "\n"))
  }

  private var width: Int { StandardStream.output.style.width }

  private func requirement(_ id: String, in sets: [RequirementSet]) -> [String]? {
    for set in sets {
      guard let requirement = set.requirement(id.uppercased()) else { continue }
      var lines = ["\(requirement.id)  \(requirement.title)", ""]
      lines += paragraph(requirement.text) + [""]
      lines += item("set", "\(set.id)\(set.version.map { " \($0)" } ?? ""), \(set.title)")
      lines += item("level", Self.meaning(requirement.level))
      lines += item("source", requirement.source) + item("applies to", requirement.applicability)
      lines += item("last seen", requirement.lastSeen?.description ?? "not in the set")
      lines += item("settled by", Self.meaning(requirement.settledBy))
      if !requirement.declaredIn.isEmpty {
        lines += item("declared in", requirement.declaredIn.joined(separator: ", "))
      }
      lines += item("waivable", requirement.isWaivable ? "yes" : "no")
      if !requirement.limits.isEmpty {
        let limits = requirement.limits.map {
          "\($0.name) \(Int(exactly: $0.value).map(String.init) ?? "\($0.value)")"
        }
        lines += item("limits", limits.joined(separator: ", "))
      }
      let faults = Fault.allCases.filter { $0.breaksAlone(requirement.id) }.map(\.id)
      if !faults.isEmpty { lines += item("faults", faults.joined(separator: ", ")) }
      return lines + requirement.cases.flatMap(procedure)
    }
    return nil
  }

  private func procedure(_ caseID: String) -> [String] {
    guard let item = TestCase.all.first(where: { $0.id == caseID }) else {
      return ["", "\(caseID)  not covered by this version"]
    }
    return ["", "\(item.id)  \(item.title)"] + paragraph(item.procedure)
  }

  private func testCase(_ id: String, in sets: [RequirementSet]) -> [String]? {
    guard let found = TestCase.all.first(where: { $0.id == id.uppercased() }) else { return nil }
    let served = sets.flatMap { set in
      // What a set inherits its base has too.
      set.requirements.filter { $0.origin == set.id && $0.cases.contains(found.id) }
    }
    let claims = found.appliesTo.map { "\($0.words) (\($0.key))" }
    let faults = Fault.allCases.filter { fault in served.contains { fault.breaks.contains($0.id) } }.map(\.id)
    return ["\(found.id)  \(found.title)", ""] + paragraph(found.procedure) + [""]
      + served.flatMap { item("serves", "\($0.id), \($0.title)") }
      + item("needs", found.needs.words)
      + item("applies to", claims.isEmpty ? "every accessory" : claims.joined(separator: ", "))
      + item("budget", "\(found.budget.seconds) s of virtual time, \(found.budget.events) events")
      + (found.publicID.map { item("public id", $0) } ?? [])
      + (faults.isEmpty ? [] : item("faults", faults.joined(separator: ", ")))
  }

  private func fault(_ id: String, in sets: [RequirementSet]) -> [String]? {
    guard let fault = Fault(id: id.lowercased()) else { return nil }
    let kind =
      fault.isDeclared
      ? "other declared values" : "behaviour that no declared value shows"
    return [fault.id, ""] + paragraph(fault.summary) + [""] + paragraph(fault.inFirmware) + [""]
      + item("area", fault.area.rawValue) + fault.breaks.flatMap { broken($0, in: sets) }
      + (fault.blocks.isEmpty ? [] : item("blocks", fault.blocks.joined(separator: ", ")))
      + item("planted as", kind) + (fault.report.map { item("seen in", $0) } ?? [])
  }

  /// A requirement that a fault breaks, and the cases of which one or more find the fault there.
  private func broken(_ id: String, in sets: [RequirementSet]) -> [String] {
    let found = sets.flatMap(\.requirements).first { $0.id == id }
    guard let found else { return item("breaks", id) }
    let cases = found.cases.joined(separator: ", ")
    return item("breaks", "\(found.id), \(found.title)")
      + item("caught by", found.cases.count == 1 ? cases : "one or more of " + cases)
  }

  func paragraph(_ text: String) -> [String] { DisplayText.wrapped(text, to: min(width, 100)) }

  func item(_ name: String, _ text: String) -> [String] {
    let head = "  " + name + String(repeating: " ", count: max(1, 12 - name.count))
    return DisplayText.hanging(head, text, width: min(width, 100))
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
