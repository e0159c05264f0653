/// The parameters of a connection: the interval in units of 1.25 ms, the timeout in units of 10 ms.
/// [Vol 6, Part B, 4.5]
public struct ConnectionParameters: Hashable, Sendable {
  /// connInterval, 6 to 3200.
  public var interval: UInt16
  /// connPeripheralLatency: connection events that the peripheral may skip, 0 to 499.
  public var latency: UInt16
  /// connSupervisionTimeout, 10 to 3200.
  public var timeout: UInt16

  public init(interval: UInt16 = 0, latency: UInt16 = 0, timeout: UInt16 = 0) {
    self.interval = interval
    self.latency = latency
    self.timeout = timeout
  }
}

/// A range of acceptable connection parameters: intervals in units of 1.25 ms, timeout in units of 10 ms.
public struct ConnectionParameterRange: Hashable, Sendable {
  /// The least connection interval, 6 to 3200.
  public var intervalMin: UInt16
  /// The greatest connection interval, 6 to 3200.
  public var intervalMax: UInt16
  /// Connection events that the peripheral may skip, 0 to 499.
  public var latency: UInt16
  /// The supervision timeout, 10 to 3200.
  public var timeout: UInt16

  /// Makes a range, legal or not.
  public init(intervalMin: UInt16, intervalMax: UInt16, latency: UInt16 = 0, timeout: UInt16) {
    self.intervalMin = intervalMin
    self.intervalMax = intervalMax
    self.latency = latency
    self.timeout = timeout
  }

  /// Makes a range of one interval.
  public init(interval: UInt16 = 0, latency: UInt16 = 0, timeout: UInt16 = 0) {
    self.init(intervalMin: interval, intervalMax: interval, latency: latency, timeout: timeout)
  }

  /// Whether the values are in their ranges and the supervision timeout outlasts the latency.
  /// [Vol 6, Part B, 2.4.2.16]
  public var isLegal: Bool {
    6 <= intervalMin && intervalMin <= intervalMax && intervalMax <= 3200 && latency <= 499
      && (10...3200).contains(timeout) && Int(timeout) * 4 > (1 + Int(latency)) * Int(intervalMax)
  }
}

/// The class of a sleep clock: 0 (251 to 500 ppm) to 7 (0 to 20 ppm); what is above is reserved.
/// [Vol 6, Part B, 2.3.3.1]
public struct SleepClockAccuracy: FieldValue {
  /// 31 to 50 ppm.
  public static let upTo50Ppm = SleepClockAccuracy(rawValue: 5)

  /// What each class stands for at worst.
  private static let limitsPpm: [Int64] = [500, 250, 150, 100, 75, 50, 30, 20]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// How wrong the clock may be, in ppm, by the 3 bits that CONNECT_IND carries.
  public var worstPpm: Int64 { Self.limitsPpm[Int(rawValue & 7)] }
}

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
