internal import CoreTypes
public import RadioModel
public import SimulationKernel

/// The medium that radios share: it carries frames from one to the others, and lets the two ends of a link
/// meet for the steps of a CS subevent.
public final class Air {
  private final class Transmission {
    let frame: AirFrame
    var isDisturbed = false

    init(_ frame: AirFrame) { self.frame = frame }
  }

  /// What becomes of a frame on its way to the radio that is tuned to it.
  public enum Fate: Sendable {
    /// It arrives whole, unless another spoils it.
    case arrives
    /// It arrives with a wrong CRC.
    case isDamaged
    /// It does not arrive.
    case isLost
  }

  /// The run this air belongs to.
  public let simulation: Simulation
  /// What lies between two radios that have no places of their own.
  public private(set) var environment: Environment
  /// How often `environment` has changed.
  private(set) var environmentChangeCount = 0
  /// Decides whether each frame arrives; nil where all do.
  public var fate: ((AirFrame) -> Fate)?
  /// Whether taps see no frames for a while, so that quiet links cost next to nothing.
  public var isUnwatched = false
  /// Whether the steps of subevents are kept from those who see everything, so that long series cost little.
  public var hidesSteps: Bool {
    get { meetings.hidesSteps }
    set { meetings.hidesSteps = newValue }
  }
  private var places: [ObjectIdentifier: Environment] = [:]
  private var scene = AirScene()
  private var stations: [any AirStation] = []
  private var taps: [any AirTap] = []
  private var underWay: [Transmission] = []
  private var receiving: [ObjectIdentifier: Transmission] = [:]
  let meetings: CSMeetings

  public init(simulation: Simulation, environment: Environment) {
    self.simulation = simulation
    self.environment = environment
    meetings = CSMeetings(simulation: simulation)
  }

  /// Puts a radio somewhere else than the others: `place` is what lies between it and each radio that has no
  /// place of its own, and between it and radios whose own place is nearer.
  ///
  /// Series of procedures that have begun stay where they were.
  public func put(_ station: any AirStation, in place: Environment) {
    places[ObjectIdentifier(station)] = place
  }

  /// Gives a radio a track and the times at which it is there. Between it and each other radio with a track lies
  /// `environment`, at the distance of the two tracks instead of its own distance and motion.
  ///
  /// Series of procedures that have begun stay where they were.
  public func place(_ station: any AirStation, as device: SceneDevice) { scene[station] = device }

  /// Has `environment` lie between radios that have no places of their own from now on: for frames at once, for series of
  /// procedures that have begun from their next procedure on.
  public func change(to environment: Environment) {
    guard environment != self.environment else { return }
    self.environment = environment
    environmentChangeCount += 1
  }

  /// What lies between two radios.
  func environment(between one: any AirStation, and other: any AirStation) -> Environment {
    if let environment = scene.environment(between: one, and: other, in: environment) { return environment }
    return switch (places[ObjectIdentifier(one)], places[ObjectIdentifier(other)]) {
    case (let place?, nil), (nil, let place?): place
    case (let first?, let second?): first.distanceMetres < second.distanceMetres ? second : first
    case (nil, nil): environment
    }
  }

  /// The device of the scene that a radio is; nil for one without a track.
  func device(_ station: any AirStation) -> SceneDevice? { scene[station] }

  /// Whether a radio is there now, so that others hear it.
  func isPresent(_ station: any AirStation) -> Bool { scene.isPresent(station, at: simulation.now) }

  /// Adds a radio.
  public func add(_ station: any AirStation) { stations.append(station) }

  /// Takes a radio out; what it was receiving is lost, and its place and track are forgotten.
  public func remove(_ station: any AirStation) {
    stations.removeAll { $0 === station }
    receiving[ObjectIdentifier(station)] = nil
    places[ObjectIdentifier(station)] = nil
    scene[station] = nil
  }

  /// Adds someone who sees everything.
  public func add(_ tap: any AirTap) {
    taps.append(tap)
    meetings.observers.append { [weak tap] in tap?.subeventEnded($0) }
    meetings.loneObservers.append { [weak tap] in tap?.subeventMissed($0) }
    if tap.watchesSteps { meetings.stepObservers.append { [weak tap] in tap?.subeventBegan($0) } }
  }

