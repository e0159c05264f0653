internal import CoreTypes
internal import Faults
internal import HCI
internal import HostStack
internal import Profiles
internal import VirtualHost

/// What planted faults make the firmware do on a link.
extension AccessoryHost {
  /// What is left of a bond in the firmware's memory.
  func kept(_ bond: Bond) -> Bond {
    var bond = bond
    if faults.contains(.forgetsPhoneAddress) { bond.peerIdentityResolvingKey = nil }
    return bond
  }

  /// Whether the firmware forgets its bond when a link ends.
  func losesBond(after reason: ErrorCode) -> Bool {
    faults.contains(.bondLostWithLink) && reason == .connectionTimeout
  }

  /// A link was made.
  func actOnConnection() {
    if faults.contains(.securityRequestAtConnect) { updateLink { $0.secure() } }
    if faults.contains(.queuedWriteAcrossServices) { queueWritesAcrossServices() }
  }

  /// A link begins: what the server of the link before left to it.
  func inheritServer() {
    guard let formerServer else { return }
    updateLink { link in
      if faults.contains(.mtuKeptOverLinks) { link.server.keepMTU(of: formerServer) }
      if faults.contains(.subscriptionsKeptForStrangers), link.bond == nil {
        link.server.database = formerServer.database
      }
      return []
    }
  }

  /// Encryption began or ended.
  func encrypted(_ change: EncryptionChangeEvent) {
    guard faults.contains(.serviceChangedSpurious), change.encryptionEnabled.isOn,
      let handle = link?.server.database.valueHandle(of: .serviceChanged, in: .genericAttribute)
    else { return }
    let everything: [UInt8] = [0x01, 0x00, 0xFF, 0xFF]
    send(.handleValueIndication(ATTHandleValue(handle: handle, value: everything)))
  }

  /// Whether the firmware does not survive a packet.
  func crashes(on packet: ACLPacket) -> Bool {
    let opcode = packet.data.dropFirst(4).first
    return faults.contains(.prepareWriteCrash) && packet.packetBoundary.isStart
      && opcode == ATTOpcode.prepareWriteRequest.rawValue
  }

  /// Asks the phone to take writes of two of its services at once.
  private func queueWritesAcrossServices() {
    for handle: UInt16 in [3, 8] {
      send(.prepareWriteRequest(ATTPreparedWrite(handle: handle, offset: 0, value: [0])))
    }
    send(.executeWriteRequest(ATTExecuteWriteRequest(flags: 0)))
  }

  /// Sends a PDU past the rules of server and client.
  private func send(_ pdu: ATTPDU) {
    guard let link else { return }
    let frame = L2CAPFrame(.attribute, pdu.encoded())
    for packet in frame.packets(on: link.handle, limit: link.aclLength) { driver.send(.acl(packet)) }
  }
}
