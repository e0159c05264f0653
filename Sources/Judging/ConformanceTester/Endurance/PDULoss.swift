internal import Verdicts
package import VirtualController

/// Which frames are lost, each PDU once.
package enum PDULoss: Hashable, CaseIterable {
  /// What the central sends arrives with a wrong CRC at first.
  case damagedFromCentral
  /// What the peripheral sends arrives with a wrong CRC at first.
  case damagedFromPeripheral
  /// What the central sends arrives, and the frame that would acknowledge it does not.
  case unacknowledgedFromCentral
  /// What the peripheral sends arrives, and the frame that would acknowledge it does not.
  case unacknowledgedFromPeripheral

  /// For a person.
  package var words: String {
    switch self {
    case .damagedFromCentral: "PDUs of the central arrive with a wrong CRC"
    case .damagedFromPeripheral: "PDUs of the peripheral arrive with a wrong CRC"
    case .unacknowledgedFromCentral: "acknowledgements of the peripheral are lost"
    case .unacknowledgedFromPeripheral: "acknowledgements of the central are lost"
    }
  }

  private var isOfCentral: Bool { self == .damagedFromCentral || self == .unacknowledgedFromCentral }

  /// The loss plan; calls `count` for each lost frame.
  package func plan(_ count: @escaping () -> Void) -> (LinkWatch.Seen) -> Air.Fate {
    var isAcknowledgementDue = false
    return { seen in
      let isSubject = seen.isFromCentral == isOfCentral && seen.isNew && seen.length > 0
      switch self {
      case .damagedFromCentral, .damagedFromPeripheral:
        guard isSubject else { return .arrives }
        count()
        return .isDamaged
      case .unacknowledgedFromCentral, .unacknowledgedFromPeripheral:
        defer { if isSubject { isAcknowledgementDue = true } }
        guard isAcknowledgementDue, seen.isFromCentral != isOfCentral else { return .arrives }
        isAcknowledgementDue = false
        count()
        return .isLost
      }
    }
  }
}

extension LinkWatch {
  /// The first error of the peripheral in acknowledgement or retransmission; nil if there is none.
  /// [Vol 6, Part B, 4.5.9]
  package var flawOfPeripheral: (text: String, frame: Int)? {
    var last: Seen?
    var isAcknowledged = false
    var received: Seen?
    for frame in seen {
      if frame.isFromCentral {
        guard frame.fate == .arrives else { continue }
        received = frame
        if let last, frame.nesn != last.sn { isAcknowledged = true }
        continue
      }
      if let last, let text = Self.flaw(frame, after: last, isAcknowledged, received) {
        return (text, frame.frame)
      }
      (last, isAcknowledged, received) = (frame, false, nil)
    }
    return nil
  }

  private static func flaw(
    _ frame: Seen, after last: Seen, _ isAcknowledged: Bool, _ received: Seen?
  ) -> String? {
    if isAcknowledged, frame.sn == last.sn {
      return "SN is unchanged although the PDU was acknowledged"
    }
    if !isAcknowledged {
      if frame.sn != last.sn { return "the next PDU was sent before the previous one was acknowledged" }
      if frame.octets.dropFirst(2) != last.octets.dropFirst(2) || frame.llid != last.llid {
        return "a retransmission differs from the first transmission"
      }
    }
    if frame.nesn == last.nesn { return nil }
    guard let received else { return "a PDU that was not received was acknowledged" }
    return frame.nesn == received.sn ^ 1 ? nil : "NESN does not match the received PDU"
  }
}

extension Tester {
  /// Judges acknowledgement and retransmission of the accessory by SN and NESN.
  package func expectAcknowledgement(_ watch: LinkWatch, _ step: String) {
    let flaw = watch.flawOfPeripheral
    expect(flaw?.text, .absent("as required by SN and NESN"), step, frames: flaw.map { [$0.frame] })
  }
}
