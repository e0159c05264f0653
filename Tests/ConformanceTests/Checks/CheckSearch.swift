import Faults
import HCI
import LinkLayer
import Profiles

/// Looks for a mistake by which each check of a case is not met.
struct CheckSearch {
  let matrix: RequirementMatrix
  /// The most runs for one case with one control.
  let mostRuns: Int

  /// The checks of a control that are not in `decided`, each with the mistake that spoils fewest others.
  func entries(_ one: CheckedCase, _ decided: Set<Check>) -> (found: [CheckRegistry.Entry], open: Set<Check>)
  {
    let watch = WireWatch()
    let control = one.outcome(watch: watch)
    var open = Set(control.isMet.keys).subtracting(decided)
    var found: [Check: (decider: String, violatedCount: Int)] = [:]
    for decider in Self.candidates(for: one, watch.sights).prefix(mostRuns) where !open.isEmpty {
      let violated = one.outcome(decider).violated
      for check in violated where control.isMet[check] == true && !decided.contains(check) {
        open.remove(check)
        if violated.count < found[check]?.violatedCount ?? .max {
          found[check] = (decider.description, violated.count)
        }
      }
    }
    let entries = found.map { check, best in
      CheckRegistry.Entry(check: check, profile: one.profile, decider: best.decider)
    }
    return (entries, open)
  }

  /// What is tried, the likeliest first.
  private static func candidates(
    for one: CheckedCase, _ sights: [WireDefect.Place: WireWatch.Sight]
  ) -> [CheckDecider] {
    let places = sights.sorted { $0.key.description < $1.key.description }
    let hasSteps = sights.keys.contains { place in
      place == .event(.leCSSubeventResult) || place == .event(.leCSProcedureEnableComplete)
    }
    let fitting = Fault.allCases.filter { $0.breaks.contains(one.requirement.id) }
    let others = Fault.allCases.filter { !$0.breaks.contains(one.requirement.id) }
    let whole = places.flatMap { changes(at: $0.key) }
    let coarse = whole + places.flatMap { zeros(at: $0.key, $0.value) + bits(at: $0.key, $0.value, [0]) }
    let fine = places.flatMap { bits(at: $0.key, $0.value, [7, 1, 2, 3, 4, 5, 6]) }
    func later(_ defects: [WireDefect], _ spans: [WireDefect.Span]) -> [WireDefect] {
      defects.flatMap { defect in
        let count = sights[defect.place]?.count ?? 0
        return spans.filter { count > 1 && $0.first <= count }.map {
          WireDefect(place: defect.place, change: defect.change, span: $0)
        }
      }
    }
    /// Those that begin near the end of the case.
    func last(_ defects: [WireDefect]) -> [WireDefect] {
      defects.flatMap { defect in
        let count = sights[defect.place]?.count ?? 0
        return (0...3).filter { count - $0 > 1 }.map {
          WireDefect(place: defect.place, change: defect.change, span: .from(count - $0))
        }
      }
    }
    let soon = [.from(2)] + (1...6).map(WireDefect.Span.only)
    let late =
      [3, 4, 5, 7, 10, 15, 25, 50, 100, 400].map(WireDefect.Span.from) + (7...20).map(WireDefect.Span.only)
    return fitting.map(CheckDecider.fault)
      + (coarse + last(whole)).map(CheckDecider.wire)
      + (hasSteps ? Alteration.all : []).map(CheckDecider.alteration) + others.map(CheckDecider.fault)
      + (fine + later(coarse, soon) + last(coarse) + later(coarse, late) + later(fine, soon)).map(
        CheckDecider.wire)
  }

  private static func changes(at place: WireDefect.Place) -> [WireDefect] {
    var changes: [WireDefect.Change] = [.missing]
    switch place {
    case .sent(let opcode):
      changes +=
        [.twice, .late, .hangsUp, .hangsUpLater]
        + (WireDefect.requests[opcode] == nil ? [] : [.refused(0x1F)])
    case .returned: changes += [.otherAnswer, .late, .shorter]
    case .event: changes += [.twice, .late, .shorter]
    case .message: changes += [.twice, .shorter, .longer]
    case .heard, .heardMessage: changes += [.hangsUp, .hangsUpLater]
    case .command: break
    }
    return changes.map { WireDefect(place: place, change: $0) }
  }

  private static func zeros(at place: WireDefect.Place, _ sight: WireWatch.Sight) -> [WireDefect] {
    switch place {
    case .heard, .heardMessage: []
    default: (0..<min(sight.length, 8)).map { WireDefect(place: place, change: .zero(of: $0)) }
    }
  }

  private static func bits(
    at place: WireDefect.Place, _ sight: WireWatch.Sight, _ bits: [Int]
  ) -> [WireDefect] {
    switch place {
    case .heard, .heardMessage: return []
    default:
      return bits.flatMap { bit in
        (0..<min(sight.length, 64)).map { WireDefect(place: place, change: .bit(bit, of: $0)) }
      }
    }
  }
}
