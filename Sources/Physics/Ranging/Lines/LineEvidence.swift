internal import CoreTypes

/// What a line of phase explains of the tones, and what it leaves.
struct LineEvidence {
  /// The part of the power on the line, the mean over the antenna paths.
  var quality = 0.0
  /// Root mean square of the phase that is left, in radians.
  var residualRadians = 0.0
  /// The Cramér-Rao bound at what is left, in metres.
  var boundMetres = 0.0
  /// The bound, widened by how much neighbours and antenna paths err alike and by how little so many tones tell of
  /// their noise.
  var deviationMetres = 0.0
  /// The tones of all paths.
  var toneCount = 0
  /// The power of the tones; how much of it the search found on the line; and how much it is once the phases of the
  /// subevents are known.
  var power = 0.0
  var explained = 0.0
  var aligned = 0.0
  /// The phases that are left free: constants, shifts and the slope taken off the tones.
  var freedom = 0.0
  /// The noise of single tones.
  var noise = ToneNoise(power: 0, freedom: 1)
  /// The part of the power that is neither on the line nor noise, 0 to 1.
  var reflectedPart = 0.0
  /// Whether the tones are those of a channel, by how smooth they are.
  var isSmooth = false
  /// The variance of the distance that near echoes hide, in square metres.
  var hiddenVariance = 0.0
}

extension LineSearch {
  /// Examines the line that `settled` gave for the responses that were loaded.
  ///
  /// - Parameter spacing: the grid of the channels in megahertz.
  mutating func fit(_ responses: [ToneResponse], spacing: Int) -> LineEvidence {
    var fit = LineEvidence()
    var squares = 0.0
    var inflation = (sum: 0.0, weight: 0.0)
    equations.removeAll()
    referToPhases()
    for (position, path) in paths.enumerated() {
      let left = leftSquares(path, responses[path.index])
      let degrees = max(
        Double(path.count) - 1 - shiftFreedom(position) - 1 / Double(paths.count), 1)
      let variance = max(left / degrees, 1e-18)
      for segment in path.segments {
        let part = segments[segment]
        equations.add(
          PhaseEquations.Cell(
            weight: part.weight / variance, first: part.first / variance, second: part.second / variance),
          path: position, subevent: part.subevent)
      }
      squares += left
      fit.toneCount += path.count
      fit.freedom += degrees
      let explained = explained(path)
      fit.power += path.power
      fit.explained += explained
      fit.aligned += alignedPower(path)
      fit.quality += explained / (path.power * Double(paths.count))
      inflation.sum += likeness(position, toneCount: path.count) * degrees
      inflation.weight += degrees
    }
    let information = equations.information(
      subeventPhaseRadians: coherence < 1 ? subeventPhaseRadians : 0)
    fit.residualRadians = (squares / fit.freedom).squareRoot()
    let shared = pathLikeness()
    let alike = inflation.sum / inflation.weight * shared
    fit.boundMetres = RangingBounds.metresPerRadian / information.squareRoot()
    fit.deviationMetres =
      fit.boundMetres * (alike * Self.doubt(freedom: fit.freedom)).squareRoot()
    findNoise(of: &fit, responses, spacing: spacing, shared: shared)
    return fit
  }

  /// - Parameter shared: by how much fewer values of noise there are than phases, where paths share it.
  private mutating func findNoise(
    of fit: inout LineEvidence, _ responses: [ToneResponse], spacing: Int, shared: Double
  ) {
    let left = ToneNoise(
      power: max(fit.power - fit.aligned, 1e-9 * fit.power) / fit.freedom, freedom: fit.freedom / shared)
    fit.noise = left
    guard var noise = noiseOfNeighbours(responses, spacing: spacing) else { return }
    noise.power = max(noise.power, 1e-9 * left.power)
    noise.freedom /= shared
    fit.isSmooth = noise.isBelow(fit.power / Double(fit.toneCount))
    if noise.isExceeded(by: left) {
      fit.reflectedPart = (left.power - noise.power) * fit.freedom / fit.power
    }
    if noise.power < left.power { fit.noise = noise }
    // Where more is left than noise, echoes are not only near ones.
    guard fit.reflectedPart == 0 else { return }
    let near = nearEchoes.outcome(shared: shared)
    fit.hiddenVariance = near.hiddenVariance
    fit.reflectedPart = near.power / fit.power
  }

  /// How many of a path's phases the shifts of its subevents take up.
  private func shiftFreedom(_ position: Int) -> Double {
    let path = paths[position]
    guard path.segments.count > 1 else { return 0 }
    let prior = 1 / (subeventPhaseRadians * subeventPhaseRadians)
    let weight = path.weight / variances[position] / Double(path.segments.count)
    return Double(path.segments.count - 1) * weight / (weight + prior)
  }

  /// The factor on a variance that was estimated from so many phases, for an error of five deviations to be as rare
  /// as if the variance were known: Student's distribution at five, by Wallace's approximation.
  private static func doubt(freedom: Double) -> Double {
    let freedom = max(freedom, 2)
    return freedom * (PortableMath.exp(25 / freedom) - 1) / 25
  }

  /// By how much the likeness of what is left of neighbouring channels widens the variance of a slope fitted to
  /// them: (1 + r) / (1 - r) of a first-order chain with correlation r.
  private func likeness(_ position: Int, toneCount: Int) -> Double {
    var (products, squares) = (0.0, 0.0)
    var (pairs, channels) = (0, 0)
    var before = 0.0
    for slot in position * Self.slotCount..<(position + 1) * Self.slotCount {
      let phase = leftPhase[slot]
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

  /// By how much the likeness of what is left of a channel on several paths widens the variance of their mean: one
  /// oscillator runs through a step, and reflections are much the same at both antennas.
  private func pathLikeness() -> Double {
    guard paths.count > 1 else { return 1 }
    var (products, squares, pairs) = (0.0, 0.0, 0.0)
    for slot in 0..<Self.slotCount {
      var (sum, square, count) = (0.0, 0.0, 0.0)
      for position in paths.indices {
        let phase = leftPhase[position * Self.slotCount + slot]
        guard phase != 0 else { continue }
        (sum, square, count) = (sum + phase, square + phase * phase, count + 1)
      }
      guard count > 1 else { continue }
      products += (sum * sum - square) / (count * (count - 1))
      squares += square / count
      pairs += count * (count - 1) / 2
    }
    guard squares > 0 else { return 1 }
    let correlation = products / squares
    guard correlation > 0, correlation * correlation * pairs > 4 else { return 1 }
    return 1 + Double(paths.count - 1) * correlation
  }
}
