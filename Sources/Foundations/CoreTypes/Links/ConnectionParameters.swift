/// The parameters of a connection. [Vol 6, Part B, 4.5]
public struct ConnectionParameters: Hashable, Sendable {
  /// connInterval.
  public var interval: ConnectionInterval
  /// connPeripheralLatency: connection events that the peripheral may skip, 0 to 499.
  public var latency: UInt16
  /// connSupervisionTimeout.
  public var timeout: SupervisionTimeout

  public init(interval: ConnectionInterval = 0, latency: UInt16 = 0, timeout: SupervisionTimeout = 0) {
    self.interval = interval
    self.latency = latency
    self.timeout = timeout
  }
}

/// A range of acceptable connection parameters.
public struct ConnectionParameterRange: Hashable, Sendable {
  /// The least connection interval.
  public var intervalMin: ConnectionInterval
  /// The greatest connection interval.
  public var intervalMax: ConnectionInterval
  /// Connection events that the peripheral may skip, 0 to 499.
  public var latency: UInt16
  public var timeout: SupervisionTimeout

  /// Makes a range, legal or not.
  public init(
    intervalMin: ConnectionInterval, intervalMax: ConnectionInterval, latency: UInt16 = 0,
    timeout: SupervisionTimeout
  ) {
    self.intervalMin = intervalMin
    self.intervalMax = intervalMax
    self.latency = latency
    self.timeout = timeout
  }

  /// Makes a range of one interval.
  public init(interval: ConnectionInterval = 0, latency: UInt16 = 0, timeout: SupervisionTimeout = 0) {
    self.init(intervalMin: interval, intervalMax: interval, latency: latency, timeout: timeout)
  }

  /// Whether the values are in their ranges and the supervision timeout outlasts the latency.
  /// [Vol 6, Part B, 2.4.2.16]
  public var isLegal: Bool {
    intervalMin.isLegal && intervalMin <= intervalMax && intervalMax.isLegal && latency <= 499
      && timeout.isLegal && timeout.microseconds > 2 * (1 + Int(latency)) * intervalMax.microseconds
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
