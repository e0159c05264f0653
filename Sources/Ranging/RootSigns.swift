internal import CoreTypes

/// Which sign each root of a two-way response has, so that together they are one channel.
///
/// A root that follows the strongest line from tone to tone goes wrong where echoes make the amplitude vanish:
/// there the right root turns by half a turn. So each tone is predicted from the three before it, as the tones of
/// a line and of scattering around it would go on, and of all sequences of signs the one with the least error is
/// taken. With three tones of memory that is a search through four states, not through 2^72 sequences.
struct RootSigns: Sendable {
  /// The signs that the two tones before the last one may have against it.
  private static let stateCount = 4
  /// The part of the power on the strongest line, and the noise, of the channel that predicts.
  private static let (linePart, noisePart) = (0.3, 0.01)
  /// The deviation of the scattered delays, one way, in radians a megahertz: 32 ns.
  private static let spread = 0.2

  /// How alike tones are that lie so many megahertz apart.
  private let likeness: [Double]
  private var megahertz: [Int] = []
  private var roots: [ComplexNumber] = []
  /// For each tone and state the state before it; bit 0 of a state says whether the last tone's sign changed.
  private var origins: [Int] = []
  /// Whether each tone's sign is to change, in the order in which they were added.
  private(set) var isNegative: [Bool] = []

  /// Makes a search and its table.
  init() {
    likeness = (0..<LineSearch.slotCount).map { distance in
      let turn = Self.spread * Double(distance)
      return Self.linePart + (1 - Self.linePart) * PortableMath.exp(-turn * turn / 2)
    }
  }

  /// Forgets all tones.
  mutating func removeAll() {
    megahertz.removeAll(keepingCapacity: true)
    roots.removeAll(keepingCapacity: true)
  }

  /// Adds the root of a tone, turned back by the strongest line, so far above the first one.
  mutating func append(_ root: ComplexNumber, megahertz place: Int) {
    megahertz.append(place)
    roots.append(root)
  }

  /// Finds the signs of all tones added; the first keeps its own.
  mutating func find() {
    origins.removeAll(keepingCapacity: true)
    for _ in 0..<roots.count * Self.stateCount { origins.append(0) }
    var costs = SIMD4<Double>.zero
    for tone in roots.indices.dropFirst() {
      let prediction = predictor(tone)
      var next = SIMD4<Double>.zero
      for state in 0..<Self.stateCount {
        // Bit 0 of the state before is known from this one, bit 1 is forgotten in it.
        let change = state & 1
        let near = (state >> 1) ^ change
        let (plain, turned) = (near, near | 2)
        let plainCost = costs[plain] + error(tone, prediction, change: change, state: plain)
        let turnedCost = costs[turned] + error(tone, prediction, change: change, state: turned)
        next[state] = min(plainCost, turnedCost)
        origins[tone * Self.stateCount + state] = turnedCost < plainCost ? turned : plain
      }
      costs = next
    }
    trace(costs)
  }

  /// Follows the sequence of the least cost back from its end.
  private mutating func trace(_ costs: SIMD4<Double>) {
    isNegative.removeAll(keepingCapacity: true)
    for _ in roots { isNegative.append(false) }
    var state = 0
    for other in 1..<Self.stateCount where costs[other] < costs[state] { state = other }
    for tone in roots.indices.dropFirst().reversed() {
      isNegative[tone] = state & 1 == 1
      state = origins[tone * Self.stateCount + state]
    }
    for tone in roots.indices.dropFirst() where isNegative[tone - 1] { isNegative[tone].toggle() }
  }

  /// The least-squares weights of the three tones before one, and in the last lane what they leave unknown.
  private func predictor(_ tone: Int) -> SIMD4<Double> {
    let here = megahertz[tone]
    let first = tone > 0 ? here - megahertz[tone - 1] : 0
    let second = tone > 1 ? here - megahertz[tone - 2] : 0
    let third = tone > 2 ? here - megahertz[tone - 3] : 0
    let (k1, k2, k3) = (
      likeness[first], tone > 1 ? likeness[second] : 0, tone > 2 ? likeness[third] : 0
    )
    let near = tone > 1 ? likeness[second - first] : 0
    let (far, beyond) = tone > 2 ? (likeness[third - first], likeness[third - second]) : (0, 0)
    let power = 1 + Self.noisePart
    // Elimination in three unknowns.
    let (rest2, rest23) = (power - near * near / power, beyond - near * far / power)
    let rest3 = power - far * far / power - rest23 * rest23 / rest2
    let right2 = k2 - near * k1 / power
    let w3 = (k3 - far * k1 / power - rest23 * right2 / rest2) / rest3
    let w2 = (right2 - rest23 * w3) / rest2
    let w1 = (k1 - near * w2 - far * w3) / power
    return SIMD4(w1, w2, w3, power - w1 * k1 - w2 * k2 - w3 * k3)
  }

  /// The squared error of a prediction in units of what is to be expected.
  @inline(__always)
  private func error(_ tone: Int, _ weights: SIMD4<Double>, change: Int, state: Int) -> Double {
    var left = change == 1 ? roots[tone] * -1 : roots[tone]
    left -= roots[tone - 1] * weights.x
    if tone > 1 { left -= roots[tone - 2] * (state & 1 == 1 ? -weights.y : weights.y) }
    if tone > 2 { left -= roots[tone - 3] * (state & 2 == 2 ? -weights.z : weights.z) }
    return left.squaredSize / weights.w
  }
}
