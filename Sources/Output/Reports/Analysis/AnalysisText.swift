internal import Analysis
internal import Capture
internal import CoreTypes
internal import Notation
package import Ranging
internal import Statistics

/// A part of an analysis for people: a heading, and facts with a name.
package struct AnalysisSection: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    /// Empty where the item goes on with the one before.
    package var name: String
    package var text: String
  }

  package var heading: String
  package var items: [Item]
}

/// Writes an analysis for people: files, connections, a table of procedures, and statistics.
package struct AnalysisText {
  private static let shownProblems = 5
  private static let shownConnections = 4
  private static let qualities = ["high", "medium", "low", "unavailable", "without meaning"]

  let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  /// The analysis, with a line feed at its end.
  package func text(_ report: AnalysisReport) -> String {
    var lines = report.recordings.flatMap { self.lines(recording($0)) }
    let shown = shownConnections(report)
    for (index, connection) in shown {
      lines += [""] + self.lines(self.connection(connection, index, of: report))
    }
    let left = report.connections.count - shown.count
    if left > 0 {
      let hidden =
        report.connections.reduce(0) { $0 + $1.hiddenCount } - shown.reduce(0) { $0 + $1.1.hiddenCount }
      let without =
        hidden > 0 ? ", in which \(DecimalText.grouped(hidden)) packets are encrypted, without a key" : ""
      lines += ["", "and \(left) more connections\(without): --json lists them all"]
    }
    let (advertisers, hidden) = advertisers(report)
    lines += advertisers.flatMap { [""] + self.lines($0) } + (hidden.map { ["", $0] } ?? [])
    if !report.notKept.texts.isEmpty {
      let text = "not kept: " + report.notKept.texts.joined(separator: "; ")
      lines += [""] + DisplayText.wrapped(text, to: style.width)
    }
    lines += verdicts(report)
    lines += [""] + procedures(report) + [""] + footer(report).flatMap(self.lines)
    return lines.map { $0 + "\n" }.joined()
  }

  /// What files, connections and advertisers the text describes, and in what order; the last section has the figures of
  /// all procedures.
  package func sections(_ report: AnalysisReport) -> [AnalysisSection] {
    report.recordings.map(recording) + shownConnections(report).map { connection($1, $0, of: report) }
      + advertisers(report).shown + [AnalysisSection(heading: "all procedures", items: footer(report))]
  }

  private func shownConnections(_ report: AnalysisReport) -> [(Int, RecordedConnection)] {
    let isShort = report.connections.count <= Self.shownConnections
    let shown = report.connections.enumerated().filter { isShort || $0.element.procedures.total > 0 }
    return shown.prefix(Self.shownConnections).map { ($0.offset, $0.element) }
  }

  private func lines(_ section: AnalysisSection) -> [String] {
    DisplayText.wrapped(section.heading, to: style.width).map { style.paint($0, .bold) }
      + section.items.flatMap(lines)
  }

  private func lines(_ item: AnalysisSection.Item) -> [String] {
    style.fact(item.name, item.text)
  }

  /// What was damaged, in a line; nil if all was read.
  package static func damage(_ report: AnalysisReport) -> String? {
    let hurt = report.recordings.filter { $0.damageCount + $0.problemCount > 0 }
    guard let first = hurt.first else { return nil }
    let count = hurt.reduce(0) { $0 + $1.damageCount + $1.problemCount }
    let what =
      first.damage.first?.description ?? first.problems.first.map { "frame \($0.frame): \($0.text)" } ?? ""
    return DisplayText.line(
      "found \(count) unreadable places, the first in \(first.name): \(what); "
        + "record it again, or leave out --strict to analyze the rest")
  }

  // MARK: Files and connections

  private func recording(_ recording: RecordingSummary) -> AnalysisSection {
    var read = "\(recording.format.name), \(DecimalText.counted(recording.frameCount, "frame"))"
    if let seconds = recording.seconds { read += " in \(DecimalText.fixed(seconds, digits: 3)) s" }
    var items = item("read", read)
    items += recording.unread.prefix(Self.shownProblems).flatMap { item("unread", "\($0)") }
    items += more(recording.unread.count)
    items += recording.damage.prefix(Self.shownProblems).flatMap { item("damaged", "\($0)") }
    items += more(recording.damageCount)
    items += recording.problems.prefix(Self.shownProblems).flatMap {
      item("problem", "frame \($0.frame): \($0.text)")
    }
    return AnalysisSection(heading: recording.name, items: items + more(recording.problemCount))
  }

  private func more(_ count: Int) -> [AnalysisSection.Item] {
    let left = count - Self.shownProblems
    return left > 0 ? item("", "and \(DecimalText.grouped(left)) more like it") : []
  }

  // MARK: Procedures

  private func procedures(_ report: AnalysisReport) -> [String] {
    guard !report.firstProcedures.isEmpty else {
      return [
        (report.leftOutCount ?? 0) > 0 ? "no procedure matches the filter" : "no procedure in the recording"
      ]
    }
    let all = report.tally.distances.filter { $0.metres.count + $0.withoutPeakCount > 0 }.map(\.kind)
    var kinds = all
    while kinds.count > 1, table(report, kinds).widths(in: style.width) == nil { kinds.removeLast() }
    let lines = table(report, kinds).lines(width: style.width)
    var notes: [String] = []
    let left = report.tally.procedureCount - report.firstProcedures.count
    if left > 0 { notes.append("\(DecimalText.grouped(left)) procedures") }
    if kinds.count < all.count {
      notes.append("distances by " + all.dropFirst(kinds.count).map(\.rawValue).joined(separator: ", "))
    }
    let rest = notes.isEmpty ? [] : item("hidden", notes.joined(separator: "; ") + ": --json lists them all")
    return [style.paint(lines[0], .faint)] + lines.dropFirst() + rest.flatMap(self.lines)
  }

  /// The table of the first procedures, with the distances of some estimators.
  package func table(_ report: AnalysisReport, _ kinds: [RangingEstimatorKind]) -> TextTable {
    var table = TextTable(
      [
        .init("PROCEDURE", isNumeric: true), .init("FRAMES", minimum: 6), .init("STEPS", isNumeric: true),
        .init("TONES", isNumeric: true), .init("GOOD %", isNumeric: true),
        .init("OFFSET ppm", isNumeric: true), .init("NOISE rad", isNumeric: true),
      ] + kinds.map { .init("\($0.rawValue) m", isNumeric: true) } + [.init("REMARK", minimum: 8)])
    for procedure in report.firstProcedures { table.append(row(procedure, kinds)) }
    return table
  }

  private func row(_ procedure: ProcedureAnalysis, _ kinds: [RangingEstimatorKind]) -> [String] {
    let steps = procedure.initiatorSteps ?? procedure.reflectorSteps
    let tones = steps?.toneCounts ?? []
    let toneCount = tones.reduce(0, +)
    let account = procedure.account
    let stepCount = steps?.stepCounts.reduce(0, +) ?? 0
    var cells: [String] = [
      "\(account?.counter ?? 0)", account.map(place) ?? "", "\(stepCount)", "\(toneCount)",
    ]
    cells.append(toneCount == 0 ? "" : Self.percent(tones[0] + tones[1], of: toneCount))
    cells.append(procedure.initiatorSteps?.frequencyOffset.map { DecimalText.fixed($0, digits: 2) } ?? "")
    cells.append(procedure.phaseNoiseRadians.map { DecimalText.fixed($0, digits: 3) } ?? "")
    for kind in kinds {
      let found = procedure.estimates.first { $0.kind == kind }?.estimate
      cells.append(found.map(Self.text) ?? "")
    }
    return cells + [remark(procedure)]
  }

  private static func percent(_ part: Int, of whole: Int) -> String {
    "\(Int((100 * Double(part) / Double(whole)).rounded()))"
  }

  private func place(_ procedure: RecordedProcedure) -> String {
    if let lines = procedure.lines { return "line \(lines.lowerBound)" }
    let frames = procedure.frames
    return frames.count == 1 ? "\(frames.lowerBound)" : "\(frames.lowerBound)-\(frames.upperBound)"
  }

  private static func text(_ estimate: DistanceEstimate) -> String {
    guard estimate.hasPeak else { return "none" }
    return DecimalText.fixed(estimate.metres, digits: 3) + " ±"
      + DecimalText.fixed(DistanceEstimate.intervalDeviations * estimate.deviationMetres, digits: 3)
  }

  private func remark(_ procedure: ProcedureAnalysis) -> String {
    var parts: [String] = []
    for (name, account) in [("initiator", procedure.initiator), ("reflector", procedure.reflector)] {
      if let reason = account?.abortReason { parts.append("\(name): \(reason)") }
      if account?.ending == .unfinished { parts.append("\(name): results unfinished") }
    }
    if parts.isEmpty, let obstacle = procedure.obstacle { parts.append(obstacle.text) }
    return parts.joined(separator: "; ")
  }

  // MARK: What it comes to

  private static func procedures(_ count: Int) -> String {
    "\(DecimalText.grouped(count)) \(count == 1 ? "procedure" : "procedures")"
  }

  private func footer(_ report: AnalysisReport) -> [AnalysisSection.Item] {
    let tally = report.tally
    var lines = item(
      "overall",
      "\(Self.procedures(tally.procedureCount)), "
        + "\(DecimalText.grouped(tally.pairedCount)) with the results of both devices")
    if let left = report.leftOutCount, left > 0 {
      lines += item("filter", "left out \(Self.procedures(left))")
    }
    for distances in tally.distances where distances.metres.count + distances.withoutPeakCount > 0 {
      lines += item(distances.kind.rawValue, Self.text(distances))
    }
    if tally.reflectedCount > 0 {
      lines += item("echoes", "reflections are likely in \(Self.procedures(tally.reflectedCount))")
    }
    lines += tally.lacking.flatMap {
      item("missing", "\(DecimalText.grouped($0.count)): \($0.obstacle.text)")
    }
    let tones = zip(Self.qualities, tally.toneCounts).filter { $0.1 > 0 }
    if !tones.isEmpty {
      lines += item("tones", tones.map { "\(DecimalText.grouped($0.1)) \($0.0)" }.joined(separator: ", "))
    }
    if tally.phaseNoise.count > 0 {
      lines += item("noise", "\(DecimalText.fixed(tally.phaseNoise.mean, digits: 4)) rad of a single tone")
    }
    if tally.frequencyOffset.count > 0 { lines += item("offset", Self.text(tally.frequencyOffset)) }
    return lines
  }

  private static func text(_ distances: AnalysisTally.Distances) -> String {
    let metres = distances.metres
    var text = "\(DecimalText.grouped(metres.count)) distance\(metres.count == 1 ? "" : "s")"
    if let least = distances.least, let greatest = distances.greatest {
      text += ": mean \(DecimalText.fixed(metres.mean, digits: 4)) m"
      if let deviation = metres.standardDeviation {
        text += ", deviation \(DecimalText.fixed(deviation, digits: 4)) m"
      }
      text += ", \(DecimalText.fixed(least, digits: 3)) to \(DecimalText.fixed(greatest, digits: 3)) m"
    }
    if distances.withoutPeakCount > 0 {
      text += "; \(Self.procedures(distances.withoutPeakCount)) without a distinct peak"
    }
    return text
  }

  private static func text(_ offset: RunningMoments) -> String {
    let deviation =
      offset.standardDeviation.map { ", deviation \(DecimalText.fixed($0, digits: 3)) ppm" } ?? ""
    return "mean \(DecimalText.fixed(offset.mean, digits: 3)) ppm\(deviation)"
  }

  func item(_ name: String, _ text: String) -> [AnalysisSection.Item] { [.init(name: name, text: text)] }
}

extension RecordingFormat {
  /// For people.
  var name: String {
    switch self {
    case .pcap: "pcap"
    case .pcapng: "pcapng"
    case .btsnoop: "btsnoop"
    case .packetLogger: "Apple PacketLogger"
    case .wavesLog: "log of the waves firmware"
    case .siliconLabsLog: "log of a Silicon Labs initiator"
    case .siliconLabsTrace: "API trace of a Silicon Labs host"
    }
  }
}
