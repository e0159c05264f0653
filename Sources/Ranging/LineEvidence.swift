/// What a line of phase explains of the tones, and what it leaves.
struct LineEvidence {
  /// The part of the power on the line, the mean over the antenna paths.
  var quality = 0.0
  /// Root mean square of the phase that is left, in radians.
  var residualRadians = 0.0
  /// The Cramér-Rao bound at what is left, in metres.
  var boundMetres = 0.0
  /// The bound, widened by how much neighbours err alike.
  var deviationMetres = 0.0
  /// The tones of all paths.
  var toneCount = 0
}

extension LineSearch {
  /// Fits a line of `turns` a megahertz to the responses that were loaded.
  mutating func fit(_ responses: [ToneResponse], turns: Double) -> LineEvidence {
    turn(by: turns)
    var fit = LineEvidence()
    var squares = 0.0
    var (information, sureInformation) = (0.0, 0.0)
    for position in paths.indices {
      let path = paths[position]
      let sum = sum(position)
      let left = residuals(responses[path.index], sum: sum)
      let degrees = max(Double(path.count) - 1 - 1 / Double(paths.count), 1)
      let pathInformation = path.channelSpread * degrees / left.squares
      information += pathInformation
      sureInformation += pathInformation / left.inflation
      squares += left.squares
      fit.toneCount += path.count
      fit.quality +=
        (sum.re * sum.re + sum.im * sum.im) / (path.power * Double(path.count) * Double(paths.count))
    }
    let degrees = max(fit.toneCount - paths.count - 1, 1)
    fit.residualRadians = (squares / Double(degrees)).squareRoot()
    fit.boundMetres = RangingBounds.distanceDeviation(channelSpread: information, phaseNoiseRadians: 1)
    fit.deviationMetres = RangingBounds.distanceDeviation(
      channelSpread: sureInformation, phaseNoiseRadians: 1)
    return fit
  }

  /// The sum of the squared phases beside the line, and by how much their likeness between neighbours widens
  /// the variance of a slope fitted to them: (1 + r) / (1 - r) of a first-order chain with correlation r.
  private mutating func residuals(
    _ response: ToneResponse, sum: (re: Double, im: Double)
  ) -> (squares: Double, inflation: Double) {
    var squares = 0.0
    let count = response.count
    leftPhase.withUnsafeMutableBufferPointer { leftPhase in
      turnRe.withUnsafeBufferPointer { turnRe in
        turnIm.withUnsafeBufferPointer { turnIm in
          leftPhase.update(repeating: 0)
          response.withTones { channel, re, im in
            for tone in 0..<count {
              let slot = Int(channel[tone])
              let (cos, sin) = (turnRe[slot], turnIm[slot])
              let (x, y) = (re[tone] * cos - im[tone] * sin, re[tone] * sin + im[tone] * cos)
              let phase = PhaseAngle.near(y * sum.re - x * sum.im, x * sum.re + y * sum.im)
              leftPhase[slot] += phase
              squares += phase * phase
            }
          }
        }
      }
    }
    return (squares, inflation(toneCount: count))
  }

  /// What `residuals` says, from `leftPhase`.
  private func inflation(toneCount: Int) -> Double {
    var (products, squares) = (0.0, 0.0)
    var (pairs, channels) = (0, 0)
    var before = 0.0
    for phase in leftPhase {
      squares += phase * phase
      products += phase * before
      if phase != 0 { channels &+= 1 }
      if phase != 0 && before != 0 { pairs &+= 1 }
      before = phase
    }
    guard pairs > 2, squares > 0 else { return 1 }
    let correlation = products * Double(channels) / (squares * Double(pairs))
    // Chance alone gives a correlation of about 1/sqrt(pairs).
    guard correlation > 0, correlation * correlation * Double(pairs) > 4 else { return 1 }
    let bounded = min(correlation, Double(toneCount - 1) / Double(toneCount + 1))
    return (1 + bounded) / (1 - bounded)
  }
}

/// Angles to 2e-8 radians, for sums of many: a third of the time of the exact ones.
enum PhaseAngle {
  /// The angle of the point (`x`, `y`) in radians, -pi to pi; 0 for the origin.
  ///
  /// The polynomial for arctan on 0 to 1 is of the kind found by minimising the greatest error.
  /// [Abramowitz and Stegun, 4.4.49]
  @inline(__always)
  static func near(_ y: Double, _ x: Double) -> Double {
    let (absX, absY) = (x.magnitude, y.magnitude)
    let isSteep = absY > absX
    let longer = isSteep ? absY : absX
    guard longer > 0 else { return 0 }
    let t = (isSteep ? absX : absY) / longer
    let z = t * t
    let z2 = z * z
    let low = (1 - 0.3333314528 * z) + z2 * (0.1999355085 - 0.1420889944 * z)
    let high = (0.1065626393 - 0.0752896400 * z) + z2 * (0.0429096138 - 0.0161657367 * z)
    var angle = t * (low + z2 * z2 * (high + z2 * z2 * 0.0028662257))
    if isSteep { angle = .pi / 2 - angle }
    if x < 0 { angle = .pi - angle }
    return y < 0 ? -angle : angle
  }
}
