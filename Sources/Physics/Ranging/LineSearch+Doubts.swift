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
