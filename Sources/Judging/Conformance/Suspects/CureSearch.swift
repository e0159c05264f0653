internal import ConformanceCases
internal import ConformanceTester
internal import Documents
internal import Profiles
internal import Verdicts

/// Finds what cures one failed requirement of a check: values turned back with which it passes.
///
/// All values that differ are turned back first; if the requirement passes then, the half that cures it is halved
/// again, down to single values or to the fewest that cure together. Another seed must agree. The number of runs is
/// bounded.
///
/// A requirement may have dozens of cases, and one of them sets its limit: each run has the `limiting` ones only, and
/// what is found is confirmed with all. A case that contradicts is limiting from then on.
struct CureSearch {
  /// Runs of every case.
  private static let mostRuns = 100
  private static let mostSuspects = 4
  /// Of more values no pairs are tried.
  private static let mostPaired = 10
  private static let mostHalvings = 8

  private let suspected: SuspectSearch
  private let requirement: RequirementResult
  /// All cases of the requirement, the failed ones first.
  private let cases: [CaseResult]
  /// Those that have failed since values were turned back, and the first that failed before.
  private var limiting: [String]
  private var verdicts: [Run: Verdict] = [:]
  /// Of single cases.
  private var runCount = 0

  /// A case with settings in place of what is declared.
  private struct Run: Hashable {
    var settings: [DocumentSetting]
    var seed: UInt64
    var caseID: String
  }

  /// Takes a failed requirement, and the values that may be at fault.
  init(of requirement: RequirementResult, among suspected: SuspectSearch) {
    self.requirement = requirement
    self.suspected = suspected
    cases =
      requirement.cases.filter { $0.verdict == .fail } + requirement.cases.filter { $0.verdict != .fail }
    limiting = cases.prefix(1).map(\.id)
  }

  private var candidates: [SuspectSearch.Candidate] { suspected.candidates }
  private var isSpent: Bool { runCount >= Self.mostRuns * cases.count || !suspected.goesOn() }

  /// What cures the requirement; empty if nothing does or the runs are spent.
  mutating func suspects() -> [Suspect] {
    let sets = confirmed { search in
      search.search().filter { search.isConfirmed(search.settings($0)) }
    }
    // What is left when the runs are spent may have more in it than the cause.
    guard !isSpent else { return [] }
    // What cures without others needs no others beside it.
    let least = sets.filter { set in !sets.contains { $0 != set && Set($0).isSubset(of: set) } }
    return least.prefix(Self.mostSuspects).map { suspect($0) }
  }

  private mutating func search() -> [[Int]] {
    let all = differing()
    // A value at its limit fails by chance, and any change that draws other numbers seems to cure it.
    if passes([], all: true, seed: otherSeed) { return [] }
    if !all.isEmpty, passes(all) { return cures(in: all) }
    let some = withoutWhatOpens(all)
    if !some.isEmpty, some.count < all.count, passes(some) { return cures(in: some) }
    // The template serves one platform; a requirement of another may need a flag that it has not.
    let paths = suspected.request.requirements.requirement(requirement.id)?.declaredIn ?? []
    let flags = (suspected.differingCount..<candidates.count)
      .filter { paths.contains(candidates[$0].declared.path) }
    return flags.map { [$0] }.filter { passes($0) }
  }

  /// The values that differ, without those that a failed case needs as a claim and the template does not have: turned
  /// back, they would leave the case not applicable. What contradicts these claims stays as declared as well, as T_SW
  /// of several antennas does.
  private func differing() -> [Int] {
    let all = Array(0..<suspected.differingCount)
    guard let usual = suspected.reading(settings(all)) else { return all }
    let failed = cases.prefix { $0.verdict == .fail }.compactMap { TestCase.named($0.id) }
    let lost = failed.flatMap(\.appliesTo)
      .filter { $0.holds(in: suspected.request.profile) && !$0.holds(in: usual) }.map(\.key)
    if lost.isEmpty { return all }
    return all.reduce(into: []) { kept, index in
      let path = candidates[index].declared.path
      let isClaim = lost.contains { path == $0 || path.hasPrefix($0 + ".") }
      if !isClaim, suspected.reading(settings(kept + [index])) != nil { kept.append(index) }
    }
  }

