import CoreTypes
import HCI
import HostStack
import SimulationKernel

/// What an attached host does otherwise than it should, as changes of the packets between it and its controller.
class HostConduct {
  /// The kinds of misbehaviour.
  enum Kind: String, CaseIterable {
    case conforming, slow
    case forgetsBondAtDisconnection, forgetsBondAtLoss, wrongStoredKey, refusesPairing, hangsUpWhenPaired
    case noReflectorRole, initiatorRoleOnly, noHostSupport
    case ignoresAttributes, ignoresMTU
    case hangsUpAfterASecond, endsSeriesAfterTwoSeconds, resetsAfterASecond
    case silent, losesPlaceInStream, neverAdvertises, hangsOnceConnected, doesNotAdvertiseAgain,
      advertisesNoService, notConnectable
    case asksForLongLatency, asksForSecurity
  }

  let kind: Kind
  private var hasPairedOnLink = false
  private var isHung = false
  private var hasConnected = false
  private var linkCount = 0

  init(_ kind: Kind) { self.kind = kind }

  /// Whether the host never says anything.
  var isSilent: Bool { kind == .silent }

  /// What goes out in place of a packet of the host.
  func fromHost(_ packet: HCIPacket, _ port: EditedPort) -> [HCIPacket] {
    if isHung { return [] }
    switch packet {
    case .command(let command): return edit(command, port)
    case .acl(let data): return edit(data)
    default: return [packet]
    }
  }

  private func edit(_ command: CommandPacket, _ port: EditedPort) -> [HCIPacket] {
    var changed = command
    switch (kind, command.opcode) {
    case (.noReflectorRole, .leCSSetDefaultSettings): return answered(command, port)
    case (.initiatorRoleOnly, .leCSSetDefaultSettings): changed.parameters[2] = 1
    case (.noHostSupport, .leSetHostFeature), (.neverAdvertises, .leSetAdvertisingEnable):
      return answered(command, port)
    case (.losesPlaceInStream, .leSetAdvertisingEnable):
      port.inject(.command(command))
      port.injectGarbage([0xDE, 0xAD])
      isHung = true
      return []
    case (.doesNotAdvertiseAgain, .leSetAdvertisingEnable) where hasConnected: return answered(command, port)
    case (.advertisesNoService, .leSetAdvertisingData):
      changed.parameters = [3, 2, 1, 6] + [UInt8](repeating: 0, count: 28)
    case (.notConnectable, .leSetAdvertisingParameters): changed.parameters[4] = 3
    case (.wrongStoredKey, .leLongTermKeyRequestReply) where !hasPairedOnLink: changed.parameters[5] ^= 1
    case (.forgetsBondAtDisconnection, .leLongTermKeyRequestReply) where !hasPairedOnLink:
      return [refusal(of: command)]
    case (.forgetsBondAtLoss, .leLongTermKeyRequestReply) where !hasPairedOnLink && hasLostLink:
      return [refusal(of: command)]
    default: break
    }
    return [.command(changed)]
  }

  private func refusal(of command: CommandPacket) -> HCIPacket {
    .command(
      CommandPacket(
        opcode: .leLongTermKeyRequestNegativeReply, parameters: Array(command.parameters.prefix(2))))
  }

  /// Tells the host that a command was carried out which never reached its controller.
  private func answered(_ command: CommandPacket, _ port: EditedPort) -> [HCIPacket] {
    let handle = command.opcode == .leCSSetDefaultSettings ? Array(command.parameters.prefix(2)) : []
    let opcode = command.opcode.rawValue
    let octets = [1, UInt8(truncatingIfNeeded: opcode), UInt8(opcode >> 8), 0] + handle
    port.receiver?(.packet(.event(EventPacket(code: 0x0E, parameters: octets))))
    return []
  }

