public import CoreTypes

/// What a host enables or disables with a command, or a controller reports as enabled: 0 or 1 in an octet, as
/// Advertising_Enable. [Vol 4, Part E, 7.8.9]
public struct EnableState: NamedFieldValue {
  @inlinable public static var disabled: EnableState { EnableState(rawValue: 0) }
  @inlinable public static var enabled: EnableState { EnableState(rawValue: 1) }
  public static let defined: [EnableState] = [disabled, enabled]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public init(_ isEnabled: Bool) { self.init(rawValue: isEnabled ? 1 : 0) }

  /// Whether the value says so; a reserved one does not.
  public var isEnabled: Bool { self == .enabled }
}

/// Create_Context: where a configuration is made. [Vol 4, Part E, 7.8.137]
public struct CreateContext: NamedFieldValue {
  /// In the controller that gets the command.
  @inlinable public static var local: CreateContext { CreateContext(rawValue: 0) }
  /// In both controllers.
  @inlinable public static var localAndRemote: CreateContext { CreateContext(rawValue: 1) }
  public static let defined: [CreateContext] = [local, localAndRemote]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether the peer has to make it too, also with a reserved value, which only a faulty controller takes.
  public var includesPeer: Bool { self != .local }
}

/// Flow_Control_Enable: for which data the controller minds the buffers of its host; the other bits are reserved.
/// [Vol 4, Part E, 7.3.38]
public struct FlowControlEnable: OptionSet, FieldValue {
  public static let acl = FlowControlEnable(rawValue: 1 << 0)
  public static let synchronous = FlowControlEnable(rawValue: 1 << 1)
  /// All bits with a meaning.
  public static let known: FlowControlEnable = [.acl, .synchronous]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// Key_Type: the private key that a shared key is made with. [Vol 4, Part E, 7.8.37]
public struct DHKeyType: NamedFieldValue {
  /// The one of LE Read Local P-256 Public Key.
  @inlinable public static var generated: DHKeyType { DHKeyType(rawValue: 0) }
  /// The one that the specification publishes.
  @inlinable public static var debug: DHKeyType { DHKeyType(rawValue: 1) }
  public static let defined: [DHKeyType] = [generated, debug]

  public var rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }
}
