/// What a CS_SYNC packet of mode-1 or mode-3 carries after its access address. [Vol 6, Part H, 4.3.2]
public enum RTTType: UInt8, Sendable, CaseIterable {
  case aaOnly = 0
  case sounding32 = 1
  case sounding96 = 2
  case random32 = 3
  case random64 = 4
  case random96 = 5
  case random128 = 6

  /// The bits of the sequence, 0 to 128.
  public var sequenceBits: Int {
    switch self {
    case .aaOnly: 0
    case .sounding32, .random32: 32
    case .random64: 64
    case .sounding96, .random96: 96
    case .random128: 128
    }
  }

  /// Whether the sequence is a sounding sequence with markers.
  public var isSounding: Bool { self == .sounding32 || self == .sounding96 }
}
