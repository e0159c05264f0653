internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import LinkLayer
internal import Profiles
internal import RadioModel
internal import Reflector
internal import Session
internal import SimulationKernel
internal import VirtualController

/// The phone and the accessory of a point in an air of their own, the accessory with its power on.
final class StudyWorld {
  /// What lies between them.
  let environment: Environment
  /// The same with both at rest at the distance of the point.
  let nominalEnvironment: Environment
  /// The accessory's controller.
  let accessoryController: VirtualController
  private let world: AirWorld

  /// The clock of both.
  var simulation: Simulation { world.simulation }
  /// The phone's controller.
  var phoneController: VirtualController { world.phoneController }

  /// Makes the devices of `point`, whose chance all comes from `seed`.
  ///
  /// - Parameters:
  ///   - walk: how the phone moves; nil leaves that to the environment.
  ///   - watch: called with each controller before its host does anything.
  init(_ point: StudyPoint, walk: Walk?, seed: UInt64, watch: @escaping (VirtualController, CSRole) -> Void) {
    var environment = Environment(point.environment, distanceMetres: point.distanceMetres)
    if let walk {
      environment.distanceMetres = walk.startMetres
      environment.motion = walk.motion
    }
    self.environment = environment
    environment.distanceMetres = point.distanceMetres
    environment.motion = .still
    nominalEnvironment = environment
    var phone = point.phone.controllerDescription(point.accessory.interpretations, offering: point.phone.tFCS)
    var profile = point.accessory
    if let snr = point.toneSNRDecibels {
      let shared = phone.identity.csCapabilities.tPM.intersection(profile.csCapabilities.tPM)
      let gain = Self.measuringGain(shared.shortest)
      let loss = nominalEnvironment.pathLossDecibels
      phone.radio.noiseFloorDbm = profile.radio.txPowerDbm - loss + gain - snr
      profile.radio.noiseFloorDbm = phone.radio.txPowerDbm - loss + gain - snr
    }
    world = AirWorld(phone: phone, environment: self.environment, seed: seed, watch: watch)
    accessoryController = world.addAccessory(profile).powerOn()
  }

  /// Records the air.
  func record(to log: CaptureLog) { world.air.add(LogRecorder(log)) }

  /// Takes the power away and forgets what was yet to come.
  func close() { world.close() }

  /// What measuring a tone for T_PM gains over 10 us, in dB.
  static func measuringGain(_ tPM: TPM) -> Double {
    PortableMath.decibels(powerRatio: Double(tPM.microseconds) / 10)
  }
}

/// How the phone of a session moves so that it passes the distance of its point halfway through the procedures.
///
/// While the two find each other it goes away from where the walk begins and comes back, as nobody knows
/// beforehand how long that takes but from a session alike that stood still.
struct Walk {
  /// The longest way of one session, in metres: what is said of a distance is said of its surroundings.
  private static let longestMetres = 4.0
  /// No nearer to the accessory than this, in metres.
  private static let nearestMetres = 0.05
  /// So long before the first procedure the walk begins.
  private static let lead = 0.02

  /// When procedures run, in seconds since the start of the session.
  struct Schedule {
    /// The middle of the first procedure.
    let first: Double
    /// From the middle of one procedure to that of the next.
    let interval: Double
    /// How long a procedure takes.
    let duration: Double
  }

  /// Where the phone is when the session begins, in metres.
  let startMetres: Double
  /// How it moves.
  let motion: Motion
  /// How many procedures the walk is for, 1 and up.
  let procedureCount: Int

  /// Plans a walk past `metres` at `speed` metres a second, which is not 0, for `most` procedures if the way has
  /// room for them.
  init(metres: Double, speed: Double, schedule: Schedule, most: Int) {
    let reach = min(Self.longestMetres / 2, max(0, metres - Self.nearestMetres))
    let pace = speed.magnitude
    let room = (2 * reach / (pace * schedule.interval)).rounded(.down)
    procedureCount = Int(min(Double(most), max(1, room)))
    let begin = max(0, schedule.first - schedule.duration / 2 - Self.lead)
    let middle = schedule.first + schedule.interval * Double(procedureCount - 1) / 2
    let start = max(Self.nearestMetres, metres - speed * (middle - begin))
    startMetres = start
    let length = pace * (2 * (middle - begin) + schedule.interval)
    let end = max(Self.nearestMetres - start, speed < 0 ? -length : length)
    motion = .path(
      [
        Motion.WayPoint(xMetres: pace * begin / 2, yMetres: 0), Motion.WayPoint(xMetres: 0, yMetres: 0),
        Motion.WayPoint(xMetres: end, yMetres: 0),
      ], metresPerSecond: pace)
  }
}
