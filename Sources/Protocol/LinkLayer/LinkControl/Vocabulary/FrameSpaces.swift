public import CoreTypes

/// A space between packets whose length two devices negotiate. [Vol 6, Part B, 4.1]
public enum Spacing: Int, Hashable, Sendable, CaseIterable {
  /// T_IFS_ACL_CP, from a packet of the central to one of the peripheral.
  case centralToPeripheral
  /// T_IFS_ACL_PC, from a packet of the peripheral to one of the central.
  case peripheralToCentral
  /// T_MCES, the shortest time between two connection events.
  case betweenEvents

  /// Its bit in PDUs and commands.
  var type: SpacingTypes {
    switch self {
    case .centralToPeripheral: .centralToPeripheral
    case .peripheralToCentral: .peripheralToCentral
    case .betweenEvents: .betweenEvents
    }
  }

  /// The bits of all.
  static let types = SpacingTypes(allCases.map(\.type))
}

/// The spaces between the packets of a link, by PHY. [Vol 6, Part B, 4.1]
public struct FrameSpaces: Hashable, Sendable {
  /// The shortest that this device can keep.
  static let shortest = FrameSpace.usual

  /// Raw values, one of each space and PHY, nine in all; the others are never read.
  private var values = SIMD16(repeating: FrameSpace.usual.rawValue)

  /// Those of a new link.
  public init() {}

  public internal(set) subscript(space: Spacing, phy: PHY) -> FrameSpace {
    get { FrameSpace(rawValue: values[Self.index(space, phy)]) }
    set { values[Self.index(space, phy)] = newValue.rawValue }
  }

  private static func index(_ space: Spacing, _ phy: PHY) -> Int {
    space.rawValue * PHY.allCases.count + Int(phy.rawValue) - 1
  }

  /// The spaces and PHYs that the bits of two fields name, in ascending order.
  static func named(phys: PHYSet, types: SpacingTypes) -> [(space: Spacing, phy: PHY)] {
    Spacing.allCases.filter { types.contains($0.type) }.flatMap { space in
      PHY.allCases.filter { phys.supports($0) }.map { (space: space, phy: $0) }
    }
  }

  /// With what LL_FRAME_SPACE_RSP changes.
  func changed(by pdu: FrameSpaceRsp) -> FrameSpaces {
    var result = self
    for (space, phy) in Self.named(phys: pdu.phys, types: pdu.spacingTypes) { result[space, phy] = pdu.fs }
    return result
  }

  /// The longer of each two.
  public func longer(_ other: FrameSpaces) -> FrameSpaces {
    var result = self
    result.values = pointwiseMax(values, other.values)
    return result
  }
}
