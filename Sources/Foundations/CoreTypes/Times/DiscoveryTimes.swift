/// A scan interval or a scan window, in units of 0.625 ms. [Vol 6, Part B, 4.4.3]
public struct ScanTime: CountedTime {
  /// 2.5 ms to 10.24 s; extended scanning has longer ones too. [Vol 4, Part E, 7.8.10, 7.8.64]
  public static let legal: ClosedRange<ScanTime> = 4...0x4000

  @inlinable
  public static var unitMicroseconds: Int { 625 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// advInterval of legacy advertising, in units of 0.625 ms. [Vol 4, Part E, 7.8.5]
public struct AdvertisingInterval: CountedTime {
  /// 20 ms to 10.24 s.
  public static let legal: ClosedRange<AdvertisingInterval> = 0x20...0x4000

  @inlinable
  public static var unitMicroseconds: Int { 625 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// advInterval of an advertising set, in units of 0.625 ms: 24 bits. [Vol 4, Part E, 7.8.53]
public struct PrimaryAdvertisingInterval: CountedTime {
  /// 20 ms to 10 485.759 375 s.
  public static let legal: ClosedRange<PrimaryAdvertisingInterval> = 0x20...0xFF_FFFF

  @inlinable
  public static var unitMicroseconds: Int { 625 }

  public var rawValue: UInt32

  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// That of legacy advertising.
  public init(_ legacy: AdvertisingInterval) { self.init(rawValue: UInt32(legacy.rawValue)) }
}

/// From one periodic advertising event to the next, in units of 1.25 ms. [Vol 4, Part E, 7.8.61]
public struct PeriodicAdvertisingInterval: CountedTime {
  /// 7.5 ms to 81.918 75 s.
  public static let legal: ClosedRange<PeriodicAdvertisingInterval> = 6...0xFFFF
  /// There is no periodic advertising.
  public static let absent: PeriodicAdvertisingInterval = 0

  @inlinable
  public static var unitMicroseconds: Int { 1250 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// How long a resolvable private address is used, in seconds. [Vol 4, Part E, 7.8.45]
public struct PrivateAddressTimeout: CountedTime {
  /// 1 s to an hour.
  public static let legal: ClosedRange<PrivateAddressTimeout> = 1...3600
  /// 15 minutes.
  public static let usual: PrivateAddressTimeout = 900

  @inlinable
  public static var unitMicroseconds: Int { 1_000_000 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// How long a set advertises or a scan lasts, in units of 10 ms. [Vol 4, Part E, 7.8.56, 7.8.65]
public struct DiscoveryDuration: CountedTime {
  /// Where there is an end, any.
  public static let legal: ClosedRange<DiscoveryDuration> = 1...0xFFFF
  /// Until the host ends it.
  public static let endless: DiscoveryDuration = 0
  /// Of directed advertising of high duty cycle: up to 1.28 s.
  public static let highDutyCycle: ClosedRange<DiscoveryDuration> = 1...128

  @inlinable
  public static var unitMicroseconds: Int { 10_000 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// When it ends; nil for one without an end.
  public var limit: Picoseconds? { self == .endless ? nil : time }
}

/// From one periodic scan to the next, in units of 1.28 s. [Vol 4, Part E, 7.8.65]
public struct ScanPeriod: CountedTime {
  /// Where the scan repeats, any.
  public static let legal: ClosedRange<ScanPeriod> = 1...0xFFFF
  /// The scan does not repeat.
  public static let once: ScanPeriod = 0

  @inlinable
  public static var unitMicroseconds: Int { 1_280_000 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// After how long it repeats; nil for a single scan.
  public var repetition: Picoseconds? { self == .once ? nil : time }
}
