internal import Wire

/// What a client writes to the RAS Control Point. [RAS 1.0, 3.3]
public enum ControlPointCommand: Hashable, Sendable {
  /// Send the ranging data of this counter.
  case getRangingData(counter: UInt16)
  /// The ranging data of this counter came whole and need not be kept.
  case acknowledge(counter: UInt16)
  /// Send segments again; 0xFF as the last means all up to the end.
  case retrieveLostSegments(counter: UInt16, first: UInt8, last: UInt8)
  /// Stop what is being sent.
  case abort
  /// Report these fields of a mode: two bits of mode, then fourteen of fields.
  case setFilter(UInt16)

  /// The opcodes.
  enum Opcode: UInt8, CaseIterable {
    case getRangingData = 0x00
    case acknowledge = 0x01
    case retrieveLostSegments = 0x02
    case abort = 0x03
    case setFilter = 0x04
  }

  /// The last segment index that stands for all that remain.
  public static let allRemaining: UInt8 = 0xFF

  /// Why octets are no command.
  public enum Problem: Error, Hashable, Sendable {
    /// The opcode is reserved, or there is none.
    case unknownOpcode
    /// The parameters do not have the length of the opcode's.
    case wrongParameters(opcode: UInt8)
  }

  public init(decoding octets: [UInt8]) throws(Problem) {
    guard let first = octets.first, let opcode = Opcode(rawValue: first) else { throw .unknownOpcode }
    var layout = Layout(opcode)
    var reader = Reader(octets, from: 1)
    do {
      try layout.fields(&reader)
    } catch {
      throw .wrongParameters(opcode: first)
    }
    guard reader.remaining.isEmpty else { throw .wrongParameters(opcode: first) }
    switch opcode {
    case .getRangingData: self = .getRangingData(counter: layout.word)
    case .acknowledge: self = .acknowledge(counter: layout.word)
    case .retrieveLostSegments:
      self = .retrieveLostSegments(counter: layout.word, first: layout.first, last: layout.last)
    case .abort: self = .abort
    case .setFilter: self = .setFilter(layout.word)
    }
  }

  /// The opcode and its parameters.
  public func encoded() -> [UInt8] {
    var layout: Layout
    switch self {
    case .getRangingData(let counter): layout = Layout(.getRangingData, counter)
    case .acknowledge(let counter): layout = Layout(.acknowledge, counter)
    case .retrieveLostSegments(let counter, let first, let last):
      layout = Layout(.retrieveLostSegments, counter, first, last)
    case .abort: layout = Layout(.abort)
    case .setFilter(let configuration): layout = Layout(.setFilter, configuration)
    }
    return layout.encoded()
  }

  /// The parameters of each opcode, once.
  private struct Layout {
    let opcode: Opcode
    var word: UInt16
    var first: UInt8
    var last: UInt8

    init(_ opcode: Opcode, _ word: UInt16 = 0, _ first: UInt8 = 0, _ last: UInt8 = 0) {
      self.opcode = opcode
      self.word = word
      self.first = first
      self.last = last
    }

    mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      switch opcode {
      case .getRangingData, .acknowledge: try visitor.u16("Ranging Counter", &word)
      case .retrieveLostSegments:
        try visitor.u16("Ranging Counter", &word)
        try visitor.u8("First Segment Index", &first)
        try visitor.u8("Last Segment Index", &last)
      case .abort: break
      case .setFilter: try visitor.u16("Filter Configuration", &word)
      }
    }

    mutating func encoded() -> [UInt8] {
      var writer = Writer()
      do {
        var octet = opcode.rawValue
        try writer.u8("Op Code", &octet)
        try fields(&writer)
      } catch {
        preconditionFailure("a command cannot be laid out: \(error)")
      }
      return writer.octets
    }
  }
}
