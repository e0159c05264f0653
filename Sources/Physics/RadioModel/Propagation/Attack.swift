/// What somebody does to the signal between the devices, to change the distance that they measure.
public enum Attack: Hashable, Sendable {
  /// A relay: all that passes, tones and packets alike, comes so much later in each direction.
  case relay(delayNanoseconds: Double)
  /// A relay whose delay makes the whole round trip a microsecond, so that the phases of tones 1 MHz apart
  /// tell a distance of 0; the delay is that for the distance at the start of the run.
  case rollOver
  /// Early detection and late commitment: packets seem to arrive earlier, as the attacker guesses each bit
  /// from its beginning and sends it before it knows it. Tones are not changed.
  case earlyDetectLateCommit(advanceNanoseconds: Double)

  /// What a relay adds to the flight in each direction, in nanoseconds, 0 and up.
  func relayNanoseconds(overMetres distance: Double) -> Double {
    switch self {
    case .relay(let delay): delay.isFinite ? max(0, delay) : 0
    case .rollOver:
      500 - (distance / Environment.speedOfLight * 1e9).truncatingRemainder(dividingBy: 500)
    case .earlyDetectLateCommit: 0
    }
  }

  /// How much earlier packets seem to arrive, in nanoseconds, 0 and up.
  public var packetAdvanceNanoseconds: Double {
    guard case .earlyDetectLateCommit(let advance) = self, advance.isFinite else { return 0 }
    return max(0, advance)
  }
}
