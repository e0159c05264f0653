internal import CoreTypes
package import HostStack
internal import Initiator
internal import VirtualHost

/// What a client has of an open channel.
package struct ClientChannel: Hashable, Sendable {
  /// The accessory at the other end.
  package let accessory: AccessoryIdentifier
  /// Its place in the order in which the phone opened channels to this accessory. An end may be that of another channel
  /// later.
  let number: Int
  /// This phone's end.
  package let end: ChannelID
  /// What the channel is for.
  package let spsm: SPSM
  /// The longest SDU that the accessory takes, in octets.
  package let maximumLength: Int
}

/// What happens on a channel.
package enum ChannelEvent: Hashable, Sendable {
  /// The accessory sent this.
  case received([UInt8])
  /// All that was sent has found credits.
  case ready
  case closed
}

/// Connection-oriented channels: each belongs to the client that opened it.
extension PhoneSystem {
  /// What this phone receives on a channel.
  private static let parameters = CreditBasedParameters(mtu: 2048, mps: 247, initialCredits: 16)

  func openChannel(
    _ client: CentralClient, _ spsm: SPSM, to accessory: KnownAccessory,
    completion: @escaping (Result<ClientChannel, AttributeFailure>) -> Void
  ) {
    let hold = accessory.hold(of: client)
    perform(
      on: accessory, for: client,
      { link -> HostRequest<CreditBasedChannel> in
        guard spsm.isLegal else { return .failure(.channelRefused(.result(.spsmNotSupported))) }
        return link.openChannel(spsm, Self.parameters).map { channel in
          // The client has given its part up meanwhile, so no client has the channel.
          if !accessory.keeps(hold) { link.update { $0.closeChannel(channel.localCID) } }
          return channel
        }
      }
    ) { result in
      completion(
        result.map { channel in
          accessory.channelCount += 1
          let opened = ClientChannel(
            accessory: accessory.identifier, number: accessory.channelCount, end: channel.localCID,
            spsm: channel.spsm, maximumLength: Int(channel.remote.mtu))
          accessory.channels[channel.localCID] = OpenChannel(client: client, channel: opened)
          return opened
        })
    }
  }

  /// Reports what happens on a channel to the client that has it.
  func followChannel(_ action: HostAction, of accessory: KnownAccessory) {
    func report(_ end: ChannelID, _ event: ChannelEvent) {
      if let open = accessory.channels[end] { open.client.report(.channel(open.channel, event)) }
    }
    switch action {
    case .channelReceived(let end, let sdu): report(end, .received(sdu))
    case .channelReady(let end): report(end, .ready)
    case .channelClosed(let end, _):
      report(end, .closed)
      accessory.channels[end] = nil
    default: break
    }
  }

  /// Closes the channels of a client that gives the link up; each is reported as closed.
  func closeChannels(of client: CentralClient, to accessory: KnownAccessory) {
    let ends = accessory.channels.keys.sorted { $0.rawValue < $1.rawValue }
    for end in ends where accessory.channels[end]?.client === client {
      accessory.link?.update { $0.closeChannel(end) }
    }
  }
}

extension CentralClient {
  /// Opens a channel; the completion is called once, or not at all if the link ends first.
  package func openChannel(
    _ spsm: SPSM, to identifier: AccessoryIdentifier, completion: @escaping Completion<ClientChannel>
  ) {
    guard let (system, accessory, _) = connection(identifier, for: "openL2CAPChannel") else { return }
    system.openChannel(self, spsm, to: accessory, completion: completion)
  }

  /// Whether all that was sent on a channel has found credits, so that there is room for more.
  package func hasRoom(on channel: ClientChannel) -> Bool {
    link(of: channel)?.host.channel(channel.end)?.queuedSDUCount == 0
  }

  /// Sends an SDU of up to the channel's longest length.
  package func send(_ sdu: [UInt8], on channel: ClientChannel) {
    link(of: channel)?.update { $0.send(sdu, on: channel.end) }
  }

  /// Gives the credit of the oldest SDU back, which the app has read.
  package func consume(on channel: ClientChannel) {
    link(of: channel)?.update { $0.consume(on: channel.end) }
  }

  /// Closes a channel; nothing if it has ended.
  package func close(_ channel: ClientChannel) {
    link(of: channel)?.update { $0.closeChannel(channel.end) }
  }

  private func link(of channel: ClientChannel) -> PhoneLink? {
    guard let known = accessory(channel.accessory), known.channels[channel.end]?.channel == channel else {
      return nil
    }
    return known.readyLink
  }
}
