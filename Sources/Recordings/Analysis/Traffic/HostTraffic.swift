internal import CoreTypes
internal import HostStack
internal import Wire

/// What the hosts of one connection say to each other: L2CAP, and on it ATT, pairing and signalling.
struct HostTraffic {
  private var reassemblers = [L2CAPReassembler(), L2CAPReassembler()]
  private var attributes = AttributeTraffic()
  /// The keys of the last pairing, which nothing beyond this conversation takes.
  private(set) var keys = KeyExchange()

  /// What our own end reads from the peer's Ranging Service.
  var ranging: RangingTraffic {
    _read { yield attributes.ranging }
    _modify { yield &attributes.ranging }
  }

  /// Takes the data of one packet; gives what could not be read, in words.
  mutating func receive(
    _ fragment: [UInt8], isStart: Bool, from sender: LinkParty, frame: Int,
    _ connection: inout RecordedConnection
  ) -> String? {
    var problem: String?
    for outcome in reassemblers[sender.rawValue].receive(fragment, isStart: isStart) {
      switch outcome {
      case .frame(let pdu):
        do throws(WireError) {
          try take(pdu, from: sender, frame, &connection)
        } catch {
          problem = problem ?? "\(Self.name(pdu.channel)): \(error)"
        }
      // A recording that begins inside a PDU has lost nothing else.
      case .discarded(.continuationWithoutStart): break
      case .discarded(let error): problem = problem ?? "L2CAP: \(error)"
      }
    }
    return problem
  }

  private mutating func take(
    _ pdu: L2CAPFrame, from sender: LinkParty, _ frame: Int, _ connection: inout RecordedConnection
  ) throws(WireError) {
    switch pdu.channel {
    case .attribute:
      attributes.take(try ATTPDU(decoding: pdu.payload), from: sender, frame, &connection)
    case .securityManager:
      take(try SMPPDU(decoding: pdu.payload), from: sender, frame, &connection)
    case .signalling:
      let command = try SignallingCommand(decoding: pdu.payload)
      guard command.code == ConnectionParameterUpdateRequest.code else { return }
      let request = try ConnectionParameterUpdateRequest(decoding: command.data)
      connection[sender].see(request: request.parameters, frame)
    default: break
    }
  }

  private mutating func take(
    _ pdu: SMPPDU, from sender: LinkParty, _ frame: Int, _ connection: inout RecordedConnection
  ) {
    keys.take(pdu, from: sender, frame)
    switch pdu {
    case .pairingRequest(let features), .pairingResponse(let features):
      connection[sender].pairing.see(features, frame)
    case .securityRequest(let request):
      connection[sender].securityRequest.see(request.authenticationRequirements, frame)
    case .pairingFailed(let failure):
      connection.pairingFailure.see(failure.reason, frame)
    case .identityAddressInformation(let information):
      guard information.address.kind.isPublicOrRandom else { return }
      connection[sender].identityAddress.see(information.address, frame)
    default: break
    }
  }

  private static func name(_ channel: ChannelID) -> String {
    switch channel {
    case .attribute: "ATT"
    case .securityManager: "SMP"
    default: "L2CAP signalling"
    }
  }
}
