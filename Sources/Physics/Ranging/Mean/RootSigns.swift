internal import ComplexModule
internal import CoreTypes

/// The sign of each root of a two-way response with which all roots together are one channel.
///
/// Signs that follow the strongest line are wrong where echoes cancel the amplitude: there the right root turns by half
/// a turn. So each root is predicted from the six before it, as a line with scattering around it would go on, and the
/// sequence of signs with the least error counts. The search goes from tone to tone and keeps the eight best sequences.
struct RootSigns: Sendable {
  /// The tones of which each is predicted.
  private static let memory = 6
  /// The sequences that are kept.
  private static let sequenceCount = 8
  /// The part of the power on the strongest line in the channel that predicts.
  private static let linePart = 0.3

  /// The signs that the bits of a sequence stand for.
  private static let signs: [SIMD8<Double>] = (0..<1 << memory).map { bits in
    var row = SIMD8<Double>.zero
    for place in 0..<memory { row[place] = bits >> place & 1 == 1 ? -1 : 1 }
    return row
  }

  /// A sequence of signs up to some tone.
  private struct Sequence: Sendable {
    var cost = 0.0
    /// Bit n says whether the tone n before the next one has changed its sign.
    var changed = 0
    /// The place of the sequence that it continues.
    var origin: UInt8 = 0

    var isNegative: Bool { changed & 1 == 1 }
  }

  /// The place of each tone on the grid in megahertz.
  private(set) var megahertz: [Int] = []
  /// The roots, turned back by the strongest line.
  private(set) var roots: [Complex<Double>] = []
  /// Whether each root's sign is to change; the first keeps its own.
  private(set) var isNegative: [Bool] = []
  private var likeness = [Complex<Double>](repeating: .zero, count: LineSearch.slotCount)
  /// The best sequences up to the last tone, and those up to this one, by their cost.
  private var sequences: [Sequence] = []
  private var continued: [Sequence] = []
  /// For each tone the sequences that were kept.
  private var kept: [Sequence] = []
  private var weightRe = SIMD8<Double>.zero
  private var weightIm = SIMD8<Double>.zero
  private var variance = 1.0
  private var equations = [Complex<Double>](repeating: .zero, count: memory * (memory + 1))

  /// The steps of a grid from the first tone to the last, for a step of so many megahertz; 1 without tones.
  func slotCount(spacing: Int) -> Int {
    ((megahertz.last ?? 0) - (megahertz.first ?? 0)) / spacing + 1
  }

  /// Gives the roots with the signs found last and a mean power of 1, each with its step of a grid of `spacing`
  /// megahertz from the first tone on.
  func forEachSigned(spacing: Int, _ body: (_ slot: Int, _ root: Complex<Double>) -> Void) {
    let power = roots.reduce(0) { $0 + $1.lengthSquared }
    let scale = power > 0 ? (Double(roots.count) / power).squareRoot() : 0
    for (tone, root) in roots.enumerated() {
      body((megahertz[tone] - megahertz[0]) / spacing, root.multiplied(by: isNegative[tone] ? -scale : scale))
    }
  }

  /// Forgets all tones.
  mutating func removeAll() {
    megahertz.removeAll(keepingCapacity: true)
    roots.removeAll(keepingCapacity: true)
  }

  /// Adds the root of a tone, turned back by the strongest line, so many megahertz above the first one.
  mutating func append(_ root: Complex<Double>, megahertz place: Int) {
    megahertz.append(place)
    roots.append(root)
  }

  /// Gives all roots the sign with which they are nearest to the strongest line.
  mutating func followLine() {
    var (re, im) = (0.0, 0.0)
    for root in roots {
      let square = root * root
      re += square.real
      im += square.imaginary
    }
    let (sin, cos) = PortableMath.sinCos(turns: PortableMath.atan2(im, re) / (4 * .pi))
    isNegative.removeAll(keepingCapacity: true)
    for root in roots { isNegative.append(root.real * cos + root.imaginary * sin < 0) }
    guard isNegative.first == true else { return }
    for tone in isNegative.indices { isNegative[tone].toggle() }
  }

  /// Gives all roots the signs that a channel of some scattering explains best.
  ///
  /// - Parameters:
  ///   - microseconds: how far the scattered delays lie from the strongest line, one way.
  ///   - noise: the power of the noise, as a part of the mean power of the roots.
  mutating func find(scatteredOver microseconds: Double, noise: Double) {
    for distance in likeness.indices {
      let turn = 2 * .pi * microseconds * Double(distance)
      likeness[distance] = Complex(Self.linePart + (1 - Self.linePart) / (1 + turn * turn))
    }
    find(noise: noise)
  }

  /// Gives all roots the signs that a channel explains best.
  ///
  /// - Parameters:
  ///   - member: the channel.
  ///   - turn: how far its direct path is behind the strongest line, in turns a megahertz, one way.
  ///   - noise: the power of the noise, as a part of the mean power of the roots.
  mutating func find(_ member: ChannelFamily.Member, turn: Double, noise: Double) {
    for distance in likeness.indices {
      let (sin, cos) = PortableMath.sinCos(turns: -turn * Double(distance))
      likeness[distance] =
        (member.covariance(megahertz: Double(distance)) * Complex(cos, sin)).multiplied(by: 1 - noise)
    }
    find(noise: noise)
  }

