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
