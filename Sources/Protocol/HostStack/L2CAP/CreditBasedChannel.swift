internal import CoreTypes

/// A breach of the rules of a credit-based channel, for which the receiver closes it.
public enum ChannelViolation: Error, Hashable, Sendable, CustomStringConvertible {
  /// Credits came that raise their count beyond 65535. [Vol 3, Part A, 10.1]
  case creditOverflow(credits: Int)
  /// A K-frame came though the peer had no credit. [Vol 3, Part A, 10.1]
  case noCredit
  /// A K-frame is longer than the MPS, in octets. [Vol 3, Part A, 3.4.3]
  case frameTooLong(mps: Int, octets: Int)
  /// The first K-frame of an SDU has no SDU length. [Vol 3, Part A, 3.4.2]
  case lengthMissing(octets: Int)
  /// An SDU is longer than the MTU, in octets. [Vol 3, Part A, 3.4.3]
  case sduTooLong(mtu: Int, octets: Int)
  /// The K-frames of an SDU have more octets than its length says. [Vol 3, Part A, 3.4.3]
  case lengthExceeded(expected: Int, octets: Int)

  /// The message for people.
  public var description: String {
    switch self {
    case .creditOverflow(let credits): "credits raised to \(credits), expected 65535 at most"
    case .noCredit: "a K-frame came without a credit"
    case .frameTooLong(let mps, let octets): "a K-frame of \(octets) octets came, expected \(mps) at most"
    case .lengthMissing(let octets): "the first K-frame of an SDU has \(octets) octets, expected 2 at least"
    case .sduTooLong(let mtu, let octets): "an SDU of \(octets) octets began, expected \(mtu) at most"
    case .lengthExceeded(let expected, let octets):
      "an SDU of \(expected) octets came with \(octets)"
    }
  }
}

/// What a credit-based channel wants done.
public enum CreditBasedChannelAction: Hashable, Sendable {
  /// Send a K-frame with this payload to the peer's end.
  case send([UInt8])
  /// Grant the peer so many credits, 1 or more.
  case grant(UInt16)
  /// An SDU came; its credit is the peer's again once the SDU is consumed.
  case received([UInt8])
  /// All SDUs that waited for credits are sent.
  case ready
  /// The peer broke a rule: the channel is to be closed.
  case violated(ChannelViolation)
}

/// One open channel in LE credit-based flow control mode. [Vol 3, Part A, 10.1]
///
/// Credits for the K-frames inside an SDU go back to the peer as the frames come. The credit for its last K-frame
/// goes back when the SDU is consumed, so that at most as many SDUs wait as credits were granted. Credits go back
/// together, when the peer has half of them or fewer.
public struct CreditBasedChannel: Hashable, Sendable {
  /// The most credits that a device has.
  public static let maximumCredits = 65_535

  /// What the channel is for.
  public let spsm: SPSM
  /// Whether the peer requested it.
  public let isByPeer: Bool
  /// This device's end.
  public let localCID: ChannelID
  /// The peer's end.
  public let remoteCID: ChannelID
  /// What this device receives.
  public let local: CreditBasedParameters
  /// What the peer receives.
  public let remote: CreditBasedParameters
  /// The number of K-frames that this device may send, 0 to 65535.
  public private(set) var sendCredits: Int
  /// The number of K-frames that the peer may send, 0 to 65535.
  public private(set) var receiveCredits: Int
  /// The number of SDUs received and not consumed.
  public private(set) var unconsumedSDUCount = 0
  private var waiting: [KFrame] = []
  private var incoming: IncomingSDU?
  /// All credits of the peer: those it has, those owed to it and those of SDUs not consumed.
  private var window: Int
  private var owedCredits = 0

  /// Opens a channel with what the two devices declared, each legal.
  public init(
    spsm: SPSM, isByPeer: Bool, localCID: ChannelID, remoteCID: ChannelID, local: CreditBasedParameters,
    remote: CreditBasedParameters
  ) {
    precondition(local.isLegal && remote.isLegal, "MTU and MPS are within their limits")
    self.spsm = spsm
    self.isByPeer = isByPeer
    self.localCID = localCID
    self.remoteCID = remoteCID
    self.local = local
    self.remote = remote
    sendCredits = Int(remote.initialCredits)
    receiveCredits = Int(local.initialCredits)
    window = receiveCredits
  }

  /// The number of SDUs of which K-frames wait for credits.
  public var queuedSDUCount: Int { waiting.count { $0.isLast } }

