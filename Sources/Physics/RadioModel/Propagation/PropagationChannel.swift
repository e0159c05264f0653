public import CoreTypes
public import SimulationKernel

/// The channel of one link: what an `Environment` makes of tones and packets, with all chance drawn.
///
/// Echoes keep their excess length while the initiator moves, so that their sum is a table for moving devices
/// too, and only the direct path and the ground are worked out for each tone.
public struct PropagationChannel: Sendable {
  /// Whether the response changes while a subevent runs.
  public let isMoving: Bool

  /// By antenna path and channel: the response, or for moving devices the echoes behind the direct path.
  @usableFromInline var re: [Double] = []
  @usableFromInline var im: [Double] = []

  /// The time of flight of devices that stand, in microseconds; that of a relay is included.
  public let stillFlightMicroseconds: Double
  @usableFromInline let track: Track
  @usableFromInline let paths: DirectPaths
  @usableFromInline let ground: GroundReflection?
  let relayNanoseconds: Double
  /// What devices and relay add in each direction, by antenna path.
  @usableFromInline let delays: [Double]
  /// Where the initiator is when the subevent starts: seconds of its motion, and the piece of the track.
  @usableFromInline var startSeconds = 0.0
  @usableFromInline var startPiece = 0

  private let scattering: Scattering?
  private var random: RandomStream
  /// The response without scattering, and the phasors of the direct path; empty for moving devices.
  private let fixed: ResponseTable
  private let direct: ResponseTable
  /// Direct path and echoes that are always the same behind the direct path, and their sum weighted by delay.
  private let fixedEchoes: DelaySums
  /// Those with what was drawn.
  var echoes: DelaySums

  /// Draws a channel.
  ///
  /// - Parameters:
  ///   - pathCount: N_AP, 1 to 4.
  ///   - reflectorAntennas: how many antennas of the reflector the paths use; nil to tell it from `pathCount`
  ///     and the antennas of the environment, which does not know 1:2 from 2:1 where both devices have more.
  ///   - further: the antennas of paths behind those `pathCount`, which packets alone take.
  ///   - pathDelaysNanoseconds: what the two devices add in each direction, by antenna path; 0 where missing.
  ///   - random: the stream of this link's scattering.
  public init(
    _ environment: Environment, pathCount: Int, reflectorAntennas: Int? = nil, further: [AntennaPair] = [],
    pathDelaysNanoseconds: [Double], random: RandomStream
  ) {
    track = Track(environment.motion, startMetres: environment.distanceMetres)
    isMoving = track.isMoving
    ground = environment.ground
    scattering = environment.scattering
    self.random = random
    let relay = environment.relayNanoseconds
    relayNanoseconds = relay
    stillFlightMicroseconds = environment.timeOfFlightPicoseconds(at: .start) * 1e-6
    let paths = DirectPaths(
      environment, pathCount: pathCount, reflectorAntennas: reflectorAntennas, further: further)
    self.paths = paths
    delays = (0..<paths.count).map {
      relay + ($0 < pathDelaysNanoseconds.count ? pathDelaysNanoseconds[$0] : 0)
    }
    fixedEchoes = DelaySums(environment, pathCount: paths.count)
    echoes = fixedEchoes
    if isMoving {
      fixed = ResponseTable(pathCount: 0)
      direct = fixed
    } else {
      let response = ChannelResponse(environment, paths: paths, delaysNanoseconds: delays)
      fixed = ResponseTable(re: response.re, im: response.im)
      let start = Environment.bounded(environment.distanceMetres)
      direct = Self.directPhasors(paths, metres: start, delays: delays)
    }
    draw()
  }

  /// Begins a procedure: scattering is drawn anew where the environment says so.
  public mutating func beginProcedure() {
    if scattering?.redraw == .procedure { draw() }
  }

  /// Puts the channel at the true time `start`, the start of a subevent.
  public mutating func beginSubevent(at start: Instant) {
    startSeconds = (start - .start).inSeconds
    startPiece = track.index(at: startSeconds)
  }

  /// h(f) of an antenna path between devices that stand, against a free direct path of gain 1.
  @inlinable @inline(__always)
  public func stillResponse(path: Int, channel: Int) -> (re: Double, im: Double) {
    let entry = path &* ChannelResponse.channelCount &+ channel
    return (re[entry], im[entry])
  }

  /// h(f) of an antenna path, against a free direct path of gain 1.
  ///
  /// - Parameters:
  ///   - path: antenna path, counted from 0.
  ///   - channel: channel index, 0 to 79.
  ///   - microseconds: true time since the start of the subevent.
  @inlinable @inline(__always)
  public func response(path: Int, channel: Int, microseconds: Double) -> (re: Double, im: Double) {
    let behind = stillResponse(path: path, channel: channel)
    if !isMoving { return behind }
    let (x, y) = place(at: microseconds)
    // The parts are passed one by one: passing the channel itself would count references to all its tables.
    return Self.moved(
      behind, by: paths.length(path, x: x, y: y), nanoseconds: delays[path], channel: channel, ground: ground)
  }

  /// The power of the response of an antenna path at the start of the subevent, against a free direct path.
  public func power(path: Int = 0, channel: Int) -> Double {
    let (re, im) = response(path: path, channel: channel, microseconds: 0)
    return re * re + im * im
  }

