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
      let awaited = host.awaitedSignallingIdentifiers
      update { $0.openChannel(spsm, parameters) }
      guard let identifier = host.awaitedSignallingIdentifiers.last, !awaited.contains(identifier) else {
        return .failure(.channelRefused(.noChannelLeft))
      }
      // The timer of a request may have 1 s to 60 s. [Vol 3, Part A, 6.2.1]
      let answer = HostRequest<CreditBasedChannel>.sign(
        "L2CAP channel", within: { [self] in timeout(atLeast: .seconds(10), exchanges: 40) }
      ) {
        switch $0 {
        case .action(.channelOpened(let channel)) where channel.spsm == spsm && !channel.isByPeer:
          .success(channel)
        case .action(.channelRefused(spsm, let refusal)): .failure(.channelRefused(refusal))
        default: nil
        }
      }
      // A request without an answer releases its channel identifier. [Vol 3, Part A, 6.2.1]
      return answer.recover { [self] error in
        if case .missing = error { update { $0.signallingTimedOut(identifier) } }
        return .failure(error)
      }
    }
  }
}
