/// The faults of a device, one bit each; a device asks for each by its name where it would act.
public struct FaultSet: Hashable, Sendable {
  /// How many faults there is room for.
  static let capacity = 3 * UInt128.bitWidth

  @usableFromInline var low: UInt128 = 0
  @usableFromInline var middle: UInt128 = 0
  @usableFromInline var high: UInt128 = 0

  /// Those faults; none in a correct device.
  public init(_ faults: [Fault] = []) {
    for fault in faults { insert(fault) }
  }

  /// Whether there is none.
  @inlinable public var isEmpty: Bool { low | middle | high == 0 }

  /// Whether the device has that fault.
  @inlinable public func contains(_ fault: Fault) -> Bool {
    let bit: UInt128 = 1 &<< UInt128(fault.rawValue & 127)
    return switch fault.rawValue >> 7 {
    case 0: low & bit != 0
    case 1: middle & bit != 0
    default: high & bit != 0
    }
  }

  /// Adds a fault.
  public mutating func insert(_ fault: Fault) {
    let bit: UInt128 = 1 &<< UInt128(fault.rawValue & 127)
    switch fault.rawValue >> 7 {
    case 0: low |= bit
    case 1: middle |= bit
    default: high |= bit
    }
  }
}

extension FaultSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral faults: Fault...) { self.init(faults) }
}