  /// Time of flight of the direct path in microseconds, `microseconds` after the start of the subevent; that of
  /// a relay is included, what the devices add is not.
  @inlinable @inline(__always)
  public func flightMicroseconds(at microseconds: Double) -> Double {
    isMoving ? movedFlightMicroseconds(at: microseconds) : stillFlightMicroseconds
  }

  /// The same between the antennas of a path.
  public func flightMicroseconds(path: Int, at microseconds: Double) -> Double {
    flightMicroseconds(at: microseconds) + excessMetres(path, at: microseconds) / Environment.speedOfLight
      * 1e6
  }

  /// What the direct path between the antennas of a path is longer than the way between the devices, in metres.
  private func excessMetres(_ path: Int, at microseconds: Double) -> Double {
    guard isMoving else { return paths.excessMetres[path] }
    let (x, y) = place(at: microseconds)
    return paths.length(path, x: x, y: y) - (x * x + y * y).squareRoot()
  }

  @usableFromInline
  func movedFlightMicroseconds(at microseconds: Double) -> Double {
    let (x, y) = place(at: microseconds)
    return (x * x + y * y).squareRoot() / Environment.speedOfLight * 1e6 + relayNanoseconds * 1e-3
  }

  /// The response at the start of the subevent without what devices and relays add.
  func placeResponse(path: Int, channel: Int) -> (re: Double, im: Double) {
    let entry = path * ChannelResponse.channelCount + channel
    let (x, y) = place(at: 0)
    return Self.moved(
      (echoes.responses.re[entry], echoes.responses.im[entry]), by: paths.length(path, x: x, y: y),
      nanoseconds: 0, channel: channel, ground: ground)
  }

  /// The ways behind a direct path of `metres` with that path, and the ground's ray.
  @usableFromInline
  static func moved(
    _ behind: (re: Double, im: Double), by metres: Double, nanoseconds: Double, channel: Int,
    ground: GroundReflection?
  ) -> (re: Double, im: Double) {
    let gigahertz = ChannelResponse.gigahertz(channel)
    var sum = behind
    if let ground {
      let ray = groundRay(ground, metres: metres, gigahertz: gigahertz)
      sum.re += ray.re
      sum.im += ray.im
    }
    let way = ChannelResponse.phasor(gigahertz: gigahertz, metres: metres, nanoseconds: nanoseconds)
    return (sum.re * way.re - sum.im * way.im, sum.re * way.im + sum.im * way.re)
  }

  /// The ground's ray behind a direct path of `metres`.
  @inline(__always)
  private static func groundRay(
    _ ground: GroundReflection, metres: Double, gigahertz: Double
  ) -> (re: Double, im: Double) {
    let excess = ground.excessMetres(overMetres: metres)
    let gain = ground.gain(overMetres: metres)
    let ray = ChannelResponse.phasor(gigahertz: gigahertz, metres: excess, nanoseconds: 0)
    return (ray.re * gain, ray.im * gain)
  }

  /// Where the initiator is, in metres from the reflector.
  @inlinable @inline(__always)
  func place(at microseconds: Double) -> (x: Double, y: Double) {
    let seconds = max(0, startSeconds + microseconds * 1e-6)
    return track.pieces[track.index(at: seconds, from: startPiece)].place(at: seconds)
  }

  private mutating func draw() {
    echoes = fixedEchoes
    var table = fixed
    if let scattering {
      let drawn = scattering.draw(&random, paths: paths)
      echoes.add(drawn)
      if !isMoving { table.add(drawn.responses, times: direct) }
    }
    if isMoving { table = echoes.responses }
    re = table.re
    im = table.im
  }

  private static func directPhasors(_ paths: DirectPaths, metres: Double, delays: [Double]) -> ResponseTable {
    var table = ResponseTable(pathCount: paths.count)
    for path in delays.indices {
      let flight = paths.length(path, x: metres, y: 0) / Environment.speedOfLight * 1e9
      table.add(gain: (1, 0), nanoseconds: flight + delays[path], path: path)
    }
    return table
  }
}

extension PropagationChannel {
  /// How much later than the direct path a packet's arrival is measured, in nanoseconds: the group delay of
  /// an antenna path at the channel's centre, at the start of the subevent.
  ///
  /// That is -d(arg h)/d(2 pi f) = Re(sum of a t e / sum of a e) with e = exp(-j 2 pi f t), which in a deep fade
  /// has no bound; the result is limited to the excess delays that there are.
  public func groupDelayNanoseconds(path: Int = 0, channel: Int) -> Double {
    let entry = path * ChannelResponse.channelCount + channel
    var sum = (re: echoes.responses.re[entry], im: echoes.responses.im[entry])
    var weighted = (re: echoes.weighted.re[entry], im: echoes.weighted.im[entry])
    let shortest = echoes.shortest[path]
    var longest = echoes.longest[path]
    if let ground {
      let (x, y) = place(at: 0)
      let length = paths.length(path, x: x, y: y)
      let delay = ground.excessMetres(overMetres: length) / Environment.speedOfLight * 1e9
      let ray = Self.groundRay(ground, metres: length, gigahertz: ChannelResponse.gigahertz(channel))
      sum.re += ray.re
      sum.im += ray.im
      weighted.re += ray.re * delay
      weighted.im += ray.im * delay
      longest = max(longest, delay)
    }
    let power = sum.re * sum.re + sum.im * sum.im
    guard power > 0 else { return 0 }
    let delay = (weighted.re * sum.re + weighted.im * sum.im) / power
    return delay < shortest ? shortest : delay < longest ? delay : longest
  }
}
