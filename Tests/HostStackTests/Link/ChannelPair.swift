import CoreTypes
import HCI
import Testing
import Wire

@testable import HostStack

extension CreditBasedParameters {
  /// SDUs of up to 200 octets in frames of up to 50, and 4 of these.
  static let small = CreditBasedParameters(mtu: 200, mps: 50, initialCredits: 4)
}

extension LinkPair {
  /// A pair whose peripheral serves SPSM 0x80.
  static func serving(_ listener: ChannelListener = ChannelListener(.small)) -> LinkPair {
    var pair = LinkPair()
    pair.peripheral.listen(on: 0x80, listener)
    return pair
  }

  /// A pair with an open channel: what it is at the central and at the peripheral.
  static func joined(
    _ parameters: CreditBasedParameters = .small, _ offer: CreditBasedParameters = .small
  ) throws -> (pair: LinkPair, atCentral: ChannelID, atPeripheral: ChannelID) {
    var pair = serving(ChannelListener(offer))
    pair.run(pair.central.openChannel(0x80, parameters), of: .central)
    let ends = try (#require(pair.central.channels.first), #require(pair.peripheral.channels.first))
    pair.centralReports = []
    pair.peripheralReports = []
    return (pair, ends.0.localCID, ends.1.localCID)
  }

  subscript(role: LinkRole) -> HostLink {
    get { role == .central ? central : peripheral }
    set { if role == .central { central = newValue } else { peripheral = newValue } }
  }

  func reports(of role: LinkRole) -> [HostAction] { role == .central ? centralReports : peripheralReports }

  /// Gives one side a frame that the other did not send.
  ///
  /// - Returns: what it answers, and what it reports; packets have to fit one fragment.
  mutating func inject(
    _ payload: [UInt8], on channel: ChannelID = .signalling, at role: LinkRole
  ) throws -> (sent: [L2CAPFrame], reports: [HostAction]) {
    let data = L2CAPFrame(channel, payload).encoded()
    var sent: [L2CAPFrame] = []
    var reports: [HostAction] = []
    for action in self[role].receive(ACLPacket(handle: 1, packetBoundary: .firstFlushable, data: data)) {
      if case .sendACL(let packet) = action {
        sent.append(try L2CAPFrame(decoding: packet.data))
      } else {
        reports.append(action)
      }
    }
    return (sent, reports)
  }
}
