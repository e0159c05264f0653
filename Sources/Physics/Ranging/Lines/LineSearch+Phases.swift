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

extension LineSearch {
  /// The fewest tones that tell how much tones of their kind vary.
  private static let leastTones = 8
  /// By how many deviations of chance phases have to be alike from tone to tone.
  private static let leastLikeness = 4.0

  /// What a tone that a receiver rated low is worth against others, by the power that both kinds have across a line
  /// of `turns` a megahertz; 1 where there are too few of either to tell.
  ///
  /// A tone that is low by its own noise has no more across the line than others, and counts as they do; its size
  /// says the rest. One that somebody disturbed has.
  mutating func doubtfulWorth(_ responses: [ToneResponse], turns: Double) -> Double {
    turn(by: turns)
    var (doubtful, others) = ((squares: 0.0, count: 0.0), (squares: 0.0, count: 0.0))
    for (index, segment) in segments.enumerated() {
      let response = responses[paths[segment.path].index]
      let reference = sum(index)
      for tone in 0..<response.count
      where paths[segment.path].segments.count == 1 || Int(response.subevent[tone]) == segment.subevent {
        let phase = phase(response, tone, reference)
        let across = phase * phase * Self.levelledPower(response, tone)
        if response.isDoubtful[tone] {
          doubtful = (doubtful.squares + across, doubtful.count + 1)
        } else {
          others = (others.squares + across, others.count + 1)
        }
      }
    }
    guard min(doubtful.count, others.count) >= Double(Self.leastTones), doubtful.squares > 0 else { return 1 }
    return min(1, others.squares / others.count * doubtful.count / doubtful.squares)
  }

  /// Whether what the line leaves changes from tone to tone less than chance would have it, in the order of time: on
  /// channels by chance only motion does that.
  func leavesMotion(_ responses: [ToneResponse]) -> Bool {
    var (products, squares, count) = (0.0, 0.0, 0.0)
    for path in paths {
      let response = responses[path.index]
      guard response.microseconds.count == response.count else { return false }
      var before: Double?
      for (position, segment) in path.segments.enumerated() {
        let reference = references[path.segments.lowerBound + position]
        let subevent = segments[segment].subevent
        for tone in 0..<response.count
        where path.segments.count == 1 || Int(response.subevent[tone]) == subevent {
          let phase = phase(response, tone, reference)
          if let before {
            products += phase * before
            count += 1
          }
          squares += phase * phase
          before = phase
        }
        before = nil
      }
    }
    guard squares > 0, count > 0 else { return false }
    return products > Self.leastLikeness * squares / count.squareRoot()
  }

  private static func levelledPower(_ response: ToneResponse, _ tone: Int) -> Double {
    let (re, im) = (response.re[tone], response.im[tone])
    let power = re * re + im * im
    return response.content == .product ? power.squareRoot() : power
  }

  /// The phase of a tone, turned back by the line, against a reference.
  @inline(__always)
  func phase(_ response: ToneResponse, _ tone: Int, _ reference: (re: Double, im: Double)) -> Double {
    let slot = Int(response.channel[tone])
    let (cos, sin) = (turnRe[slot], turnIm[slot])
    let x = response.re[tone] * cos - response.im[tone] * sin
    let y = response.re[tone] * sin + response.im[tone] * cos
    return PhaseAngle.near(y * reference.re - x * reference.im, x * reference.re + y * reference.im)
  }
}
