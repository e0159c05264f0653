internal import Capture
internal import CoreTypes
internal import Notation

/// What recorders put among the packets.
enum MonitorWords {
  /// Reads a record of the Linux monitor that is no packet.
  static func reading(_ event: MonitorEvent, _ octets: [UInt8]) -> PacketReading {
    let sentence =
      switch event {
      case .newIndex: "A controller appeared."
      case .deleteIndex: "A controller was removed."
      case .openIndex: "A controller was opened."
      case .closeIndex: "A controller was closed."
      case .indexInfo: "Address and company of a controller."
      case .vendorDiagnostics: "\(FieldNotes.counted(octets.count, "vendor-specific octet"))."
      case .systemNote: "Text: \(text(octets))"
      case .userLogging: userLogging(octets)
      case .controlOpen: "A program opened a management socket."
      case .controlClose: "A program closed a management socket."
      case .controlCommand: "A program sent a management command."
      case .controlEvent: "The system sent a management event."
      }
    return PacketReading(name: "monitor: \(event)", sentences: [sentence])
  }

  /// The text of a program: priority, length of its name, the name and the message, each with a zero at its end.
  private static func userLogging(_ octets: [UInt8]) -> String {
    let texts = octets.dropFirst(2)
    let count = octets.count > 1 ? Int(octets[1]) : 0
    let (name, message) = (text(texts.prefix(count)), text(texts.dropFirst(count)))
    return name.isEmpty ? "Text: \(message)" : "Text of \(name): \(message)"
  }

  private static func text(_ octets: some Sequence<UInt8>) -> String {
    String(decoding: octets.filter { $0 >= 32 }, as: UTF8.self)
  }

  /// Reads a custom block of pcapng, which begins with a number of four octets that says whose it is.
  static func customBlock(_ octets: [UInt8]) -> PacketReading {
    PacketReading(
      name: "custom block",
      sentences: [
        "\(FieldNotes.counted(max(0, octets.count - 4), "octet")) of a program's own data, not a packet."
      ])
  }
}

/// What logs of text tell.
enum LogWords {
  /// Reads a CS subevent of a log.
  static func reading(_ subevent: LoggedSubevent?) -> PacketReading {
    guard let subevent else { return PacketReading(name: "CS subevent") }
    var sentences = ["The results of \(subevent.role.map { "the \($0)" } ?? "a device") in a CS subevent."]
    if let counter = subevent.procedureCounter { sentences.append("They belong to procedure \(counter).") }
    return PacketReading(name: "CS subevent", sentences: sentences)
  }
}

/// How a packet of the air was received.
enum ReceptionWords {
  /// What the recorder says of the radio, as `2440 MHz`; empty for what was not on the air.
  static func facts(_ kind: RecordedKind) -> [String] {
    guard case .link(let reception) = kind else { return [] }
    var facts = ["access address " + reception.accessAddress.rawValue.hex(8)]
    if let channel = reception.rfChannel { facts.append("\(2402 + 2 * Int(channel)) MHz") }
    if let phy = reception.phy { facts.append(name(phy)) }
    if let power = reception.signalDbm { facts.append("\(power) dBm") }
    if let isValid = reception.isCRCValid { facts.append(isValid ? "CRC right" : "CRC wrong") }
    if reception.isDecrypted { facts.append("encrypted on the air") }
    if reception.isMICValid == false { facts.append("MIC wrong") }
    return facts
  }

  private static func name(_ phy: PHY) -> String {
    switch phy {
    case .le1M: "LE 1M"
    case .le2M: "LE 2M"
    case .leCoded: "LE Coded"
    }
  }
}
