internal import Documents

/// Keys of a scenario that are legal alone but contradict each other.
struct ScenarioContradictions {
  private let root: Section
  private let scenario: Scenario
  private var errors: [DocumentError] = []

  static func errors(in root: Section, scenario: Scenario) -> [DocumentError] {
    var check = ScenarioContradictions(root: root, scenario: scenario)
    check.checkTrack()
    check.checkOnce("accessories", root.sections("accessories"))
    check.checkOnce("zones", root.section("app").sections("zones"))
    check.checkScript()
    check.checkExpectations()
    return check.errors
  }

  private mutating func add(
    _ text: String, _ section: Section, _ key: String? = nil, other: SourcePosition? = nil, fix: String
  ) {
    errors += section.contradiction(text, key, other: other, fix: fix)
  }

  private mutating func checkTrack() {
    let sections = root.sections("track")
    for (index, pair) in zip(scenario.track, scenario.track.dropFirst()).enumerated()
    where pair.1.seconds <= pair.0.seconds {
      add(
        "found \(ScalarText.format(pair.1.seconds)), expected a time after the way point before",
        sections[index + 1],
        "at_s", other: sections[index].position("at_s"), fix: "Write the way points in the order of time.")
    }
  }

  private mutating func checkOnce(_ what: String, _ sections: [Section]) {
    for (index, section) in sections.enumerated() {
      let name = section.text("name")
      guard let first = sections[..<index].first(where: { $0.text("name") == name }) else { continue }
      add(
        "found '\(name ?? "")' twice, expected \(what) with different names", section, "name",
        other: first.position("name"), fix: "Write another name.")
    }
  }

  private mutating func checkScript() {
    let sections = root.sections("script")
    var powered = Set(scenario.accessories.filter(\.isOn).map(\.name))
    for (index, step) in scenario.script.enumerated() {
      let section = sections[index]
      checkPower(step, &powered, section)
      checkTime(step.seconds, section, "at_s")
      if index > 0, step.seconds < scenario.script[index - 1].seconds {
        add(
          "found \(ScalarText.format(step.seconds)), expected at least the time of the action before",
          section, "at_s",
          other: sections[index - 1].position("at_s"), fix: "Write the actions in the order of time.")
      }
      checkName(step.accessory, section)
      let action = step.action
      if action.needsAccessory, step.accessory == nil {
        add(
          "found no accessory, expected one with \(action.rawValue)", section, "action",
          fix: "Add 'accessory'.")
      } else if !action.takesAccessory, step.accessory != nil {
        add(
          "found an accessory, expected none with \(action.rawValue)", section, "accessory",
          other: section.position("action"), fix: "Remove it.")
      }
      if (action == .load) != section.has("factor") {
        action == .load
          ? add("found no factor, expected one with load", section, "action", fix: "Add 'factor: 4'.")
          : add("found a factor, expected one with load alone", section, "factor", fix: "Remove it.")
      }
    }
  }

  /// Only an accessory without power can lose its bond.
  private mutating func checkPower(
    _ step: Scenario.ScriptStep, _ powered: inout Set<String>, _ section: Section
  ) {
    guard let name = step.accessory else { return }
    switch step.action {
    case .powerOn: powered.insert(name)
    case .powerOff: powered.remove(name)
    case .forgetBond where powered.contains(name):
      add(
        "found forget-bond of an accessory with power, expected power-off before", section, "action",
        fix: "Add power-off before, and power-on after.")
    default: break
    }
  }

  private mutating func checkExpectations() {
    for (section, row) in zip(root.sections("expect"), scenario.expectations) {
      checkName(row.accessory, section)
      let zones = scenario.app.zones.map(\.name)
      if row.zone != nil, !row.measure.isOfZone {
        add(
          "found a zone, expected none with \(row.measure.rawValue)", section, "zone",
          other: section.position("measure"), fix: "Remove it.")
      } else if let zone = row.zone, !zones.contains(zone) {
        unknown(zone, of: zones, section, "zone")
      }
      checkSpan(row, section)
      checkLimit(row, section)
    }
  }

