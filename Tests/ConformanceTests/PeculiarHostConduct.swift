import CoreTypes
import HCI
import HostStack
import SimulationKernel

/// What an attached host does otherwise than most, as changes of the PDUs that it sends and receives.
final class PeculiarHostConduct: HostConduct {
  /// The kinds of conduct. All are legal but the last two.
  enum Peculiarity: String {
    case noQueuedWrites, fixedLengthValue, checkedValue, filterBeforeDataOnly, dataWithoutCode
    case waitsAfterFailedPairing, hangsUpWhenPairingStalls, checksKeyLate
    case takesReservedCapability, answersRequestsLate, answersCommandsLate
    case indicatesOwnValue, exchangesMTU, protectsName, keepsBond, acceptsBondedOnly
    case asksForLongLatencyWhenPaired, answersAfterPairingTimeout
  }

  /// How long a host that waits after a failed pairing does so.
  private static let waitingInterval = Picoseconds.seconds(5)
  /// How long a host that is slow takes for an answer of its server.
  private static let lateness = Picoseconds.seconds(10)
  /// How long a host that is slow takes for a command.
  private static let latenessOfCommands = Picoseconds.seconds(2)
  /// The Security Manager Timer. [Vol 3, Part H, 3.4]
  private static let pairingTimeout = Picoseconds.seconds(30)

  private let peculiarity: Peculiarity
  private var isExecuting = false
  private var isEncrypted = false
  private var hasBond = false
  /// The phone that the host is bonded with, or the last one.
  private var phone = DeviceAddress()
  /// Whether the phone has the address by which the host knows it.
  private var isKnown = false
  /// Whether the host answers what stands for its own exchange of ATT_MTU.
  private var isExchangingMTU = false
  /// The handles that the phone wrote with a response.
  private var written: Set<UInt16> = []
  /// Whether the last command to the control point of the Ranging Service asks for segments.
  private var asksForData = false
  private var failedPairing: Instant?
  private var pairingResponse: Instant?
  /// The offers of ATT_MTU on the link.
  private(set) var mtuOffers = 0
  /// Counts the PDUs of the Security Manager that reached the host.
  private var receivedCount = 0

  init(_ peculiarity: Peculiarity) {
    self.peculiarity = peculiarity
    super.init(.conforming)
  }

  override func fromHost(_ packet: HCIPacket, _ port: EditedPort) -> [HCIPacket] {
    if case .command(var command) = packet, peculiarity == .acceptsBondedOnly, hasBond,
      command.opcode == .leSetAdvertisingParameters
    {
      // Connections from the filter accept list alone.
      command.parameters[14] = 2
      return [LEAddDeviceToFilterAcceptListCommand { $0.address = phone }.packet, .command(command)]
    }
    guard case .acl(let data) = packet, let pdu = PDU(data) else { return [packet] }
    switch (pdu.channel, pdu.code) {
    case (.securityManager, SMPCode.pairingFailed.rawValue): failedPairing = port.simulation.now
    case (.securityManager, SMPCode.pairingDHKeyCheck.rawValue): hasBond = true
    case (.securityManager, SMPCode.pairingResponse.rawValue): responded(data.handle, port)
    case (.attribute, ATTOpcode.exchangeMTUResponse.rawValue) where isExchangingMTU:
      isExchangingMTU = false
      return []
    case (.attribute, ATTOpcode.executeWriteResponse.rawValue) where isExecuting:
      isExecuting = false
      let code = peculiarity == .checkedValue ? 0x80 : ATTErrorCode.invalidAttributeValueLength.rawValue
      return [.acl(PDU(.attribute, [0x01, 0x18, 0, 0, code]).packet(on: data.handle))]
    case (.attribute, ATTOpcode.handleValueIndication.rawValue)
    where asksForData && Array(pdu.octets.dropFirst(3)) == [2, 1]:
      // In place of Success a response with a reserved opcode, which a client ignores.
      asksForData = false
      var hidden = data
      hidden.data[7] = 0x7F
      return [.acl(hidden)]
    default: break
    }
    return [packet]
  }

