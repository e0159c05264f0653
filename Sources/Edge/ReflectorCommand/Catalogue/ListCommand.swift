internal import ArgumentParser
internal import ConformanceCases
internal import ConformanceTester
internal import Documents
internal import Faults
internal import Profiles
internal import Reports

struct ListCommand: ParsableCommand {
  enum Topic: String, ExpressibleByArgument, CaseIterable {
    case requirements, sets, cases, faults, trace, ics, profiles, phones, assumed, environments, scenarios,
      knobs
  }

  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: """
      List requirements, sets, cases, faults, claims (ics), profiles, phones, environments and knobs.
      """,
    usage: "reflector list [<topic>] [<profile>] [<options>]",
    discussion: """
        reflector list
        reflector list --requirements apple-ios27-cs
        reflector list faults
        reflector list ics nordic-nrf54l15-ipt
        reflector list requirements --json - | jq -r '.items[].id'
        reflector list --markdown > docs/requirements.md
      """)

  @Argument(help: "What to list.")
  var topic = Topic.requirements

  @Argument(help: "The profile of the claims, by name or path; only with 'ics'.")
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "List those of these sets alone: names or paths, separated by commas; with requirements, cases and trace.",
      valueName: "set"), completion: .names(.sets))
  var requirements: String?

  @Flag(help: "Write requirements, faults or trace as a Markdown page.")
  var markdown = false

  @Flag(help: "Write the names alone, one a line.")
  var names = false

  @OptionGroup var output: JSONOptions

  func validate() throws {
    if names && [.trace, .ics, .assumed].contains(topic) {
      throw ValidationError("'\(topic.rawValue)' has no names; drop one of both.")
    }
    if output.json != nil, names || markdown {
      throw ValidationError("--json and \(names ? "--names" : "--markdown") contradict each other; drop one.")
    }
    if output.quiet, names || markdown {
      throw ValidationError(
        "--quiet and \(names ? "--names" : "--markdown") contradict each other; drop one.")
    }
    if names && markdown { throw ValidationError("--names and --markdown contradict each other; drop one.") }
    if markdown && ![.requirements, .faults, .trace].contains(topic) {
      throw ValidationError(
        "only requirements, faults and trace have a Markdown form; drop --markdown or '\(topic.rawValue)'.")
    }
    if topic == .ics, profile == nil { throw ValidationError("found no profile, expected one after 'ics'.") }
    if let requirements { try NameList.checkSets(requirements) }
    if requirements != nil, ![.requirements, .cases, .trace].contains(topic) {
      throw ValidationError("'\(topic.rawValue)' is not by requirement set; drop --requirements.")
    }
    if let profile, topic != .ics {
      throw ValidationError("found '\(profile)', expected a profile only with 'ics'.")
    }
  }

  func run() throws {
    try output.checkFile()
    let catalogue = Catalogue()
    if names {
      return try StandardStream.output.writeOrThrow(names(catalogue).map { $0 + "\n" }.joined())
    }
    if markdown { return try StandardStream.output.writeOrThrow(page(catalogue)) }
    let listing = try listing(catalogue)
    try output.write {
      listing.json(topic: topic.rawValue, tool: ReflectorTool.identity)
    } text: {
      listing.text(width: width)
    }
  }

  private func sets(of catalogue: Catalogue) throws(BadInput) -> [RequirementSet] {
    guard let requirements else { return try catalogue.requirementSets() }
    return try catalogue.requirementSets(NameList.items([requirements]))
  }

  /// On a pipe nothing is cut.
  private var width: Int {
    StandardStream.output.isTerminal ? StandardStream.output.style.width : Int.max
  }

  private func page(_ catalogue: Catalogue) throws -> String {
    let sets = try sets(of: catalogue)
    let cases = TestCase.all.map(\.entry)
    return switch topic {
    case .requirements where requirements != nil:
      try pages(of: sets, catalogue).joined(separator: "\n")
    case .requirements: RequirementMarkdown.overview(sets, cases: cases)
    case .faults: FaultMarkdown.text(Fault.allCases, sets: sets)
    case .trace: TraceMarkdown.text(sets: sets, faults: Fault.allCases, cases: cases)
    default: preconditionFailure("\(topic) has no page")
    }
  }

  private func pages(of sets: [RequirementSet], _ catalogue: Catalogue) throws(BadInput) -> [String] {
    let shipped = try catalogue.requirementSets().map(\.id)
    return sets.map { RequirementMarkdown.page($0, cases: TestCase.all.map(\.entry), pages: shipped) }
  }

  /// The first column of a list.
  private func names(_ catalogue: Catalogue) throws -> [String] {
    switch topic {
    case .requirements: try sets(of: catalogue).flatMap { $0.requirements.map(\.id) }
    case .sets: try catalogue.names(in: .requirements)
    case .cases where requirements == nil: TestCase.all.map(\.id)
    case .cases: cases(serving: try sets(of: catalogue).flatMap(\.requirements)).map(\.id)
    case .faults: Fault.allCases.map(\.id)
    case .profiles: try catalogue.names(in: .accessories)
    case .phones: try catalogue.names(in: .phones)
    case .environments: try catalogue.names(in: .environments)
    case .scenarios: try catalogue.names(in: .scenarios)
    case .knobs: SweepKnob.all.map(\.path)
    case .trace, .ics, .assumed: preconditionFailure("\(topic) has no names")
    }
  }

  private func listing(_ catalogue: Catalogue) throws -> Listing {
    switch topic {
    case .sets: files(try catalogue.namedSets(), "SET", \.title)
    case .requirements: try requirements(catalogue)
    case .cases: try cases(catalogue)
    case .faults: faults()
    case .trace: try trace(catalogue)
    case .ics: claims(try catalogue.profile(profile ?? ""))
    case .profiles: try profiles(catalogue)
    case .phones: files(try catalogue.phones(), "PHONE", \.title)
    case .assumed: try assumed(catalogue)
    case .environments:
      files(try catalogue.environments(), "ENVIRONMENT", key: "description", \.summary)
    case .scenarios: files(try catalogue.scenarios(), "SCENARIO", \.title)
    case .knobs: knobs()
    }
  }

  private func requirements(_ catalogue: Catalogue) throws -> Listing {
    var list = Listing(
      .init("id"), .init("level"), .init("title", heading: "REQUIREMENT", minimum: 20),
      .init("cases", minimum: 12))
    for set in try sets(of: catalogue) {
      list.beginSet(set.id, title: set.title)
      for requirement in set.requirements {
        list.append(
          .text(requirement.id), .text(requirement.level.rawValue), .text(requirement.title),
          .texts(requirement.cases))
      }
    }
    return list
  }

  /// Files by the names that commands take, each with what it says of itself.
  private func files<Document>(
    _ files: [Catalogue.Named<Document>], _ heading: String, key: String = "title",
    _ text: (Document) -> String
  ) -> Listing {
    var list = Listing(.init("id", heading: heading), .init(key, minimum: 20))
    for file in files { list.append(.text(file.name), .text(text(file.document))) }
    return list
  }

  /// The cases that are listed, where they serve some of these requirements.
  private func cases(serving listed: [Requirement]) -> [TestCase] {
    guard requirements != nil else { return TestCase.all }
    let asked = Set(listed.flatMap(\.cases))
    return TestCase.all.filter { asked.contains($0.id) }
  }

  private func cases(_ catalogue: Catalogue) throws -> Listing {
    let requirements = try sets(of: catalogue).flatMap(\.requirements)
    var list = Listing(
      .init("id", heading: "CASE"), .init("title", minimum: 20), .init("serves", minimum: 10))
    for item in cases(serving: requirements) {
      let served = requirements.filter { $0.cases.contains(item.id) }.map(\.id)
      list.append(.text(item.id), .text(item.title), .texts(served))
    }
    return list
  }

  private func faults() -> Listing {
    var list = Listing(
      .init("id", heading: "FAULT"), .init("breaks", minimum: 10),
      .init("summary", heading: "WHAT IS WRONG", minimum: 20))
    for fault in Fault.allCases { list.append(.text(fault.id), .texts(fault.breaks), .text(fault.summary)) }
    return list
  }

  private func trace(_ catalogue: Catalogue) throws -> Listing {
    var list = Listing(
      .init("requirement"), .init("cases", minimum: 20), .init("faults", minimum: 20))
    for requirement in try sets(of: catalogue).flatMap(\.requirements) {
      let faults = Fault.allCases.filter { $0.breaks.contains(requirement.id) }.map(\.id)
      list.append(.text(requirement.id), .texts(requirement.cases), .texts(faults))
    }
    return list
  }

  private func claims(_ profile: AccessoryProfile) -> Listing {
    var list = Listing(
      .init("item"), .init("claimed"), .init("where", minimum: 20), .init("cases", minimum: 10))
    for claim in Claim.all {
      let cases = TestCase.all.filter { $0.appliesTo.contains(claim) }.map(\.id)
      list.append(
        .text(claim.words), .text(claim.holds(in: profile) ? "yes" : "no"),
        .text(claim.declaration(in: profile)), .texts(cases))
    }
    let left = TestCase.all.filter { item in item.appliesTo.contains { !$0.holds(in: profile) } }.map(\.id)
    list.summary =
      left.isEmpty
      ? "Every case applies."
      : "\(left.count) of \(TestCase.all.count) cases do not apply: " + left.joined(separator: ", ")
    return list
  }

  private func profiles(_ catalogue: Catalogue) throws -> Listing {
    var list = Listing(.init("path", heading: "PROFILE"), .init("accessory", minimum: 20))
    for file in try catalogue.profiles() {
      let profile = file.document
      let fault =
        profile.faults.isEmpty ? "" : " with " + profile.faults.map(\.id).joined(separator: ", ")
      list.append(.text(file.path), .text("\(profile.identity.vendor) \(profile.identity.chipset)\(fault)"))
    }
    return list
  }

  /// What makers of phones have not said: the values of phone profiles that no source has.
  private func assumed(_ catalogue: Catalogue) throws -> Listing {
    var list = Listing(
      .init("phone"), .init("key", heading: "ASSUMED KEY", minimum: 20), .init("value", minimum: 10))
    for phone in try catalogue.phones() {
      for value in phone.document.declarations where value.source == .assumed {
        list.append(.text(phone.name), .text(value.path), .text(value.text))
      }
    }
    return list
  }

  private func knobs() -> Listing {
    var list = Listing(
      .init("id", heading: "KNOB"), .init("short"), .init("values", minimum: 20),
      .init("summary", heading: "WHAT IT IS", minimum: 20))
    for knob in SweepKnob.all {
      list.append(
        .text(knob.path), .text(knob.alias ?? ""), .text(knob.expectation), .text(knob.summary))
    }
    return list
  }
}

extension CompletionKind {
  /// What a shell offers for a name of something that ships, or for a file of the current folder.
  static func names(_ topic: ListCommand.Topic) -> CompletionKind {
    .shellCommand("reflector list \(topic.rawValue) --names 2>/dev/null; ls -d *.yaml */ 2>/dev/null")
  }

  /// What a shell offers for an id.
  static func ids(_ topics: ListCommand.Topic...) -> CompletionKind {
    .shellCommand(
      topics.map { "reflector list \($0.rawValue) --names 2>/dev/null" }.joined(separator: "; "))
  }
}
