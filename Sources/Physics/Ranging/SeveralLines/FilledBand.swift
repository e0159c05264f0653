internal import ComplexModule
internal import CoreTypes

/// The one-way response of one antenna path on an even grid of channels, the missing ones filled in.
///
/// A two-way response is the square of the one-way response, whatever the paths: an echo gives it three lines,
/// its square root two. `RootSigns` tells which of its two signs each root has. Holes are drawn
/// straight between their ends, turned back by the strongest line.
struct FilledBand: Sendable {
  /// Real parts, one for each step of the grid from the first channel to the last.
  private(set) var re: [Double] = []
  /// Imaginary parts.
  private(set) var im: [Double] = []
  /// The tones of each step of the grid, 0 where it was filled.
  private(set) var toneCount: [Int] = []
  /// The steps of the grid that have tones.
  private(set) var measuredCount = 0

  /// How many times the usual difference between neighbours is no chance.
  private static let interference = 5.0
  /// The same beside a tone that was dropped.
  private static let doubt = 2.5
  /// The most tones between dropped ones that are dropped with them.
  private static let island = 3
  /// The scattered delays of a room in microseconds, and the noise, by which the signs are chosen for MUSIC.
  private static let (usualScattering, usualNoise) = (0.016, 0.01)
  /// The fewest pairs of neighbours that tell what is usual.
  private static let leastNeighbours = 12
  /// The roots of the tones, before a sign was chosen.
  var signs = RootSigns()
  private var gap: [Double] = []
  private var sorted: [Double] = []

  /// Takes a response on a grid of `spacing` megahertz.
  ///
  /// - Parameters:
  ///   - lines: knows what each subevent adds to the phase, and whether tones that were rated low are worth
  ///     anything.
  ///   - turns: the strongest line in turns a megahertz, both ways.
  ///   - isOneWay: whether to take the root.
  mutating func load(
    _ response: ToneResponse, _ lines: LineSearch, spacing: Int, turns: Double, isOneWay: Bool
  ) {
    if isOneWay {
      loadRoots(response, lines, spacing: spacing, turns: turns)
      signs.find(scatteredOver: Self.usualScattering, noise: Self.usualNoise)
      applySigns()
    } else {
      loadTones(response, lines, spacing: spacing, turns: turns)
    }
    normalise()
    fill(turns: turns * Double(spacing) * (isOneWay ? 0.5 : 1))
  }

  /// Takes the roots of a response, of which no sign is chosen yet.
  mutating func loadRoots(_ response: ToneResponse, _ lines: LineSearch, spacing: Int, turns: Double) {
    loadTones(response, lines, spacing: spacing, turns: turns)
    takeRoots(turns: turns * Double(spacing) / 2, spacing: spacing)
  }

  private mutating func loadTones(
    _ response: ToneResponse, _ lines: LineSearch, spacing: Int, turns: Double
  ) {
    let first = Int(response.channel.min() ?? 0)
    clear((Int(response.channel.max() ?? 0) - first) / spacing + 1)
    var turn = (subevent: UInt8.max, re: 1.0, im: 0.0)
    for tone in 0..<response.count {
      if response.isDoubtful[tone] && lines.doubtfulWeight < 1 { continue }
      let subevent = response.subevent[tone]
      if turn.subevent != subevent { turn = Self.turn(back: lines, subevent) }
      let slot = (Int(response.channel[tone]) - first) / spacing
      let x = response.re[tone] * turn.re - response.im[tone] * turn.im
      let y = response.re[tone] * turn.im + response.im[tone] * turn.re
      let scale = response.content == .inline ? (x * x + y * y).squareRoot() : 1
      re[slot] += x * scale
      im[slot] += y * scale
      toneCount[slot] += 1
    }
    for slot in toneCount.indices where toneCount[slot] > 1 {
      re[slot] /= Double(toneCount[slot])
      im[slot] /= Double(toneCount[slot])
    }
    dropInterference(turns: turns * Double(spacing))
    trim()
  }

  /// What takes the phase of a subevent off its tones.
  private static func turn(back lines: LineSearch, _ subevent: UInt8) -> (UInt8, Double, Double) {
    guard Int(subevent) < lines.shifts.count else { return (subevent, 1, 0) }
    let (sin, cos) = PortableMath.sinCos(turns: -lines.shifts[Int(subevent)] / (2 * .pi))
    return (subevent, cos, sin)
  }

  private mutating func clear(_ size: Int) {
    re.removeAll(keepingCapacity: true)
    im.removeAll(keepingCapacity: true)
    toneCount.removeAll(keepingCapacity: true)
    for _ in 0..<size {
      re.append(0)
      im.append(0)
      toneCount.append(0)
    }
  }

  /// Brings the mean power of the tones to 1.
  private mutating func normalise() {
    var power = 0.0
    measuredCount = 0
    for slot in toneCount.indices where toneCount[slot] > 0 {
      power += re[slot] * re[slot] + im[slot] * im[slot]
      measuredCount += 1
    }
    guard power > 0 else { return }
    let scale = (Double(measuredCount) / power).squareRoot()
    for slot in toneCount.indices {
      re[slot] *= scale
      im[slot] *= scale
    }
  }

