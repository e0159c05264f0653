internal import Capture

/// What recorders put among the packets.
enum MonitorWords {
  /// Reads a record of the Linux monitor that is no packet.
  static func reading(_ event: MonitorEvent, _ octets: [UInt8]) -> PacketReading {
    let sentence =
      switch event {
      case .newIndex: "A controller appeared."
      case .deleteIndex: "A controller went."
      case .openIndex: "A controller was opened."
      case .closeIndex: "A controller was closed."
      case .indexInfo: "Address and maker of a controller."
      case .vendorDiagnostics: "\(octets.count) octets of the vendor's own."
      case .systemNote, .userLogging: "Text: \(String(decoding: octets.filter { $0 >= 32 }, as: UTF8.self))"
      case .controlOpen: "A program opened a management socket."
      case .controlClose: "A program closed a management socket."
      case .controlCommand: "A program sent a management command."
      case .controlEvent: "The system sent a management event."
      }
    return PacketReading(name: "monitor: \(event)", sentences: [sentence])
  }

  /// Reads a custom block of pcapng, which begins with a number of four octets that says whose it is.
  static func customBlock(_ octets: [UInt8]) -> PacketReading {
    PacketReading(
      name: "custom block",
      sentences: [
        "\(max(0, octets.count - 4)) octets that a program put into the file for itself. They are no packet."
      ])
  }
}

/// What logs of text tell.
enum LogWords {
  /// Reads a CS subevent of a log.
  static func reading(_ subevent: LoggedSubevent?) -> PacketReading {
    guard let subevent else { return PacketReading(name: "CS subevent") }
    var sentences = ["What \(subevent.role.map { "the \($0)" } ?? "an end") measured in a CS subevent."]
    if let counter = subevent.procedureCounter { sentences.append("It belongs to procedure \(counter).") }
    return PacketReading(name: "CS subevent", sentences: sentences)
  }
}
