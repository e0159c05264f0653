internal import CoreTypes
public import HostStack
public import VirtualHost

/// Connection-oriented channels of a phone. What comes on them is reported as actions of the link.
extension PhoneLink {
  /// Opens a channel.
  ///
  /// - Parameter parameters: what this phone receives on it, legal.
  public func openChannel(
    _ spsm: SPSM, _ parameters: CreditBasedParameters
  ) -> HostRequest<CreditBasedChannel> {
    .act { [self] in
      update { $0.openChannel(spsm, parameters) }
      return .sign("L2CAP channel", within: { [self] in timeout(atLeast: .seconds(10), exchanges: 40) }) {
        switch $0 {
        case .action(.channelOpened(let channel)) where channel.spsm == spsm && !channel.isByPeer:
          .success(channel)
        case .action(.channelRefused(spsm, let refusal)): .failure(.channelRefused(refusal))
        default: nil
        }
      }
    }
  }
}
