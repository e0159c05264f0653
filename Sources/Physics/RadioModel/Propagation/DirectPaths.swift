/// The direct ways between the antennas of two devices.
@usableFromInline
struct DirectPaths: Sendable {
  @usableFromInline
  struct Path: Sendable {
    /// From the reflector's antenna to the initiator's, less the same between the reference points, in metres.
    @usableFromInline var x = 0.0
    @usableFromInline var y = 0.0
    @usableFromInline var z = 0.0
    /// What the path is longer than the straight line, in metres.
    @usableFromInline var offset = 0.0

    @inlinable @inline(__always)
    func length(x: Double, y: Double) -> Double {
      let (dx, dy) = (x + self.x, y + self.y)
      return (dx * dx + dy * dy + z * z).squareRoot() + offset
    }
  }

  @usableFromInline let paths: [Path]
  /// The antennas that each path joins, where their places are known.
  let ends: [(initiator: AntennaGeometry.Position, reflector: AntennaGeometry.Position)]
  /// How much longer than the straight line each path is at the start of the run, in metres.
  let excessMetres: [Double]

  /// - Parameters:
  ///   - reflectorAntennas: how many antennas of the reflector are used; nil to tell it from the number of paths.
  ///   - further: the antennas of paths behind those `pathCount`.
  init(
    _ environment: Environment, pathCount: Int, reflectorAntennas: Int?, further: [AntennaPair] = []
  ) {
    guard let geometry = environment.antennas else {
      let offsets = environment.antennaPathOffsetsMetres
      excessMetres = (0..<pathCount + further.count).map { $0 < offsets.count ? offsets[$0] : 0 }
      paths = excessMetres.map { Path(offset: $0) }
      ends = []
      return
    }
    let antennas = max(1, reflectorAntennas ?? geometry.reflectorAntennas(pathCount: pathCount))
    ends =
      (0..<pathCount).map { geometry.ends(path: $0, reflectorAntennas: antennas) }
      + further.map(geometry.ends)
    let paths = ends.map { initiator, reflector in
      Path(x: initiator.x - reflector.x, y: initiator.y - reflector.y, z: initiator.z - reflector.z)
    }
    let start = Environment.bounded(environment.distanceMetres)
    self.paths = paths
    excessMetres = paths.map { $0.length(x: start, y: 0) - start }
  }

  /// The number of antenna paths.
  var count: Int { paths.count }

  /// The length of a path in metres while the initiator is at (`x`, `y`).
  @inlinable @inline(__always)
  func length(_ path: Int, x: Double, y: Double) -> Double {
    paths[path].length(x: x, y: y)
  }
}

/// An antenna of each device, both counted from 0.
public struct AntennaPair: Hashable, Sendable {
  /// The initiator's.
  public let initiator: Int
  /// The reflector's.
  public let reflector: Int

  public init(initiator: Int, reflector: Int) {
    self.initiator = initiator
    self.reflector = reflector
  }
}

/// Where the antennas of both devices are, each from its device's own reference point.
///
/// The axes are those of the plane of the two devices and do not turn with them. An antenna that is not in a
/// list stands where the last of the list does.
public struct AntennaGeometry: Hashable, Sendable {
  /// A place of an antenna in metres.
  public struct Position: Hashable, Sendable {
    /// From the reflector towards where the initiator starts.
    public var x: Double
    /// To the side.
    public var y: Double
    /// Upwards.
    public var z: Double

    public init(x: Double, y: Double, z: Double = 0) {
      self.x = x
      self.y = y
      self.z = z
    }

    /// How far the position lies in a direction of length 1, in metres.
    func along(_ direction: Position) -> Double { x * direction.x + y * direction.y + z * direction.z }
  }

  /// The initiator's antennas in order, 1 to 4.
  public var initiator: [Position]
  /// The reflector's antennas in order, 1 to 4.
  public var reflector: [Position]

  public init(initiator: [Position], reflector: [Position]) {
    self.initiator = initiator
    self.reflector = reflector
  }

  /// The antennas that antenna path `path` joins. The reflector's change faster. [Vol 6, Part A, 5.3]
  ///
  /// - Parameter reflectorAntennas: how many antennas of the reflector are used.
  func ends(path: Int, reflectorAntennas: Int) -> (initiator: Position, reflector: Position) {
    ends(AntennaPair(initiator: path / reflectorAntennas, reflector: path % reflectorAntennas))
  }

  /// Where two antennas are.
  func ends(_ pair: AntennaPair) -> (initiator: Position, reflector: Position) {
    (Self.position(pair.initiator, in: initiator), Self.position(pair.reflector, in: reflector))
  }

  /// How many antennas of the reflector are in use where all that is known is the number of antenna paths.
  func reflectorAntennas(pathCount: Int) -> Int {
    if initiator.count * reflector.count == pathCount { return reflector.count }
    return reflector.count >= pathCount ? pathCount : 1
  }

  private static func position(_ index: Int, in list: [Position]) -> Position {
    index < list.count ? list[index] : list.last ?? Position(x: 0, y: 0)
  }
}

/// The ray that leaves one antenna and reaches the other by way of a flat ground.
///
/// With the straight distance d and the heights h1 and h2 it is sqrt(d^2 + 4 h1 h2) long.
public struct GroundReflection: Hashable, Sendable {
  /// Height of the initiator's antenna above the ground in metres, above 0.
  public var initiatorHeightMetres: Double
  /// Height of the reflector's antenna above the ground in metres, above 0.
  public var reflectorHeightMetres: Double
  /// What the ground does to the amplitude, -1 to 1; negative where the phase turns by half a wave.
  public var coefficient: Double

  public init(initiatorHeightMetres: Double, reflectorHeightMetres: Double, coefficient: Double) {
    self.initiatorHeightMetres = initiatorHeightMetres
    self.reflectorHeightMetres = reflectorHeightMetres
    self.coefficient = coefficient
  }

  /// How much longer than the direct path the ray is at a distance, in metres.
  public func excessMetres(overMetres distance: Double) -> Double {
    let square = 4 * initiatorHeightMetres * reflectorHeightMetres
    let sum = (distance * distance + square).squareRoot() + distance
    // The difference of two nearly equal lengths, written without one.
    return sum > 0 ? square / sum : 0
  }

  /// The amplitude of the ray against that of a free direct path, both spreading as in free space.
  func gain(overMetres distance: Double) -> Double {
    let length = distance + excessMetres(overMetres: distance)
    return length > 0 ? coefficient * distance / length : 0
  }
}
