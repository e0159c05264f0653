public import CoreTypes
public import HCI

/// What the host of a link wants done, or tells its owner.
public enum HostAction: Hashable, Sendable {
  /// Send a fragment to the controller.
  case sendACL(ACLPacket)
  /// Encrypt the link with this key of 16 octets, least significant first, EDIV and Rand 0; the central only.
  case startEncryption([UInt8])
  /// Pairing gave a key.
  case paired(Bond)
  /// Pairing gave no key.
  case pairingFailed(PairingFailure, isByPeer: Bool)
  /// The link could not be encrypted with the key that both should hold.
  case encryptionFailed(ErrorCode)
  /// The peripheral asks for a protected link; the answer is on its way if a bond suffices, else the central
  /// may pair.
  case securityRequested(AuthenticationRequirements)
  /// Our request to the peer's server has an outcome, or the peer's server sent a value.
  case client(ATTClientEvent)
  /// The peer wrote a value of our server.
  case attributeWritten(handle: UInt16, value: [UInt8])
  /// The peer configured a value of our server: bit 0 notifications, bit 1 indications.
  case subscriptionChanged(valueHandle: UInt16, bits: UInt16)
  /// The peer confirmed an indication.
  case indicationConfirmed(handle: UInt16)
  /// The MTU of the Attribute protocol is agreed, in octets.
  case mtuChanged(Int)
  /// The peripheral asks for other connection parameters; to be answered with the identifier.
  case connectionParametersRequested(identifier: UInt8, ConnectionParameterUpdateRequest)
  /// The central answered our wish for other connection parameters.
  case connectionParametersAnswered(isAccepted: Bool)
  /// Octets came that mean nothing.
  case discarded(DiscardReason)
}

/// Why octets of a link were dropped.
public enum DiscardReason: Hashable, Sendable {
  /// Fragments made no frame.
  case fragment(L2CAPError)
  /// Nobody listens on the channel.
  case channel(ChannelID)
  /// The frame's payload is no PDU of its channel.
  case payload(ChannelID, octets: [UInt8])
}
