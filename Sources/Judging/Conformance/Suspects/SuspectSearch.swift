internal import ConformanceCases
package import ConformanceTester
package import Documents
package import Profiles
package import Verdicts

/// Finds the declared values behind failures: values are turned back to those of the profile template, and the failed
/// requirement runs again.
///
/// All values that differ are turned back first; if the requirement passes then, the half that cures it is halved
/// again, down to single values or to the fewest that cure together. Another seed must agree. The number of runs is
/// bounded for each requirement, and its suspects do not depend on which others fail.
package struct SuspectSearch {
  /// The accessory with values in place of its own; nil if they contradict each other.
  package typealias Reading = @Sendable ([DocumentSetting]) -> AccessoryProfile?

  private static let mostRuns = 100
  private static let mostSuspects = 4
  /// Of more values no pairs are tried.
  private static let mostPaired = 10

  /// A declared value and what takes its place.
  private struct Candidate {
    let declared: DeclaredValue
    let usual: DeclaredValue?

    /// What takes the place of the value.
    var setting: DocumentSetting {
      usual.map(DocumentSetting.init) ?? DocumentSetting(leavingOut: declared.path)
    }
  }

  private let request: CheckRequest
  private let reading: Reading
  private let goesOn: () -> Bool
  /// Values that differ from those of the template, then flags that do not.
  private let candidates: [Candidate]
  private let differingCount: Int
  /// Whether the requirement passes with some values turned back.
  private var outcomes: [[Int]: Bool] = [:]
  private var runCount = 0
  /// Those of the requirement, the failed ones first: most runs end at the first.
  private var cases: [String] = []

  /// - Parameters:
  ///   - request: the check that had the failures.
  ///   - reading: reads the same accessory with other values.
  ///   - goesOn: asked before each run; if it returns false, nothing more is found.
  package init(
    _ request: CheckRequest, reading: @escaping Reading, while goesOn: @escaping () -> Bool = { true }
  ) {
    self.request = request
    self.reading = reading
    self.goesOn = goesOn
    let declarations = request.profile.declarations
    let usual = ProfileTemplate.declarations
    let absent = usual.filter { value in !declarations.contains { $0.path == value.path } }
    let found =
      declarations.compactMap { declared -> Candidate? in
        let value = usual.first { $0.path == declared.path }
        if let value, value.isSame(as: declared) { return nil }
        return Candidate(declared: declared, usual: value)
      }
      + absent.compactMap { value in
        Self.absence(of: value.path, in: declarations).map { Candidate(declared: $0, usual: value) }
      }
    // Keys that go together stand together, so that halves contradict themselves seldom.
    let places = Dictionary(uniqueKeysWithValues: AccessoryProfile.paths.enumerated().map { ($1, $0) })
    let known = found.filter { candidate in
      !request.profile.unknown.contains { $0.hides(candidate.declared.path) }
    }
    let differing = known.sorted { (places[$0.declared.path] ?? .max) < (places[$1.declared.path] ?? .max) }
    differingCount = differing.count
    candidates =
      differing
      + declarations.filter { declared in
        !differing.contains { $0.declared.path == declared.path }
      }.compactMap(Self.opposite)
  }

  /// A flag that is as in the template, turned round.
  private static func opposite(of declared: DeclaredValue) -> Candidate? {
    guard let text = ["true": "false", "false": "true"][declared.text] else { return nil }
    let other = DeclaredValue(path: declared.path, text: text, position: declared.position, source: .assumed)
    return Candidate(declared: declared, usual: other)
  }

  /// A key that a file lacks, at the place of the value that shares most of its path; nil if none shares any.
  private static func absence(of path: String, in declarations: [DeclaredValue]) -> DeclaredValue? {
    func shared(_ declared: DeclaredValue) -> Int {
      zip(path.split(separator: "."), declared.path.split(separator: ".")).prefix { $0 == $1 }.count
    }
    guard let neighbour = declarations.max(by: { shared($0) < shared($1) }), shared(neighbour) > 0 else {
      return nil
    }
    return DeclaredValue(path: path, text: "absent", position: neighbour.position, source: .assumed)
  }

  /// Adds the suspects of each failed requirement to a report.
  package func annotate(_ report: inout CheckReport) {
    guard !candidates.isEmpty else { return }
    for place in report.requirements.indices where report.requirements[place].standing == .fail {
      let requirement = report.requirements[place]
      guard requirement.level != .info else { continue }
      // A set that is the least for one requirement may be more than another one needs, so each has its own search.
      var search = self
      let failed = requirement.cases.filter { $0.verdict == .fail }
      let others = requirement.cases.filter { $0.verdict != .fail }
      search.cases = (failed + others).map(\.id)
      report.requirements[place].suspects = search.suspects(
        requirement.id, failed.compactMap { TestCase.named($0.id) })
    }
  }

  private mutating func suspects(_ id: String, _ failed: [TestCase]) -> [Suspect] {
    let sets = search(id, failed).filter { passesByOtherChance(id, $0.map { candidates[$0].setting }) }
    // What is left when the runs are spent may have more in it than the cause.
    guard runCount < Self.mostRuns, goesOn() else { return [] }
    // What cures without others needs no others beside it.
    let least = sets.filter { set in !sets.contains { $0 != set && Set($0).isSubset(of: set) } }
    return least.prefix(Self.mostSuspects).map { suspect($0, id) }
  }

  private mutating func search(_ id: String, _ failed: [TestCase]) -> [[Int]] {
    let all = differing(claimedBy: failed)
    // A value at its limit fails by chance, and any change that draws other numbers seems to cure it.
    if passesByOtherChance(id, []) { return [] }
    if !all.isEmpty, passes(id, all) { return cures(id, in: all) }
    // The template serves one platform; a requirement of another may need a flag that it has not.
    let paths = request.requirements.requirement(id)?.declaredIn ?? []
    return (differingCount..<candidates.count).filter { paths.contains(candidates[$0].declared.path) }.map {
      [$0]
    }
    .filter { passes(id, $0) }
  }

  /// The values that differ, without those that a failed case needs as a claim and the template does not have: turned
  /// back, they would leave the case not applicable. What contradicts these claims stays as declared as well, as T_SW
  /// of several antennas does.
  private func differing(claimedBy failed: [TestCase]) -> [Int] {
    let all = Array(0..<differingCount)
    guard let usual = reading(all.map { candidates[$0].setting }) else { return all }
    let lost = failed.flatMap(\.appliesTo).filter { $0.holds(in: request.profile) && !$0.holds(in: usual) }
      .map(\.key)
    if lost.isEmpty { return all }
    return all.reduce(into: []) { kept, index in
      let path = candidates[index].declared.path
      let isClaim = lost.contains { path == $0 || path.hasPrefix($0 + ".") }
      if !isClaim, reading((kept + [index]).map { candidates[$0].setting }) != nil { kept.append(index) }
    }
  }

  /// Whether the requirement passes with these values and another seed.
  private mutating func passesByOtherChance(_ id: String, _ settings: [DocumentSetting]) -> Bool {
    passes(id, settings, seed: request.seed &+ 1)
  }

  /// Whether the requirement passes with these values, by the seed of the check and by another one.
  private mutating func passesByAnyChance(_ id: String, _ settings: [DocumentSetting]) -> Bool {
    passes(id, settings) && passesByOtherChance(id, settings)
  }

  /// Sets of values that cure, each the smallest; `set` as a whole cures.
  private mutating func cures(_ id: String, in set: [Int]) -> [[Int]] {
    guard set.count > 1 else { return [set] }
    let middle = set.count / 2
    var found: [[Int]] = []
    for half in [Array(set[..<middle]), Array(set[middle...])] where passes(id, half) {
      found += cures(id, in: half)
    }
    return found.isEmpty ? [smallest(id, set)] : found
  }

  /// What is left of a set that cures, when everything that can go has gone.
  private mutating func smallest(_ id: String, _ set: [Int]) -> [Int] {
    var set = set
    var length = set.count / 2
    while length > 0 {
      let count = set.count
      var start = 0
      while start < set.count {
        let rest = Array(set[..<start] + set[min(start + length, set.count)...])
        if !rest.isEmpty, passes(id, rest) { set = rest } else { start += length }
      }
      // What could not go alone may go when another has gone.
      if length > 1 || set.count == count { length /= 2 }
    }
    while let rest = withoutPair(id, set) { set = rest }
    return set
  }

  /// A set without two values that contradict the rest where one of them alone is left out; nil if it needs both.
  private mutating func withoutPair(_ id: String, _ set: [Int]) -> [Int]? {
    guard (3...Self.mostPaired).contains(set.count) else { return nil }
    for (place, one) in set.enumerated() {
      for other in set[(place + 1)...] {
        let rest = set.filter { $0 != one && $0 != other }
        if passes(id, rest) { return rest }
      }
    }
    return nil
  }

  /// Whether the requirement passes with these values turned back; false once the runs are spent.
  private mutating func passes(_ id: String, _ turnedBack: [Int]) -> Bool {
    if let outcome = outcomes[turnedBack] { return outcome }
    let outcome = passes(id, turnedBack.map { candidates[$0].setting })
    outcomes[turnedBack] = outcome
    return outcome
  }

  /// Whether the requirement passes with these settings; its cases run one by one, until one does not pass.
  private mutating func passes(_ id: String, _ settings: [DocumentSetting], seed: UInt64? = nil) -> Bool {
    guard runCount < Self.mostRuns, goesOn(), let profile = reading(settings) else { return false }
    runCount += 1
    var request = request
    request.profile = profile
    request.onlyIDs = [id]
    request.seed = seed ?? request.seed
    request.onCase = nil
    request.notesSubeventStarts = false
    guard let place = request.requirements.requirements.firstIndex(where: { $0.id == id }) else { return false }
    var hasPassed = false
    for id in cases {
      request.requirements.requirements[place].cases = [id]
      switch CheckRunner(request).run().report.requirements.first?.verdict {
      case .pass: hasPassed = true
      case .notApplicable: continue
      case .fail, .inconclusive, nil: return false
      }
    }
    return hasPassed
  }

  private mutating func suspect(_ set: [Int], _ id: String) -> Suspect {
    // What has been found for one value holds while the next is moved, so that all of them pass together.
    var settings = set.map { candidates[$0].setting }
    let values = set.enumerated().map { place, index in
      let candidate = candidates[index]
      var others = settings
      others.remove(at: place)
      var value = Suspect.Value(candidate.declared, passing: candidate.usual?.text)
      if let number = nearestNumber(candidate, id, beside: others) {
        value.passing = number
        settings[place] = DocumentSetting(candidate.declared.path, number)
      }
      value.lacking = lacking(candidate, id, beside: others)
      if !value.lacking.isEmpty {
        let items = (candidate.declared.items ?? []) + value.lacking
        value.passing = ScalarText.list(items)
        settings[place] = DocumentSetting(candidate.declared.path, items: items)
      }
      return value
    }
    return Suspect(values)
  }

  // MARK: How little is enough

  private static let mostHalvings = 8

  /// A number as near to the declared one as still cures; nil for other values.
  private mutating func nearestNumber(
    _ candidate: Candidate, _ id: String, beside others: [DocumentSetting]
  ) -> String? {
    guard let knob = AccessoryProfile.numbers.first(where: { $0.path == candidate.declared.path }),
      let declared = Double(candidate.declared.text), let usual = candidate.usual.flatMap({ Double($0.text) })
    else { return nil }
    var (good, bad) = (usual, declared)
    for _ in 0..<Self.mostHalvings {
      guard let middle = knob.middle(of: good, and: bad), let setting = knob.setting(middle) else { break }
      if passesByAnyChance(id, others + [setting]) { good = middle } else { bad = middle }
    }
    return ScalarText.format(good)
  }

  /// The fewest items that cure when a list has them, too; empty where added items do not.
  private mutating func lacking(
    _ candidate: Candidate, _ id: String, beside others: [DocumentSetting]
  ) -> [String] {
    guard let declared = candidate.declared.items, let usual = candidate.usual?.items else { return [] }
    var added = usual.filter { !declared.contains($0) }
    func setting(_ items: [String]) -> DocumentSetting {
      DocumentSetting(candidate.declared.path, items: declared + items)
    }
    guard !added.isEmpty, passesByAnyChance(id, others + [setting(added)]) else { return [] }
    for item in added where added.count > 1 {
      let rest = added.filter { $0 != item }
      if passesByAnyChance(id, others + [setting(rest)]) { added = rest }
    }
    return added
  }
}

extension DeclaredValue {
  fileprivate func isSame(as other: DeclaredValue) -> Bool {
    if let items, let others = other.items { return Set(items) == Set(others) }
    return text == other.text || Double(text).map { $0 == Double(other.text) } ?? false
  }
}