  override func toHost(_ packet: HCIPacket, _ port: EditedPort) -> [HCIPacket] {
    if case .event(let event) = packet, let value = try? HCIEventValue(event) {
      if case .commandComplete(let answer) = value,
        answer.commandOpcode == LEAddDeviceToFilterAcceptListCommand.opcode
      {
        return []
      }
      take(value, port)
    }
    guard case .acl(var data) = packet, let pdu = PDU(data) else { return [packet] }
    if pdu.channel == .securityManager { receivedCount += 1 }
    if pdu.channel == .attribute, pdu.code == ATTOpcode.exchangeMTURequest.rawValue { mtuOffers += 1 }
    switch (peculiarity, pdu.channel, pdu.code) {
    case (.noQueuedWrites, .attribute, ATTOpcode.prepareWriteRequest.rawValue):
      let refusal = [0x01, pdu.code, pdu.octets[1], pdu.octets[2], ATTErrorCode.requestNotSupported.rawValue]
      return answer(PDU(.attribute, refusal), data, port)
    case (.fixedLengthValue, .attribute, ATTOpcode.executeWriteRequest.rawValue) where pdu.octets[1] == 1,
      (.checkedValue, .attribute, ATTOpcode.executeWriteRequest.rawValue) where pdu.octets[1] == 1:
      // The host is to drop its queue, and the phone to read that the value has another length.
      isExecuting = true
      data.data[5] = 0
      return [.acl(data)]
    case (.exchangesMTU, .attribute, ATTOpcode.exchangeMTUResponse.rawValue):
      // The server of the host is to take the phone's answer for the phone's request.
      isExchangingMTU = true
      data.data.replaceSubrange(4..., with: [ATTOpcode.exchangeMTURequest.rawValue, 247, 0])
      return [.acl(data)]
    case (.keepsBond, .securityManager, SMPCode.pairingRequest.rawValue) where hasBond && isKnown:
      return answer(PDU(failure: .authenticationRequirements), data, port)
    case (.protectsName, .attribute, ATTOpcode.readByTypeRequest.rawValue) where !isEncrypted:
      let code = ATTErrorCode.insufficientAuthentication.rawValue
      return answer(PDU(.attribute, [0x01, pdu.code, 3, 0, code]), data, port)
    case (.filterBeforeDataOnly, .attribute, ATTOpcode.writeRequest.rawValue): written.insert(pdu.handle)
    case (.filterBeforeDataOnly, .attribute, ATTOpcode.writeCommand.rawValue)
    where pdu.octets[3] == 4 && written.contains(pdu.handle - 2):
      // Two handles before the control point is the configuration of On-demand Ranging Data. With an octet too many
      // Set Filter has an invalid parameter.
      data.data = PDU(.attribute, pdu.octets + [0]).packet(on: data.handle).data
      return [.acl(data)]
    case (.dataWithoutCode, .attribute, ATTOpcode.writeCommand.rawValue):
      asksForData = pdu.octets[3] == 0 || pdu.octets[3] == 2
    case (.waitsAfterFailedPairing, .securityManager, SMPCode.pairingRequest.rawValue)
    where isWithin(Self.waitingInterval, of: failedPairing, port):
      return answer(PDU(failure: .repeatedAttempts), data, port)
    case (.waitsAfterFailedPairing, .securityManager, SMPCode.pairingFailed.rawValue):
      failedPairing = port.simulation.now
    case (.takesReservedCapability, .securityManager, SMPCode.pairingRequest.rawValue)
    where pdu.octets[1] == 5:
      data.data[5] = IOCapability.noInputNoOutput.rawValue
      return [.acl(data)]
    case (.checksKeyLate, .securityManager, SMPCode.pairingPublicKey.rawValue)
    where pdu.octets.dropFirst().allSatisfy({ $0 == 0 }):
      // Zephyr sends both before it computes the DHKey.
      for (code, count) in [(SMPCode.pairingPublicKey, 64), (.pairingConfirm, 16)] {
        let own = PDU(.securityManager, [code.rawValue] + [UInt8](repeating: 1, count: count))
        port.inject(.acl(own.packet(on: data.handle)))
      }
    case (.answersRequestsLate, .attribute, _):
      port.simulation.schedule(after: Self.lateness) { port.receiver?(.packet(packet)) }
      return []
    case (.answersCommandsLate, .attribute, ATTOpcode.writeCommand.rawValue):
      port.simulation.schedule(after: Self.latenessOfCommands) { port.receiver?(.packet(packet)) }
      return []
    case (.answersAfterPairingTimeout, .securityManager, SMPCode.pairingPublicKey.rawValue)
    where !isWithin(Self.pairingTimeout, of: pairingResponse, port):
      return answer(PDU(failure: .unspecifiedReason), data, port)
    default: break
    }
    return [packet]
  }

