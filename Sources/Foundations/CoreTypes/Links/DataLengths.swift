/// The longest data PDUs in one direction: the payload in octets, the packet in microseconds. [Vol 6, Part B, 4.5.10]
public struct DataLength: Hashable, Sendable {
  /// The payloads that a device may declare, in octets.
  public static let legalOctets = 27...251
  /// The packets that a device may declare, in microseconds.
  public static let legalMicroseconds = 328...17_040
  /// The longest payload, on LE 1M.
  public static let greatestOnLE1M = DataLength.onLE1M(octets: 251)

  /// The payload in octets, 27 to 251.
  public var octets: UInt16
  /// The packet in microseconds, 328 to 17 040.
  public var microseconds: UInt16

  /// The length that every device supports, unless another is given, legal or not.
  public init(octets: UInt16 = 27, microseconds: UInt16 = 328) {
    self.octets = octets
    self.microseconds = microseconds
  }

  /// A payload with the time that it takes on LE 1M with a MIC.
  public static func onLE1M(octets: UInt16) -> DataLength {
    DataLength(octets: octets, microseconds: (octets + 14) * 8)
  }

  /// Whether both values are in their ranges.
  public var isLegal: Bool {
    Self.legalOctets.contains(Int(octets)) && Self.legalMicroseconds.contains(Int(microseconds))
  }

  /// The payload that fits both values on LE 1M, in octets.
  public var usableOctets: Int { min(Int(octets), Int(microseconds) / 8 - 14) }

  /// What neither value of either side exceeds.
  public func lesser(_ other: DataLength) -> DataLength {
    DataLength(octets: min(octets, other.octets), microseconds: min(microseconds, other.microseconds))
  }

  /// What is in use where the one end sends and the other receives as given: no less than every device supports.
  public func effective(with other: DataLength) -> DataLength {
    let lesser = lesser(other)
    let least = DataLength()
    return DataLength(
      octets: max(least.octets, lesser.octets), microseconds: max(least.microseconds, lesser.microseconds))
  }
}

/// The longest data PDUs of one end in both directions. [Vol 6, Part B, 4.5.10]
public struct DataLengths: Hashable, Sendable {
  /// What it sends.
  public var tx: DataLength
  /// What it receives.
  public var rx: DataLength

  public init(tx: DataLength = DataLength(), rx: DataLength = DataLength()) {
    self.tx = tx
    self.rx = rx
  }

  /// What an end with these lengths has in use once it knows those of its peer.
  public func effective(with peer: DataLengths) -> DataLengths {
    DataLengths(tx: tx.effective(with: peer.rx), rx: rx.effective(with: peer.tx))
  }
}
