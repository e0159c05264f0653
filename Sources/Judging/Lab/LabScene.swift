internal import CoreTypes
public import Profiles
public import RadioModel

/// A plan seen from above: a phone, an accessory, and walls that reflect and weaken what passes.
public struct LabScene: Hashable, Sendable {
  /// A straight wall.
  public struct Wall: Hashable, Sendable {
    public var start: Position
    public var end: Position

    public init(from start: Position, to end: Position) {
      self.start = start
      self.end = end
    }

    /// Loss of a reflection beside that of the longer way, in dB: plaster at 2.4 GHz.
    static let reflectionDecibels = 6.0
    /// Loss of a path through the wall, in dB.
    static let penetrationDecibels = 8.0
  }

  /// The coordinates of a place, in metres.
  public static let reach = -50.0...50.0
  /// The most walls of a plan.
  public static let mostWalls = 8
  /// The ends of an echo's extra way, in metres, and its greatest loss in dB, as an environment file has them.
  private static let extraMetres = 0.01...150.0
  private static let mostLoss = 60.0
  /// Devices are no nearer than this, in metres.
  public static let leastDistance = 0.1

  public var phone: Position
  public var accessory: Position
  public var walls: [Wall]

  public init(phone: Position, accessory: Position, walls: [Wall] = []) {
    self.phone = phone
    self.accessory = accessory
    self.walls = walls
  }

  /// The accessory left of the phone, `metres` apart.
  public init(distanceMetres metres: Double) {
    self.init(
      phone: Position(xMetres: metres, yMetres: 0), accessory: Position(xMetres: 0, yMetres: 0))
  }

  /// Whether all places are within `reach`, and there are no more walls than `mostWalls`.
  public var isLegal: Bool {
    let places = [phone, accessory] + walls.flatMap { [$0.start, $0.end] }
    return walls.count <= Self.mostWalls
      && places.allSatisfy { Self.reach.contains($0.xMetres) && Self.reach.contains($0.yMetres) }
  }

  /// From the phone to the accessory, in metres.
  public var distanceMetres: Double { max(Self.leastDistance, phone.distanceMetres(to: accessory)) }

  /// A place with what the walls add to it: an echo of each wall that reflects, and the loss of each that stands in the
  /// way. It has no motion of its own.
  public func environment(in surroundings: EnvironmentPreset) -> EnvironmentPreset {
    var environment = surroundings
    environment.motion = .still
    environment.extraPaths += walls.compactMap(echo)
    let losses = walls.filter { $0.crosses(from: phone, to: accessory) }.map { _ in Wall.penetrationDecibels }
    environment.directPathLossDecibels = losses.reduce(environment.directPathLossDecibels, +)
    environment.directPathLossDecibels = min(environment.directPathLossDecibels, Self.mostLoss)
    return environment
  }

  /// The way by a wall: as long as that to the accessory's image behind it.
  private func echo(_ wall: Wall) -> EnvironmentPreset.Path? {
    guard let image = wall.image(of: accessory), wall.crosses(from: phone, to: image),
      !wall.crosses(from: phone, to: accessory)
    else { return nil }
    let length = phone.distanceMetres(to: image)
    let extra = length - distanceMetres
    guard Self.extraMetres.contains(extra) else { return nil }
    let spread = 2 * PortableMath.decibels(powerRatio: length / distanceMetres)
    return EnvironmentPreset.Path(
      extraMetres: extra, lossDecibels: min(Self.mostLoss, Wall.reflectionDecibels + spread),
      phaseDegrees: 180)
  }
}

extension LabScene.Wall {
  /// The mirror image of a place; nil for a wall without length.
  fileprivate func image(of place: Position) -> Position? {
    let (x, y) = (end.xMetres - start.xMetres, end.yMetres - start.yMetres)
    let square = x * x + y * y
    guard square > 0 else { return nil }
    let along = ((place.xMetres - start.xMetres) * x + (place.yMetres - start.yMetres) * y) / square
    return Position(
      xMetres: 2 * (start.xMetres + along * x) - place.xMetres,
      yMetres: 2 * (start.yMetres + along * y) - place.yMetres)
  }

  /// Whether a straight way crosses the wall.
  fileprivate func crosses(from one: Position, to other: Position) -> Bool {
    Self.side(of: one, start, end) * Self.side(of: other, start, end) < 0
      && Self.side(of: start, one, other) * Self.side(of: end, one, other) <= 0
  }

  /// Above 0 left of the way from `start` to `end`, below 0 right of it.
  private static func side(of place: Position, _ start: Position, _ end: Position) -> Double {
    (end.xMetres - start.xMetres) * (place.yMetres - start.yMetres)
      - (end.yMetres - start.yMetres) * (place.xMetres - start.xMetres)
  }
}
