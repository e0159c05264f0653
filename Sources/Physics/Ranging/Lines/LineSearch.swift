internal import CoreTypes

/// The antenna paths of a measurement against lines of phase: the part of their power that a line explains, where
/// that has its maximum, and what is left beside it.
///
/// Antenna paths are never added as complex numbers, since their phases have nothing in common; their powers
/// are. The subevents of one path are added so far as they have one phase: half of the power is that of their sum
/// and half that of each alone if their phases agree as much as not. The memory is kept from one measurement to
/// the next, and holds all that is asked for, so that nothing is allocated once the paths have been as many.
struct LineSearch: Sendable {
  /// One antenna path that has enough tones.
  struct Path: Sendable {
    /// Where it stands among the responses.
    let index: Int
    /// Its subevents among the segments.
    let segments: Range<Int>
    /// Sum of the weighted squares of the levelled tones.
    let power: Double
    /// The number of tones.
    let count: Int
    /// The sum of their weights.
    let weight: Double
  }

  /// The tones of a path in one subevent.
  struct Segment: Sendable {
    /// The place of its path among those that were taken.
    let path: Int
    /// The place of its subevent in the procedure.
    let subevent: Int
    /// The sum of the tones' weights, and of these times the powers 1 and 2 of the channel from the middle.
    var weight = 0.0
    var first = 0.0
    var second = 0.0
  }

  /// One value for each channel index.
  static let slotCount = 80
  /// The channel from which the refinement counts, for numbers of like size.
  static let middleSlot = 40
  /// The fewest different channels that fix a line.
  static let minimumChannels = 3

  /// The paths taken.
  private(set) var paths: [Path] = []
  /// Their subevents, path by path.
  private(set) var segments: [Segment] = []
  /// The deviation of the phase of each subevent, in radians.
  private(set) var subeventPhaseRadians = 0.0
  /// How far two subevents have one phase, 0 to 1: the mean cosine of the difference.
  private(set) var coherence = 1.0
  /// What a tone counts that a receiver rated low, against others.
  private(set) var doubtfulWeight = 1.0
  /// Whether there are any.
  private(set) var hasDoubtful = false
  /// Whether motion was taken out of the tones.
  private(set) var isStilled = false
  /// The sum of each channel's weighted tones, `slotCount` for each segment.
  var gridRe: [Double] = []
  var gridIm: [Double] = []
  /// The line's turning back of each channel.
  var turnRe = [Double](repeating: 1, count: slotCount)
  var turnIm = [Double](repeating: 0, count: slotCount)
  /// The phase left at each channel, `slotCount` for each path.
  var leftPhase: [Double] = []
  /// The phase of each path in the middle of the band, and what each subevent adds to it, in radians.
  var constants: [Double] = []
  var shifts: [Double] = []
  /// The variance of the phases of each path.
  var variances: [Double] = []
  /// The moments of one path's segments.
  var segmentMoments: [Moments] = []
  /// What the turned tones of each segment are held against, of any size.
  var references: [(re: Double, im: Double)] = []
  var equations = PhaseEquations()
  var nearEchoes = NearEchoes()
  private(set) var spectrum = CoarseSpectrum()
  /// The tones of one path, turned back by the line and by what its subevents add: the mean on each channel, and the
  /// sum of the weights behind it.
  private(set) var alignedRe = [Double](repeating: 0, count: slotCount)
  private(set) var alignedIm = [Double](repeating: 0, count: slotCount)
  private(set) var alignedWeight = [Double](repeating: 0, count: slotCount)
  private var joinedRe = [Double](repeating: 0, count: slotCount)
  private var joinedIm = [Double](repeating: 0, count: slotCount)

  /// Takes the paths that can fix a line.
  ///
  /// - Parameters:
  ///   - subeventPhaseRadians: the deviation of the phase of each subevent; 0 where one phase runs through.
  ///   - doubtfulWeight: what a tone counts that a receiver rated low, 0 to 1.
  ///   - isStilled: whether motion was taken out of the tones.
  mutating func load(
    _ responses: [ToneResponse], subeventPhaseRadians: Double = 0, doubtfulWeight: Double = 1,
    isStilled: Bool = false
  ) {
    self.isStilled = isStilled
    paths.removeAll(keepingCapacity: true)
    segments.removeAll(keepingCapacity: true)
    gridRe.removeAll(keepingCapacity: true)
    gridIm.removeAll(keepingCapacity: true)
    hasDoubtful = false
    self.doubtfulWeight = doubtfulWeight
    self.subeventPhaseRadians = subeventPhaseRadians
    coherence =
      subeventPhaseRadians > 0 ? PortableMath.exp(-subeventPhaseRadians * subeventPhaseRadians) : 1
    for index in responses.indices where responses[index].channelCount >= Self.minimumChannels {
      load(responses[index], index: index)
    }
  }

  private mutating func load(_ response: ToneResponse, index: Int) {
    let first = segments.count
    var power = 0.0
    var weights = 0.0
    for tone in 0..<response.count {
      let slot = Int(response.channel[tone])
      precondition(slot < Self.slotCount, "a channel index is below 80")
      let segment = segment(of: coherence < 1 ? Int(response.subevent[tone]) : 0, from: first)
      let isDoubtful = response.isDoubtful[tone]
      let weight = isDoubtful ? doubtfulWeight : 1
      if isDoubtful { hasDoubtful = true }
      let (re, im) = (response.re[tone], response.im[tone])
      let scale = Self.levelling(re, im, response.content)
      let (x, y) = (re * scale, im * scale)
      gridRe[segment &* Self.slotCount &+ slot] += x * weight
      gridIm[segment &* Self.slotCount &+ slot] += y * weight
      power += (x * x + y * y) * weight
      weights += weight
      let channel = Double(slot &- Self.middleSlot)
      segments[segment].weight += weight
      segments[segment].first += weight * channel
      segments[segment].second += weight * channel * channel
    }
    guard power > 0, power.isFinite else {
      gridRe.removeLast(gridRe.count - first * Self.slotCount)
      gridIm.removeLast(gridIm.count - first * Self.slotCount)
      segments.removeLast(segments.count - first)
      return
    }
    paths.append(
      Path(
        index: index, segments: first..<segments.count, power: power, count: response.count, weight: weights))
  }

