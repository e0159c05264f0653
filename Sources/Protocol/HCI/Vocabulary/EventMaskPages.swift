public import CoreTypes

/// The events that a host wants, a bit for each.
public protocol EventMaskPage: FieldValue where RawValue == UInt64 {
  /// The bit of an event; nil if the mask does not decide on the event.
  static func bit(of code: EventCode) -> Int?
}

extension EventMaskPage {
  /// Every event, also those that have no meaning yet.
  public static var all: Self { Self(rawValue: .max) }
  /// None of the events that the mask decides on.
  public static var none: Self { Self(rawValue: 0) }

  private static func bits(_ codes: [EventCode]) -> UInt64 {
    codes.reduce(0) { bits, code in bits | (bit(of: code).map { 1 << UInt64($0) } ?? 0) }
  }

  /// Whether the mask lets an event through, as it does with those that it does not decide on.
  public func admits(_ code: EventCode) -> Bool {
    Self.bit(of: code).map { rawValue >> UInt64($0) & 1 == 1 } ?? true
  }

  /// The mask with events unmasked.
  public func with(_ codes: EventCode...) -> Self { Self(rawValue: rawValue | Self.bits(codes)) }

  /// The mask with events masked.
  public func without(_ codes: EventCode...) -> Self { Self(rawValue: rawValue & ~Self.bits(codes)) }
}

/// Event_Mask: bit n for the event with code n + 1; bit 61 opens the LE meta events. [Vol 4, Part E, 7.3.1]
public struct EventMask: EventMaskPage {
  /// That of a reset, without LE meta events.
  public static let initial: EventMask = 0x0000_1FFF_FFFF_FFFF

  public var rawValue: UInt64

  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func bit(of code: EventCode) -> Int? { code.eventMaskBit }
}

/// Event_Mask_Page_2: bit n for the event with code n + 64. [Vol 4, Part E, 7.3.69]
public struct EventMaskPage2: EventMaskPage {
  public var rawValue: UInt64

  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func bit(of code: EventCode) -> Int? { code.eventMaskPage2Bit }
}

/// LE_Event_Mask of the first version: bit n for the LE meta event with subevent n + 1. [Vol 4, Part E, 7.8.1]
public struct LEEventMask: EventMaskPage {
  /// That of a reset.
  public static let initial: LEEventMask = 0x1F

  public var rawValue: UInt64

  @inlinable
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func bit(of code: EventCode) -> Int? { code.leEventMaskBit.flatMap { $0 < 64 ? $0 : nil } }
}
