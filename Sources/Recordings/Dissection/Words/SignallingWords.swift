internal import CoreTypes
internal import HostStack
internal import Notation
internal import Wire

/// What commands of the LE signalling channel are for. [Vol 3, Part A, 4]
enum SignallingWords {
  private static let names: [UInt8: (name: String, purpose: String, isAnswer: Bool)] = [
    0x01: ("L2CAP_COMMAND_REJECT_RSP", "The device rejects the received command.", true),
    0x06: ("L2CAP_DISCONNECTION_REQ", "The device closes a channel.", false),
    0x07: ("L2CAP_DISCONNECTION_RSP", "The channel is closed.", true),
    0x12: (
      "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ",
      "The peripheral requests another interval, latency and timeout.", false
    ),
    0x13: ("L2CAP_CONNECTION_PARAMETER_UPDATE_RSP", "The central accepts or refuses the request.", true),
    0x14: ("L2CAP_LE_CREDIT_BASED_CONNECTION_REQ", "The device requests a channel with credits.", false),
    0x15: ("L2CAP_LE_CREDIT_BASED_CONNECTION_RSP", "The device accepts or refuses the channel.", true),
    0x16: ("L2CAP_FLOW_CONTROL_CREDIT_IND", "The device grants credits on a channel.", false),
    0x17: ("L2CAP_CREDIT_BASED_CONNECTION_REQ", "The device requests channels with credits.", false),
    0x18: ("L2CAP_CREDIT_BASED_CONNECTION_RSP", "The device sends the accepted channels.", true),
    0x19: (
      "L2CAP_CREDIT_BASED_RECONFIGURE_REQ", "The device changes the MTU and MPS of channels with credits.",
      false
    ),
    0x1A: ("L2CAP_CREDIT_BASED_RECONFIGURE_RSP", "The device accepts or refuses the change.", true),
  ]

  static func name(_ command: SignallingCommand) -> String {
    names[command.code]?.name ?? "L2CAP command " + command.code.hex()
  }

  /// Whether a command answers one with the same identifier.
  static func isAnswer(_ command: SignallingCommand) -> Bool { names[command.code]?.isAnswer ?? false }

  /// What a command is for, then what it says.
  static func sentences(_ command: SignallingCommand) -> [String] {
    [names[command.code]?.purpose ?? "Unknown command code."] + detail(command)
  }

  private static let rejections = ["command not understood", "signalling MTU exceeded", "invalid CID"]

  private static func detail(_ command: SignallingCommand) -> [String] {
    do throws(WireError) {
      switch command.code {
      case CommandReject.code:
        let rejection = try CommandReject(decoding: command.data)
        let reason = Int(rejection.reason)
        let name = rejections.indices.contains(reason) ? rejections[reason] : "reserved"
        return ["The reason is \(reason.hex(4)) (\(name))."] + invalidChannel(rejection)
      case ConnectionParameterUpdateRequest.code:
        let wanted = try ConnectionParameterUpdateRequest(decoding: command.data).parameters
        return [
          "It requests an interval of \(FieldNotes.milliseconds(wanted.intervalMin)) to "
            + "\(FieldNotes.milliseconds(wanted.intervalMax)), latency \(wanted.latency), "
            + "timeout \(FieldNotes.milliseconds(wanted.timeout))."
        ]
      case ConnectionParameterUpdateResponse.code:
        let result = try ConnectionParameterUpdateResponse(decoding: command.data).result
        return [result == 0 ? "It accepts." : "It refuses."]
      case DisconnectionRequest.code:
        let request = try DisconnectionRequest(decoding: command.data)
        return [channel(atSender: request.sourceCID, atReceiver: request.destinationCID)]
      case DisconnectionResponse.code:
        let response = try DisconnectionResponse(decoding: command.data)
        return [channel(atSender: response.destinationCID, atReceiver: response.sourceCID)]
      case LECreditBasedConnectionRequest.code:
        let request = try LECreditBasedConnectionRequest(decoding: command.data)
        return ["The SPSM is \(request.spsm).", sender(of: request.sourceCID, request.parameters)]
      case LECreditBasedConnectionResponse.code:
        let response = try LECreditBasedConnectionResponse(decoding: command.data)
        let result = "The result is \(response.result)."
        guard response.result == .success else { return [result] }
        return [result, sender(of: response.destinationCID, response.parameters)]
      case FlowControlCreditIndication.code:
        let indication = try FlowControlCreditIndication(decoding: command.data)
        let credits = FieldNotes.counted(indication.credits, "more frame")
        return ["The receiver may send \(credits) to channel \(indication.cid.rawValue.hex())."]
      default: return names[command.code] == nil ? [] : ["This tool does not decode its parameters."]
      }
    } catch {
      return ["Its data is invalid: \(error)."]
    }
  }

  private static func channel(atSender sender: ChannelID, atReceiver receiver: ChannelID) -> String {
    "The channel is \(sender.rawValue.hex()) at the sender, \(receiver.rawValue.hex()) at the receiver."
  }

  private static func invalidChannel(_ rejection: CommandReject) -> [String] {
    rejection.invalidChannel.map { [channel(atSender: $0.atSender, atReceiver: $0.atReceiver)] } ?? []
  }

  /// What the sender of a command receives on a channel.
  private static func sender(of cid: ChannelID, _ parameters: CreditBasedParameters) -> String {
    "The sender receives on channel \(cid.rawValue.hex()): SDUs of up to \(parameters.mtu) octets in frames of up "
      + "to \(parameters.mps), and \(FieldNotes.counted(parameters.initialCredits, "frame")) before it grants more."
  }
}