  /// A span has a length, whether its ends are written or the defaults.
  private mutating func checkSpan(_ row: ScenarioExpectation, _ section: Section) {
    let end = scenario.durationSeconds
    let (from, to) = (row.fromSeconds ?? 0, row.toSeconds ?? end)
    if max(from, to) > end {
      checkTime(from, section, "from_s")
      checkTime(to, section, "to_s")
    } else if from >= to, section.has("to_s") {
      add(
        "found \(ScalarText.format(to)), expected a time after the start of the span", section, "to_s",
        other: section.position("from_s"), fix: "Write a later time.")
    } else if from >= to {
      add(
        "found \(ScalarText.format(from)), expected a time before the end of the span", section, "from_s",
        other: root.position("duration_s"), fix: "Write an earlier time.")
    }
  }

  /// A row has one limit or a range, of the kind of its measure.
  private mutating func checkLimit(_ row: ScenarioExpectation, _ section: Section) {
    let keys = ["is", "at_least", "at_most", "error"].filter(section.has)
    let wanted = row.measure == .error ? ["error"] : ["is", "at_least", "at_most"]
    let measure = row.measure.rawValue
    if let key = keys.first(where: { !wanted.contains($0) }) {
      add(
        "found '\(key)', expected \(wanted.joined(separator: ", ")) with \(measure)", section, key,
        other: section.position("measure"), fix: "Write the limit of \(measure).")
    } else if keys.isEmpty {
      add(
        "found no limit, expected \(wanted.joined(separator: ", ")) with \(measure)", section, "measure",
        fix: wanted == ["error"] ? "Add 'error: none'." : "Add 'is: 1'.")
    } else if keys.count > 1 {
      let both = keys == ["at_least", "at_most"]
      if !both || (row.least ?? 0) > (row.most ?? 0) {
        add(
          both
            ? "found at_least above at_most"
            : "found \(keys.joined(separator: " and ")), expected one of them",
          section, keys[1], other: section.position(keys[0]), fix: "Write one limit, or a range.")
      }
    }
    if row.tolerance != nil, row.exact == nil {
      add("found 'within', expected it beside 'is'", section, "within", fix: "Add 'is', or remove it.")
    }
  }

  private mutating func checkTime(_ seconds: Double, _ section: Section, _ key: String) {
    guard seconds > scenario.durationSeconds else { return }
    add(
      "found \(ScalarText.format(seconds)), expected at most the duration of "
        + ScalarText.format(scenario.durationSeconds), section, key, other: root.position("duration_s"),
      fix: "Write an earlier time, or a longer duration.")
  }

  private mutating func checkName(_ name: String?, _ section: Section) {
    let names = scenario.accessories.map(\.name)
    if let name, !names.contains(name) { unknown(name, of: names, section, "accessory") }
  }

  private mutating func unknown(_ name: String, of known: [String], _ section: Section, _ key: String) {
    guard let position = section.position(key) else { return }
    guard !known.isEmpty else {
      return add(
        "found '\(name)', expected no \(key) in a scenario that declares none", section, key,
        fix: "Declare it, or remove it here.")
    }
    errors.append(
      DocumentError(
        .unknownWord(found: name, expected: known, nearest: NearestWord.match(name, in: known)),
        at: position, path: "\(section.path).\(key)"))
  }
}

extension Scenario.ScriptStep.Action {
  /// Whether the action may name an accessory.
  fileprivate var takesAccessory: Bool { self == .picker || needsAccessory }

  fileprivate var needsAccessory: Bool {
    switch self {
    case .range, .stopRanging, .remove, .powerOn, .powerOff, .forgetBond: true
    case .picker, .background, .foreground, .kill, .launch, .load, .bluetoothOff, .bluetoothOn,
      .acceptPairing,
      .refusePairing:
      false
    }
  }
}

extension ScenarioExpectation.Measure {
  fileprivate var isOfZone: Bool { [.entries, .exits, .rawEntries, .rawExits].contains(self) }
}
