internal import CoreTypes

/// The maximum-likelihood distance and velocity of one path in noise, by the time of each tone.
///
/// A radial speed v turns the tone of frequency f at time t by -4 pi f v t / c. On shuffled channels that is
/// noise for who does not look for it, and found as easily as the distance; on channels in order of frequency
/// the two can hardly be told apart, and the deviation says so.
struct MotionSearch: Sendable {
  /// A distance in turns a megahertz, and the growth of the two-way path in parts of the speed of light.
  struct Line: Sendable {
    var turns = 0.0
    var growth = 0.0
  }

  /// One tone: distance turns it by `channel`, growth by `travel`.
  struct Tone: Sendable {
    let path: Int
    let slot: UInt8
    /// Frequency times time from the middle of all tones, in turns.
    let travel: Double
    let re: Double
    let im: Double
    /// The channel counted from the middle slot.
    var channel: Double { Double(Int(slot) - LineSearch.middleSlot) }
  }

  /// The frequency of channel 0 in megahertz.
  private static let firstMegahertz = 2_402.0

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
    for (position, path) in lines.paths.enumerated() {
      let response = responses[path.index]
      for index in 0..<path.count {
        let slot = response.channel[index]
        let travel = (Self.firstMegahertz + Double(slot)) * (response.microseconds[index] - middle)
        let (re, im) = (response.re[index], response.im[index])
        let scale = LineSearch.levelling(re, im, response.content)
        tones.append(Tone(path: position, slot: slot, travel: travel, re: re * scale, im: im * scale))
        reach = max(reach, travel.magnitude)
      }
    }
    return reach > 0
  }

  /// The line of the greatest power with at most `maximumGrowth`.
  func strongest(_ lines: inout LineSearch, maximumGrowth: Double) -> Line {
    // Half a turn between two trials over the whole procedure loses a tenth of the amplitude at most.
    let stepCount = max(1, (maximumGrowth * reach * 4).rounded(.up))
    var best = Line()
    var bestPower = -1.0
    for step in stride(from: -stepCount, through: stepCount, by: 1) {
      let growth = maximumGrowth * step / stepCount
      still(&lines, growth: growth)
      let peak = lines.coarse()
      if peak.power > bestPower { (best, bestPower) = (Line(turns: peak.turns, growth: growth), peak.power) }
    }
    return refined(best, lines)
  }

  /// Puts the tones on the grid of `lines` as they were without that growth.
  private func still(_ lines: inout LineSearch, growth: Double) {
    lines.clearGrid()
    for tone in tones {
      let (sin, cos) = PortableMath.sinCos(turns: tone.travel * growth)
      lines.addToGrid(
        path: tone.path, slot: Int(tone.slot), re: tone.re * cos - tone.im * sin,
        im: tone.re * sin + tone.im * cos)
    }
  }

  /// The loaded paths as they were without that growth, for a line to be fitted to.
  func still(_ responses: [ToneResponse], growth: Double, into stilled: inout [ToneResponse]) {
    for index in stilled.indices { stilled[index].removeAll() }
    while stilled.count < responses.count { stilled.append(ToneResponse(content: .inline)) }
    for tone in tones {
      let (sin, cos) = PortableMath.sinCos(turns: tone.travel * growth)
      stilled[tone.path].append(
        channel: tone.slot, initiatorI: tone.re * cos - tone.im * sin,
        initiatorQ: tone.re * sin + tone.im * cos)
    }
  }

  /// Newton's method in both unknowns; travel is scaled to the size of channels.
  private func refined(_ line: Line, _ lines: LineSearch) -> Line {
    let scale = Double(LineSearch.middleSlot) / reach
    let limit = 1 / Double(CoarseSpectrum.size)
    var line = line
    for _ in 0..<8 {
      var curve = PowerCurve()
      var start = 0
      while start < tones.count {
        let path = tones[start].path
        var end = start
        while end < tones.count && tones[end].path == path { end += 1 }
        curve.add(tones[start..<end], line: line, scale: scale)
        start = end
      }
      guard let step = curve.newtonStep() else { break }
      line.turns -= max(-limit, min(limit, step.turns))
      line.growth -= max(-limit, min(limit, step.growth)) * scale
      if step.turns.magnitude < 1e-9 && step.growth.magnitude < 1e-9 { break }
    }
    return line
  }

  /// The factor by which an unknown growth multiplies the variance of the distance, and the ratio of the
  /// growth's deviation to that of the turns.
  func inflation() -> (variance: Double, growthRatio: Double) {
    var (channels, travels, products) = (0.0, 0.0, 0.0)
    var start = 0
    while start < tones.count {
      let path = tones[start].path
      var end = start
      var (channelSum, travelSum) = (0.0, 0.0)
      while end < tones.count && tones[end].path == path {
        channelSum += tones[end].channel
        travelSum += tones[end].travel
        end += 1
      }
      let count = Double(end - start)
      for tone in tones[start..<end] {
        let (k, g) = (tone.channel - channelSum / count, tone.travel - travelSum / count)
        channels += k * k
        travels += g * g
        products += k * g
      }
      start = end
    }
    let independent = max(1 - products * products / (channels * travels), 1e-12)
    return (1 / independent, (channels / travels).squareRoot())
  }
}

/// First and second derivatives of the summed power by turns and scaled growth.
private struct PowerCurve {
  private var (slopeK, slopeG) = (0.0, 0.0)
  private var (curveKK, curveKG, curveGG) = (0.0, 0.0, 0.0)

  mutating func add(_ tones: ArraySlice<MotionSearch.Tone>, line: MotionSearch.Line, scale: Double) {
    var s0 = (re: 0.0, im: 0.0)
    var (k1, g1, kk, kg, gg) = (s0, s0, s0, s0, s0)
    for tone in tones {
      let (sin, cos) = PortableMath.sinCos(turns: tone.channel * line.turns + tone.travel * line.growth)
      let (x, y) = (tone.re * cos - tone.im * sin, tone.re * sin + tone.im * cos)
      let (k, g) = (tone.channel, tone.travel * scale)
      s0 = (s0.re + x, s0.im + y)
      k1 = (k1.re + k * x, k1.im + k * y)
      g1 = (g1.re + g * x, g1.im + g * y)
      kk = (kk.re + k * k * x, kk.im + k * k * y)
      kg = (kg.re + k * g * x, kg.im + k * g * y)
      gg = (gg.re + g * g * x, gg.im + g * g * y)
    }
    slopeK += (s0.im * k1.re - s0.re * k1.im)
    slopeG += (s0.im * g1.re - s0.re * g1.im)
    curveKK += (k1.re * k1.re + k1.im * k1.im - s0.re * kk.re - s0.im * kk.im)
    curveKG += (k1.re * g1.re + k1.im * g1.im - s0.re * kg.re - s0.im * kg.im)
    curveGG += (g1.re * g1.re + g1.im * g1.im - s0.re * gg.re - s0.im * gg.im)
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
