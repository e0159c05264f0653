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