  /// The segment of a subevent in the path whose segments begin at `first`; tones mostly come in order.
  @inline(__always)
  private mutating func segment(of subevent: Int, from first: Int) -> Int {
    var index = segments.count - 1
    while index >= first {
      if segments[index].subevent == subevent { return index }
      index -= 1
    }
    segments.append(Segment(path: paths.count, subevent: subevent))
    gridRe.append(contentsOf: repeatElement(0, count: Self.slotCount))
    gridIm.append(contentsOf: repeatElement(0, count: Self.slotCount))
    return segments.count - 1
  }

  /// Makes the aligned tones of a path, after `settled`.
  mutating func alignTones(_ path: Path, _ response: ToneResponse) {
    for slot in 0..<Self.slotCount {
      (alignedRe[slot], alignedIm[slot], alignedWeight[slot]) = (0, 0, 0)
    }
    for tone in 0..<response.count {
      alignedWeight[Int(response.channel[tone])] += response.isDoubtful[tone] ? doubtfulWeight : 1
    }
    for segment in path.segments {
      let (sin, cos) = PortableMath.sinCos(turns: -shifts[segments[segment].subevent] / (2 * .pi))
      for slot in 0..<Self.slotCount {
        let (re, im) = (gridRe[segment &* Self.slotCount &+ slot], gridIm[segment &* Self.slotCount &+ slot])
        guard re != 0 || im != 0 else { continue }
        let turn = (re: turnRe[slot] * cos - turnIm[slot] * sin, im: turnRe[slot] * sin + turnIm[slot] * cos)
        alignedRe[slot] += re * turn.re - im * turn.im
        alignedIm[slot] += re * turn.im + im * turn.re
      }
    }
    for slot in 0..<Self.slotCount where alignedWeight[slot] > 0 {
      alignedRe[slot] /= alignedWeight[slot]
      alignedIm[slot] /= alignedWeight[slot]
    }
  }

  /// What a tone is multiplied by so that all have like noise.
  ///
  /// The noise of a product grows with the tones themselves, in proportion to the root of its size; that of an
  /// inline PCT does not.
  @inline(__always)
  static func levelling(_ re: Double, _ im: Double, _ content: ToneResponse.Content) -> Double {
    guard content == .product else { return 1 }
    let size = (re * re + im * im).squareRoot()
    return size > 0 ? 1 / size.squareRoot() : 0
  }

  /// Takes all tones off the grid and keeps what is known of the paths.
  mutating func clearGrid() {
    for index in gridRe.indices {
      gridRe[index] = 0
      gridIm[index] = 0
    }
  }

  /// Adds a weighted tone to the grid of a segment.
  mutating func addToGrid(segment: Int, slot: Int, re: Double, im: Double) {
    gridRe[segment * Self.slotCount + slot] += re
    gridIm[segment * Self.slotCount + slot] += im
  }

  /// The grid in megahertz on which the tones of the loaded paths lie.
  func channelSpacing(_ responses: [ToneResponse]) -> Int {
    max(1, paths.reduce(0) { RangingBounds.channelSpacing(responses[$1.index].channel, spacing: $0) })
  }

  /// The line that explains most, in turns a megahertz; from 0 up to 1.
  mutating func strongest() -> Double { refined(coarse().turns) }

  /// The peak of the power that lines explain, in turns a megahertz, and that power.
  mutating func coarse() -> (turns: Double, power: Double) {
    spectrum.clear()
    for path in paths {
      if path.segments.count == 1 {
        add(path.segments.lowerBound, scale: 1 / path.weight)
      } else {
        for segment in path.segments { add(segment, scale: (1 - coherence) / segments[segment].weight) }
        addJoined(path)
      }
    }
    return spectrum.peak
  }

  private mutating func add(_ segment: Int, scale: Double) {
    let base = segment * Self.slotCount
    gridRe.withUnsafeBufferPointer { gridRe in
      gridIm.withUnsafeBufferPointer { gridIm in
        guard let re = gridRe.baseAddress, let im = gridIm.baseAddress else { return }
        spectrum.add(re: re + base, im: im + base, scale: Float(scale))
      }
    }
  }

  private mutating func addJoined(_ path: Path) {
    for slot in 0..<Self.slotCount {
      var (re, im) = (0.0, 0.0)
      for segment in path.segments {
        re += gridRe[segment &* Self.slotCount &+ slot]
        im += gridIm[segment &* Self.slotCount &+ slot]
      }
      joinedRe[slot] = re
      joinedIm[slot] = im
    }
    joinedRe.withUnsafeBufferPointer { joinedRe in
      joinedIm.withUnsafeBufferPointer { joinedIm in
        guard let re = joinedRe.baseAddress, let im = joinedIm.baseAddress else { return }
        spectrum.add(re: re, im: im, scale: Float(coherence / path.weight))
      }
    }
  }
}
