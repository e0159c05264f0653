internal import HCI
public import HostStack
public import VirtualHost
internal import Wire

/// A frame that came on a link.
public struct ReceivedFrame: Sendable {
  public let frame: L2CAPFrame
  /// The packet that ended it, counted among the controller's packets from 0.
  public let packetIndex: Int
}

/// The frames of a link, for who wants to see and to send what the host would not.
extension VirtualInitiator {
  /// Sends a frame as it is, past the host's own rules.
  public func send(_ frame: L2CAPFrame) throws(HostError) {
    let handle = try handle()
    for (index, fragment) in frame.fragments(limit: aclLength).enumerated() {
      driver.send(.acl(ACLPacket(handle: handle, packetBoundary: index == 0 ? 0 : 1, data: fragment)))
    }
  }

  func send(_ packet: ACLPacket) {
    guard let outgoingEditor else { return driver.send(.acl(packet)) }
    if let edited = outgoingEditor(packet) { driver.send(.acl(edited)) }
  }

  func receive(_ packet: ACLPacket) {
    guard keepsFrames else { return updateLink { $0.receive(packet) } }
    for outcome in reassembler.receive(packet.data, isStart: packet.packetBoundary != 1) {
      guard case .frame(let frame) = outcome else { continue }
      frames.append(ReceivedFrame(frame: frame, packetIndex: driver.packetCount))
      if !heldChannels.isEmpty, !heldChannels.contains(frame.channel) {
        updateLink { $0.receive(ACLPacket(handle: packet.handle, packetBoundary: 2, data: frame.encoded())) }
      }
    }
    // While channels are held, only whole frames go on, and they did.
    if heldChannels.isEmpty { updateLink { $0.receive(packet) } }
  }
}
