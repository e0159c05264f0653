internal import CoreTypes

/// What Silicon Labs' initiator prints: a block a procedure, with both ends in it.
final class SiliconLabsLogParser: LogParser {
  /// What begins each procedure.
  static let mark: StaticString = "Start CS Procedure Data"

  private var procedure = -1
  private var role: CSRole?

  override func take(_ line: Line) -> Bool {
    if line.contains(Self.mark) {
      let isSubevent = closeUnfinished(line)
      procedure += 1
      role = nil
      return isSubevent
    }
    if line.contains("End CS Procedure Data") {
      let isSubevent = closeUnfinished(line)
      role = nil
      return isSubevent
    }
    guard procedure >= 0 else { return false }
    if line.text == "Initiator:" || line.text == "Reflector:" {
      let isSubevent = closeUnfinished(line)
      role = line.text == "Initiator:" ? .initiator : .reflector
      return isSubevent
    }
    guard role != nil, !line.octets.isEmpty else { return false }
    return takeInside(line)
  }

  override func atEnd() -> Bool {
    guard open != nil else { return false }
    warn(.endsInside(field: "log of a subevent", needed: 1, available: 0), at: window.offset)
    return finish()
  }

  private func takeInside(_ line: Line) -> Bool {
    if open == nil { begin(line) }
    if Self.index(of: "Step data:", in: line.octets) == 0 {
      extend(to: line)
      var steps: [UInt8] = []
      if !Self.append(line.message, to: &steps) { warnUnreadable(line) }
      open?.steps = steps
      return finish()
    }
    if let field = Self.field(line.text), open?.take(field.key, field.value) == true {
      extend(to: line)
    } else {
      warnUnreadable(line)
    }
    return false
  }

  /// Ends a subevent whose steps are missing.
  private func closeUnfinished(_ line: Line) -> Bool {
    guard open != nil else { return false }
    if open?.stepOctetCount == nil { warnUnreadable(line) }
    return finish()
  }

  private func finish() -> Bool {
    open?.role = role
    open?.procedure = procedure
    return close()
  }
}

/// The log that the firmware `waves` (github.com/skig/waves) writes to the UART of Nordic's nRF54L15 DK: one end of a
/// link, a block of lines a subevent. Other firmware of that board prints other lines, which are not read.
final class WavesLogParser: LogParser {
  /// What begins each subevent.
  static let mark: StaticString = "CS Subevent result received"

  private var isInSteps = false
  private var nextProcedure = 0
  private var lastCounter: Int?

  override func take(_ line: Line) -> Bool {
    if isInSteps, takeOctets(line) { return false }
    if line.contains(Self.mark) {
      let isSubevent = finish()
      begin(line)
      return isSubevent
    }
    if line.contains("CS Subevent end") {
      extend(to: line)
      return finish()
    }
    if line.contains("CS config creation complete") {
      configuration = LoggedConfiguration()
      return finish()
    }
    guard open != nil else {
      if let field = Self.listed(line.text) { _ = configuration.take(field.key, field.value) }
      return false
    }
    takeInside(line)
    return false
  }

  override func atEnd() -> Bool {
    guard let open else { return false }
    warn(
      .endsInside(field: "log of a subevent", needed: 1, available: 0), at: window.offset,
      line: open.lines.upperBound)
    return finish()
  }

  private func takeOctets(_ line: Line) -> Bool {
    guard !line.octets.isEmpty, var subevent = open, subevent.steps.count < Self.longestSteps else {
      return false
    }
    open = nil
    let isTaken = Self.append(line.message, to: &subevent.steps)
    open = subevent
    if isTaken { extend(to: line) }
    return isTaken
  }

  private func takeInside(_ line: Line) {
    guard !line.octets.isEmpty else { return }
    if line.contains("Raw step data") {
      isInSteps = true
      extend(to: line)
    } else if isInSteps {
      warnUnreadable(line)
    } else if let field = Self.listed(line.text), open?.take(field.key, field.value) == true {
      extend(to: line)
    } else {
      warnUnreadable(line)
    }
  }

  private func finish() -> Bool {
    isInSteps = false
    guard open != nil else { return false }
    let counter = open?.procedureCounter
    // Subevents of one procedure follow each other and have its counter.
    if let last = lastCounter, last == counter { nextProcedure -= 1 }
    lastCounter = counter
    open?.procedure = nextProcedure
    nextProcedure += 1
    open?.role = configuration.role.flatMap { $0 == 0 ? .initiator : $0 == 1 ? .reflector : nil }
    return close()
  }

  /// Key and number of `- key: number`, whatever the logger puts before it.
  private static func listed(_ text: Substring) -> (key: Substring, value: Int)? {
    guard let dash = text.firstRange(of: "- ") else { return nil }
    return field(text[dash.upperBound...])
  }
}