  /// The one other radio, if there is no third, nobody watches, and nothing is on its way to either.
  func quietPeer(of station: any AirStation) -> (any AirStation)? {
    guard stations.count == 2, taps.isEmpty || isUnwatched, fate == nil, receiving.isEmpty else { return nil }
    return stations[0] === station ? stations[1] : stations[0]
  }

  /// Whether a frame that `station` was tuned to is on its way in.
  func isReceiving(_ station: any AirStation) -> Bool { receiving[ObjectIdentifier(station)] != nil }

  /// Sends a frame that starts now; frames that overlap on one channel spoil each other.
  func transmit(_ frame: AirFrame, from sender: any AirStation) {
    precondition(frame.start == simulation.now, "a frame starts when it is sent")
    guard isPresent(sender) else { return }
    underWay.removeAll { $0.frame.end <= frame.start }
    let transmission = Transmission(frame)
    for other in underWay where other.frame.channel == frame.channel {
      other.isDisturbed = true
      transmission.isDisturbed = true
    }
    underWay.append(transmission)
    show(frame, from: sender)
    let fate = fate?(frame) ?? .arrives
    if fate == .isLost { return }
    if fate == .isDamaged { transmission.isDisturbed = true }
    for station in stations where station !== sender && isPresent(station) {
      guard let listening = Self.listening(of: station, to: frame) else { continue }
      carry(transmission, to: station, tuned: listening, through: environment(between: sender, and: station))
    }
  }

  /// What a radio is tuned to, if a frame is just that.
  private static func listening(of station: any AirStation, to frame: AirFrame) -> Listening? {
    guard let listening = station.listening, listening.channel == frame.channel,
      listening.phy == frame.phy, listening.accessAddress == frame.accessAddress
    else { return nil }
    return listening
  }

  /// Lets those who see everything see a frame, as strong as it is at a radio without a place of its own, or for
  /// a sender with a track as strong as where it is heard best.
  private func show(_ frame: AirFrame, from sender: any AirStation) {
    if taps.isEmpty || isUnwatched { return }
    let place = places[ObjectIdentifier(sender)] ?? environment
    let loss = leastLoss(of: frame, from: sender) ?? place.pathLossDecibels(at: simulation.now)
    let level = ReceivedPowerLevel(nearest: frame.powerDbm - loss)
    for tap in taps { tap.frameBegins(frame, rssi: level) }
  }

  /// The loss in dB from a sender with a track to the nearest radio that is tuned to the frame, or where none is
  /// to the nearest radio at all; nil for a sender without a track or alone.
  private func leastLoss(of frame: AirFrame, from sender: any AirStation) -> Double? {
    guard device(sender) != nil else { return nil }
    let others = stations.filter { $0 !== sender && isPresent($0) }
    let tuned = others.filter { Self.listening(of: $0, to: frame) != nil }
    return (tuned.isEmpty ? others : tuned)
      .map { environment(between: sender, and: $0).pathLossDecibels(at: simulation.now) }.min()
  }

  /// Reports the keys of a link to all taps.
  func announce(_ start: EncryptionStart) {
    for tap in taps { tap.encryptionStarts(start) }
  }

  /// Brings a frame to a radio that is tuned to it, if it is strong enough there.
  private func carry(
    _ transmission: Transmission, to station: any AirStation, tuned listening: Listening,
    through place: Environment
  ) {
    let frame = transmission.frame
    let rssi = frame.powerDbm - place.pathLossDecibels(at: simulation.now)
    guard rssi >= station.sensitivityDbm else { return }
    receiving[ObjectIdentifier(station)] = transmission
    let flight = Picoseconds(Int64(place.timeOfFlightPicoseconds(at: simulation.now)))
    simulation.schedule(at: frame.end + flight) { [self] in
      guard receiving[ObjectIdentifier(station)] === transmission else { return }
      receiving[ObjectIdentifier(station)] = nil
      guard station.listening == listening else { return }
      station.receive(frame, rssi: ReceivedPowerLevel(nearest: rssi), isCRCValid: !transmission.isDisturbed)
    }
  }
}
