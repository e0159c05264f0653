internal import CoreTypes
internal import HCI
internal import HostStack
internal import Wire

/// Why a line of a trace cannot be read as what it is.
enum TraceFault: Error, Hashable {
  /// It is no line of a trace, or its end is missing.
  case unreadable
  /// A field is missing, or has a value that its type does not have.
  case field(String, found: String, expected: String)
}

/// One line of a decoded API trace: when, which way, and a call or an event with its fields by name.
///
///     0:01:49.681854 (+0.000092) > command  bt_cmd_cs_security_enable(connection=1)
///
/// Time is that of Python's `timedelta`, values are Python's: numbers, text in quotes, octets as `b'\x01A'`.
struct TraceLine {
  /// What a field holds.
  enum Value: Hashable {
    case integer(Int)
    case octets([UInt8])
    case text([UInt8])
    /// Anything else, as it stands.
    case other(String)
  }

  /// Since the start of the trace.
  var time: RecordTime
  /// The name of the call or event, as `bt_evt_cs_result`; empty in a line that is none.
  var name = ""
  /// The fields in the order of the line.
  var fields: [(key: String, value: Value)] = []

  /// The kinds of lines that hold a call or an event; all others are for people.
  private static let kinds = ["command", "response", "event"]

  /// Reads a line without its line feed.
  init(_ line: UnsafeRawBufferPointer) throws(TraceFault) {
    var scanner = TraceScanner(line)
    time = try scanner.time()
    scanner.skipBlanks()
    if scanner.take("(") {
      // The time since the line before it.
      guard scanner.skip(past: UInt8(ascii: ")")) else { throw .unreadable }
      scanner.skipBlanks()
    }
    guard scanner.take("<") || scanner.take(">") else { throw .unreadable }
    scanner.skipBlanks()
    guard Self.kinds.contains(scanner.word()) else { return }
    scanner.skipBlanks()
    name = scanner.word()
    guard !name.isEmpty, scanner.take("(") else { throw .unreadable }
    while !scanner.take(")") {
      guard fields.isEmpty || scanner.take(", ") else { throw .unreadable }
      let key = scanner.word()
      guard !key.isEmpty, scanner.take("=") else { throw .unreadable }
      fields.append((key, try scanner.value()))
    }
    guard scanner.isAtEnd else { throw .unreadable }
  }

  // MARK: Fields

  /// The number in a field, which has to fit `Number` and, of these, `range`.
  func number<Number: FixedWidthInteger>(
    _ key: String, in range: ClosedRange<Number> = .min ... .max
  ) throws(TraceFault) -> Number {
    let expected = "\(range.lowerBound) to \(range.upperBound)"
    guard case .integer(let value) = self[key], let number = Number(exactly: value), range.contains(number)
    else { throw fault(key, expected) }
    return number
  }

  /// The value whose number is in a field.
  func value<Value: FieldValue>(_ key: String) throws(TraceFault) -> Value {
    Value(rawValue: try number(key))
  }

  /// The connection that the line is about, which the vendor numbers with an octet.
  func connection() throws(TraceFault) -> ConnectionHandle {
    ConnectionHandle(rawValue: UInt16(try number("connection") as UInt8))
  }

  /// The octets in a field, `count` of them.
  func octets(_ key: String, _ count: ClosedRange<Int>) throws(TraceFault) -> [UInt8] {
    guard case .octets(let octets) = self[key], count.contains(octets.count) else {
      let few = count.lowerBound
      throw fault(key, few == count.upperBound ? "\(few) octets" : "\(few) to \(count.upperBound) octets")
    }
    return octets
  }

  /// The address in a field, written with the most significant octet first.
  func address(_ key: String) throws(TraceFault) -> BDADDR {
    let expected = "an address, as 'c0:ff:ee:00:00:02'"
    guard case .text(let text) = self[key] else { throw fault(key, expected) }
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let octets = parts.compactMap { part in
      part.count == 2 && part.allSatisfy { LogParser.digit($0) != nil }
        ? UInt8(String(decoding: part, as: UTF8.self), radix: 16) : nil
    }
    guard parts.count == 6, octets.count == 6 else { throw fault(key, expected) }
    return BDADDR(octets: octets.reversed())
  }

  private subscript(key: String) -> Value? { fields.first { $0.key == key }?.value }

  private func fault(_ key: String, _ expected: String) -> TraceFault {
    let found =
      switch self[key] {
      case .integer(let value): "\(value)"
      case .octets(let octets): "\(octets.count) octets"
      case .text(let text): "'\(String(decoding: text.prefix(40), as: UTF8.self))'"
      case .other(let text): text
      case nil: "missing"
      }
    return .field("\(name).\(key)", found: found, expected: expected)
  }
}

struct TracePacket {
  var packet: HCIPacket
  var direction: RecordedDirection

  init(_ command: some HCICommand) {
    packet = command.packet
    direction = .hostToController
  }

  init(_ event: some HCIEvent) {
    packet = event.packet
    direction = .controllerToHost
  }

  /// What the controller answers to a command.
  init(answer: HCIPacket) {
    packet = answer
    direction = .controllerToHost
  }

  /// An ATT PDU on a connection, whole in one packet.
  init(_ pdu: ATTPDU, on connection: ConnectionHandle, _ direction: RecordedDirection) {
    let frame = L2CAPFrame(.attribute, pdu.encoded())
    packet = .acl(
      ACLPacket(
        handle: connection,
        packetBoundary: direction == .hostToController ? .firstNonFlushable : .firstFlushable,
        data: frame.encoded()))
    self.direction = direction
  }

  var indicator: HCIPacketIndicator { packet.indicator }
}
