internal import CoreTypes

/// The antenna paths of a measurement against lines of phase: the sum of their power on a line, where it has its
/// maximum, and what is left beside it.
///
/// Antenna paths are never added as complex numbers, since their phases have nothing in common; their powers
/// are. The memory is kept from one measurement to the next, and holds all that is asked for, so that nothing is
/// allocated once the paths have been as many.
struct LineSearch: Sendable {
  /// One antenna path that has enough tones.
  struct Path: Sendable {
    /// Where it stands among the responses.
    let index: Int
    /// Sum of the levelled tones' squares.
    let power: Double
    /// The number of tones.
    let count: Int
    /// Sum of the squared distances of the channels from their mean, in MHz^2.
    let channelSpread: Double
  }

  /// One value for each channel index.
  static let slotCount = 80
  /// The channel from which the refinement counts, for numbers of like size.
  static let middleSlot = 40
  /// The fewest different channels that fix a line.
  static let minimumChannels = 3

  /// The paths taken.
  private(set) var paths: [Path] = []
  /// The sum of each channel's tones, `slotCount` for each path.
  var gridRe: [Double] = []
  var gridIm: [Double] = []
  /// The line's turning back of each channel.
  var turnRe = [Double](repeating: 1, count: slotCount)
  var turnIm = [Double](repeating: 0, count: slotCount)
  /// The phase left at each channel.
  var leftPhase = [Double](repeating: 0, count: slotCount)
  private var spectrum = CoarseSpectrum()

  /// Takes the paths that can fix a line.
  mutating func load(_ responses: [ToneResponse]) {
    paths.removeAll(keepingCapacity: true)
    gridRe.removeAll(keepingCapacity: true)
    gridIm.removeAll(keepingCapacity: true)
    for index in responses.indices where responses[index].channelCount >= Self.minimumChannels {
      load(responses[index], index: index)
    }
  }

  private mutating func load(_ response: ToneResponse, index: Int) {
    let base = gridRe.count
    gridRe.append(contentsOf: repeatElement(0, count: Self.slotCount))
    gridIm.append(contentsOf: repeatElement(0, count: Self.slotCount))
    var power = 0.0
    var (sum, squares) = (0, 0)
    let count = response.count
    let content = response.content
    gridRe.withUnsafeMutableBufferPointer { gridRe in
      gridIm.withUnsafeMutableBufferPointer { gridIm in
        response.withTones { channel, re, im in
          for tone in 0..<count {
            let slot = Int(channel[tone])
            precondition(slot < Self.slotCount, "a channel index is below 80")
            let scale = Self.levelling(re[tone], im[tone], content)
            let (x, y) = (re[tone] * scale, im[tone] * scale)
            gridRe[base &+ slot] += x
            gridIm[base &+ slot] += y
            power += x * x + y * y
            sum &+= slot
            squares &+= slot &* slot
          }
        }
      }
    }
    guard power > 0, power.isFinite else {
      gridRe.removeLast(Self.slotCount)
      gridIm.removeLast(Self.slotCount)
      return
    }
    let spread = Double(squares) - Double(sum) * Double(sum) / Double(count)
    paths.append(Path(index: index, power: power, count: count, channelSpread: spread))
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

  /// Adds a tone of a loaded path to the grid.
  mutating func addToGrid(path: Int, slot: Int, re: Double, im: Double) {
    gridRe[path * Self.slotCount + slot] += re
    gridIm[path * Self.slotCount + slot] += im
  }

  /// The grid in megahertz on which the tones of the loaded paths lie.
  func channelSpacing(_ responses: [ToneResponse]) -> Int {
    max(1, paths.reduce(0) { RangingBounds.channelSpacing(responses[$1.index].channel, spacing: $0) })
  }

  /// The line of the greatest power, in turns a megahertz; from 0 up to 1.
  mutating func strongest() -> Double { refined(coarse().turns) }

  /// The peak of the summed power spectra in turns a megahertz, and its power.
  mutating func coarse() -> (turns: Double, power: Double) {
    spectrum.clear()
    gridRe.withUnsafeBufferPointer { gridRe in
      gridIm.withUnsafeBufferPointer { gridIm in
        guard let re = gridRe.baseAddress, let im = gridIm.baseAddress else { return }
        for position in paths.indices {
          let base = position * Self.slotCount
          spectrum.add(re: re + base, im: im + base)
        }
      }
    }
    return spectrum.peak
  }
}
