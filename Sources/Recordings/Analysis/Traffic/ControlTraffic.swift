internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import LinkLayer

/// The control PDUs of one connection, and what they show of its ends and of what they agreed.
struct ControlTraffic {
  /// The requests of one end that are not answered yet: in a collision, both ends have one. [Vol 6, Part B, 5.3]
  private struct Requests {
    var configuration: CSConfigReq?
    var procedures: CSReq?

    /// Drops the request that the other end refused by its opcode; both where the refusal has none.
    mutating func drop(_ opcode: ControlOpcode?) {
      if opcode == nil || opcode == .csConfigReq { configuration = nil }
      if opcode == nil || opcode == .csReq { procedures = nil }
    }
  }

  /// What version [v2] of the capabilities appends.
  private static let capabilityTailOctets = 6

  /// The open requests by their sender.
  private var open = [Requests(), Requests()]

  mutating func take(
    _ pdu: ControlPDU, from sender: LinkParty, _ frame: Int, _ connection: inout RecordedConnection
  ) {
    switch pdu {
    case .csConfigReq, .csConfigRsp, .csReq, .csInd, .csSecRsp: agree(pdu, sender, frame, &connection)
    case .connectionUpdateInd, .phyUpdateInd, .startEncReq, .terminateInd, .rejectInd,
      .rejectExtInd, .unknownRsp:
      Self.change(pdu, sender, frame, &connection)
      close(pdu, from: sender)
    case .featureRsp(let pdu):
      // An answer has less in its first octet than the sender's own request.
      guard connection[sender].features == nil || !connection[sender].openFeatures.isEmpty else { return }
      let asker = connection[sender.other].features?.value
      connection[sender].see(answer: pdu.featureSet, to: asker, frame)
    default: Self.describe(pdu, frame, &connection[sender])
    }
  }

  /// What an end says of itself.
  private static func describe(_ pdu: ControlPDU, _ frame: Int, _ device: inout RecordedDevice) {
    switch pdu {
    case .versionInd(let pdu):
      device.version.see(
        .init(core: pdu.version, company: pdu.companyIdentifier, subversion: pdu.subversion), frame)
    case .featureReq(let pdu), .peripheralFeatureReq(let pdu):
      guard device.features == nil || !device.openFeatures.isEmpty else { return }
      device.features.see(pdu.featureSet, frame)
      device.openFeatures = []
    case .featureExtReq(let pdu), .featureExtRsp(let pdu):
      device.see(page: .init(number: pdu.pageNumber, octets: pdu.featurePage), frame)
    case .csCapabilitiesReq(let pdu), .csCapabilitiesRsp(let pdu):
      device.capabilities.see(pdu.capabilities(layout: .candidateA), frame)
      device.hasCapabilityTail = pdu.tail.count >= capabilityTailOctets
    case .csFAERsp(let pdu): device.faeTable.see(pdu.channelFAE, frame)
    case .lengthReq(let pdu), .lengthRsp(let pdu):
      device.dataLength.see(pdu.lengths, frame)
    case .phyReq(let request):
      device.requestedPHYs.see(.init(tx: request.txPHYs, rx: request.rxPHYs), frame)
      device.phys = device.requestedPHYs
    case .phyRsp(let pdu): device.phys.see(.init(tx: pdu.txPHYs, rx: pdu.rxPHYs), frame)
    case .clockAccuracyReq(let pdu), .clockAccuracyRsp(let pdu): device.clockAccuracy.see(pdu.sca, frame)
    case .connectionParamReq(let pdu): device.see(request: pdu.parameters, frame)
    default: break
    }
  }

  /// What becomes of the connection.
  private static func change(
    _ pdu: ControlPDU, _ sender: LinkParty, _ frame: Int, _ connection: inout RecordedConnection
  ) {
    switch pdu {
    case .connectionUpdateInd(let pdu): connection.see(pdu.parameters, frame)
    case .phyUpdateInd(let pdu):
      let before = connection.phys?.value ?? .init(centralToPeripheral: .le1M, peripheralToCentral: .le1M)
      connection.phys.see(
        .init(
          centralToPeripheral: phy(pdu.phyCToP) ?? before.centralToPeripheral,
          peripheralToCentral: phy(pdu.phyPToC) ?? before.peripheralToCentral), frame)
    case .startEncReq: connection.see(encrypted: true, frame)
    case .terminateInd(let pdu): connection.endReason = pdu.errorCode
    case .rejectInd(let pdu): connection.see(rejection: nil, pdu.errorCode, by: sender, frame)
    case .rejectExtInd(let pdu): connection.see(rejection: pdu.rejectOpcode, pdu.errorCode, by: sender, frame)
    case .unknownRsp(let pdu):
      connection.see(rejection: pdu.unknownType, .unsupportedRemoteFeature, by: sender, frame)
    default: break
    }
  }

  /// The number of the PHY; nil for none, which is no change.
  private static func phy(_ set: PHYSet) -> PHYNumber? {
    PHY.allCases.first { PHYSet($0) == set }.map { PHYNumber($0) }
  }

  // MARK: Channel Sounding

  private mutating func agree(
    _ pdu: ControlPDU, _ sender: LinkParty, _ frame: Int, _ connection: inout RecordedConnection
  ) {
    switch pdu {
    case .csConfigReq(let pdu): open[sender.rawValue].configuration = pdu
    case .csConfigRsp(let pdu):
      let asker = sender.other
      guard let request = open[asker.rawValue].configuration, request.configID == pdu.configID else { return }
      open[asker.rawValue].configuration = nil
      guard request.action == .create else { return }
      guard var agreed = request.received(interpretations: Interpretations()) else {
        connection.refuse(request.configID, "Role is \(request.configuration.role), expected 0 or 1", frame)
        return
      }
      // The request says the role of who asks, and the value that of who is asked.
      if asker == .own { agreed.role = agreed.role.peer }
      connection.add(agreed, frame)
    case .csReq(let pdu): open[sender.rawValue].procedures = pdu
    case .csInd(let pdu): connection.schedule.see(schedule(pdu), frame)
    case .csSecRsp: connection.isSecured = true
    default: break
    }
  }

  /// Drops what an end refuses of the other's requests.
  private mutating func close(_ pdu: ControlPDU, from sender: LinkParty) {
    switch pdu {
    case .rejectInd: open[sender.other.rawValue].drop(nil)
    case .rejectExtInd(let pdu): open[sender.other.rawValue].drop(pdu.rejectOpcode)
    case .unknownRsp(let pdu): open[sender.other.rawValue].drop(pdu.unknownType)
    default: break
    }
  }

  /// The schedule that LL_CS_IND settles. If both ends still have a request, the refusal of the peripheral's was not
  /// recorded: the central's goes first in `open`, and takes precedence.
  private mutating func schedule(_ pdu: CSInd) -> LECSProcedureEnableCompleteEvent {
    var schedule = pdu.schedule
    let asked = open.compactMap { $0.procedures?.offer.schedule }
    if let request = asked.first(where: { $0.configID == schedule.configID }) {
      schedule.complete(from: request)
    }
    for index in open.indices { open[index].procedures = nil }
    return LECSProcedureEnableCompleteEvent(
      connectionHandle: 0, schedule: schedule, selectedTXPower: .unknown)
  }
}
