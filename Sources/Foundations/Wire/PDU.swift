/// A packet whose layout is one list of fields.
public protocol PDU: Hashable, Sendable {
  /// A packet with every field at its default, which a reader then fills.
  init()

  /// Visits the fields in the order of the specification's table.
  mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError)
}

extension PDU {
  /// Reads a packet that takes all of `octets`.
  ///
  /// - Throws: `WireError.truncated` if octets are missing, `.trailing` if some are left, `.invalid` if a field
  ///   that decides the layout has no meaning.
  ///
  /// - Parameter start: the octets before this one are not looked at.
  public init(decoding octets: [UInt8], from start: Int = 0) throws(WireError) {
    var reader = Reader(octets, from: start)
    self.init()
    try fields(&reader)
    guard reader.remaining.isEmpty else { throw .trailing(octets: reader.remaining.count) }
  }

  /// The packet as octets.
  ///
  /// - Parameters:
  ///   - prefix: an octet to go before it, as far as there is one.
  ///   - capacity: how many octets are expected, so that memory is taken once.
  public func encoded(after prefix: UInt8? = nil, reservingCapacity capacity: Int = 0) -> [UInt8] {
    var writer = Writer(after: prefix, reservingCapacity: capacity)
    visit(&writer)
    return writer.octets
  }

  /// The fields with their places and values.
  public func listed() -> [ListedField] {
    var lister = FieldLister()
    visit(&lister)
    return lister.fields
  }

  /// The first field of another value than in `other`, and that of `other`; nil if all listed fields agree.
  public func firstDifference(from other: Self) -> (ListedField, ListedField)? {
    zip(listed(), other.listed()).first { $0.value != $1.value }
  }

  /// The number of octets that `encoded()` gives.
  public var encodedCount: Int {
    var lister = FieldLister()
    visit(&lister)
    return lister.bitCount / 8
  }

  private func visit(_ visitor: inout some FieldVisitor) {
    var copy = self
    do {
      try copy.fields(&visitor)
    } catch {
      preconditionFailure("\(Self.self) cannot be laid out: \(error)")
    }
  }
}
