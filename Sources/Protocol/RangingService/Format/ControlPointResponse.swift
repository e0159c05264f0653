internal import Notation
public import Wire

/// What a server indicates on the RAS Control Point. [RAS 1.0, 3.3.1]
public enum ControlPointResponse: Hashable, Sendable, CustomStringConvertible {
  /// All segments of the ranging data were sent.
  case complete(counter: UInt16)
  /// The lost segments from the first to the last were sent.
  case lostSegmentsComplete(counter: UInt16, first: UInt8, last: UInt8)
  /// A command has an outcome.
  case code(Code)

  /// The outcome of a command.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The octet; unknown ones are kept.
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 0x01
    public static let success = Code(rawValue: 1)
    /// 0x02
    public static let opcodeNotSupported = Code(rawValue: 2)
    /// 0x03
    public static let invalidParameter = Code(rawValue: 3)
    /// 0x04: done, and kept over the connection.
    public static let successPersisted = Code(rawValue: 4)
    /// 0x05
    public static let abortUnsuccessful = Code(rawValue: 5)
    /// 0x06
    public static let procedureNotCompleted = Code(rawValue: 6)
    /// 0x07
    public static let serverBusy = Code(rawValue: 7)
    /// 0x08
    public static let noRecordsFound = Code(rawValue: 8)

    private static let names = [
      "Success", "Op Code Not Supported", "Invalid Parameter", "Success Persisted", "Abort Unsuccessful",
      "Procedure Not Completed", "Server Busy", "No Records Found",
    ]

    /// The code and its name, for people: `0x07 Server Busy`.
    public var description: String {
      let name = (1...8).contains(rawValue) ? Self.names[Int(rawValue) - 1] : "Reserved"
      return rawValue.hex(2) + " " + name
    }
  }

  /// The response, for people.
  public var description: String {
    switch self {
    case .complete(let counter): "complete for counter \(counter)"
    case .lostSegmentsComplete(let counter, let first, let last):
      "segments \(first) to \(last) complete for counter \(counter)"
    case .code(let code): "\(code)"
    }
  }

  /// Reads a response.
  ///
  /// - Throws: `WireError` if the octets are cut short or too many, or the opcode is reserved.
  public init(decoding octets: [UInt8]) throws(WireError) {
    var reader = Reader(octets)
    var layout = Layout(opcode: 0)
    try layout.fields(&reader)
    guard reader.remaining.isEmpty else { throw .trailing(octets: reader.remaining.count) }
    switch layout.opcode {
    case 0: self = .complete(counter: layout.counter)
    case 1: self = .lostSegmentsComplete(counter: layout.counter, first: layout.first, last: layout.last)
    default: self = .code(Code(rawValue: layout.code))
    }
  }

  /// The opcode and its parameters.
  public func encoded() -> [UInt8] {
    var layout: Layout
    switch self {
    case .complete(let counter): layout = Layout(opcode: 0, counter: counter)
    case .lostSegmentsComplete(let counter, let first, let last):
      layout = Layout(opcode: 1, counter: counter, first: first, last: last)
    case .code(let code): layout = Layout(opcode: 2, code: code.rawValue)
    }
    var writer = Writer()
    do {
      try layout.fields(&writer)
    } catch {
      preconditionFailure("a response cannot be laid out: \(error)")
    }
    return writer.octets
  }

  /// The parameters of each opcode, once.
  private struct Layout {
    var opcode: UInt8
    var counter: UInt16 = 0
    var first: UInt8 = 0
    var last: UInt8 = 0
    var code: UInt8 = 0

    mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.u8("Op Code", &opcode)
      switch opcode {
      case 0: try visitor.u16("Ranging Counter", &counter)
      case 1:
        try visitor.u16("Ranging Counter", &counter)
        try visitor.u8("First Segment Index", &first)
        try visitor.u8("Last Segment Index", &last)
      case 2: try visitor.u8("Response Code Value", &code)
      default: throw .invalid(field: "Op Code", value: UInt64(opcode))
      }
    }
  }
}