  /// Drops tones that differ from both neighbours far more than neighbours do: another sender was louder.
  private mutating func dropInterference(turns: Double) {
    gap.removeAll(keepingCapacity: true)
    sorted.removeAll(keepingCapacity: true)
    let (sin, cos) = PortableMath.sinCos(turns: turns)
    for slot in toneCount.indices {
      var size = Double.infinity
      if slot > 0, toneCount[slot] > 0, toneCount[slot - 1] > 0 {
        let x = re[slot] * cos - im[slot] * sin - re[slot - 1]
        let y = re[slot] * sin + im[slot] * cos - im[slot - 1]
        size = x * x + y * y
        sorted.append(size)
      }
      gap.append(size)
    }
    guard sorted.count >= Self.leastNeighbours else { return }
    sorted.sortFew()
    let limit = Self.interference * Self.interference * sorted[sorted.count / 2]
    for slot in toneCount.indices where toneCount[slot] > 0 {
      let after = slot + 1 < gap.count ? gap[slot + 1] : .infinity
      let least = min(gap[slot], after)
      if least.isFinite && least > limit { toneCount[slot] = -1 }
    }
    let doubt = Self.doubt * Self.doubt * sorted[sorted.count / 2]
    for slot in toneCount.indices { dropBeside(slot - 1, slot, gap: slot + 1, doubt) }
    for slot in toneCount.indices.reversed() { dropBeside(slot + 1, slot, gap: slot, doubt) }
    dropIslands()
    for slot in toneCount.indices where toneCount[slot] < 0 {
      (re[slot], im[slot], toneCount[slot]) = (0, 0, 0)
    }
  }

  /// Has the grid begin and end with a tone that counts, since what is filled lies between tones.
  private mutating func trim() {
    while toneCount.last == 0 {
      re.removeLast()
      im.removeLast()
      toneCount.removeLast()
    }
    while toneCount.first == 0 {
      re.removeFirst()
      im.removeFirst()
      toneCount.removeFirst()
    }
  }

  /// Drops the tone at `slot` if the one at `neighbour` was dropped and it does not fit the one on its other side.
  private mutating func dropBeside(_ neighbour: Int, _ slot: Int, gap index: Int, _ limit: Double) {
    guard toneCount.indices.contains(neighbour), gap.indices.contains(index), toneCount[neighbour] < 0,
      toneCount[slot] > 0, gap[index].isFinite, gap[index] > limit
    else { return }
    toneCount[slot] = -1
  }

  /// Drops the few tones that stand among dropped ones: noise is like its neighbour now and then.
  private mutating func dropIslands() {
    var start: Int?
    for slot in toneCount.indices {
      if toneCount[slot] < 0 {
        if let start, slot - start <= Self.island {
          for inner in start..<slot { toneCount[inner] = -1 }
        }
        start = slot + 1
      } else if toneCount[slot] == 0 {
        start = nil
      }
    }
  }

  /// Takes the roots of all tones; `turns` is the strongest line of the roots in turns a step of the grid.
  private mutating func takeRoots(turns: Double, spacing: Int) {
    signs.removeAll()
    for slot in toneCount.indices where toneCount[slot] > 0 {
      let size = (re[slot] * re[slot] + im[slot] * im[slot]).squareRoot()
      // Half angles: cos^2 = (1 + cos) / 2, of which the larger part of the root loses no digits.
      let long = ((size + re[slot].magnitude) / 2).squareRoot()
      let short = long > 0 ? im[slot] / (2 * long) : 0
      (re[slot], im[slot]) =
        re[slot] >= 0 ? (long, short) : (short.magnitude, im[slot] < 0 ? -long : long)
      let (sin, cos) = PortableMath.sinCos(turns: turns * Double(slot))
      let root = Complex(re[slot], im[slot]) * Complex(cos, sin)
      signs.append(root, megahertz: slot * spacing)
    }
  }

  /// Gives the roots the signs that were chosen.
  private mutating func applySigns() {
    var tone = 0
    for slot in toneCount.indices where toneCount[slot] > 0 {
      if signs.isNegative[tone] { (re[slot], im[slot]) = (-re[slot], -im[slot]) }
      tone += 1
    }
  }

  private mutating func fill(turns: Double) {
    var before = 0
    for slot in toneCount.indices.dropFirst() where toneCount[slot] > 0 {
      let gap = slot - before
      if gap > 1 {
        let (sin, cos) = PortableMath.sinCos(turns: turns * Double(gap))
        let (endRe, endIm) = (re[slot] * cos - im[slot] * sin, re[slot] * sin + im[slot] * cos)
        for step in 1..<gap {
          let part = Double(step) / Double(gap)
          let (x, y) = (re[before] + part * (endRe - re[before]), im[before] + part * (endIm - im[before]))
          let (sin, cos) = PortableMath.sinCos(turns: -turns * Double(step))
          re[before + step] = x * cos - y * sin
          im[before + step] = x * sin + y * cos
        }
      }
      before = slot
    }
  }
}

extension [Double] {
  /// Sorts some tens of numbers in place by insertion; unlike `sort` it takes no memory.
  mutating func sortFew() {
    withUnsafeMutableBufferPointer { numbers in
      for index in numbers.indices.dropFirst() {
        let number = numbers[index]
        var place = index
        while place > 0 && numbers[place &- 1] > number {
          numbers[place] = numbers[place &- 1]
          place &-= 1
        }
        numbers[place] = number
      }
    }
  }
}
