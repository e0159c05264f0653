/// connInterval: from one connection event to the next, in units of 1.25 ms. [Vol 6, Part B, 4.5.1]
public struct ConnectionInterval: CountedTime {
  /// 7.5 ms to 4 s.
  public static let legal: ClosedRange<ConnectionInterval> = 6...3200

  @inlinable
  public static var unitMicroseconds: Int { 1250 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// connSupervisionTimeout: how long a connection outlasts silence, in units of 10 ms. [Vol 6, Part B, 4.5.2]
public struct SupervisionTimeout: CountedTime {
  /// 100 ms to 32 s.
  public static let legal: ClosedRange<SupervisionTimeout> = 10...3200

  @inlinable
  public static var unitMicroseconds: Int { 10_000 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// authenticatedPayloadTO: how long a host accepts no packet with a valid MIC, in units of 10 ms. [Vol 6, Part B, 5.4]
public struct AuthenticatedPayloadTimeout: CountedTime {
  /// 10 ms to 655.35 s.
  public static let legal: ClosedRange<AuthenticatedPayloadTimeout> = 1...0xFFFF

  @inlinable
  public static var unitMicroseconds: Int { 10_000 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// transmitWindowSize: the time in which the first packet of a connection may begin, in units of 1.25 ms.
/// [Vol 6, Part B, 4.5.3]
public struct TransmitWindowSize: CountedTime {
  /// 1.25 to 10 ms.
  public static let legal: ClosedRange<TransmitWindowSize> = 1...8

  @inlinable
  public static var unitMicroseconds: Int { 1250 }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// transmitWindowOffset: how long before the transmit window begins, in units of 1.25 ms. [Vol 6, Part B, 4.5.3]
public struct TransmitWindowOffset: CountedTime {
  /// 0 to the longest interval; no longer than that of the connection.
  public static let legal: ClosedRange<TransmitWindowOffset> = 0...3200

  @inlinable
  public static var unitMicroseconds: Int { 1250 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// A space between packets, in microseconds. [Vol 6, Part B, 4.1]
public struct FrameSpace: CountedTime {
  /// What PDUs and commands may name: up to 10 ms.
  public static let legal: ClosedRange<FrameSpace> = 0...10_000
  /// T_IFS, and the default of all spaces that can be negotiated.
  @inlinable public static var usual: FrameSpace { 150 }

  @inlinable
  public static var unitMicroseconds: Int { 1 }

  public var rawValue: UInt16

  @inlinable
  public init(rawValue: UInt16) { self.rawValue = rawValue }
}

/// The spacing or the delay of reports of the channel classification, in units of 200 ms. [Vol 6, Part B, 2.4.2.38]
public struct ChannelReportTime: CountedTime {
  /// 1 to 30 s.
  public static let legal: ClosedRange<ChannelReportTime> = 5...150

  @inlinable
  public static var unitMicroseconds: Int { 200_000 }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
