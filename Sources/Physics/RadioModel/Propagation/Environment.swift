public import CoreTypes

/// What lies between two devices: how far they are, the ways that the signal takes, what disturbs it.
///
/// The plane of the two: the reflector stands at the origin, the initiator starts at (`distanceMetres`, 0).
public struct Environment: Hashable, Sendable {
  /// A way the signal takes besides the direct one.
  public struct Echo: Hashable, Sendable {
    /// How much longer than the direct path, in metres, 0 and up.
    public var excessMetres: Double
    /// Strength against a free direct path in dB, 0 and below for a reflection.
    public var gainDecibels: Double
    /// Phase turn of the reflection in radians.
    public var phaseRadians: Double

    public init(excessMetres: Double, gainDecibels: Double, phaseRadians: Double = 0) {
      self.excessMetres = excessMetres
      self.gainDecibels = gainDecibels
      self.phaseRadians = phaseRadians
    }
  }

  /// The speed of light in metres a second.
  public static let speedOfLight = 299_792_458.0
  /// The farthest that the model reckons with, in metres; what is beyond counts as this.
  private static let farthestMetres = 1e7

  /// True distance of the devices until they move in metres, 0 and up.
  public var distanceMetres: Double
  /// Loss of the first metre at 2.44 GHz, in dB.
  public var lossAtOneMetreDecibels = 40.2
  /// Path-loss exponent n: 10 n dB each decade of distance.
  public var pathLossExponent = 1.8
  /// What stands in the direct path alone, as a body does: loss in dB, 0 for a free path.
  public var directPathLossDecibels = 0.0
  /// Ways besides the direct one, always the same.
  public var echoes: [Echo] = []
  /// The ray that comes off the ground.
  public var ground: GroundReflection?
  /// Ways besides the direct one that are drawn.
  public var scattering: Scattering?
  /// How much longer each antenna path is than the distance, in metres; used where `antennas` is nil.
  public var antennaPathOffsetsMetres = [0, 0.012, -0.012, 0.006]
  /// Where the antennas of both devices are.
  public var antennas: AntennaGeometry?
  /// Others that send in the band.
  public var interferers: [Interferer] = []
  /// How the initiator moves, from the start of the run on.
  public var motion = Motion.still
  /// An attack on the signal between the devices.
  public var attack: Attack?

  /// Free sight over `distanceMetres`.
  public init(distanceMetres: Double) { self.distanceMetres = distanceMetres }

  /// Whether its response follows from these numbers alone: nothing is drawn, and nobody moves.
  public var isFixed: Bool { scattering == nil && !Track(motion, startMetres: distanceMetres).isMoving }

  /// The true distance in metres at a time of the run, 0 to 1e7.
  public func distanceMetres(at time: Instant) -> Double {
    if motion == .still { return Self.bounded(distanceMetres) }
    let track = Track(motion, startMetres: distanceMetres)
    return Self.bounded(track.distance(at: max(0, (time - .start).inSeconds)))
  }

  /// The loss in dB of a direct path in which nothing stands; no less than that of 0.1 m.
  public var freePathLossDecibels: Double { freePathLoss(overMetres: Self.bounded(distanceMetres)) }

  /// The loss in dB of a direct path in which nothing stands, at a time of the run.
  public func freePathLossDecibels(at time: Instant) -> Double {
    freePathLoss(overMetres: distanceMetres(at: time))
  }

  /// The loss in dB of all ways together, their powers added: what a frame suffers.
  public var pathLossDecibels: Double { freePathLossDecibels - gainDecibels }

  /// The loss in dB of all ways together at a time of the run.
  public func pathLossDecibels(at time: Instant) -> Double {
    freePathLossDecibels(at: time) - gainDecibels(at: time)
  }

  /// The time of flight of the direct path in picoseconds at a time of the run, that of a relay included.
  public func timeOfFlightPicoseconds(at time: Instant) -> Double {
    distanceMetres(at: time) / Self.speedOfLight * 1e12 + relayNanoseconds * 1e3
  }

  /// What a relay adds to the flight in each direction, in nanoseconds.
  var relayNanoseconds: Double {
    attack?.relayNanoseconds(overMetres: Self.bounded(distanceMetres)) ?? 0
  }

  /// The power of all ways together against a free direct path, in dB.
  var gainDecibels: Double { gain(overMetres: Self.bounded(distanceMetres)) }

  func gainDecibels(at time: Instant) -> Double { gain(overMetres: distanceMetres(at: time)) }

  /// `metres` in the range that the model can reckon with; 0 for what is no number.
  static func bounded(_ metres: Double) -> Double {
    metres.isNaN ? 0 : max(0, min(farthestMetres, metres))
  }

  private func freePathLoss(overMetres metres: Double) -> Double {
    let decades = PortableMath.log(max(metres, 0.1)) / PortableMath.log(10)
    return lossAtOneMetreDecibels + 10 * pathLossExponent * decades
  }

  private func gain(overMetres metres: Double) -> Double {
    let direct = PortableMath.powerRatio(decibels: -directPathLossDecibels)
    var power = echoes.reduce(direct) { $0 + PortableMath.powerRatio(decibels: $1.gainDecibels) }
    if let ground {
      let gain = ground.gain(overMetres: metres)
      power += gain * gain
    }
    if let scattering { power += scattering.power }
    return PortableMath.decibels(powerRatio: max(power, 1e-30))
  }
}

/// An attack on the signal between the devices, to change the measured distance.
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