  /// The values that differ without those of the requirement that, turned back, leave the failed case open or not
  /// applicable, as the absence of a service does; all of them where the case fails with the template's values as well.
  private mutating func withoutWhatOpens(_ all: [Int]) -> [Int] {
    guard opens(all) else { return all }
    let paths = suspected.request.requirements.requirement(requirement.id)?.declaredIn ?? []
    return all.reduce(into: []) { kept, index in
      let isOpening = paths.contains(candidates[index].declared.path) && opens([index])
      if !isOpening, suspected.reading(settings(kept + [index])) != nil { kept.append(index) }
    }
  }

  /// Whether the first failed case is open or not applicable with these values turned back.
  private mutating func opens(_ turnedBack: [Int]) -> Bool {
    let run = Run(
      settings: settings(turnedBack), seed: suspected.request.seed, caseID: cases[0].id)
    let verdict = verdict(run)
    return verdict == .inconclusive || verdict == .notApplicable
  }

  /// Sets of values that cure, each the smallest; `set` as a whole cures.
  private mutating func cures(in set: [Int]) -> [[Int]] {
    guard set.count > 1 else { return [set] }
    let middle = set.count / 2
    var found: [[Int]] = []
    for half in [Array(set[..<middle]), Array(set[middle...])] where passes(half) {
      found += cures(in: half)
    }
    return found.isEmpty ? [smallest(set)] : found
  }

  /// What is left of a set that cures, when everything that can go has gone.
  private mutating func smallest(_ set: [Int]) -> [Int] {
    var set = withoutRuns(set, from: set.count / 2)
    while let rest = withoutPair(set) { set = withoutRuns(rest, from: 1) }
    return set
  }

  /// A set without the runs of neighbours that can go, first of `length` values, then of half as many.
  private mutating func withoutRuns(_ whole: [Int], from length: Int) -> [Int] {
    var (set, length) = (whole, length)
    while length > 0 {
      let count = set.count
      var start = 0
      while start < set.count {
        let rest = Array(set[..<start] + set[min(start + length, set.count)...])
        if !rest.isEmpty, passes(rest) { set = rest } else { start += length }
      }
      // What could not go alone may go when another has gone.
      if length > 1 || set.count == count { length /= 2 }
    }
    return set
  }

  /// A set without two values that contradict the rest where one of them alone is left out; nil if it needs both.
  private mutating func withoutPair(_ set: [Int]) -> [Int]? {
    guard (3...Self.mostPaired).contains(set.count) else { return nil }
    for (place, one) in set.enumerated() {
      for other in set[(place + 1)...] {
        let rest = set.filter { $0 != one && $0 != other }
        if passes(rest) { return rest }
      }
    }
    return nil
  }

  // MARK: Runs

  private var otherSeed: UInt64 { suspected.request.seed &+ 1 }

  private func settings(_ turnedBack: [Int]) -> [DocumentSetting] {
    turnedBack.map { candidates[$0].setting }
  }

  /// Whether the limiting cases pass with these values turned back.
  private mutating func passes(_ turnedBack: [Int]) -> Bool { passes(settings(turnedBack)) }

  /// Whether the limiting cases pass with these settings, by the seed of the check and by another one.
  private mutating func passesByAnyChance(_ settings: [DocumentSetting]) -> Bool {
    passes(settings) && passes(settings, seed: otherSeed)
  }

  /// Whether all cases pass with these settings, by the seed of the check and by another one.
  private mutating func isConfirmed(_ settings: [DocumentSetting]) -> Bool {
    passes(settings, all: true) && passes(settings, all: true, seed: otherSeed)
  }

  /// What `find` finds and confirms; it finds anew when a case that was not limiting has contradicted.
  private mutating func confirmed<Found>(_ find: (inout Self) -> Found) -> Found {
    while true {
      let count = limiting.count
      let found = find(&self)
      if limiting.count == count { return found }
    }
  }

