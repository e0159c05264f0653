internal import ComplexModule
internal import CoreTypes

/// The maximum-likelihood distance and velocity of one path in noise, by the time of each tone.
///
/// A radial speed v turns the tone of frequency f at time t by -4 pi f v t / c. On shuffled channels that is
/// noise for who does not look for it, and found as easily as the distance; on channels in order of frequency
/// the two can hardly be distinguished, and the deviation says so.
struct MotionSearch: Sendable {
  /// A distance in turns a megahertz, and the growth of the two-way path in parts of the speed of light.
  struct Line: Sendable {
    var turns = 0.0
    var growth = 0.0
  }

  /// One tone: distance turns it by `channel`, growth by `travel`.
  struct Tone: Sendable {
    /// The segment of the line search.
    let segment: Int
    let slot: UInt8
    /// Frequency times time from the middle of all tones, in turns.
    let travel: Double
    let re: Double
    let im: Double
    /// What it counts, 0 to 1.
    let weight: Double
    let circumstance: ToneResponse.Circumstance
    /// The channel counted from the middle slot.
    var channel: Double { Double(Int(slot) - LineSearch.middleSlot) }
  }

  /// The frequency of channel 0 in megahertz.
  private static let firstMegahertz = 2_402.0

  /// A line with the power that it explains, and where its speed stands among those tried.
  private struct Candidate: Sendable {
    var line: Line
    var power: Double
    var step: Double
  }

  /// How many speeds are tried to either side.
  private static let greatestStepCount = 256.0
  /// How many speeds are refined.
  private static let candidateCount = 4

  private var candidates: [Candidate] = []
  private(set) var tones: [Tone] = []
  /// The greatest size of a tone's travel.
  private(set) var reach = 0.0

  /// Takes the tones of the paths that `lines` took; false if they have no times or all have one.
  mutating func load(_ responses: [ToneResponse], _ lines: LineSearch) -> Bool {
    tones.removeAll(keepingCapacity: true)
    var (sum, count) = (0.0, 0)
    for path in lines.paths {
      guard responses[path.index].microseconds.count == path.count else { return false }
      for time in responses[path.index].microseconds { sum += time }
      count += path.count
    }
    let middle = sum / Double(count)
    reach = 0
    for path in lines.paths {
      let response = responses[path.index]
      for index in 0..<path.count {
        let slot = response.channel[index]
        let travel = (Self.firstMegahertz + Double(slot)) * (response.microseconds[index] - middle)
        let (re, im) = (response.re[index], response.im[index])
        let scale = LineSearch.levelling(re, im, response.content)
        let circumstance = ToneResponse.Circumstance(
          subevent: response.subevent[index], microseconds: response.microseconds[index],
          isDoubtful: response.isDoubtful[index])
        guard
          let segment = path.segments.first(where: {
            path.segments.count == 1 || lines.segments[$0].subevent == Int(circumstance.subevent)
          })
        else { continue }
        tones.append(
          Tone(
            segment: segment, slot: slot, travel: travel, re: re * scale, im: im * scale,
            weight: circumstance.isDoubtful ? lines.doubtfulWeight : 1, circumstance: circumstance))
        reach = max(reach, travel.magnitude)
      }
    }
    return reach > 0
  }

  /// The line that explains most with at most `maximumGrowth`.
  ///
  /// Between subevents that lie far apart the phase may turn once more or less: several speeds explain almost as much,
  /// and which of them most only shows when each is refined.
  mutating func strongest(_ lines: inout LineSearch, maximumGrowth: Double) -> Line {
    // A quarter of a turn between two trials over the whole procedure loses a fortieth of the amplitude at most.
    let steps = max(1, (maximumGrowth * reach * 8).rounded(.up))
    // Over a long procedure, the slower speeds alone: nobody walks fast and straight for seconds.
    let stepCount = min(steps, Self.greatestStepCount)
    candidates.removeAll(keepingCapacity: true)
    for step in stride(from: -stepCount, through: stepCount, by: 1) {
      let growth = maximumGrowth * step / steps
      still(&lines, growth: growth)
      let peak = lines.coarse()
      keep(Candidate(line: Line(turns: peak.turns, growth: growth), power: peak.power, step: step))
    }
    var best = Candidate(line: Line(), power: -1, step: 0)
    for candidate in candidates {
      let refined = refined(candidate.line, lines)
      if refined.power > best.power { best = refined }
    }
    return best.line
  }

  /// Keeps the best speeds that are no neighbours.
  private mutating func keep(_ candidate: Candidate) {
    if let last = candidates.indices.last(where: { candidate.step - candidates[$0].step < 2 }) {
      if candidate.power > candidates[last].power { candidates[last] = candidate }
      return
    }
    candidates.append(candidate)
    guard candidates.count > Self.candidateCount else { return }
    var least = 0
    for index in candidates.indices where candidates[index].power < candidates[least].power { least = index }
    candidates.remove(at: least)
  }

  /// Puts the tones on the grid of `lines` as they were without that growth.
  private func still(_ lines: inout LineSearch, growth: Double) {
    lines.clearGrid()
    for tone in tones {
      let (sin, cos) = PortableMath.sinCos(turns: tone.travel * growth)
      lines.addToGrid(
        segment: tone.segment, slot: Int(tone.slot), re: (tone.re * cos - tone.im * sin) * tone.weight,
        im: (tone.re * sin + tone.im * cos) * tone.weight)
    }
  }

