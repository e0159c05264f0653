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

/// Spacing_Types: several spaces between packets, a bit each; bits 3 and 4 are of isochronous streams.
/// [Vol 6, Part B, 2.4.2.54]
public struct SpacingTypes: OptionSet, FieldValue {
  /// T_IFS_ACL_CP.
  public static let centralToPeripheral = SpacingTypes(rawValue: 1 << 0)
  /// T_IFS_ACL_PC.
  public static let peripheralToCentral = SpacingTypes(rawValue: 1 << 1)
  /// T_MCES.
  public static let betweenEvents = SpacingTypes(rawValue: 1 << 2)

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}