  /// Whether the limiting cases pass with these settings, or all; false once the runs are spent. They run one by one,
  /// until one does not pass. Where none of the limiting ones applies, the first of the others that does decides.
  private mutating func passes(
    _ settings: [DocumentSetting], all: Bool = false, seed: UInt64? = nil
  ) -> Bool {
    let ordered = limiting + cases.map(\.id).filter { !limiting.contains($0) }
    let least = all ? ordered.count : limiting.count
    var hasPassed = false
    for (place, id) in ordered.enumerated() where place < least || !hasPassed {
      let run = Run(settings: settings, seed: seed ?? suspected.request.seed, caseID: id)
      switch verdict(run) {
      case .pass: hasPassed = true
      case .notApplicable: continue
      case .fail, .inconclusive:
        if !limiting.contains(id) { limiting.append(id) }
        return false
      case nil: return false
      }
    }
    return hasPassed
  }

  /// The verdict of a case; nil if its settings contradict each other, or the runs are spent.
  private mutating func verdict(_ run: Run) -> Verdict? {
    if let verdict = verdicts[run] { return verdict }
    var request = suspected.request
    guard !isSpent, let profile = suspected.reading(run.settings),
      let place = request.requirements.requirements.firstIndex(where: { $0.id == requirement.id })
    else { return nil }
    runCount += 1
    request.profile = profile
    request.requirements.requirements[place].cases = [run.caseID]
    request.onlyIDs = [requirement.id]
    request.seed = run.seed
    request.onCase = nil
    request.notesSubeventStarts = false
    let verdict = CheckRunner(request).run().report.requirements[0].verdict
    verdicts[run] = verdict
    return verdict
  }

  // MARK: How little is enough

  private mutating func suspect(_ set: [Int]) -> Suspect {
    // What has been found for one value holds while the next is moved, so that all of them pass together.
    var settings = settings(set)
    let values = set.enumerated().map { place, index in
      let candidate = candidates[index]
      var others = settings
      others.remove(at: place)
      var value = Suspect.Value(candidate.declared, passing: candidate.usual?.text)
      if let number = nearestNumber(candidate, beside: others) {
        value.passing = number
        settings[place] = DocumentSetting(candidate.declared.path, number)
      }
      value.lacking = lacking(candidate, beside: others)
      if !value.lacking.isEmpty {
        let items = (candidate.declared.items ?? []) + value.lacking
        value.passing = ScalarText.list(items)
        settings[place] = DocumentSetting(candidate.declared.path, items: items)
      }
      return value
    }
    return Suspect(values)
  }

  /// A number as near to the declared one as still cures; nil for other values.
  private mutating func nearestNumber(
    _ candidate: SuspectSearch.Candidate, beside others: [DocumentSetting]
  ) -> String? {
    guard let knob = AccessoryProfile.numbers.first(where: { $0.path == candidate.declared.path }),
      let declared = Double(candidate.declared.text), let usual = candidate.usual.flatMap({ Double($0.text) })
    else { return nil }
    return confirmed { search in
      var (good, bad) = (usual, declared)
      for _ in 0..<Self.mostHalvings {
        guard let middle = knob.middle(of: good, and: bad), let setting = knob.setting(middle) else { break }
        if search.passesByAnyChance(others + [setting]) { good = middle } else { bad = middle }
      }
      // The usual value has been confirmed with the whole set.
      if good != usual, let setting = knob.setting(good), !search.isConfirmed(others + [setting]) {
        good = usual
      }
      return ScalarText.format(good)
    }
  }

  /// The fewest items that cure when a list has them, too; empty where added items do not.
  private mutating func lacking(
    _ candidate: SuspectSearch.Candidate, beside others: [DocumentSetting]
  ) -> [String] {
    guard let declared = candidate.declared.items, let usual = candidate.usual?.items else { return [] }
    func setting(_ items: [String]) -> DocumentSetting {
      DocumentSetting(candidate.declared.path, items: declared + items)
    }
    let lacking = usual.filter { !declared.contains($0) }
    return confirmed { search in
      var added = lacking
      guard !added.isEmpty, search.passesByAnyChance(others + [setting(added)]) else { return [] }
      for item in added where added.count > 1 {
        let rest = added.filter { $0 != item }
        if search.passesByAnyChance(others + [setting(rest)]) { added = rest }
      }
      return search.isConfirmed(others + [setting(added)]) ? added : []
    }
  }
}
