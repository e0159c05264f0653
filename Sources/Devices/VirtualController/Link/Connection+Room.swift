internal import CoreTypes
internal import LinkLayer
internal import SimulationKernel

/// What still fits a connection event.
extension Connection {
  /// The most octets whose exchange, with an answer as long, ends before a CS subevent of this event begins.
  var longestPayload: Int {
    guard let start = procedures.nextSubeventStart, start > simulation.now else { return 255 }
    let half = Picoseconds((start - simulation.now).rawValue / 2) - Self.interFrameSpace
    let overhead = AirFrame.duration(of: 2 + 4, on: transmitPHY)
    let octet = AirFrame.duration(of: 1, on: transmitPHY) - AirFrame.duration(of: 0, on: transmitPHY)
    return max(0, Int((half - overhead).rawValue / octet.rawValue))
  }

  /// Whether another exchange would end before the next thing this link must do.
  func canContinue(after octetCount: Int) -> Bool {
    let exchange =
      AirFrame.duration(of: octetCount + 2, on: transmitPHY) + AirFrame.duration(of: 2 + 255, on: .le1M)
      + Self.interFrameSpace * 4
    let limit = min(nextAnchor - rhythm.widening, procedures.nextSubeventStart ?? nextAnchor)
    return simulation.now + exchange + exchange < limit
  }
}
