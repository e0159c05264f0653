internal import CoreTypes
internal import HCI

/// What a controller says to a command. [Vol 4, Part E, 7.7.14 and 7.7.15]
enum AnswerWords {
  /// What the end of a command says.
  static func sentences(_ event: CommandCompleteEvent) -> [String] {
    guard event.commandOpcode.rawValue != 0 else { return ["It answers no command: the host may send more."] }
    guard let status = event.status else { return [] }
    return status == .success ? ["It succeeded."] : ["It failed: \(status)."]
  }

  /// What the beginning of a command says.
  static func sentence(_ event: CommandStatusEvent) -> String {
    event.status == .success
      ? "The controller has begun; an event will tell the end." : "The controller refuses: \(event.status)."
  }
}
