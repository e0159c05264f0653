internal import HostStack
internal import Profiles

/// The accessory's own L2CAP channels on one link.
struct ChannelResponder {
  private let channels: [ChannelDescription]

  init(_ channels: [ChannelDescription]) { self.channels = channels }

  /// Offers the channels on a link that begins.
  func listen(on link: inout HostLink) -> [HostAction] {
    for channel in channels {
      let parameters = CreditBasedParameters(
        mtu: channel.mtuOctets, mps: channel.mpsOctets, initialCredits: channel.credits)
      link.listen(
        on: SPSM(rawValue: channel.spsm),
        ChannelListener(parameters, security: AttributeSecurity(channel.security)))
    }
    return []
  }

  /// Does with an SDU what the profile says, and gives its credit back.
  func take(_ sdu: [UInt8], on end: ChannelID, of link: inout HostLink) -> [HostAction] {
    guard let open = link.channel(end) else { return [] }
    var actions: [HostAction] = []
    if channels.first(where: { $0.spsm == open.spsm.rawValue })?.behaviour == .echo {
      for start in stride(from: 0, to: max(1, sdu.count), by: Int(open.remote.mtu)) {
        actions += link.send(Array(sdu[start..<min(sdu.count, start + Int(open.remote.mtu))]), on: end)
      }
    }
    return actions + link.consume(on: end)
  }
}
