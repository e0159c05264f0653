internal import CoreTypes

/// Complex numbers by antenna path and channel, as two flat arrays.
struct ResponseTable: Sendable {
  private(set) var re: [Double]
  private(set) var im: [Double]

  init(pathCount: Int) {
    re = [Double](repeating: 0, count: pathCount * ChannelResponse.channelCount)
    im = re
  }

  init(re: [Double], im: [Double]) {
    self.re = re
    self.im = im
  }

  /// Makes every number 0.
  mutating func clear() {
    for index in re.indices {
      re[index] = 0
      im[index] = 0
    }
  }

  /// Adds `gain` exp(-j 2 pi f t) to each channel of a path, t in nanoseconds.
  mutating func add(gain: (re: Double, im: Double), nanoseconds: Double, path: Int) {
    let first = ChannelResponse.phasor(gigahertz: ChannelResponse.gigahertz(0), nanoseconds: nanoseconds)
    // From a channel to the next the phasor turns by the same angle.
    let turn = ChannelResponse.phasor(gigahertz: 1e-3, nanoseconds: nanoseconds)
    var x = first.re * gain.re - first.im * gain.im
    var y = first.re * gain.im + first.im * gain.re
    let row = path * ChannelResponse.channelCount
    for entry in row..<row + ChannelResponse.channelCount {
      re[entry] += x
      im[entry] += y
      (x, y) = (x * turn.re - y * turn.im, x * turn.im + y * turn.re)
    }
  }

  /// Adds each number of `other`.
  mutating func add(_ other: ResponseTable) {
    for index in re.indices {
      re[index] += other.re[index]
      im[index] += other.im[index]
    }
  }

  /// Adds each number of `other` times that of `factors`.
  mutating func add(_ other: ResponseTable, times factors: ResponseTable) {
    for index in re.indices {
      re[index] += other.re[index] * factors.re[index] - other.im[index] * factors.im[index]
      im[index] += other.re[index] * factors.im[index] + other.im[index] * factors.re[index]
    }
  }
}
