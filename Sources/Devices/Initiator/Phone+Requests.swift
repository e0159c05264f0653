public import CoreTypes
internal import HCI
public import HostStack
public import VirtualHost

/// What a phone asks of its controller before it has a link.
extension Phone {
  /// Brings the controller up as a phone does.
  public func powerOn() -> HostRequest<Void> {
    HostRequest.complete(ResetCommand()).then { _ in .complete(ReadBDADDRCommand()) }
      .then { [self] (identity: ReadBDADDRCommand.Return) in
        address = DeviceAddress(identity.bdAddr, kind: .public)
        return readBufferSize()
      }
      .then { .complete(SetEventMaskCommand.everyEvent) }
      .then { _ in .complete(LESetEventMaskCommand.usualEvents) }
      .then { _ in .complete(ReadLocalVersionInformationCommand()) }
      .then { _ in .completeIfKnown(LEReadAllLocalSupportedFeaturesCommand()) }
      .then { _ in .completeIfKnown(LESetHostFeatureCommand.channelSounding()) }
      .then { [self] _ in privateAddress.map { setRandomAddress($0) } ?? .value(()) }
  }

  /// A controller without buffers for LE alone has one pool for all. [Vol 4, Part E, 7.8.2]
  private func readBufferSize() -> HostRequest<Void> {
    HostRequest.complete(LEReadBufferSizeCommand()).then { [self] own in
      if own.leACLDataPacketLength > 0, own.totalNumLEACLDataPackets > 0 {
        useBuffers(Int(own.totalNumLEACLDataPackets), of: Int(own.leACLDataPacketLength))
        return .value(())
      }
      return HostRequest.complete(ReadBufferSizeCommand()).map { [self] shared in
        useBuffers(Int(shared.totalNumACLDataPackets), of: Int(shared.aclDataPacketLength))
      }
    }
  }

  private func useBuffers(_ count: Int, of octets: Int) {
    aclLength = octets
    driver.useDataPacketCount(count)
  }

  /// Gives the controller a random address, which a reset takes from it. [Vol 4, Part E, 7.3.2]
  func setRandomAddress(_ address: DeviceAddress) -> HostRequest<Void> {
    HostRequest.complete(LESetRandomAddressCommand { $0.randomAddress = address.bdAddr }).map { _ in }
  }

  /// Connects to an advertiser.
  ///
  /// - Parameters:
  ///   - parameters: the connection parameters.
  ///   - maximumMTU: the ATT_MTU that this host's server answers with, 23 to 517 octets.
  ///   - policy: how this host pairs on the link.
  ///   - bond: what an earlier pairing with the accessory left.
  ///   - limit: the timeout; nil for none.
  public func connect(
    to peer: DeviceAddress, _ parameters: ConnectionParameterRange, maximumMTU: Int = 247,
    policy: PairingPolicy = PairingPolicy(), bond: Bond?, within limit: Picoseconds?
  ) -> HostRequest<PhoneLink> {
    .act { [self] in
      terms = LinkTerms(policy: policy, maximumMTU: maximumMTU, bond: bond)
      return HostRequest.command(
        LECreateConnectionCommand {
          $0.leScanInterval = 0x60
          $0.leScanWindow = 0x60
          $0.ownAddressType = privateAddress == nil ? .public : .random
          $0.peerAddress = peer
          $0.parameters = parameters
        }, awaiting: "connection", within: { limit }, \.connectionComplete
      ) { [self] complete throws(HostError) in
        guard complete.status == .success else { throw .failed("connecting", complete.status) }
        guard let link = link(complete.connectionHandle) else { throw .notConnected }
        return link
      }.recover { [self] error in
        terms = nil
        return .failure(error)
      }
    }
  }
}
