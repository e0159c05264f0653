internal import Capture
internal import CoreTypes
internal import Notation

/// How a packet of the air was received.
enum ReceptionWords {
  /// What the recorder says of the radio, as `2440 MHz`; empty for what was not on the air.
  static func facts(_ kind: RecordedKind) -> [String] {
    guard case .link(let reception) = kind else { return [] }
    var facts = ["access address " + reception.accessAddress.hex(8)]
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
