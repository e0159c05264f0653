/// The role of a device in an LE connection. [Vol 6, Part B, 1.1]
public enum LinkRole: UInt8, Sendable, CaseIterable {
  case central = 0
  case peripheral = 1

  /// The role of the other device.
  public var peer: LinkRole { self == .central ? .peripheral : .central }
}

/// The role of a device in an LE connection by its number in HCI, also a reserved one. [Vol 4, Part E, 7.7.65.1]
public struct LinkRoleNumber: FieldValue {
  public static let central = LinkRoleNumber(.central)
  public static let peripheral = LinkRoleNumber(.peripheral)

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ role: LinkRole) { self.init(rawValue: role.rawValue) }

  /// The role; nil where the number is of none.
  public var role: LinkRole? { LinkRole(rawValue: rawValue) }

  /// The role of the other device; a reserved number has none.
  public var peer: LinkRoleNumber { role.map { LinkRoleNumber($0.peer) } ?? self }
}

/// The role of a device in a Channel Sounding procedure. [Vol 6, Part H, 1]
public struct CSRole: NamedFieldValue, CaseIterable {
  @inlinable public static var initiator: CSRole { CSRole(rawValue: 0) }
  @inlinable public static var reflector: CSRole { CSRole(rawValue: 1) }
  public static let allCases = [initiator, reflector]
  public static var defined: [CSRole] { allCases }

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The role of the other device; a reserved role has none.
  public var peer: CSRole { self == .initiator ? .reflector : self == .reflector ? .initiator : self }

  /// The name of the role, or the reserved number.
  public var description: String {
    switch self {
    case .initiator: "initiator"
    case .reflector: "reflector"
    default: "\(rawValue)"
    }
  }
}
