internal import CoreTypes
internal import Faults
internal import LinkLayer

extension Connection {
  /// What this device does wrong.
  var faults: FaultSet { controller.faults }

  /// What a defective device makes of a packet whose CRC is wrong.
  func mistake(damaged frame: AirFrame) {
    guard faults.contains(.damagedAcknowledged) else { return }
    _ = rhythm.acknowledgement.receive(
      sn: rhythm.acknowledgement.nextExpected, nesn: rhythm.acknowledgement.transmitSequence)
  }

  /// The packet that a defective device sends in place of the one that was not acknowledged.
  func mistake(repeated flight: PDUInFlight) -> PDUInFlight {
    guard faults.contains(.repetitionEncryptedAnew), flight.isSent, let plaintext = flight.plaintext,
      let octets = encryption.transmit?.seal(plaintext, header: flight.pdu.llid.rawValue)
    else { return flight }
    var flight = flight
    flight.octets = octets
    return flight
  }

  /// The event by which a defective device hops.
  func hopEvent(_ event: UInt64) -> UInt64 { faults.contains(.hopsByFifteenBits) ? event & 0x7FFF : event }

  /// Whether a defective peripheral sleeps through the connection event that comes.
  var oversleeps: Bool {
    guard faults.contains(.latencyOverrun), control.latency > 0 else { return false }
    return rhythm.eventNumber % (2 * (UInt64(control.latency) + 1)) != 0
  }

  /// A connection event ends in which a defective device heard nothing.
  func mistakeSilence() {
    if faults.contains(.updateLostWithEvent) { control.forgetUpdates(at: eventCounter + 1) }
  }
}

extension Connection {
  /// Takes over what a defective device does not clear between two links.
  func inherit(_ leftovers: FaultSet, from former: Connection) {
    guard role == former.role else { return }
    control.inherit(leftovers, from: former.control)
    encryption.inherit(leftovers, from: former.encryption)
    procedures.inherit(leftovers, from: former.procedures)
    if leftovers.contains(.dataLengthKeptOverLinks) { transmitLength = former.transmitLength }
    if leftovers.contains(.channelMapKeptOverLinks) { channelMap = former.channelMap }
    if leftovers.contains(.eventCounterKeptOverLinks) { rhythm.eventNumber = former.rhythm.eventNumber }
    if leftovers.contains(.phyKeptOverLinks) {
      (transmitPHY, receivePHY) = (former.transmitPHY, former.receivePHY)
    }
  }
}

extension VirtualController {
  /// Remembers what a defective device does not clear when a link ends.
  func keepLeftovers(of connection: Connection, lostBy reason: ErrorCode) {
    leftovers = faults
    if reason == .connectionTimeout, faults.contains(.lostLinkNotCleared) {
      leftovers.insert(.configurationsKeptOverLinks)
      leftovers.insert(.csSecurityKeptOverLinks)
    }
    formerLink = leftovers.isEmpty ? nil : connection
  }
}