  /// Sends an SDU of up to the peer's MTU, behind those before it, as credits allow.
  public mutating func send(_ sdu: [UInt8]) -> [CreditBasedChannelAction] {
    precondition(sdu.count <= Int(remote.mtu), "an SDU has as many octets as the peer's MTU at most")
    let octets = UInt16(sdu.count).octets + sdu
    for start in stride(from: 0, to: octets.count, by: Int(remote.mps)) {
      let end = min(start + Int(remote.mps), octets.count)
      waiting.append(KFrame(payload: Array(octets[start..<end]), isLast: end == octets.count))
    }
    return sendWaiting()
  }

  /// Takes credits of the peer.
  public mutating func receive(credits: UInt16) -> [CreditBasedChannelAction] {
    let total = sendCredits + Int(credits)
    guard total <= Self.maximumCredits else { return [.violated(.creditOverflow(credits: total))] }
    sendCredits = total
    let wasWaiting = !waiting.isEmpty
    let frames = sendWaiting()
    return frames + (wasWaiting && waiting.isEmpty ? [.ready] : [])
  }

  /// Takes the payload of a K-frame.
  public mutating func receive(_ payload: [UInt8]) -> [CreditBasedChannelAction] {
    guard receiveCredits > 0 else { return [.violated(.noCredit)] }
    guard payload.count <= Int(local.mps) else {
      return [.violated(.frameTooLong(mps: Int(local.mps), octets: payload.count))]
    }
    receiveCredits -= 1
    do {
      let sdu = try join(payload)
      if sdu == nil { owedCredits += 1 } else { unconsumedSDUCount += 1 }
      return (sdu.map { [.received($0)] } ?? []) + giveBack()
    } catch {
      return [.violated(error)]
    }
  }

  /// Gives back the credits of SDUs that the user has taken, the oldest first; at most those not consumed.
  public mutating func consume(_ sduCount: Int) -> [CreditBasedChannelAction] {
    precondition((0...unconsumedSDUCount).contains(sduCount), "an SDU is consumed once, after it came")
    unconsumedSDUCount -= sduCount
    owedCredits += sduCount
    return giveBack()
  }

  /// Grants the peer more credits than it had, 1 or more, and 65535 with all those before.
  public mutating func grant(_ credits: UInt16) -> [CreditBasedChannelAction] {
    precondition(credits > 0, "an indication has a credit at least")
    precondition(window + Int(credits) <= Self.maximumCredits, "a device has 65535 credits at most")
    window += Int(credits)
    receiveCredits += Int(credits)
    return [.grant(credits)]
  }

  private mutating func sendWaiting() -> [CreditBasedChannelAction] {
    let count = min(sendCredits, waiting.count)
    let frames = waiting.prefix(count).map { CreditBasedChannelAction.send($0.payload) }
    waiting.removeFirst(count)
    sendCredits -= count
    return frames
  }

  /// The SDU that a K-frame completes; nil if more K-frames follow.
  private mutating func join(_ payload: [UInt8]) throws(ChannelViolation) -> [UInt8]? {
    var sdu: IncomingSDU
    if let incoming {
      sdu = incoming
      sdu.octets += payload
    } else {
      guard payload.count >= 2 else { throw .lengthMissing(octets: payload.count) }
      sdu = IncomingSDU(
        length: Int(UInt16(octets: payload[0], payload[1])), octets: Array(payload[2...]))
      guard sdu.length <= Int(local.mtu) else {
        throw .sduTooLong(mtu: Int(local.mtu), octets: sdu.length)
      }
    }
    guard sdu.octets.count <= sdu.length else {
      throw .lengthExceeded(expected: sdu.length, octets: sdu.octets.count)
    }
    let isComplete = sdu.octets.count == sdu.length
    incoming = isComplete ? nil : sdu
    return isComplete ? sdu.octets : nil
  }

  private mutating func giveBack() -> [CreditBasedChannelAction] {
    guard owedCredits > 0, receiveCredits <= window / 2 else { return [] }
    let credits = owedCredits
    receiveCredits += credits
    owedCredits = 0
    return [.grant(UInt16(credits))]
  }
}

/// A K-frame that waits for a credit. [Vol 3, Part A, 3.4]
private struct KFrame: Hashable, Sendable {
  var payload: [UInt8]
  /// Whether it ends an SDU.
  var isLast: Bool
}

/// The octets of an SDU that have come.
private struct IncomingSDU: Hashable, Sendable {
  var length: Int
  var octets: [UInt8]
}
