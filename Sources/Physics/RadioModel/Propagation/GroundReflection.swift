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
