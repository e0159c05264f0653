internal import CoreTypes
public import Wire

/// What the receiver on a credit-based channel takes. [Vol 3, Part A, 4.22]
public struct CreditBasedParameters: Hashable, Sendable {
  /// The least MTU and MPS that a device supports, in octets.
  public static let minimumLength: UInt16 = 23
  /// The longest payload that a K-frame can have, in octets.
  public static let maximumMPS: UInt16 = 65_533

  /// The longest SDU, 23 to 65535 octets.
  public var mtu: UInt16
  /// The longest payload of a K-frame with its SDU length, 23 to 65533 octets.
  public var mps: UInt16
  /// The number of K-frames that the peer may send at the start.
  public var initialCredits: UInt16

  /// States what a receiver takes, also what a correct one does not declare.
  public init(mtu: UInt16, mps: UInt16, initialCredits: UInt16) {
    self.mtu = mtu
    self.mps = mps
    self.initialCredits = initialCredits
  }

  /// Whether a channel can have them.
  public var isLegal: Bool {
    mtu >= Self.minimumLength && (Self.minimumLength...Self.maximumMPS).contains(mps)
  }
}

extension FieldVisitor {
  fileprivate mutating func parameters(_ parameters: inout CreditBasedParameters) throws(WireError) {
    try u16("MTU", &parameters.mtu)
    try u16("MPS", &parameters.mps)
    try u16("Initial Credits", &parameters.initialCredits)
  }
}

/// L2CAP_LE_CREDIT_BASED_CONNECTION_REQ. [Vol 3, Part A, 4.22]
public struct LECreditBasedConnectionRequest: SignallingPayload {
  /// 0x14
  public static let code: UInt8 = 0x14
  /// What the channel is for.
  public var spsm: SPSM = 0
  /// The sender's end of the channel.
  public var sourceCID = ChannelID(rawValue: 0)
  /// What the sender receives.
  public var parameters = CreditBasedParameters(mtu: 0, mps: 0, initialCredits: 0)

  public init() {}

  public init(spsm: SPSM, sourceCID: ChannelID, _ parameters: CreditBasedParameters) {
    self.spsm = spsm
    self.sourceCID = sourceCID
    self.parameters = parameters
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("SPSM", &spsm)
    try visitor.u16("Source CID", &sourceCID.rawValue)
    try visitor.parameters(&parameters)
  }
}

/// L2CAP_LE_CREDIT_BASED_CONNECTION_RSP. [Vol 3, Part A, 4.23]
public struct LECreditBasedConnectionResponse: SignallingPayload {
  /// 0x15
  public static let code: UInt8 = 0x15
  /// The sender's end of the channel; without meaning in a refusal.
  public var destinationCID = ChannelID(rawValue: 0)
  /// What the sender receives; without meaning in a refusal.
  public var parameters = CreditBasedParameters(mtu: 0, mps: 0, initialCredits: 0)
  /// Whether there is a channel now, or why not.
  public var result = CreditBasedResult.success

  public init() {}

  /// Accepts.
  public init(destinationCID: ChannelID, _ parameters: CreditBasedParameters) {
    self.destinationCID = destinationCID
    self.parameters = parameters
  }

  /// Refuses, with 0 in all other fields.
  public init(refusal: CreditBasedResult) { result = refusal }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Destination CID", &destinationCID.rawValue)
    try visitor.parameters(&parameters)
    try visitor.u16("Result", &result)
  }
}

/// L2CAP_FLOW_CONTROL_CREDIT_IND. [Vol 3, Part A, 4.24]
public struct FlowControlCreditIndication: SignallingPayload {
  /// 0x16
  public static let code: UInt8 = 0x16
  /// The sender's end of the channel.
  public var cid = ChannelID(rawValue: 0)
  /// The number of K-frames that the receiver may send beyond those before; 0 is ignored.
  public var credits: UInt16 = 0

  public init() {}

  public init(cid: ChannelID, credits: UInt16) {
    self.cid = cid
    self.credits = credits
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("CID", &cid.rawValue)
    try visitor.u16("Credits", &credits)
  }
}

/// A command that names both ends of a channel that is closed.
public protocol ChannelDisconnection: SignallingPayload {
  /// The end of the channel at the receiver of the request.
  var destinationCID: ChannelID { get set }
  /// The end of the channel at the sender of the request.
  var sourceCID: ChannelID { get set }
}

extension ChannelDisconnection {
  public init(destinationCID: ChannelID, sourceCID: ChannelID) {
    self.init()
    (self.destinationCID, self.sourceCID) = (destinationCID, sourceCID)
  }

  public mutating func fields<Visitor: FieldVisitor>(_ visitor: inout Visitor) throws(WireError) {
    try visitor.u16("Destination CID", &destinationCID.rawValue)
    try visitor.u16("Source CID", &sourceCID.rawValue)
  }
}

/// L2CAP_DISCONNECTION_REQ. [Vol 3, Part A, 4.6]
public struct DisconnectionRequest: ChannelDisconnection {
  /// 0x06
  public static let code: UInt8 = 0x06
  public var destinationCID = ChannelID(rawValue: 0)
  public var sourceCID = ChannelID(rawValue: 0)

  public init() {}
}

/// L2CAP_DISCONNECTION_RSP, with the two ends as the request names them. [Vol 3, Part A, 4.7]
public struct DisconnectionResponse: ChannelDisconnection {
  /// 0x07
  public static let code: UInt8 = 0x07
  public var destinationCID = ChannelID(rawValue: 0)
  public var sourceCID = ChannelID(rawValue: 0)

  public init() {}
}
