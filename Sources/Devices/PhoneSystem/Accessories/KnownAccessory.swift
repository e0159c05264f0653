internal import CoreTypes
internal import HostStack
internal import Initiator

/// How far a client has come with a connection that it asked for.
enum ConnectionStage {
  /// The phone looks for the accessory.
  case sought
  /// The link is up, and not secured yet.
  case beginning
  /// The client knows of the connection.
  case connected
  /// The client has cancelled, and the link has not ended yet.
  case leaving
}

/// A client's part in the connection to an accessory. When it connects anew after the end of its part, it has another.
final class ConnectionHold {
  let client: CentralClient
  var stage: ConnectionStage
  /// Whether the phone connects again when the link is lost.
  let reconnects: Bool
  /// Whether the time has not come at which the phone begins to look for the accessory.
  var isDelayed = false

  init(_ client: CentralClient, _ stage: ConnectionStage, reconnects: Bool) {
    (self.client, self.stage, self.reconnects) = (client, stage, reconnects)
  }
}

/// A request that waits for the one that runs.
struct WaitingRequest {
  /// The part of the client that asked; nil where the system itself did.
  let hold: ConnectionHold?
  let run: (PhoneLink) -> Void
}

/// A channel and who has it.
struct OpenChannel {
  let client: CentralClient
  let channel: ClientChannel
}

/// What was discovered on a link; it ends with the link.
struct AttributeCache {
  var services: [DiscoveredService]?
  var includes: [HandleRange: [DiscoveredService]] = [:]
  var characteristics: [HandleRange: [DiscoveredCharacteristic]] = [:]
  var descriptors: [HandleRange: [DiscoveredDescriptor]] = [:]
}

/// An accessory that the phone has seen, and all that its apps share of it.
final class KnownAccessory {
  let identifier: AccessoryIdentifier
  /// Where it advertises.
  let address: DeviceAddress
  /// Its advertised name.
  var name: String?
  var bond: Bond?
  /// How the user set it up in the accessory picker; nil if that has not been done.
  var setup: AccessorySetup?
  var link: PhoneLink?
  /// Whether the phone itself is ending the link.
  var isEnding = false
  /// Why the phone ends the link; nil where a client asked for it.
  var cause: ConnectionFailure?
  var holds: [ConnectionHold] = []
  var cache = AttributeCache()
  /// Who gets the values of each characteristic, by the handle of the value.
  var subscribers: [UInt16: [CentralClient]] = [:]
  /// The open channels, by this phone's end.
  var channels: [ChannelID: OpenChannel] = [:]
  /// How many channels were opened so far, on all links.
  var channelCount = 0
  /// The requests that wait for the one that runs.
  var waitingRequests: [WaitingRequest] = []
  var isBusy = false
  /// Writes without response that had no room, or were too long.
  var droppedWriteCount = 0

  init(_ identifier: AccessoryIdentifier, address: DeviceAddress) {
    (self.identifier, self.address) = (identifier, address)
  }

  /// The link, once it is secured and the clients know of it.
  var readyLink: PhoneLink? {
    guard let link, link.isUp, !isEnding, holds.contains(where: { $0.stage == .connected }) else {
      return nil
    }
    return link
  }

  func hold(of client: CentralClient) -> ConnectionHold? { holds.first { $0.client === client } }

  /// Whether a part is still there, so that answers to its requests are reported. Nil is the system itself, which stays.
  func keeps(_ hold: ConnectionHold?) -> Bool { hold.map { hold in holds.contains { $0 === hold } } ?? true }

  /// Whether a client wants the link that is up, or one to come.
  var isWanted: Bool { holds.contains { $0.stage != .leaving } }

  /// Forgets what belonged to a link.
  func forgetLink() {
    (link, cause, isEnding, isBusy) = (nil, nil, false, false)
    cache = AttributeCache()
    subscribers = [:]
    channels = [:]
    waitingRequests = []
  }
}