  /// The tones, at most so many, at which the amplitude all but vanishes, the weakest first: there one sign may be
  /// taken for the other.
  func fades(below power: Double, most count: Int) -> [Int] {
    let limit = power * roots.reduce(0) { $0 + $1.lengthSquared } / Double(max(roots.count, 1))
    let sizes = roots.map(\.lengthSquared)
    let fades = roots.indices.dropFirst().dropLast().filter {
      sizes[$0] < limit && sizes[$0] <= sizes[$0 - 1] && sizes[$0] <= sizes[$0 + 1]
    }
    return Array(fades.sorted { (sizes[$0], $0) < (sizes[$1], $1) }.prefix(count))
  }

  /// Takes signs, but for those from a tone on, which are changed.
  mutating func take(_ signs: [Bool], changedFrom tone: Int) {
    isNegative.removeAll(keepingCapacity: true)
    for (index, sign) in signs.enumerated() { isNegative.append(index < tone ? sign : !sign) }
  }

  private mutating func find(noise: Double) {
    let power = roots.reduce(0) { $0 + $1.lengthSquared } / Double(max(roots.count, 1))
    kept.removeAll(keepingCapacity: true)
    sequences.removeAll(keepingCapacity: true)
    sequences.append(Sequence())
    for tone in roots.indices {
      if !isLikeBefore(tone) { predict(tone, noise: noise) }
      choose(tone, power: power)
    }
    trace()
  }

  /// Whether the tones before this one lie as those before the last one did.
  private func isLikeBefore(_ tone: Int) -> Bool {
    guard tone > Self.memory else { return false }
    for back in 1...Self.memory
    where megahertz[tone] - megahertz[tone - back] != megahertz[tone - 1] - megahertz[tone - 1 - back] {
      return false
    }
    return true
  }

  /// Finds the least-squares weights of the tones before one, and the variance of what they leave.
  private mutating func predict(_ tone: Int, noise: Double) {
    let count = min(tone, Self.memory)
    let width = Self.memory + 1
    for row in 0..<count {
      for column in 0..<count {
        // Row and column count back, so that the later tone is the one of the lesser number.
        let distance = megahertz[tone - 1 - row] - megahertz[tone - 1 - column]
        let element = likeness[Int(distance.magnitude)]
        equations[row * width + column] = distance < 0 ? element.conjugate : element
      }
      equations[row * width + row].real += noise
      equations[row * width + Self.memory] = likeness[megahertz[tone] - megahertz[tone - 1 - row]].conjugate
    }
    // Elimination needs no pivots: the matrix is positive definite.
    for pivot in 0..<count {
      for row in pivot + 1..<max(count, pivot + 1) {
        let factor = equations[row * width + pivot] / equations[pivot * width + pivot]
        for column in pivot..<width {
          equations[row * width + column] -= factor * equations[pivot * width + column]
        }
      }
    }
    (weightRe, weightIm) = (.zero, .zero)
    variance = likeness[0].real + noise
    for row in (0..<count).reversed() {
      var sum = equations[row * width + Self.memory]
      for column in row + 1..<max(count, row + 1) {
        sum -= equations[row * width + column] * Complex(weightRe[column], weightIm[column])
      }
      let weight = sum / equations[row * width + row]
      (weightRe[row], weightIm[row]) = weight.rawStorage
      variance -= (weight * likeness[megahertz[tone] - megahertz[tone - 1 - row]]).real
    }
  }

  /// Continues each sequence with either sign of a tone, and keeps the best.
  private mutating func choose(_ tone: Int, power: Double) {
    let (rootRe, rootIm) = roots[tone].rawStorage
    let scale = 1 / (variance * power)
    let signs = Self.signs
    var (partRe, partIm) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
    for place in 0..<min(tone, Self.memory) {
      // The weights are conjugate in the equations.
      let part = Complex(weightRe[place], -weightIm[place]) * roots[tone - 1 - place]
      (partRe[place], partIm[place]) = part.rawStorage
    }
    continued.removeAll(keepingCapacity: true)
    for (origin, sequence) in sequences.enumerated() {
      let row = signs[sequence.changed]
      let (re, im) = ((partRe * row).sum(), (partIm * row).sum())
      let older = sequence.changed << 1 & (1 << Self.memory - 1)
      let plain = (rootRe - re) * (rootRe - re) + (rootIm - im) * (rootIm - im)
      keep(Sequence(cost: sequence.cost + plain * scale, changed: older, origin: UInt8(origin)))
      guard tone > 0 else { continue }
      let turned = (rootRe + re) * (rootRe + re) + (rootIm + im) * (rootIm + im)
      keep(Sequence(cost: sequence.cost + turned * scale, changed: older | 1, origin: UInt8(origin)))
    }
    for place in 0..<Self.sequenceCount {
      kept.append(place < continued.count ? continued[place] : Sequence())
    }
    swap(&sequences, &continued)
  }

  /// Keeps a sequence in the order of the costs, if it is among the best.
  private mutating func keep(_ sequence: Sequence) {
    if continued.count < Self.sequenceCount {
      continued.append(sequence)
    } else if sequence.cost >= continued[continued.count - 1].cost {
      return
    }
    var place = continued.count - 1
    while place > 0, continued[place - 1].cost > sequence.cost {
      continued[place] = continued[place - 1]
      place -= 1
    }
    continued[place] = sequence
  }

  /// Follows the best sequence back from its end.
  private mutating func trace() {
    isNegative.removeAll(keepingCapacity: true)
    for _ in roots { isNegative.append(false) }
    var place = 0
    for tone in roots.indices.reversed() {
      let sequence = kept[tone * Self.sequenceCount + place]
      isNegative[tone] = sequence.isNegative
      place = Int(sequence.origin)
    }
  }
}
