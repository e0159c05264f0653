internal import Capture
internal import Documents
internal import Profiles
internal import Verdicts

/// Reads what `CheckJSON` wrote, of this version or an older one. A report that contradicts itself is refused: no
/// version writes one, and what follows from it would depend on which part is believed.
enum CheckReportReader {
  static func report(_ value: JSONCursor) throws(ReportFileError) -> CheckReport {
    var readings: [CheckReport.Reading] = []
    for (field, reading) in try value["interpretations"].members {
      readings.append(.init(field: field, value: try reading.text))
    }
    var report = CheckReport(
      accessory: try value["accessory"].name, iut: try value["iut"].name,
      profilePath: try value["profile"].name, profileDigest: try value["digest"].text,
      requirementSet: try value["requirement_set"].name, phone: try value["phone"].name,
      environment: try value["environment"].name, seed: try value["seed"].seed,
      distanceMetres: try value["distance_m"].number, interpretations: readings,
      requirements: try value["requirements"].filled(with: "requirement").map(
        differingBy: \.id, "a requirement with another id", requirement),
      declarations: try value.optional("declared")?.map(declared) ?? [],
      notices: try value["notices"].texts, replay: try value["replay"].text,
      capturePath: try value.optional("capture")?.text)
    report.requirementSetVersion = try value.optional("requirement_set_version")?.text
    report.requirementSetLastSeen = try value.optional("requirement_set_last_seen")?.text
    report.requiresSources = try value.optional("sources")?["required"].flag ?? false
    report.isPartial = try value.optional("partial")?.flag ?? false
    // A report of an older tool has no settings.
    for setting in try value.optional("settings")?.map(setting) ?? [] { report.mark(setting) }
    for (path, interval) in try value.optional("intervals")?.map(interval) ?? [] {
      for index in report.declarations.indices where report.declarations[index].path == path {
        report.declarations[index].interval = interval
      }
    }
    return report
  }

  private static func interval(
    _ value: JSONCursor
  ) throws(ReportFileError) -> (path: String, interval: ClosedRange<Double>) {
    let (low, high) = (try value["low"].number, try value["high"].number)
    guard low <= high else { throw try value["high"].refusal("low or more", JSONCursor.again) }
    return (try value["path"].name, low...high)
  }

  private typealias Setting = (path: String, setting: DeclaredValue.Setting)

  private static func setting(_ value: JSONCursor) throws(ReportFileError) -> Setting {
    let setting = DeclaredValue.Setting(
      option: try value["option"].text, written: try value.optional("written")?.text)
    return (try value["path"].name, setting)
  }

  private static func declared(_ value: JSONCursor) throws(ReportFileError) -> DeclaredValue {
    let written = try value["value"]
    let items = written.isList ? try written.texts : nil
    let text = if let items { "[" + items.joined(separator: ", ") + "]" } else { try written.text }
    let source = try value["source"].text
    return DeclaredValue(
      path: try value["path"].name,
      text: text, items: items,
      position: try position(value),
      source: source == ValueSource.assumed.description ? .assumed : .cited(name: source, citation: ""))
  }

  private static func position(_ value: JSONCursor) throws(ReportFileError) -> SourcePosition {
    SourcePosition(
      file: try value["file"].text, line: max(1, try value["line"].count),
      column: max(1, try value["column"].count))
  }

  private static func requirement(_ value: JSONCursor) throws(ReportFileError) -> RequirementResult {
    var declared: DeclaredValue?
    if let place = try value.optional("declared_at") {
      declared = DeclaredValue(
        path: try place["path"].name, text: "", position: try position(place), source: .assumed)
    }
    let id = try value["id"].name
    let cases = try value["cases"].map { item throws(ReportFileError) in try testCase(item, of: id) }
    let verdict: Verdict = try value["verdict"].word(\.word)
    let combined = Verdict.combined(cases.map(\.verdict))
    guard verdict == combined else {
      throw try value["verdict"].refusal(
        "'\(combined.word)', the worst verdict of its cases", JSONCursor.again)
    }
    var result = RequirementResult(
      id: id, title: try value["title"].name, level: try value["level"].word(\.rawValue),
      source: try value["source"].text, requirement: try value["text"].text, verdict: verdict, cases: cases,
      declared: declared)
    result.suspects =
      try value.optional("suspects")?.map { item throws(ReportFileError) in
        Suspect(try item.filled(with: "value").map(suspect))
      } ?? []
    result.subject = try value.optional("subject")?.word(\.rawValue) ?? .accessory
    return result
  }

