internal import CoreTypes

/// The maximum-likelihood distance of one path in noise: the peak of a zero-padded inverse transform, then
/// Newton's method on the power of the tones turned back by the line.
///
/// Antenna paths are never added as complex numbers, since their phases have nothing in common; their power
/// spectra are.
public struct DistanceEstimator: Sendable {
  /// The fewest different channels that fix a line.
  private static let minimumChannels = 3

  private let transform: FourierTransform

  /// Makes an estimator; `transformSize` is a power of two from 1024.
  public init(transformSize: Int = 1_024) {
    precondition(transformSize >= 1_024, "the coarse peak needs 1024 points")
    transform = FourierTransform(size: transformSize)
  }

  /// The distance that one antenna path tells; nil with fewer than three channels or without any power.
  public func estimate(_ response: ToneResponse) -> DistanceEstimate? { estimate(paths: [response]) }

  /// The distance that several antenna paths tell together; nil if none of them tells any.
  public func estimate(paths: [ToneResponse]) -> DistanceEstimate? {
    let lines = paths.filter { $0.channelCount >= Self.minimumChannels }.compactMap(Line.init)
    guard !lines.isEmpty else { return nil }
    let turns = refined(coarseTurns(lines), lines)
    var quality = 0.0
    var squares = 0.0
    var toneCount = 0
    for line in lines {
      let fit = line.fit(turns: turns)
      quality += fit.quality / Double(lines.count)
      squares += fit.squaredResidual
      toneCount += line.response.count
    }
    let residual = (squares / Double(max(toneCount - lines.count - 1, 1))).squareRoot()
    let bounds = lines.map {
      RangingBounds.distanceDeviation(channels: $0.response.channel, phaseNoiseRadians: residual)
    }
    let information = bounds.reduce(0) { $0 + ($1 > 0 ? 1 / ($1 * $1) : .infinity) }
    return DistanceEstimate(
      metres: RangingBounds.folded(metres: turns * RangingBounds.ambiguityMetres), quality: quality,
      phaseResidualRadians: residual, boundMetres: 1 / information.squareRoot(), toneCount: toneCount)
  }

  /// The peak of the summed power spectra, in turns a megahertz.
  private func coarseTurns(_ lines: [Line]) -> Double {
    let size = transform.size
    let zeros = [Double](repeating: 0, count: size)
    var power = zeros
    for line in lines {
      var re = zeros
      var im = zeros
      for (index, channel) in line.response.channel.enumerated() {
        re[Int(channel)] += line.response.re[index] * line.scale
        im[Int(channel)] += line.response.im[index] * line.scale
      }
      transform.inverse(re: &re, im: &im)
      for n in 0..<size { power[n] += re[n] * re[n] + im[n] * im[n] }
    }
    var best = 0
    for n in 1..<size where power[n] > power[best] { best = n }
    let (before, after) = (power[(best + size - 1) % size], power[(best + 1) % size])
    let curvature = before - 2 * power[best] + after
    let offset = curvature < 0 ? (before - after) / (2 * curvature) : 0
    return (Double(best) + offset) / Double(size)
  }

  /// Newton's method on the summed power, which has its maximum near `turns`.
  private func refined(_ turns: Double, _ lines: [Line]) -> Double {
    var turns = turns
    for _ in 0..<4 {
      var slope = 0.0
      var curvature = 0.0
      for line in lines {
        let derivatives = line.derivatives(turns: turns)
        slope += derivatives.slope
        curvature += derivatives.curvature
      }
      guard curvature < 0 else { break }
      let step = slope / curvature / (2 * .pi)
      // A step past the neighbouring points of the coarse search has left the peak.
      turns -= max(-1, min(1, step * Double(transform.size))) / Double(transform.size)
    }
    return turns
  }
}

/// One antenna path against lines of phase, its power brought to 1.
private struct Line {
  let response: ToneResponse
  let scale: Double
  let meanChannel: Double

  init?(_ response: ToneResponse) {
    var power = 0.0
    var channels = 0.0
    for index in 0..<response.count {
      power += response.re[index] * response.re[index] + response.im[index] * response.im[index]
      channels += Double(response.channel[index])
    }
    guard power > 0 else { return nil }
    self.response = response
    scale = 1 / (power * Double(response.count)).squareRoot()
    meanChannel = channels / Double(response.count)
  }

  /// A tone turned back by the line.
  @inline(__always)
  private func turned(_ index: Int, turns: Double) -> (k: Double, re: Double, im: Double) {
    let k = Double(response.channel[index]) - meanChannel
    let (sin, cos) = PortableMath.sinCos(turns: k * turns)
    let (re, im) = (response.re[index] * scale, response.im[index] * scale)
    return (k, re * cos - im * sin, re * sin + im * cos)
  }

  /// First and second derivative of the power by the angle in radians a channel.
  func derivatives(turns: Double) -> (slope: Double, curvature: Double) {
    var sum = (re: 0.0, im: 0.0)
    var first = sum
    var second = sum
    for index in 0..<response.count {
      let (k, re, im) = turned(index, turns: turns)
      sum.re += re
      sum.im += im
      first.re -= k * im
      first.im += k * re
      second.re -= k * k * re
      second.im -= k * k * im
    }
    let slope = 2 * (sum.re * first.re + sum.im * first.im)
    let squared = first.re * first.re + first.im * first.im
    return (slope, 2 * (squared + sum.re * second.re + sum.im * second.im))
  }

  /// The part of the power on the line, and the sum of the squared phases left beside it.
  func fit(turns: Double) -> (quality: Double, squaredResidual: Double) {
    var sum = (re: 0.0, im: 0.0)
    for index in 0..<response.count {
      let tone = turned(index, turns: turns)
      sum.re += tone.re
      sum.im += tone.im
    }
    var squares = 0.0
    for index in 0..<response.count {
      let tone = turned(index, turns: turns)
      let phase = PortableMath.atan2(
        tone.im * sum.re - tone.re * sum.im, tone.re * sum.re + tone.im * sum.im)
      squares += phase * phase
    }
    return (sum.re * sum.re + sum.im * sum.im, squares)
  }
}
