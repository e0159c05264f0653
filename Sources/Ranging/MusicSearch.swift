internal import CoreTypes

/// Multiple signal classification: the lines whose window is at right angles to all that is noise.
struct MusicSearch: Sendable {
  /// A line that the noise subspace lets through.
  private struct Peak {
    /// Turns a step of the grid, from the start of the search on.
    let turns: Double
    /// What part of its window is noise; the less, the higher the peak.
    let noise: Double
  }

  /// The numbers by which the earliest line is told from noise, for one antenna path and for several.
  private static let (singleOrder, jointOrder) = (4, 8)
  /// 12 dB and 6 dB
  private static let (singleRange, jointRange) = (15.849, 3.981)
  private static let leastAmplitude = 0.25
  private static let lead = 2.0 / 75

  private let transform = FourierTransform(size: 512)
  private var bands: [FilledBand] = []
  private var covariance = BandCovariance()
  private var subspace = DominantSubspace()
  private var workRe = [Double](repeating: 0, count: 512)
  private var workIm = [Double](repeating: 0, count: 512)
  private var noise = [Double](repeating: 0, count: 512)
  private var peaks: [Peak] = []
  private var amplitudes = LineAmplitudes()

  /// The line of the earliest peak in turns a megahertz; `turns` is that of the strongest.
  mutating func earliest(_ responses: [ToneResponse], _ lines: LineSearch, spacing: Int, turns: Double)
    -> Double
  {
    while bands.count < lines.paths.count { bands.append(FilledBand()) }
    var length = Int.max
    for (position, path) in lines.paths.enumerated() {
      bands[position].load(responses[path.index], spacing: spacing, turns: turns)
      length = min(length, bands[position].re.count)
    }
    let window = (length + 1) / 4 * 2
    let isJoint = lines.paths.count > 1
    let order = min(isJoint ? Self.jointOrder : Self.singleOrder, window / 2)
    guard window >= 4 else { return turns }
    covariance.start(window: window)
    for position in lines.paths.indices { covariance.add(bands[position]) }
    subspace.find(order, of: covariance.matrix, size: window)
    findNoise(window: window, order: order)
    findPeaks(order: order, range: isJoint ? Self.jointRange : Self.singleRange)
    guard let first = earliestPeak(isJoint) else { return turns }
    return refined(first, window: window, order: order) / Double(spacing)
  }

  /// The part of each line's window that is noise.
  private mutating func findNoise(window: Int, order: Int) {
    for n in noise.indices { noise[n] = 1 }
    let (half, width) = (window / 2, subspace.width)
    for pair in stride(from: 0, to: order, by: 2) {
      for n in 0..<transform.size / 2 { (workRe[n], workIm[n]) = (0, 0) }
      for i in 0..<half {
        // Seen from the middle of the window each eigenvector's spectrum is real, so that two share a transform.
        let (even, odd) = (subspace.vectors[i * width + pair], subspace.vectors[(i + half) * width + pair])
        var (nextEven, nextOdd) = (0.0, 0.0)
        if pair + 1 < order {
          nextEven = subspace.vectors[i * width + pair + 1]
          nextOdd = subspace.vectors[(i + half) * width + pair + 1]
        }
        (workRe[i], workIm[i]) = (even - nextOdd, nextEven + odd)
        (workRe[window - 1 - i], workIm[window - 1 - i]) = (even + nextOdd, nextEven - odd)
      }
      transform.inverse(re: &workRe, im: &workIm, isUpperHalfZero: true)
      let scale = 0.5 / Double(window)
      for n in noise.indices { noise[n] -= scale * (workRe[n] * workRe[n] + workIm[n] * workIm[n]) }
    }
  }

  /// The highest peaks within `range` of the highest, at most `order`, the earliest first.
  private mutating func findPeaks(order: Int, range: Double) {
    peaks.removeAll(keepingCapacity: true)
    let size = transform.size
    let start = -Int(Self.lead * Double(size))
    var least = Double.infinity
    for n in start..<start + size {
      let here = noise[transform.place(n)]
      let (before, after) = (noise[transform.place(n - 1)], noise[transform.place(n + 1)])
      guard here <= before, here < after else { continue }
      let curvature = before - 2 * here + after
      let offset = (before - after) / (2 * curvature)
      let depth = max(here - 0.25 * (before - after) * offset, 1e-9)
      peaks.append(Peak(turns: (Double(n) + offset) / Double(size), noise: depth))
      least = min(least, depth)
    }
    peaks.removeAll { $0.noise > range * least }
    while peaks.count > order {
      var worst = 0
      for index in peaks.indices where peaks[index].noise > peaks[worst].noise { worst = index }
      peaks.remove(at: worst)
    }
  }

  /// The earliest peak in turns; of one antenna path only those with some amplitude count.
  private mutating func earliestPeak(_ isJoint: Bool) -> Double? {
    guard !isJoint, peaks.count > 1 else { return peaks.first?.turns }
    amplitudes.fit(bands[0], peaks.lazy.map(\.turns))
    var greatest = 0.0
    for index in peaks.indices { greatest = max(greatest, amplitudes.power(index)) }
    let floor = Self.leastAmplitude * Self.leastAmplitude * greatest
    return peaks.indices.first { amplitudes.power($0) >= floor }.map { peaks[$0].turns }
  }

  /// Newton's method on the noise part near `turns`.
  private func refined(_ turns: Double, window: Int, order: Int) -> Double {
    turns
  }
}
