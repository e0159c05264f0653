public import CoreTypes
public import Wire

/// The SNR that a device leaves in its packets on request, by its index. [Vol 6, Part A, 3.1.3]
///
/// HCI carries 0xFF where there is no SNR control, the link layer 0xF in four bits.
public struct OutputSNR: NamedFieldValue {
  /// No SNR control.
  public static let uncontrolled = OutputSNR(rawValue: 0xFF)
  /// 18, 21, 24, 27 and 30 dB.
  public static let levels: [OutputSNR] = [0, 1, 2, 3, 4]
  public static let defined = levels + [uncontrolled]

  /// The octet of HCI.
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The level of so many dB; nil if there is none.
  public init?(decibels: Int) {
    guard let level = Self.levels.first(where: { $0.decibels == decibels }) else { return nil }
    self = level
  }

  /// The level in dB; nil without SNR control and for a reserved number.
  public var decibels: Int? { rawValue < Self.levels.count ? 18 + 3 * Int(rawValue) : nil }

  /// Visits the four bits of the link layer. [Vol 6, Part B, 2.4.2.47]
  public mutating func linkLayerField(
    _ name: StaticString, _ visitor: inout some FieldVisitor
  ) throws(WireError) {
    var bits = self == .uncontrolled ? 0xF : rawValue
    try visitor.bits(4, name, &bits)
    self = bits == 0xF ? .uncontrolled : OutputSNR(rawValue: bits)
  }
}

/// TX_SNR_Capability: the output SNRs that a device has, a bit each. [Vol 4, Part E, 7.8.130]
public struct OutputSNRs: OptionSet, FieldValue {
  /// Each level.
  public static let all = OutputSNRs(OutputSNR.levels)

  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of `levels`; what is no level is left out.
  public init(_ levels: some Sequence<OutputSNR>) {
    rawValue = levels.reduce(0) { $1.decibels == nil ? $0 : $0 | 1 << $1.rawValue }
  }

  /// The levels, ascending.
  public var levels: [OutputSNR] { OutputSNR.levels.filter(supports) }

  /// Whether a device has a level.
  public func supports(_ level: OutputSNR) -> Bool { level.decibels != nil && contains(OutputSNRs([level])) }
}
