import HCI
import LinkLayer

extension WireDefect: LosslessStringConvertible {
  /// As `sends LL_CS_RSP: octet 3 bit 0, from time 2 on`.
  var description: String { "\(place): \(change)\(span)" }

  /// Reads what `description` writes.
  init?(_ text: String) {
    let parts = text.split(separator: ": ", maxSplits: 1)
    guard parts.count == 2, let place = Place(String(parts[0])) else { return nil }
    let words = parts[1].split(separator: ", ", maxSplits: 1)
    guard let change = Change(String(words[0])), let span = Span(String(parts[1].dropFirst(words[0].count)))
    else { return nil }
    self.init(place: place, change: change, span: span)
  }
}

extension WireDefect.Span: LosslessStringConvertible {
  var description: String {
    switch self {
    case .always: ""
    case .only(let time): ", time \(time) alone"
    case .from(let time): ", from time \(time) on"
    }
  }

  init?(_ text: String) {
    if text.isEmpty {
      self = .always
    } else if let match = text.wholeMatch(of: #/, time (\d+) alone/#), let time = Int(match.1) {
      self = .only(time)
    } else if let match = text.wholeMatch(of: #/, from time (\d+) on/#), let time = Int(match.1) {
      self = .from(time)
    } else {
      return nil
    }
  }
}

extension WireDefect.Place: LosslessStringConvertible {
  private static let controlOpcodes = Dictionary(
    uniqueKeysWithValues: (0...0x3F).map { ControlOpcode(rawValue: $0) }.map { ($0.name, $0) })
  private static let opcodes = Dictionary(
    uniqueKeysWithValues: (0x0401...0x3FFF).map { Opcode(rawValue: $0) }.map { ($0.description, $0) })
  private static let eventCodes = Dictionary(
    uniqueKeysWithValues: ((0...0x59).map { EventCode(code: $0) }
      + (0...0x40).map { EventCode(code: EventCode.leMeta, subevent: $0) }).map { ($0.description, $0) })

  var description: String {
    switch self {
    case .sent(let opcode): "sends \(opcode.name)"
    case .heard(let opcode): "hears \(opcode.name)"
    case .message(let channel, let code): "sends message \(channel)/\(code)"
    case .heardMessage(let channel, let code): "hears message \(channel)/\(code)"
    case .event(let code): "event \(code)"
    case .returned(let opcode): "answer to \(opcode)"
    case .command(let opcode): "command \(opcode)"
    }
  }

  init?(_ text: String) {
    func rest(_ prefix: String) -> String? {
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
    func message(_ text: String) -> (UInt8, UInt8)? {
      let numbers = text.split(separator: "/").compactMap { UInt8($0) }
      return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
    if let pair = rest("sends message ").flatMap(message) {
      self = .message(channel: pair.0, code: pair.1)
    } else if let pair = rest("hears message ").flatMap(message) {
      self = .heardMessage(channel: pair.0, code: pair.1)
    } else if let opcode = rest("sends ").flatMap({ Self.controlOpcodes[$0] }) {
      self = .sent(opcode)
    } else if let opcode = rest("hears ").flatMap({ Self.controlOpcodes[$0] }) {
      self = .heard(opcode)
    } else if let code = rest("event ").flatMap({ Self.eventCodes[$0] }) {
      self = .event(code)
    } else if let opcode = rest("answer to ").flatMap({ Self.opcodes[$0] }) {
      self = .returned(opcode)
    } else if let opcode = rest("command ").flatMap({ Self.opcodes[$0] }) {
      self = .command(opcode)
    } else {
      return nil
    }
  }
}

extension WireDefect.Change: LosslessStringConvertible {
  private static let words: [String: Self] = [
    "missing": .missing, "hangs up": .hangsUp, "hangs up 300 ms later": .hangsUpLater, "twice": .twice,
    "behind the next": .late,
    "the other kind of answer": .otherAnswer,
    "an octet short": .shorter, "an octet long": .longer,
  ]

  var description: String {
    switch self {
    case .missing: "missing"
    case .hangsUp: "hangs up"
    case .hangsUpLater: "hangs up 300 ms later"
    case .twice: "twice"
    case .late: "behind the next"
    case .otherAnswer: "the other kind of answer"
    case .shorter: "an octet short"
    case .longer: "an octet long"
    case .bit(let bit, let octet): "octet \(octet) bit \(bit)"
    case .zero(let octet): "octet \(octet) zero"
    case .refused(let code): "refused with \(code)"
    }
  }

  init?(_ text: String) {
    if let change = Self.words[text] {
      self = change
    } else if let match = text.wholeMatch(of: #/octet (\d+) bit ([0-7])/#),
      let octet = Int(match.1), let bit = Int(match.2)
    {
      self = .bit(bit, of: octet)
    } else if let match = text.wholeMatch(of: #/octet (\d+) zero/#), let octet = Int(match.1) {
      self = .zero(of: octet)
    } else if let match = text.wholeMatch(of: #/refused with (\d+)/#), let code = UInt8(match.1) {
      self = .refused(code)
    } else {
      return nil
    }
  }
}