  private func edit(_ data: ACLPacket) -> [HCIPacket] {
    guard kind == .refusesPairing, Self.channel(of: data) == ChannelID.securityManager.rawValue,
      data.data.count > 4, data.data[4] == SMPCode.pairingResponse.rawValue
    else { return [.acl(data)] }
    var refused = data
    refused.data = [2, 0, 6, 0, SMPCode.pairingFailed.rawValue, PairingFailure.pairingNotSupported.rawValue]
    return [.acl(refused)]
  }

  static func channel(of data: ACLPacket) -> UInt16 {
    data.packetBoundary == .continuing || data.data.count < 4
      ? 0 : UInt16(data.data[2]) | UInt16(data.data[3]) << 8
  }

  // MARK: To the host

  private var hasLostLink = false

  /// What reaches the host in place of a packet of its controller.
  func toHost(_ packet: HCIPacket, _ port: EditedPort) -> [HCIPacket] {
    if kind == .losesPlaceInStream, isHung { return [] }
    switch packet {
    case .event(let event): take(event, port)
    case .acl(let data):
      if Self.channel(of: data) == ChannelID.securityManager.rawValue {
        hasPairedOnLink = true
        if kind == .hangsUpWhenPaired { hangUp(data.handle, port) }
      }
      if isIgnored(data) { return [] }
    default: break
    }
    guard kind == .slow else { return [packet] }
    port.simulation.schedule(after: .milliseconds(40)) { port.receiver?(.packet(packet)) }
    return []
  }

  private func isIgnored(_ data: ACLPacket) -> Bool {
    guard Self.channel(of: data) == ChannelID.attribute.rawValue, data.data.count > 4 else { return false }
    switch kind {
    case .ignoresAttributes: return true
    case .ignoresMTU: return data.data[4] == ATTOpcode.exchangeMTURequest.rawValue
    default: return false
    }
  }

  private func take(_ event: EventPacket, _ port: EditedPort) {
    guard let value = try? HCIEventValue(event) else { return }
    if case .disconnectionComplete(let lost) = value, lost.reason == .connectionTimeout { hasLostLink = true }
    if case .leCSProcedureEnableComplete(let start) = value, start.state == .enabled,
      kind == .endsSeriesAfterTwoSeconds
    {
      port.simulation.schedule(after: .seconds(2)) {
        port.inject(
          LECSProcedureEnableCommand {
            ($0.connectionHandle, $0.configID, $0.enable) = (
              start.connectionHandle, start.configID, .disabled
            )
          }.packet)
      }
    }
    guard let link = value.connectionComplete, link.status == .success else { return }
    hasPairedOnLink = false
    hasConnected = true
    linkCount += 1
    let count = linkCount
    switch kind {
    case .hangsOnceConnected: isHung = true
    case .hangsUpAfterASecond:
      port.simulation.schedule(after: .seconds(1)) { [weak self] in
        if self?.linkCount == count { self?.hangUp(link.connectionHandle, port) }
      }
    case .resetsAfterASecond:
      port.simulation.schedule(after: .seconds(1)) { [weak self] in
        if self?.linkCount == count { port.inject(ResetCommand().packet) }
      }
    case .asksForSecurity:
      let request: [UInt8] = [2, 0, 6, 0, SMPCode.securityRequest.rawValue, 0x09]
      port.inject(
        .acl(ACLPacket(handle: link.connectionHandle, packetBoundary: .firstNonFlushable, data: request)))
    case .asksForLongLatency:
      let wish: [UInt8] = [0x12, 9, 8, 0, 24, 0, 40, 0, 40, 0, 0x58, 2]
      port.inject(
        .acl(
          ACLPacket(
            handle: link.connectionHandle, packetBoundary: .firstNonFlushable, data: [12, 0, 5, 0] + wish)))
    default: break
    }
  }

  private func hangUp(_ handle: ConnectionHandle, _ port: EditedPort) {
    port.inject(DisconnectCommand { $0.connectionHandle = handle }.packet)
  }
}