  /// The loaded paths as they were without that growth, for a line to be fitted to.
  func still(_ lines: LineSearch, growth: Double, into stilled: inout [ToneResponse]) {
    for index in stilled.indices { stilled[index].removeAll() }
    while stilled.count < lines.paths.count { stilled.append(ToneResponse(content: .inline)) }
    for tone in tones {
      let (sin, cos) = PortableMath.sinCos(turns: tone.travel * growth)
      stilled[lines.segments[tone.segment].path].append(
        channel: tone.slot, initiatorI: tone.re * cos - tone.im * sin,
        initiatorQ: tone.re * sin + tone.im * cos, tone.circumstance)
    }
  }

  /// Newton's method in both unknowns; travel is scaled to the size of channels.
  private func refined(_ line: Line, _ lines: LineSearch) -> Candidate {
    let scale = Double(LineSearch.middleSlot) / reach
    let limit = 1 / Double(CoarseSpectrum.size)
    var line = line
    var power = 0.0
    for _ in 0..<8 {
      let curve = curve(line, lines, scale: scale)
      power = curve.power
      guard let step = curve.newtonStep() else { break }
      line.turns -= max(-limit, min(limit, step.turns))
      line.growth -= max(-limit, min(limit, step.growth)) * scale
      if step.turns.magnitude < 1e-9 && step.growth.magnitude < 1e-9 { break }
    }
    return Candidate(line: line, power: power, step: 0)
  }

  private func curve(_ line: Line, _ lines: LineSearch, scale: Double) -> PowerCurve {
    var curve = PowerCurve()
    for path in lines.paths {
      let isOne = path.segments.count == 1
      var joined = PowerCurve.Sums()
      for segment in path.segments {
        let sums = PowerCurve.Sums(tones, of: segment, line: line, scale: scale)
        joined.add(sums)
        if !isOne { curve.add(sums, scale: (1 - lines.coherence) / lines.segments[segment].weight) }
      }
      curve.add(joined, scale: (isOne ? 1 : lines.coherence) / path.weight)
    }
    return curve
  }

  /// The factor by which an unknown growth multiplies the variance of the distance, and the ratio of the
  /// growth's deviation to that of the turns.
  func inflation(_ lines: LineSearch) -> (variance: Double, growthRatio: Double) {
    var (channels, travels, products) = (0.0, 0.0, 0.0)
    for path in lines.paths {
      var (channelSum, travelSum, count) = (0.0, 0.0, 0.0)
      for tone in tones where path.segments.contains(tone.segment) {
        (channelSum, travelSum, count) = (channelSum + tone.channel, travelSum + tone.travel, count + 1)
      }
      for tone in tones where path.segments.contains(tone.segment) {
        let (k, g) = (tone.channel - channelSum / count, tone.travel - travelSum / count)
        channels += k * k
        travels += g * g
        products += k * g
      }
    }
    let independent = max(1 - products * products / (channels * travels), 1e-12)
    return (1 / independent, (channels / travels).squareRoot())
  }
}

/// The power explained, and its first and second derivatives by turns and scaled growth.
private struct PowerCurve {
  /// The sums of the tones of one phase, turned back, times the powers of channel and scaled travel.
  struct Sums {
    private(set) var s0 = Complex<Double>.zero
    private(set) var (k1, g1) = (Complex<Double>.zero, Complex<Double>.zero)
    private(set) var (kk, kg, gg) = (Complex<Double>.zero, Complex<Double>.zero, Complex<Double>.zero)

    init() {}

    init(_ tones: [MotionSearch.Tone], of segment: Int, line: MotionSearch.Line, scale: Double) {
      for tone in tones where tone.segment == segment {
        let (sin, cos) = PortableMath.sinCos(turns: tone.channel * line.turns + tone.travel * line.growth)
        let turned = (Complex(tone.re, tone.im) * Complex(cos, sin)).multiplied(by: tone.weight)
        let (k, g) = (tone.channel, tone.travel * scale)
        s0 += turned
        k1 += turned.multiplied(by: k)
        g1 += turned.multiplied(by: g)
        kk += turned.multiplied(by: k * k)
        kg += turned.multiplied(by: k * g)
        gg += turned.multiplied(by: g * g)
      }
    }

    mutating func add(_ other: Sums) {
      s0 += other.s0
      k1 += other.k1
      g1 += other.g1
      kk += other.kk
      kg += other.kg
      gg += other.gg
    }
  }

  private(set) var power = 0.0
  private var (slopeK, slopeG) = (0.0, 0.0)
  private var (curveKK, curveKG, curveGG) = (0.0, 0.0, 0.0)

  mutating func add(_ sums: Sums, scale: Double) {
    let s0 = sums.s0.multiplied(by: scale)
    power += scale * sums.s0.lengthSquared
    slopeK -= (s0.conjugate * sums.k1).imaginary
    slopeG -= (s0.conjugate * sums.g1).imaginary
    curveKK += scale * sums.k1.lengthSquared - (s0.conjugate * sums.kk).real
    curveKG += scale * (sums.k1.conjugate * sums.g1).real - (s0.conjugate * sums.kg).real
    curveGG += scale * sums.g1.lengthSquared - (s0.conjugate * sums.gg).real
  }

  /// The step to take off; nil where the power has no maximum nearby.
  func newtonStep() -> (turns: Double, growth: Double)? {
    let determinant = curveKK * curveGG - curveKG * curveKG
    guard curveKK < 0, determinant > 0 else { return nil }
    return (
      (slopeK * curveGG - slopeG * curveKG) / determinant / (2 * .pi),
      (slopeG * curveKK - slopeK * curveKG) / determinant / (2 * .pi)
    )
  }
}
