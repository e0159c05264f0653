internal import CoreTypes
internal import Documents
package import Profiles
package import RadioModel

/// A plan seen from above: a phone, an accessory, and walls that reflect and weaken what passes.
package struct LabScene: Hashable, Sendable {
  /// A straight wall, which `addWall` makes.
  package struct Wall: Hashable, Identifiable, Sendable {
    /// Never that of another wall of the plan, not even of one that was removed.
    package let id: Int
    package var start: Position
    package var end: Position

    /// Loss of a reflection beside that of the longer way, in dB: plaster at 2.4 GHz.
    static let reflectionDecibels = 6.0
    /// Loss of a path through the wall, in dB.
    static let penetrationDecibels = 8.0
  }

  /// The coordinates of a place, in metres.
  package static let reach = -75.0...75.0
  /// Devices are no further apart than this, in metres, as the commands that take a distance have it.
  package static let mostDistance = 149.0
  /// The most walls of a plan.
  package static let mostWalls = 8
  /// The ends of an echo's extra way, in metres, and its greatest loss in dB, as an environment file has them.
  private static let extraMetres = 0.01...150.0
  private static let mostLoss = 60.0
  /// Devices are no nearer than this, in metres.
  package static let leastDistance = 0.1

  package var phone: Position
  package var accessory: Position
  /// In the order in which they were added.
  package var walls: [Wall] = []
  private var lastWallID = 0

  package init(phone: Position, accessory: Position) {
    self.phone = phone
    self.accessory = accessory
  }

  /// The accessory left of the phone, `metres` apart, with the centre of the plan between them.
  package init(distanceMetres metres: Double) {
    self.init(
      phone: Position(xMetres: metres / 2, yMetres: 0), accessory: Position(xMetres: -metres / 2, yMetres: 0))
  }

  /// Adds a wall behind the others.
  package mutating func addWall(from start: Position, to end: Position) {
    lastWallID += 1
    walls.append(Wall(id: lastWallID, start: start, end: end))
  }

  /// What a lab does not take, as a sentence; nil for a scene that it takes.
  package var problem: String? {
    let numbers = ([phone, accessory] + walls.flatMap { [$0.start, $0.end] }).flatMap {
      [$0.xMetres, $0.yMetres]
    }
    if walls.count > Self.mostWalls {
      return "Found \(walls.count) walls, expected at most \(Self.mostWalls)."
    }
    if let far = numbers.first(where: { !Self.reach.contains($0) }) {
      let (least, most) = (Self.reach.lowerBound, Self.reach.upperBound)
      return
        "Found a place at \(far) m, expected \(ScalarText.format(least)) to \(ScalarText.format(most)) m."
    }
    if distanceMetres > Self.mostDistance {
      return "Found phone and accessory \(ScalarText.format(distanceMetres)) m apart, expected at most "
        + "\(ScalarText.format(Self.mostDistance)) m."
    }
    return nil
  }

  /// From the phone to the accessory, in metres.
  package var distanceMetres: Double { max(Self.leastDistance, phone.distanceMetres(to: accessory)) }

  /// A place with what the walls add to it: an echo of each wall that reflects, and the loss of each that stands in the
  /// way. It has no motion of its own.
  package func environment(in surroundings: EnvironmentPreset) -> EnvironmentPreset {
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
