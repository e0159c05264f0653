internal import CoreTypes

extension LineSearch {
  /// How often the equations are solved anew: each time the phases are linear about a closer line.
  private static let rounds = 3

  /// Moves a line to where it explains the phases best, together with a constant for each path and a shift for each
  /// subevent. Returns the line in turns a megahertz; where each path has one subevent, that is the strongest.
  ///
  /// The search for the strongest line weighs what subevents say together and apart by how alike their phases are,
  /// which finds the line in any noise. Here the noise is known, and so is how much more one subevent tells of
  /// another than nothing.
  mutating func settled(_ turns: Double, _ responses: [ToneResponse]) -> Double {
    turn(by: turns)
    beginPhases()
    guard segments.count > paths.count else { return turns }
    var turns = turns
    findVariances(responses)
    for _ in 0..<Self.rounds {
      makeEquations()
      equations.solve(subeventPhaseRadians: coherence < 1 ? subeventPhaseRadians : 0, shifts: shifts)
      for path in equations.constants.indices { constants[path] += equations.constants[path] }
      for subevent in equations.shifts.indices { shifts[subevent] += equations.shifts[subevent] }
      let limit = 1 / Double(CoarseSpectrum.size)
      let step = max(-limit, min(limit, equations.slope / (2 * .pi)))
      turns -= step
      turn(by: turns)
      // As in `refined`, the next step would be less than a micrometre.
      if step.magnitude < 1e-5 { break }
    }
    return turns
  }

  /// Sets what the phases of each segment are held against to its path's constant and its subevent's shift.
  mutating func referToPhases() {
    references.removeAll(keepingCapacity: true)
    for segment in segments {
      let (sin, cos) = PortableMath.sinCos(
        turns: (constants[segment.path] + shifts[segment.subevent]) / (2 * .pi))
      references.append((cos, sin))
    }
  }

  /// Sets the constants and the shifts to what the turned tones say, without any prior.
  private mutating func beginPhases() {
    constants.removeAll(keepingCapacity: true)
    shifts.removeAll(keepingCapacity: true)
    let last = segments.reduce(0) { max($0, $1.subevent) }
    for _ in 0...last { shifts.append(0) }
    for path in paths {
      // The greatest sum has the surest phase.
      var best = (size: -1.0, phase: 0.0)
      for segment in path.segments {
        let sum = sum(segment)
        let size = sum.re * sum.re + sum.im * sum.im
        let phase = PhaseAngle.near(sum.im, sum.re)
        if size > best.size { best = (size, phase - shifts[segments[segment].subevent]) }
      }
      constants.append(best.phase)
      // The first path tells the shifts against its surest subevent.
      guard constants.count == 1, path.segments.count > 1 else { continue }
      for segment in path.segments {
        let sum = sum(segment)
        let (sin, cos) = PortableMath.sinCos(turns: -best.phase / (2 * .pi))
        shifts[segments[segment].subevent] = PhaseAngle.near(
          sum.re * sin + sum.im * cos, sum.re * cos - sum.im * sin)
      }
    }
  }

  /// Finds how much each path's phases vary, each segment held against its own mean: all paths share one receiver's
  /// noise, which turns a weak path's phases more.
  private mutating func findVariances(_ responses: [ToneResponse]) {
    variances.removeAll(keepingCapacity: true)
    references.removeAll(keepingCapacity: true)
    for segment in segments.indices { references.append(sum(segment)) }
    var (noise, freedom) = (0.0, 0.0)
    for path in paths {
      let size = path.segments.reduce(0.0) {
        let (re, im) = references[$1]
        return $0 + (re * re + im * im).squareRoot()
      }
      let power = max(size * size / (path.weight * path.weight), .leastNormalMagnitude)
      noise += power * leftSquares(path, responses[path.index])
      freedom += Double(path.count - path.segments.count)
      variances.append(1 / power)
    }
    let power = max(noise / max(freedom - 1, 1), 1e-12 / (variances.max() ?? 1))
    for path in variances.indices { variances[path] *= power }
  }

  private mutating func makeEquations() {
    equations.removeAll()
    referToPhases()
    for (position, path) in paths.enumerated() {
      segmentMoments.removeAll(keepingCapacity: true)
      var size = 0.0
      for segment in path.segments {
        let m = moments(segment)
        segmentMoments.append(m)
        size += (m.re0 * m.re0 + m.im0 * m.im0).squareRoot()
      }
      let scale = path.weight / (max(size, .leastNormalMagnitude) * variances[position])
      for (m, segment) in zip(segmentMoments, path.segments) {
        let phasor = references[segment]
        let cosine = m.re0 * phasor.re + m.im0 * phasor.im
        // A subevent that points the other way tells of no slope here.
        guard cosine > 0 else { continue }
        let first = scale * (m.re1 * phasor.re + m.im1 * phasor.im)
        let second = scale * (m.re2 * phasor.re + m.im2 * phasor.im)
        let growth = PhaseEquations.shiftGrowth * shifts[segments[segment].subevent]
        equations.add(
          PhaseEquations.Cell(
            weight: scale * cosine, first: first, second: second,
            phase: scale * (m.im0 * phasor.re - m.re0 * phasor.im) - growth * first,
            moment: scale * (m.im1 * phasor.re - m.re1 * phasor.im) - growth * second),
          path: position, subevent: segments[segment].subevent)
      }
    }
  }

  /// The part of a path's power that lies on the line when each segment is turned back by its reference.
  func alignedPower(_ path: Path) -> Double {
    var (re, im) = (0.0, 0.0)
    for segment in path.segments {
      let (sum, reference) = (sum(segment), references[segment])
      re += sum.re * reference.re + sum.im * reference.im
      im += sum.im * reference.re - sum.re * reference.im
    }
    return (re * re + im * im) / path.weight
  }

  /// The weighted sum of the squared phases of a path beside its segments' `references`; notes the phases in
  /// `leftPhase`.
  mutating func leftSquares(_ path: Path, _ response: ToneResponse) -> Double {
    let base = segments[path.segments.lowerBound].path * Self.slotCount
    while leftPhase.count < base + Self.slotCount { leftPhase.append(0) }
    for slot in 0..<Self.slotCount { leftPhase[base + slot] = 0 }
    var squares = 0.0
    for segment in path.segments {
      let reference = references[segment]
      let subevent = segments[segment].subevent
      for tone in 0..<response.count
      where path.segments.count == 1 || Int(response.subevent[tone]) == subevent {
        let phase = phase(response, tone, reference)
        leftPhase[base &+ Int(response.channel[tone])] += phase
        squares += phase * phase * (response.isDoubtful[tone] ? doubtfulWeight : 1)
      }
    }
    return squares
  }
}