  private func take(_ event: HCIEventValue, _ port: EditedPort) {
    if let link = event.connectionComplete {
      (isEncrypted, mtuOffers) = (false, 0)
      if !hasBond { phone = link.peerAddress.asPublicOrRandom }
      isKnown = link.peerAddress.asPublicOrRandom.kind == .public
    }
    if event.encryptionOutcome != nil { isEncrypted = true }
    switch peculiarity {
    case .indicatesOwnValue:
      guard let change = event.encryptionOutcome else { return }
      let indication = [ATTOpcode.handleValueIndication.rawValue, 3, 0, 1]
      port.inject(.acl(PDU(.attribute, indication).packet(on: change.connectionHandle)))
    case .asksForLongLatencyWhenPaired:
      guard let change = event.encryptionOutcome else { return }
      let wish: [UInt8] = [0x12, 9, 8, 0, 24, 0, 40, 0, 40, 0, 0x58, 2]
      port.inject(.acl(PDU(.signalling, wish).packet(on: change.connectionHandle)))
    case .exchangesMTU:
      guard let link = event.connectionComplete, link.status == .success else { return }
      let offer = [ATTOpcode.exchangeMTURequest.rawValue, 247, 0]
      port.inject(.acl(PDU(.attribute, offer).packet(on: link.connectionHandle)))
    default: break
    }
  }

  /// Answers a PDU in place of the host.
  private func answer(_ pdu: PDU, _ data: ACLPacket, _ port: EditedPort) -> [HCIPacket] {
    port.inject(.acl(pdu.packet(on: data.handle)))
    return []
  }

  private func isWithin(_ span: Picoseconds, of start: Instant?, _ port: EditedPort) -> Bool {
    start.map { port.simulation.now < $0 + span } ?? false
  }

  private func responded(_ handle: ConnectionHandle, _ port: EditedPort) {
    pairingResponse = port.simulation.now
    guard peculiarity == .hangsUpWhenPairingStalls else { return }
    let count = receivedCount
    port.simulation.schedule(after: Self.pairingTimeout) { [weak self] in
      guard self?.receivedCount == count else { return }
      port.inject(DisconnectCommand { $0.connectionHandle = handle }.packet)
    }
  }
}

/// A PDU of a fixed channel in one packet.
private struct PDU {
  let channel: ChannelID
  let octets: [UInt8]
  var code: UInt8 { octets[0] }
  /// The attribute of a write.
  var handle: UInt16 { UInt16(octets[1]) | UInt16(octets[2]) << 8 }

  init(_ channel: ChannelID, _ octets: [UInt8]) { (self.channel, self.octets) = (channel, octets) }

  init(failure: PairingFailure) {
    self.init(.securityManager, [SMPCode.pairingFailed.rawValue, failure.rawValue])
  }

  /// Reads the beginning of a PDU; nil for a later fragment.
  init?(_ data: ACLPacket) {
    guard data.packetBoundary.isStart, data.data.count > 4 else { return nil }
    self.init(
      ChannelID(rawValue: UInt16(data.data[2]) | UInt16(data.data[3]) << 8), Array(data.data[4...]))
  }

  func packet(on handle: ConnectionHandle) -> ACLPacket {
    let header = [UInt8(octets.count), 0, UInt8(truncatingIfNeeded: channel.rawValue), 0]
    return ACLPacket(handle: handle, packetBoundary: .firstNonFlushable, data: header + octets)
  }
}
