extension UInt128 {
  /// The number that up to 16 octets write, the most significant first.
  public init(mostSignificantFirst octets: some Collection<UInt8>) {
    precondition(octets.count <= 16, "128 bits have 16 octets")
    self = octets.reduce(0) { $0 << 8 | UInt128($1) }
  }

  /// The number that up to 16 octets write, the least significant first, as on the air and in HCI.
  public init(leastSignificantFirst octets: some BidirectionalCollection<UInt8>) {
    self.init(mostSignificantFirst: octets.reversed())
  }

  /// The 16 octets, the most significant first.
  public var mostSignificantFirst: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }

  /// The 16 octets, the least significant first, as on the air and in HCI.
  public var leastSignificantFirst: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
