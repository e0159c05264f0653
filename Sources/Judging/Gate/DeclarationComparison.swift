internal import AccessoryProfile
internal import Verdicts

/// What the profiles of two reports declare: values and items that came, went or changed.
enum DeclarationComparison {
  /// The changes in the order of the candidate's profile, then what is gone. None if a report has no declared
  /// values, as that of a controller without a profile.
  static func changes(_ before: CheckReport, _ after: CheckReport) -> [GateChange] {
    guard !before.declarations.isEmpty, !after.declarations.isEmpty else { return [] }
    var changes: [GateChange] = []
    for value in after.declarations {
      guard let old = before.declarations.first(where: { $0.path == value.path }) else {
        changes.append(GateChange(.capabilityAdded, "\(value.path): \(value.text)", at: value.position))
        continue
      }
      changes += compare(old, value)
    }
    // Of what is gone, the line is nowhere: the reader is led to what stands beside it.
    for old in before.declarations where !after.declarations.contains(where: { $0.path == old.path }) {
      let parent = old.path.split(separator: ".").dropLast().joined(separator: ".") + "."
      let near = after.declarations.first { $0.path.hasPrefix(parent) } ?? after.declarations.first
      changes.append(GateChange(.capabilityRemoved, "\(old.path): \(old.text)", at: near?.position))
    }
    return changes
  }

  private static func compare(_ old: DeclaredValue, _ new: DeclaredValue) -> [GateChange] {
    guard let before = old.items, let after = new.items else {
      if old.text == new.text { return [] }
      return [GateChange(.capabilityChanged, "\(new.path): \(old.text) -> \(new.text)", at: new.position)]
    }
    let gone = before.filter { !after.contains($0) }
    let added = after.filter { !before.contains($0) }
    var changes: [GateChange] = []
    if !gone.isEmpty {
      changes.append(
        GateChange(.capabilityRemoved, "\(new.path): no \(gone.joined(separator: ", "))", at: new.position))
    }
    if !added.isEmpty {
      changes.append(
        GateChange(.capabilityAdded, "\(new.path): \(added.joined(separator: ", "))", at: new.position))
    }
    if gone.isEmpty, added.isEmpty, before != after {
      changes.append(
        GateChange(.capabilityChanged, "\(new.path): \(old.text) -> \(new.text)", at: new.position))
    }
    return changes
  }
}
