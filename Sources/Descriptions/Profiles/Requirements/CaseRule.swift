public import Documents

/// What a test case lets a requirement set say to it.
public struct CaseRule: Sendable, Equatable {
  /// The id, as `CS/TIM/BV-01`.
  public var id: String
  /// The limits that it reads; each must be set.
  public var limits: [LimitRule]

  public init(id: String, limits: [LimitRule]) {
    self.id = id
    self.limits = limits
  }
}

public struct LimitRule: Sendable, Equatable {
  /// The numbers that make sense.
  public enum Values: Sendable, Equatable {
    /// Any number in the range.
    case number(ClosedRange<Double>)
    /// Whole numbers in the range.
    case whole(ClosedRange<Int>)
    /// Some whole numbers, in ascending order.
    case choice([Int])
  }

  /// With the unit at its end, as `distance_error_m`.
  public var name: String
  /// The numbers that make sense.
  public var values: Values
  /// Another limit of the requirement that this one is not above.
  public var notAbove: String?

  public init(_ name: String, _ values: Values, notAbove: String? = nil) {
    self.name = name
    self.values = values
    self.notAbove = notAbove
  }

  func admits(_ value: Double) -> Bool {
    switch values {
    case .number(let range): range.contains(value)
    case .whole(let range): Int(exactly: value).map(range.contains) ?? false
    case .choice(let choice): choice.contains { Double($0) == value }
    }
  }

  var expectation: String {
    switch values {
    case .number(let range):
      "\(ScalarText.format(range.lowerBound)) to \(ScalarText.format(range.upperBound))"
    case .whole(let range): "a whole number, \(range.lowerBound) to \(range.upperBound)"
    case .choice(let choice): "one of " + choice.map(String.init).joined(separator: ", ")
    }
  }

  var example: String {
    switch values {
    case .number(let range): ScalarText.format(range.lowerBound)
    case .whole(let range): "\(range.lowerBound)"
    case .choice(let choice): choice.first.map(String.init) ?? ""
    }
  }
}

extension RequirementSet {
  /// What keeps the set from being run by the cases of `catalogue`: cases that nobody knows, and limits that are
  /// missing, unknown or without sense. Throws everything that is wrong, with lines.
  public func check(against catalogue: [CaseRule]) throws(DocumentErrors) {
    let errors = requirements.flatMap { $0.problems(under: catalogue) }
    if !errors.isEmpty { throw DocumentErrors(errors) }
  }
}

extension Requirement {
  fileprivate func problems(under catalogue: [CaseRule]) -> [DocumentError] {
    var errors: [DocumentError] = []
    var rules: [LimitRule] = []
    for (id, place) in zip(cases, casePositions) {
      if let rule = catalogue.first(where: { $0.id == id }) {
        rules += rule.limits
      } else {
        let known = catalogue.map(\.id)
        let problem = DocumentError.Problem.unknownWord(
          found: id, expected: known, nearest: NearestWord.match(id, in: known))
        errors.append(DocumentError(problem, at: place, path: "requirements.cases"))
      }
    }
    // A limit that an unknown case would read is no second mistake.
    let isComplete = errors.isEmpty
    errors += limits.flatMap { problems(of: $0, under: rules, isComplete: isComplete) }
    var missing: [String] = []
    for rule in rules where limit(rule.name) == nil && !missing.contains(rule.name) {
      missing.append(rule.name)
      errors.append(
        DocumentError(
          .missingKey(rule.name, example: rule.example), at: limitsPosition, path: "requirements.limits"))
    }
    return errors
  }

  private func problems(of limit: Limit, under rules: [LimitRule], isComplete: Bool) -> [DocumentError] {
    let path = "requirements.limits.\(limit.name)"
    let applicable = rules.filter { $0.name == limit.name }
    guard !applicable.isEmpty else {
      let legal = rules.map(\.name)
      let problem = DocumentError.Problem.unknownKey(
        limit.name, nearest: NearestWord.match(limit.name, in: legal), legal: legal.isEmpty ? ["none"] : legal
      )
      return isComplete ? [DocumentError(problem, at: limit.position, path: "requirements.limits")] : []
    }
    let found = ScalarText.format(limit.value)
    if let broken = applicable.first(where: { !$0.admits(limit.value) }) {
      let problem = DocumentError.Problem.outOfRange(
        found: found, expected: broken.expectation, nearest: nil)
      return [DocumentError(problem, at: limit.position, path: path)]
    }
    let highest = applicable.compactMap(\.notAbove).compactMap { name in limits.first { $0.name == name } }
    guard let most = highest.first(where: { limit.value > $0.value }) else { return [] }
    let bound = ScalarText.format(most.value)
    let problem = DocumentError.Problem.contradiction(
      "found \(found), expected at most \(bound)", other: most.position, fix: "Write \(bound) or less.")
    return [DocumentError(problem, at: limit.position, path: path)]
  }
}
