public import CoreTypes
public import Wire

/// Gives the keys with which private addresses of a peer, and for it, are made. [Vol 4, Part E, 7.8.38]
public struct LEAddDeviceToResolvingListCommand: HCICompletedCommand {
  public static let opcode = Opcode.leAddDeviceToResolvingList

  public var peerIdentityAddress = DeviceAddress()
  /// Least significant octet first; all 0 for none.
  public var peerIRK = [UInt8](repeating: 0, count: 16)
  /// Least significant octet first; all 0 for none.
  public var localIRK = [UInt8](repeating: 0, count: 16)

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Peer_Identity_Address_Type", "Peer_Identity_Address", &peerIdentityAddress)
    try visitor.octets(16, "Peer_IRK", &peerIRK)
    try visitor.octets(16, "Local_IRK", &localIRK)
  }
}

/// Forgets the keys of a peer. [Vol 4, Part E, 7.8.39]
public struct LERemoveDeviceFromResolvingListCommand: HCICompletedCommand {
  public static let opcode = Opcode.leRemoveDeviceFromResolvingList

  public var peerIdentityAddress = DeviceAddress()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Peer_Identity_Address_Type", "Peer_Identity_Address", &peerIdentityAddress)
  }
}

/// Forgets the keys of all peers. [Vol 4, Part E, 7.8.40]
public struct LEClearResolvingListCommand: HCICompletedCommand, ParameterlessCommand {
  public static let opcode = Opcode.leClearResolvingList

  public init() {}
}

/// Asks for how many peers the controller keeps keys. [Vol 4, Part E, 7.8.41]
public struct LEReadResolvingListSizeCommand: HCICompletedCommand, ParameterlessCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    /// The number of peers.
    public var resolvingListSize: UInt8 = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.u8("Resolving_List_Size", &resolvingListSize)
    }
  }

  public static let opcode = Opcode.leReadResolvingListSize

  public init() {}
}

/// Asks which private address a peer uses. [Vol 4, Part E, 7.8.42]
public struct LEReadPeerResolvableAddressCommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var peerResolvableAddress: BDADDR = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.address("Peer_Resolvable_Address", &peerResolvableAddress)
    }
  }

  public static let opcode = Opcode.leReadPeerResolvableAddress

  public var peerIdentityAddress = DeviceAddress()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Peer_Identity_Address_Type", "Peer_Identity_Address", &peerIdentityAddress)
  }
}

/// Asks which private address the controller uses for a peer. [Vol 4, Part E, 7.8.43]
public struct LEReadLocalResolvableAddressCommand: HCICompletedCommand {
  public struct Return: HCIReturn {
    public var status = ErrorCode.success
    public var localResolvableAddress: BDADDR = 0

    public init() {}

    public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
      try visitor.status(&status)
      try visitor.address("Local_Resolvable_Address", &localResolvableAddress)
    }
  }

  public static let opcode = Opcode.leReadLocalResolvableAddress

  public var peerIdentityAddress = DeviceAddress()

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Peer_Identity_Address_Type", "Peer_Identity_Address", &peerIdentityAddress)
  }
}

/// Says whether private addresses are resolved and made. [Vol 4, Part E, 7.8.44]
public struct LESetAddressResolutionEnableCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetAddressResolutionEnable

  public var addressResolutionEnable = EnableState.disabled

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Address_Resolution_Enable", &addressResolutionEnable)
  }
}

/// Says how long a private address is used. [Vol 4, Part E, 7.8.45]
public struct LESetResolvablePrivateAddressTimeoutCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetResolvablePrivateAddressTimeout

  public var rpaTimeout = PrivateAddressTimeout.usual

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u16("RPA_Timeout", &rpaTimeout)
  }
}

/// Says whether a peer may also use its identity address. [Vol 4, Part E, 7.8.77]
public struct LESetPrivacyModeCommand: HCICompletedCommand {
  public static let opcode = Opcode.leSetPrivacyMode

  public var peerIdentityAddress = DeviceAddress()
  public var privacyMode = PrivacyMode.network

  public init() {}

  public mutating func fields(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.address("Peer_Identity_Address_Type", "Peer_Identity_Address", &peerIdentityAddress)
    try visitor.u8("Privacy_Mode", &privacyMode)
  }
}
