public import CoreTypes
public import SimulationKernel

extension RandomStream {
  /// Two independent draws of the normal distribution with variance 1, by the method of Box and Muller.
  @inlinable @inline(__always)
  public mutating func nextGaussianPair() -> (Double, Double) {
    let radius = (-2 * PortableMath.log(1 - nextUnit())).squareRoot()
    let (sin, cos) = PortableMath.sinCos(turns: nextUnit())
    return (radius * cos, radius * sin)
  }
}
