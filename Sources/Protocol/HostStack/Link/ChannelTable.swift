/// What a device offers to peers that request a channel with one SPSM.
public struct ChannelListener: Hashable, Sendable {
  /// What this device receives on such a channel.
  public var parameters: CreditBasedParameters
  /// What the link must be.
  public var security: AttributeSecurity
  /// The octets that the key must have at least where encryption is required, 7 to 16.
  public var minimumKeySize: UInt8
  /// Whether the user lets this peer in.
  public var isAuthorized: Bool
  /// The number of channels with the SPSM at one time.
  public var maximumChannelCount: Int

  /// Describes an offer; `parameters` are legal.
  public init(
    _ parameters: CreditBasedParameters, security: AttributeSecurity = .open, minimumKeySize: UInt8 = 7,
    isAuthorized: Bool = true, maximumChannelCount: Int = ChannelID.dynamic.count
  ) {
    precondition(parameters.isLegal, "MTU and MPS are within their limits")
    self.parameters = parameters
    self.security = security
    self.minimumKeySize = minimumKeySize
    self.isAuthorized = isAuthorized
    self.maximumChannelCount = maximumChannelCount
  }

  /// Why a peer gets no channel on a link with this protection; nil if nothing speaks against it.
  /// [Vol 3, Part A, 10.1]
  ///
  /// - Parameter keySize: the octets of the key, nil if the two have none.
  func refusal(_ link: LinkSecurity, keySize: UInt8?) -> CreditBasedResult? {
    if security != .open {
      guard link.isEncrypted else {
        return link.hasKey ? .insufficientEncryption : .insufficientAuthentication
      }
      if security == .authenticated, !link.isAuthenticated { return .insufficientAuthentication }
      if let keySize, keySize < minimumKeySize { return .encryptionKeySizeTooShort }
    }
    return isAuthorized ? nil : .insufficientAuthorization
  }
}

/// Why this device's request for a channel gave none.
public enum ChannelRefusal: Hashable, Sendable {
  /// The peer refuses.
  case result(CreditBasedResult)
  /// The peer rejects the command, as a device without the mode does.
  case rejected
  /// The peer accepts with an end or with parameters that no channel has; it is asked to disconnect.
  case invalidResponse(LECreditBasedConnectionResponse)
  /// The peer does not answer.
  case timedOut
  /// All dynamic channels of this device are in use.
  case noChannelLeft
  /// The link ended first.
  case linkEnded
}

/// Why a channel is closed.
public enum ChannelClosure: Hashable, Sendable {
  /// This device's user asked for it.
  case local
  /// The peer asked for it.
  case remote
  /// The peer broke a rule.
  case violation(ChannelViolation)
  /// The link ended.
  case linkEnded
}

/// The connection-oriented channels of a link, and the requests about them that await an answer.
struct ChannelTable: Sendable {
  /// What became of a channel.
  enum State: Sendable {
    /// Requested, and not answered.
    case opening(identifier: UInt8, SPSM, CreditBasedParameters)
    case open(CreditBasedChannel)
    /// The peer is asked to disconnect; what it sends on the channel until then is dropped.
    case closing(identifier: UInt8, remoteCID: ChannelID)

    /// The identifier of the request that awaits an answer.
    var awaitedIdentifier: UInt8? {
      switch self {
      case .opening(let identifier, _, _), .closing(let identifier, _): identifier
      case .open: nil
      }
    }

    /// The peer's end, once it is known.
    var remoteCID: ChannelID? {
      switch self {
      case .opening: nil
      case .open(let channel): channel.remoteCID
      case .closing(_, let remoteCID): remoteCID
      }
    }
  }

  struct Entry: Sendable {
    let localCID: ChannelID
    var state: State
  }

  /// Whether this device ever used the mode; without it the commands are unknown to it.
  private(set) var isInUse = false
  /// In the order in which they were requested.
  private(set) var entries: [Entry] = []
  private var listeners: [SPSM: ChannelListener] = [:]

  /// The offer for an SPSM.
  subscript(spsm: SPSM) -> ChannelListener? {
    get { listeners[spsm] }
    set {
      listeners[spsm] = newValue
      isInUse = true
    }
  }

  /// The channel of a local end; nil removes it.
  subscript(localCID: ChannelID) -> State? {
    get { entries.first { $0.localCID == localCID }?.state }
    set {
      isInUse = true
      let index = entries.firstIndex { $0.localCID == localCID }
      switch (index, newValue) {
      case (let index?, let state?): entries[index].state = state
      case (let index?, nil): entries.remove(at: index)
      case (nil, let state?): entries.append(Entry(localCID: localCID, state: state))
      case (nil, nil): break
      }
    }
  }

  /// The lowest local end that no channel has.
  var freeCID: ChannelID? { ChannelID.dynamic.first { self[$0] == nil } }

  /// The open channels.
  var open: [CreditBasedChannel] {
    entries.compactMap { if case .open(let channel) = $0.state { channel } else { nil } }
  }

  /// The channel whose request has an identifier.
  func entry(awaiting identifier: UInt8) -> Entry? {
    entries.first { $0.state.awaitedIdentifier == identifier }
  }

  /// The channel that has an end at the peer.
  func entry(remoteCID: ChannelID) -> Entry? { entries.first { $0.state.remoteCID == remoteCID } }

  mutating func removeAll() { entries = [] }
}
