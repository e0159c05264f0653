public import CoreTypes

/// The times that one of T_FCS, T_IP1, T_IP2 and T_PM may have. [Vol 6, Part H, 4.3]
public protocol CSTimeList: Sendable {
  /// In microseconds, ascending: the index is that of LL_CS_CONFIG_REQ and of the capability bits. The last is mandatory.
  static var microseconds: [UInt8] { get }
}

/// The times that T_FCS may have.
public enum TFCSList: CSTimeList {
  public static let microseconds: [UInt8] = [15, 20, 30, 40, 50, 60, 80, 100, 120, 150]
}

/// The times that T_IP1 and T_IP2 may have.
public enum TIPList: CSTimeList {
  public static let microseconds: [UInt8] = [10, 20, 30, 40, 50, 60, 80, 145]
}

/// The times that T_PM may have.
public enum TPMList: CSTimeList {
  public static let microseconds: [UInt8] = [10, 20, 40]
}

/// The time of a change of frequency.
public typealias TFCS = CSTime<TFCSList>
/// The interlude between the packets (T_IP1) or the tones (T_IP2) of the two devices.
public typealias TIP = CSTime<TIPList>
/// The time in which a tone is measured.
public typealias TPM = CSTime<TPMList>

/// A time that a configuration chooses from a list. [Vol 6, Part H, 4.3]
///
/// LL_CS_CONFIG_REQ carries its index, HCI its microseconds. A time that is not in the list keeps the octet that was
/// sent.
public struct CSTime<List: CSTimeList>: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Times of the list.
  public typealias Set = CSTimes<List>

  /// The times of the list, ascending.
  public static var all: [Self] { List.microseconds.map { Self(microseconds: Int($0)) } }
  /// The last of the list, which has no capability bit.
  public static var mandatory: Self {
    Self(microseconds: Int(List.microseconds[List.microseconds.count - 1]))
  }

  private let octet: UInt8
  /// Whether the list has the time.
  public let isListed: Bool

  /// The time of so many microseconds, as HCI has it.
  public init(microseconds: Int) {
    let octet = UInt8(clamping: microseconds)
    self.octet = octet
    isListed = List.microseconds.contains(octet)
  }

  /// The time of an index, as LL_CS_CONFIG_REQ has it.
  public init(index: UInt8) {
    isListed = index < List.microseconds.count
    octet = isListed ? List.microseconds[Int(index)] : index
  }

  /// The time in microseconds; the octet that was sent if the list does not have it.
  public var microseconds: Int { Int(octet) }

  /// The index in the list; the octet that was sent if the list does not have it.
  public var index: UInt8 {
    isListed ? UInt8(List.microseconds.firstIndex(of: octet) ?? 0) : octet
  }

  /// As reports write it: `100 us`.
  public var description: String { "\(octet) us" }

  /// Orders times by length.
  public static func < (a: Self, b: Self) -> Bool { a.octet < b.octet }
}

/// Times that a device supports: bit n for the n-th of the list, but for the last, which each device supports.
public struct CSTimes<List: CSTimeList>: FieldValue, ExpressibleByArrayLiteral {
  /// Each time of the list.
  public static var all: Self { Self(CSTime<List>.all) }

  /// The capability bits.
  public var rawValue: UInt16

  /// Takes any bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The set of `times`; those that the list does not have are left out.
  public init(_ times: some Sequence<CSTime<List>>) {
    rawValue = 0
    for time in times { insert(time) }
  }

  /// The set of times of so many microseconds.
  public init(microseconds: some Sequence<Int>) {
    self.init(microseconds.map { CSTime<List>(microseconds: $0) })
  }

  /// The set of `times`.
  public init(arrayLiteral times: CSTime<List>...) { self.init(times) }

  private static var mandatoryIndex: UInt8 { UInt8(List.microseconds.count - 1) }

  /// The times, ascending, with the mandatory one.
  public var times: [CSTime<List>] { CSTime<List>.all.filter(contains) }

  /// The shortest time.
  public var shortest: CSTime<List> { CSTime<List>.all.first(where: contains) ?? .mandatory }

  /// The bits above those of the list.
  public var reservedBits: UInt16 { rawValue >> UInt16(Self.mandatoryIndex) }

  /// Whether a device supports a time.
  public func contains(_ time: CSTime<List>) -> Bool {
    time.isListed && (time.index == Self.mandatoryIndex || rawValue >> UInt16(time.index) & 1 == 1)
  }

  /// Adds a time; the mandatory one has no bit.
  public mutating func insert(_ time: CSTime<List>) {
    guard time.isListed, time.index < Self.mandatoryIndex else { return }
    rawValue |= 1 << UInt16(time.index)
  }

  /// The times that both have.
  public func intersection(_ other: Self) -> Self { Self(rawValue: rawValue & other.rawValue) }

  /// The times that one of both has.
  public func union(_ other: Self) -> Self { Self(rawValue: rawValue | other.rawValue) }
}

/// The antenna switching time. [Vol 6, Part H, 4.3.3]
public struct TSW: NamedFieldValue, Comparable {
  public static let defined: [TSW] = [0, 1, 2, 4, 10]

  /// In microseconds.
  public var rawValue: UInt8

  /// Takes any number of microseconds.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The time in microseconds.
  public var microseconds: Int { Int(rawValue) }
}
