internal import CoreTypes
internal import Faults
internal import LinkLayer
internal import RadioModel
internal import SimulationKernel

/// Connection events in which both ends send an empty packet, worked out without frames: every time, bit and
/// strength is the one that the two frames of each event would have left behind.
struct QuietEvents {
  /// One end of the link.
  struct End {
    var rhythm: LinkRhythm
    let clock: DeviceClock
    let powerDbm: Double
    let sensitivityDbm: Double
    /// How long its empty packets are.
    let packet: Picoseconds
    /// What it leaves after a packet of the other end, and what it waits for one.
    let ownSpace: Picoseconds
    let peerSpace: Picoseconds

    init(_ connection: Connection) {
      let description = connection.controller.description
      rhythm = connection.rhythm
      clock = description.clock
      powerDbm = description.radio.txPowerDbm
      sensitivityDbm = description.radio.sensitivityDbm
      packet = AirFrame.duration(of: 2, on: connection.transmitPHY)
      ownSpace = connection.ownSpace
      peerSpace = connection.peerSpace
    }

    fileprivate mutating func hear(_ frame: (strength: Double, end: Instant), _ sender: LinkRhythm) -> Bool {
      guard frame.strength >= sensitivityDbm else { return false }
      rhythm.rssi = ReceivedPowerLevel(nearest: frame.strength)
      rhythm.lastValid = frame.end
      let bits = sender.acknowledgement
      let (isAcknowledged, isNew) = rhythm.acknowledgement.receive(
        sn: bits.transmitSequence, nesn: bits.nextExpected)
      return isAcknowledged && isNew
    }

    fileprivate mutating func end(_ interval: Picoseconds) {
      rhythm.eventNumber += 1
      rhythm.anchor = clock.trueTime(atLocal: clock.localTime(at: rhythm.anchor) + interval)
    }
  }

  private(set) var central: End
  private(set) var peripheral: End
  /// When the last event ended; nil before the first.
  private(set) var end: Instant?
  private let interval: Picoseconds
  private let place: Environment
  /// When the two are there, where they are devices of a scene.
  private let devices: [SceneDevice]
  /// Loss and flight where nobody moves.
  private let still: (loss: Double, flight: Picoseconds)?

  init(central: Connection, peripheral: Connection, in place: Environment) {
    self.central = End(central)
    self.peripheral = End(peripheral)
    self.place = place
    devices = [central, peripheral].compactMap { $0.controller.air.device($0.controller) }
    interval = central.interval.time
    still = place.motion == .still ? Self.way(place, at: .start) : nil
  }

  /// Passes over the next event, if both ends hear each other in it and it is over by `limit`.
  ///
  /// - Parameter opening: the peripheral listens no sooner than this.
  mutating func pass(opening: Instant, limit: Instant) -> Bool {
    let (start, listening) = (central.rhythm.anchor, peripheral.rhythm.listening)
    guard max(opening, listening.lowerBound) < start, start < listening.upperBound else { return false }
    guard devices.allSatisfy({ $0.isPresent(at: start) }) else { return false }
    var (one, other) = (central, peripheral)
    let outward = way(at: start)
    let heard = start + one.packet + outward.flight
    one.rhythm.lastSync = start
    guard other.hear((one.powerDbm - outward.loss, heard), one.rhythm) else { return false }
    other.rhythm.anchor = heard - one.packet
    other.rhythm.lastSync = other.rhythm.anchor

    let answer = heard + other.ownSpace
    guard devices.allSatisfy({ $0.isPresent(at: answer) }) else { return false }
    let back = way(at: answer)
    let over = answer + other.packet + back.flight
    guard over <= limit, answer < start + one.packet + one.peerSpace + Connection.syncTime,
      one.hear((other.powerDbm - back.loss, over), other.rhythm)
    else { return false }
    one.end(interval)
    other.end(interval)
    (central, peripheral, end) = (one, other, over)
    return true
  }

  private func way(at time: Instant) -> (loss: Double, flight: Picoseconds) {
    still ?? Self.way(place, at: time)
  }

  private static func way(_ place: Environment, at time: Instant) -> (loss: Double, flight: Picoseconds) {
    (place.pathLossDecibels(at: time), Picoseconds(Int64(place.timeOfFlightPicoseconds(at: time))))
  }
}

extension Connection {
  /// The most events that are passed over at a time.
  private static let mostQuietEvents = 1_000

  /// Passes over the connection events ahead in which neither end has anything to say, if nobody watches the air
  /// and nothing else happens meanwhile, and schedules the next that matters. Returns whether there were any.
  func passQuietEvents() -> Bool {
    guard isQuiet, !faults.contains(.hopsByFifteenBits), let central = quietCentral, central.isQuiet,
      let timer = central.eventTimer, let time = simulation.quietTime(besides: timer),
      isQuiet(at: central.eventCounter, with: central)
    else { return false }
    var events = QuietEvents(
      central: central, peripheral: self,
      in: controller.air.environment(between: central.controller, and: controller))
    let limit = min(time, lastQuietTime, central.lastQuietTime)
    var opening = simulation.now
    for _ in 0..<Self.mostQuietEvents {
      let counter = events.central.rhythm.eventCounter
      guard isQuiet(at: counter, with: central), events.pass(opening: opening, limit: limit) else { break }
      opening = events.end ?? opening
    }
    guard let end = events.end else { return false }
    simulation.cancel(timer)
    simulation.advance(to: end)
    take(events.peripheral.rhythm)
    central.take(events.central.rhythm)
    return true
  }

  /// The end of an event after which this end still need not look for packets with a MIC.
  private var lastQuietTime: Instant {
    asking { $0.payloadDeadline }.map { $0 - Picoseconds(1) } ?? .distantFuture
  }

  /// Whether no procedure of either end hangs on a connection event.
  private func isQuiet(at counter: ConnEventCounter, with central: Connection) -> Bool {
    procedures.passes(over: counter) && central.procedures.passes(over: counter)
  }

  /// The other end, if the two have the air to themselves and agree on what comes next.
  private var quietCentral: Connection? {
    guard controller.hasQuietRadio, let peer = controller.air.quietPeer(of: controller) as? VirtualController,
      peer.hasQuietRadio, let other = peer.connections.first?.value, other.role == .central,
      other.origin.llData.accessAddress == origin.llData.accessAddress,
      other.rhythm.eventNumber == rhythm.eventNumber, other.hopping == hopping,
      other.channelMap == channelMap,
      other.interval == interval, other.transmitPHY == receivePHY, other.receivePHY == transmitPHY
    else { return nil }
    return other
  }
}
