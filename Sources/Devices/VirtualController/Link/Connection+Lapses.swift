internal import CoreTypes
internal import LinkLayer

/// Rules of links in a lossy air, and of long ones, that a defective controller does not keep, one bit each.
public struct AirLapses: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A packet with a wrong CRC is acknowledged.
  public static let acknowledgesDamaged = AirLapses(rawValue: 1 << 0)
  /// A packet that is not acknowledged is not sent again.
  public static let neverRepeats = AirLapses(rawValue: 1 << 1)
  /// A packet that comes again is carried out again.
  public static let executesDuplicates = AirLapses(rawValue: 1 << 2)
  /// A packet that is sent again is encrypted again, with the next packet counter.
  public static let encryptsAnew = AirLapses(rawValue: 1 << 3)
  /// A procedure whose connection event is not heard is not counted.
  public static let forgetsMissedProcedures = AirLapses(rawValue: 1 << 4)
  /// An update whose Instant follows an event that is not heard never takes effect.
  public static let forgetsUpdates = AirLapses(rawValue: 1 << 5)
  /// The receive window stays as narrow as it is after one connection interval.
  public static let neverWidens = AirLapses(rawValue: 1 << 6)
  /// A peripheral sleeps for twice the connection events that its latency allows.
  public static let overrunsLatency = AirLapses(rawValue: 1 << 9)
  /// Advertising events are not delayed by chance.
  public static let delaysByNothing = AirLapses(rawValue: 1 << 8)
  /// The hop sequence knows 15 bits of connEventCounter.
  public static let hopsByFifteenBits = AirLapses(rawValue: 1 << 7)
}

extension Connection {
  /// Whether this device is one that does not keep a rule.
  func lapses(_ lapse: AirLapses) -> Bool { controller.description.deviations.airLapses.contains(lapse) }

  /// What a defective device makes of a packet whose CRC is wrong.
  func mistake(damaged frame: AirFrame) {
    guard lapses(.acknowledgesDamaged) else { return }
    _ = rhythm.acknowledgement.receive(
      sn: rhythm.acknowledgement.nextExpected, nesn: rhythm.acknowledgement.transmitSequence)
  }

  /// The packet that a defective device sends in place of the one that was not acknowledged.
  func mistake(repeated flight: PDUInFlight) -> PDUInFlight {
    guard lapses(.encryptsAnew), flight.isSent, let plaintext = flight.plaintext,
      let octets = encryption.transmit?.seal(plaintext, header: flight.pdu.llid)
    else { return flight }
    var flight = flight
    flight.octets = octets
    return flight
  }

  /// The event by which a defective device hops.
  func hopEvent(_ event: UInt64) -> UInt64 { lapses(.hopsByFifteenBits) ? event & 0x7FFF : event }

  /// Whether a defective peripheral sleeps through the connection event that comes.
  var oversleeps: Bool {
    guard lapses(.overrunsLatency), control.latency > 0 else { return false }
    return rhythm.eventNumber % (2 * (UInt64(control.latency) + 1)) != 0
  }

  /// A connection event ends in which a defective device heard nothing.
  func mistakeSilence() {
    if lapses(.forgetsUpdates) { control.forgetUpdates(at: eventCounter &+ 1) }
  }
}
