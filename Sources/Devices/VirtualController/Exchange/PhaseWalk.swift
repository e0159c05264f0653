internal import RadioModel
internal import SimulationKernel

/// How far the phase between the two LOs has wandered in each slot of a step, in turns from the first slot on.
struct PhaseWalk {
  /// In the initiator's train.
  private(set) var outward = InlineArray<4, Double>(repeating: 0)
  /// In the reflector's train.
  private(set) var back = InlineArray<4, Double>(repeating: 0)

  init() {}

  /// Draws a way whose variance grows with time.
  ///
  /// - Parameters:
  ///   - slotMicroseconds: from one slot to the next.
  ///   - pauseMicroseconds: from a slot of the initiator's train to the same one of the reflector's.
  init(
    slots: Int, slotMicroseconds: Double, pauseMicroseconds: Double, varianceAMicrosecond: Double,
    random: inout RandomStream
  ) {
    let step = (varianceAMicrosecond * slotMicroseconds).squareRoot()
    let turn = pauseMicroseconds - Double(slots - 1) * slotMicroseconds
    let pause = (varianceAMicrosecond * turn).squareRoot()
    for slot in 1..<max(slots, 2) where slot < slots {
      outward[slot] = outward[slot - 1] + step * random.nextGaussianPair().0
    }
    back[0] = outward[slots - 1] + pause * random.nextGaussianPair().0
    for slot in 1..<max(slots, 2) where slot < slots {
      back[slot] = back[slot - 1] + step * random.nextGaussianPair().0
    }
  }
}
