internal import ArgumentParser
internal import ConformanceCases
internal import ConformanceTester
internal import Documents
internal import Faults
internal import Profiles
internal import Reports

/// `reflector list`
struct ListCommand: ParsableCommand {
  /// What can be listed.
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case requirements, sets, cases, faults, trace, ics, profiles, phones, assumed, environments, scenarios,
      knobs
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List requirements, sets, cases, faults, claims, profiles, phones, environments and knobs.",
    discussion: """
        reflector list
        reflector list faults
        reflector list ics nordic-nrf54l15-ipt
        reflector list --markdown > docs/requirements.md
      """)

  @Argument(help: "What to list.")
  var topic = Topic.requirements

  @Argument(help: "The profile of the claims, by name or path; only with 'ics'.")
  var profile: String?

  @Flag(help: "Write requirements, faults or trace as a Markdown page.")
  var markdown = false

  @Flag(help: "Write the names alone, one a line.")
  var names = false

  func validate() throws {
    if names && [.trace, .ics, .assumed].contains(topic) {
      throw ValidationError("'\(topic.rawValue)' has no names; drop one of both.")
    }
    if names && markdown { throw ValidationError("--names and --markdown contradict each other; drop one.") }
    if markdown && ![.requirements, .faults, .trace].contains(topic) {
      throw ValidationError(
        "only requirements, faults and trace have a Markdown form; drop --markdown or '\(topic.rawValue)'.")
    }
    if topic == .ics, profile == nil { throw ValidationError("found no profile, expected one after 'ics'.") }
    if let profile, topic != .ics {
      throw ValidationError("found '\(profile)', expected a profile only with 'ics'.")
    }
  }

  func run() throws {
    let catalogue = Catalogue()
    if names { return try StandardStream.output.writeOrThrow(text(names(catalogue))) }
    let text =
      switch topic {
      case .sets: try sets(catalogue)
      case .requirements: try markdown ? page(catalogue) : requirements(catalogue)
      case .cases: try cases(catalogue)
      case .faults: try markdown ? faultPage(catalogue) : faults()
      case .trace: try trace(catalogue)
      case .ics: try claims(catalogue.profile(profile ?? ""))
      case .profiles: try profiles(catalogue)
      case .phones: try phones(catalogue)
      case .assumed: try assumed(catalogue)
      case .environments: try environments(catalogue)
      case .scenarios: try scenarios(catalogue)
      case .knobs: knobs()
      }
    try StandardStream.output.writeOrThrow(text)
  }

  /// On a pipe nothing is cut.
  private var width: Int {
    StandardStream.output.isTerminal ? StandardStream.output.style.width : Int.max
  }

  private func page(_ catalogue: Catalogue) throws -> String {
    RequirementMarkdown.text(sets: try catalogue.requirementSets(), cases: TestCase.all.map(\.entry))
  }

  private func faultPage(_ catalogue: Catalogue) throws -> String {
    FaultMarkdown.text(Fault.allCases, sets: try catalogue.requirementSets())
  }

  private func requirements(_ catalogue: Catalogue) throws -> String {
    let parts = try catalogue.requirementSets().map { set in
      var table = TextTable([
        .init("ID"), .init("LEVEL"), .init("REQUIREMENT", minimum: 20), .init("CASES", minimum: 12),
      ])
      for requirement in set.requirements {
        table.append([
          requirement.id, requirement.level.rawValue, requirement.title,
          requirement.cases.joined(separator: ", "),
        ])
      }
      return text(["\(set.id): \(set.title)"] + table.lines(width: width))
    }
    return parts.joined(separator: "\n")
  }

  private func sets(_ catalogue: Catalogue) throws -> String {
    var table = TextTable([.init("SET"), .init("TITLE", minimum: 20)])
    for set in try catalogue.requirementSets() { table.append([set.id, set.title]) }
    return text(table.lines(width: width))
  }

  /// The first column of a list.
  private func names(_ catalogue: Catalogue) throws -> [String] {
    switch topic {
    case .requirements: try catalogue.requirementSets().flatMap { $0.requirements.map(\.id) }
    case .sets: try catalogue.requirementSets().map(\.id)
    case .cases: TestCase.all.map(\.id)
    case .faults: Fault.allCases.map(\.id)
    case .profiles: try catalogue.profiles().map { DataLibrary.stem($0.path) }
    case .phones: try catalogue.phones().map(\.id)
    case .environments: try catalogue.environments().map(\.id)
    case .scenarios: try catalogue.scenarios().map(\.id)
    case .knobs: SweepKnob.all.map(\.path)
    case .trace, .ics, .assumed: preconditionFailure("\(topic) has no names")
    }
  }

  private func cases(_ catalogue: Catalogue) throws -> String {
    let requirements = try catalogue.requirementSets().flatMap(\.requirements)
    var table = TextTable([.init("CASE"), .init("TITLE", minimum: 20), .init("SERVES", minimum: 10)])
    for item in TestCase.all {
      let served = requirements.filter { $0.cases.contains(item.id) }.map(\.id)
      table.append([item.id, item.title, served.joined(separator: ", ")])
    }
    return text(table.lines(width: width))
  }

  private func faults() -> String {
    var table = TextTable([.init("FAULT"), .init("BREAKS", minimum: 10), .init("WHAT IS WRONG", minimum: 20)])
    for fault in Fault.allCases {
      table.append([fault.id, fault.breaks.joined(separator: ", "), fault.summary])
    }
    return text(table.lines(width: width))
  }

  private func trace(_ catalogue: Catalogue) throws -> String {
    let sets = try catalogue.requirementSets()
    if markdown {
      return TraceMarkdown.text(sets: sets, faults: Fault.allCases, cases: TestCase.all.map(\.entry))
    }
    var table = TextTable([.init("REQUIREMENT"), .init("CASES", minimum: 20), .init("FAULTS", minimum: 20)])
    for requirement in sets.flatMap(\.requirements) {
      let faults = Fault.allCases.filter { $0.breaks.contains(requirement.id) }.map(\.id)
      table.append([
        requirement.id, requirement.cases.joined(separator: ", "), faults.joined(separator: ", "),
      ])
    }
    return text(table.lines(width: width))
  }

  private func claims(_ profile: AccessoryProfile) -> String {
    var table = TextTable([
      .init("ITEM"), .init("CLAIMED"), .init("WHERE", minimum: 20), .init("CASES", minimum: 10),
    ])
    for claim in Claim.all {
      let cases = TestCase.all.filter { $0.appliesTo.contains(claim) }.map(\.id)
      table.append([
        claim.words, claim.holds(in: profile) ? "yes" : "no", claim.declaration(in: profile),
        cases.joined(separator: ", "),
      ])
    }
    let left = TestCase.all.filter { item in item.appliesTo.contains { !$0.holds(in: profile) } }.map(\.id)
    let sentence =
      left.isEmpty
      ? "Every case applies."
      : "\(left.count) of \(TestCase.all.count) cases do not apply: "
        + left.joined(separator: ", ")
    return text(table.lines(width: width) + [""] + DisplayText.wrapped(sentence, to: min(width, 120)))
  }

  private func profiles(_ catalogue: Catalogue) throws -> String {
    var table = TextTable([.init("PROFILE"), .init("ACCESSORY", minimum: 20)])
    for (path, profile) in try catalogue.profiles() {
      let fault =
        profile.faults.isEmpty ? "" : " with " + profile.faults.map(\.id).joined(separator: ", ")
      table.append([path, "\(profile.identity.vendor) \(profile.identity.chipset)\(fault)"])
    }
    return text(table.lines(width: width))
  }

  private func phones(_ catalogue: Catalogue) throws -> String {
    var table = TextTable([.init("PHONE"), .init("TITLE", minimum: 20)])
    for phone in try catalogue.phones() { table.append([phone.id, phone.title]) }
    return text(table.lines(width: width))
  }

  /// What makers of phones have not said: the values of phone profiles that no source has.
  private func assumed(_ catalogue: Catalogue) throws -> String {
    var table = TextTable([.init("PHONE"), .init("ASSUMED KEY", minimum: 20), .init("VALUE", minimum: 10)])
    for phone in try catalogue.phones() {
      for value in phone.declarations where value.source == .assumed {
        table.append([phone.id, value.path, value.text])
      }
    }
    return text(table.lines(width: width))
  }

  private func environments(_ catalogue: Catalogue) throws -> String {
    var table = TextTable([.init("ENVIRONMENT"), .init("DESCRIPTION", minimum: 20)])
    for environment in try catalogue.environments() { table.append([environment.id, environment.summary]) }
    return text(table.lines(width: width))
  }

  private func scenarios(_ catalogue: Catalogue) throws -> String {
    var table = TextTable([.init("SCENARIO"), .init("TITLE", minimum: 20)])
    for scenario in try catalogue.scenarios() { table.append([scenario.id, scenario.title]) }
    return text(table.lines(width: width))
  }

  private func knobs() -> String {
    var table = TextTable([
      .init("KNOB"), .init("SHORT"), .init("VALUES", minimum: 20), .init("WHAT IT IS", minimum: 20),
    ])
    for knob in SweepKnob.all {
      table.append([knob.path, knob.alias ?? "", knob.expectation, knob.summary])
    }
    return text(table.lines(width: width))
  }

  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}
