internal import HostStack
internal import Notation
internal import Wire

/// What commands of the LE signalling channel are for. [Vol 3, Part A, 4]
enum SignallingWords {
  private static let names: [UInt8: (name: String, purpose: String, isAnswer: Bool)] = [
    0x01: ("L2CAP_COMMAND_REJECT_RSP", "The device does not know the command that it was sent.", true),
    0x06: ("L2CAP_DISCONNECTION_REQ", "The device closes a channel.", false),
    0x07: ("L2CAP_DISCONNECTION_RSP", "The channel is closed.", true),
    0x12: (
      "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ",
      "The peripheral asks for another interval, latency and timeout.", false
    ),
    0x13: ("L2CAP_CONNECTION_PARAMETER_UPDATE_RSP", "The central says whether it will give them.", true),
    0x14: ("L2CAP_LE_CREDIT_BASED_CONNECTION_REQ", "The device asks for a channel with credits.", false),
    0x15: ("L2CAP_LE_CREDIT_BASED_CONNECTION_RSP", "The device says whether there is a channel.", true),
    0x16: ("L2CAP_FLOW_CONTROL_CREDIT_IND", "The device has room for more on a channel.", false),
    0x17: ("L2CAP_CREDIT_BASED_CONNECTION_REQ", "The device asks for channels with credits.", false),
    0x18: ("L2CAP_CREDIT_BASED_CONNECTION_RSP", "The device says which channels there are.", true),
  ]

  /// The specification's name.
  static func name(_ command: SignallingCommand) -> String {
    names[command.code]?.name ?? "L2CAP command " + command.code.hex()
  }

  /// Whether a command answers one with the same identifier.
  static func isAnswer(_ command: SignallingCommand) -> Bool { names[command.code]?.isAnswer ?? false }

  /// What a command is for, then what it says.
  static func sentences(_ command: SignallingCommand) -> [String] {
    [names[command.code]?.purpose ?? "No command of this code is known."] + detail(command)
  }

  private static func detail(_ command: SignallingCommand) -> [String] {
    do throws(WireError) {
      switch command.code {
      case ConnectionParameterUpdateRequest.code:
        let wanted = try ConnectionParameterUpdateRequest(decoding: command.data)
        return [
          "It asks for \(FieldNotes.milliseconds(UInt64(wanted.intervalMin), of: 1_250)) to "
            + "\(FieldNotes.milliseconds(UInt64(wanted.intervalMax), of: 1_250)), latency \(wanted.latency), "
            + "timeout \(FieldNotes.milliseconds(UInt64(wanted.timeout), of: 10_000))."
        ]
      case ConnectionParameterUpdateResponse.code:
        return [try ConnectionParameterUpdateResponse(decoding: command.data).result == 0 ? "Yes." : "No."]
      default: return []
      }
    } catch {
      return ["Its data does not fit: \(error)."]
    }
  }
}
