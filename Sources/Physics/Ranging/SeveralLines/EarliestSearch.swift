internal import CoreTypes

/// The earliest peak of the delay spectrum that is no side lobe: a Hann window keeps those low, so that a path
/// of 0.4 of the strongest counts.
struct EarliestSearch: Sendable {
  /// The part of the strongest peak that the earliest must have.
  private static let threshold = 0.4
  /// By how much a peak has to exceed the mean power of noise: one in a hundred thousand does by chance.
  private static let overNoise = 20.0
  /// The mean square of the window.
  private static let windowPower = 3.0 / 8
  /// How far before 0 the search begins, as a part of the ambiguity.
  private static let lead = 2.0 / 75

  private let transform = FourierTransform(size: 1_024)
  private var band = FilledBand()
  private var workRe = [Double](repeating: 0, count: 1_024)
  private var workIm = [Double](repeating: 0, count: 1_024)
  private var spectrum = [Double](repeating: 0, count: 1_024)

  /// The line of the earliest peak in turns a megahertz.
  ///
  /// - Parameters:
  ///   - turns: that of the strongest line.
  ///   - noisePart: the part of the tones' power that is noise.
  mutating func earliest(
    _ responses: [ToneResponse], _ lines: LineSearch, spacing: Int, turns: Double, noisePart: Double
  ) -> Double {
    for n in spectrum.indices { spectrum[n] = 0 }
    var noise = 0.0
    for path in lines.paths {
      band.load(responses[path.index], lines, spacing: spacing, turns: turns, isOneWay: false)
      addSpectrum()
      noise += noisePart * Double(band.measuredCount) * Self.windowPower
    }
    let size = transform.size
    var greatest = 0.0
    for power in spectrum { greatest = max(greatest, power) }
    let floor = max(Self.threshold * Self.threshold * greatest, Self.overNoise * noise)
    let start = -Int(Self.lead * Double(size))
    for n in start..<start + size {
      let here = spectrum[transform.place(n)]
      let (before, after) = (spectrum[transform.place(n - 1)], spectrum[transform.place(n + 1)])
      guard here > floor, here >= before, here > after else { continue }
      let offset = (before - after) / (2 * (before - 2 * here + after))
      return (Double(n) + offset) / Double(size * spacing)
    }
    return turns
  }

  private mutating func addSpectrum() {
    let count = band.re.count
    for n in 0..<transform.size / 2 { (workRe[n], workIm[n]) = (0, 0) }
    for slot in 0..<count {
      let (sin, _) = PortableMath.sinCos(turns: (Double(slot) + 1) / Double(2 * (count + 1)))
      workRe[slot] = band.re[slot] * sin * sin
      workIm[slot] = band.im[slot] * sin * sin
    }
    transform.inverse(re: &workRe, im: &workIm, isUpperHalfZero: true)
    for n in 0..<transform.size { spectrum[n] += workRe[n] * workRe[n] + workIm[n] * workIm[n] }
  }
}