  private static func suspect(_ value: JSONCursor) throws(ReportFileError) -> Suspect.Value {
    let declared = DeclaredValue(
      path: try value["path"].name, text: try value["value"].text, position: try position(value),
      source: .assumed)
    return Suspect.Value(
      declared, passing: try value.optional("passing")?.text,
      lacking: try value["lacking"].texts)
  }

  private static func testCase(
    _ value: JSONCursor, of requirement: String
  ) throws(ReportFileError) -> CaseResult {
    let verdict: Verdict = try value["verdict"].word(\.word)
    var result = CaseResult(
      id: try value["id"].name, title: try value["title"].name, verdict: verdict,
      reason: try value.optional("reason")?.text, warnings: try value["warnings"].texts,
      steps: try value["steps"].map { item throws(ReportFileError) in
        let step = try step(item)
        if verdict == .pass, !step.isMet {
          throw try item["met"].refusal("true in a test case that passes", JSONCursor.again)
        }
        return step
      })
    result.seconds = try value.optional("duration_s")?.number ?? 0
    result.waiver = try value.optional("waiver").map { item throws(ReportFileError) in
      guard verdict == .fail else {
        throw item.refusal("null in a test case that does not fail", JSONCursor.again)
      }
      return try waiver(item, of: requirement)
    }
    return result
  }

  private static func waiver(
    _ value: JSONCursor, of requirement: String
  ) throws(ReportFileError) -> Waiver {
    let written = try value["expires"]
    guard let expires = CalendarDate(try written.text) else {
      throw written.refusal("a day as 2027-03-01", JSONCursor.again)
    }
    return Waiver(
      requirementID: requirement, reason: try value["reason"].text, expires: expires,
      position: value.position)
  }

  private static func step(_ value: JSONCursor) throws(ReportFileError) -> Step {
    let frames = try value["frames"].map { item throws(ReportFileError) in try item.count }
    // A report of an older tool has neither doubts nor interfaces.
    let doubt = try value.optional("doubt")?.text
    let outcome: Finding = try value["met"].flag ? .met : .unmet
    var step = Step(
      recorded: try value["name"].name, required: try value["required"].text,
      measured: try value["measured"].text, quantity: try number(value),
      finding: doubt.map(Finding.uncertain) ?? outcome, frames: frames)
    step.interfaces = try interfaces(value, count: frames.count)
    return step
  }

  private static func interfaces(
    _ step: JSONCursor, count: Int
  ) throws(ReportFileError) -> [CaptureInterface] {
    guard let list = try step.optional("interfaces") else { return [] }
    let interfaces = try list.map { item throws(ReportFileError) in
      let name = try item.text
      guard let interface = CaptureInterface.allCases.first(where: { $0.name == name }) else {
        let names = CaptureInterface.allCases.map(\.name).joined(separator: ", ")
        throw item.refusal("one of \(names)", JSONCursor.again)
      }
      return interface
    }
    guard interfaces.isEmpty || interfaces.count == count else {
      throw list.refusal("\(count) interfaces, one a frame", JSONCursor.again)
    }
    return interfaces
  }

  private static func number(_ step: JSONCursor) throws(ReportFileError) -> Quantity? {
    guard let value = try step.optional("quantity") else { return nil }
    var statistic: Quantity.Statistic?
    if let error = try value.optional("standard_error"), let count = try value.optional("count") {
      statistic = .init(standardError: max(0, try error.number), count: try count.count)
    }
    return Quantity(
      try value["value"].number, try value["unit"].text, try value["comparison"].word(\.rawValue),
      try value["limit"].number, statistic)
  }
}

extension CheckReport {
  /// Says of a declared value, wherever the report names it, that the user set it.
  fileprivate mutating func mark(_ setting: (path: String, setting: DeclaredValue.Setting)) {
    func marked(_ value: DeclaredValue) -> DeclaredValue {
      var value = value
      if value.path == setting.path { value.setting = setting.setting }
      return value
    }
    declarations = declarations.map(marked)
    for index in requirements.indices {
      requirements[index].declared = requirements[index].declared.map(marked)
      requirements[index].suspects = requirements[index].suspects.map { suspect in
        Suspect(
          suspect.values.map { value in
            Suspect.Value(marked(value.declared), passing: value.passing, lacking: value.lacking)
          })
      }
    }
  }
}
