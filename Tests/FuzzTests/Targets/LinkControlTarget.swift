import ChannelSounding
import CoreTypes
import LinkLayer
import SimulationKernel

/// The control procedures of one side, whose peer sends anything at any time.
enum LinkControlTarget {
  /// An octet for the side, then control PDUs, each after an octet that says what else happens first.
  static func run(_ octets: [UInt8]) {
    var input = FuzzInput(octets)
    let isCentral = input.octet() & 1 == 0
    var control = LinkControl(
      role: isCentral ? .central : .peripheral, identity: identity, random: RandomStream(seed: 1),
      timeout: 200)
    var moment = LinkMoment(now: .start, eventCounter: 0, interval: 24)
    while !input.isEmpty {
      let kind = input.octet()
      moment.now = moment.now + .milliseconds(30)
      moment.eventCounter += 1
      answer(control.connectionEventBegins(at: moment), of: &control, at: moment)
      if let deadline = control.responseDeadline, deadline <= moment.now {
        answer(control.timeElapsed(at: moment), of: &control, at: moment)
      }
      if let deadline = control.payloadDeadline, deadline <= moment.now {
        answer(control.payloadTimeElapsed(at: moment), of: &control, at: moment)
      }
      if kind >= 0x80 {
        let wish = requests[Int(kind & 0x7F) % requests.count]
        answer(control.request(wish, at: moment).actions, of: &control, at: moment)
      } else {
        answer(control.receive(input.piece(), at: moment), of: &control, at: moment)
      }
    }
  }

  /// The peer acknowledges what is sent, and the host has a key.
  private static func answer(_ actions: [LinkAction], of control: inout LinkControl, at moment: LinkMoment) {
    var waiting = actions
    while let action = waiting.popLast() {
      switch action {
      case .send(let pdu):
        _ = pdu.encoded
        waiting += control.acknowledged(opcode: pdu.opcode, at: moment)
      case .requestLongTermKey: waiting += control.request(.longTermKey(key), at: moment).actions
      default: break
      }
    }
  }

  private static let key: LongTermKey = 0x0707_0707_0707_0707_0707_0707_0707_0707

  private static let identity: LinkIdentity = {
    var identity = LinkIdentity(
      version: 16, companyID: 0xFFFF, subversion: 1, features: FeatureSet(FeatureSet.Feature.allCases))
    identity.csCapabilities.roles = [.initiator, .reflector]
    identity.csCapabilities.subfeatures = [.inlinePCT, .channelSelection3c]
    identity.csCapabilities.maxAntennaPaths = 4
    identity.csCapabilities.numAntennas = 4
    identity.csCapabilities.tFCS = 0x1FF
    identity.csCapabilities.modes = 1
    identity.phys = 7
    return identity
  }()

  private static let requests: [LinkRequest] = [
    .readRemoteVersion, .readRemoteFeatures, .readAllRemoteFeatures(pages: 10),
    .setDataLength(.greatestOnLE1M), .setPHY(tx: 2, rx: 2),
    .updateConnection(ConnectionParameterRange(intervalMin: 24, intervalMax: 48, latency: 0, timeout: 200)),
    .acceptConnectionParameters(
      ConnectionParameterRange(intervalMin: 24, intervalMax: 48, latency: 0, timeout: 200)),
    .rejectConnectionParameters(.unacceptableConnectionParameters),
    .enableEncryption(key, named: .secureConnections), .readRemoteCSCapabilities, .readRemoteFAETable,
    .setCSDefaultSettings(
      roles: [.initiator, .reflector], antennaSelection: .noRecommendation, maxTXPower: 0),
    .createCSConfig(CSConfiguration(), createContextOnPeer: true), .removeCSConfig(id: 0), .enableCSSecurity,
    .setCSProcedureParameters(CSProcedureParameters()), .enableCSProcedures(configID: 0),
    .disableCSProcedures(configID: 0), .setCSChannelClassification(.allowed),
    .terminate(.remoteUserTerminatedConnection),
  ]
}
