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
