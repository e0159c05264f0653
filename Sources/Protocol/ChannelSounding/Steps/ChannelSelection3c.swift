internal import CoreTypes
internal import CryptoToolbox

/// Channel selection #3c: a ramp over the band in one of two shapes, mixed with random channels that it leaves
/// out ("salt"), and shuffled in blocks. [Vol 6, Part H, 4.1.4.2]
struct ChannelSelection3c: Sendable {
  /// The first channels of both ramps, by jump from 2 on. [Vol 6, Part H, 4.1.4.2]
  private static let rampStarts: [(Int, Int)] = [
    (1, 76), (77, 0), (78, 0), (78, 0), (76, 1), (74, 1), (76, 0),
  ]
  private static let lastChannel = 78
  private static let maximumInitialSalts = 9
  private static let maximumFinalSalts = 4

  /// One of the two pools of salt: channels that the shape left out, then all of its quarters.
  private struct Pool {
    var unused: [UInt8] = []
    var all: [UInt8] = []
    var taken = 0

    mutating func removeAll() {
      unused.removeAll(keepingCapacity: true)
      all.removeAll(keepingCapacity: true)
      taken = 0
    }

    mutating func take(into output: inout [UInt8]) {
      let index = taken
      taken += 1
      if index < unused.count {
        output.append(unused[index])
      } else if index - unused.count < all.count {
        output.append(all[index - unused.count])
      }
    }
  }

  private let isX: Bool
  private let jump: Int
  private let repetitions: Int
  private let interpretations: Interpretations
  private var startJitter = 0
  private(set) var invocation = 0
  private var shape: [UInt8] = []
  private var mixed: [UInt8] = []
  private var firstEnd = Pool()
  private var middle = Pool()

  init(configuration: CSConfiguration, interpretations: Interpretations) {
    isX = configuration.ch3cShape == .x
    jump = Int(configuration.ch3cJump)
    repetitions = Int(configuration.channelMapRepetition)
    self.interpretations = interpretations
  }

  /// Starts the next procedure.
  mutating func restart() { invocation = 0 }

  /// Makes the channels of the next invocation from the filtered map and appends them.
  mutating func appendInvocation(map: CSChannelMap, to output: inout [UInt8], drbg: inout CSDRBG) {
    if invocation == 0 { startJitter = drbg.hr1(jump, for: .channelSelection) }
    makeShape(offset: (invocation + startJitter) % jump)
    shufflePools(&drbg)
    mix(&drbg)
    mixed.removeAll { !map.contains($0) }
    let blocks = max(10, mixed.count / 4)
    let count = max(1, mixed.count / blocks)
    for block in 0..<count {
      let end = block == count - 1 ? mixed.count : (block + 1) * blocks
      drbg.appendShuffled(mixed[(block * blocks)..<end], to: &output, for: .channelSelection)
    }
    invocation += 1
  }

  /// The most channels a procedure may get from a map, whatever is drawn.
  func maximumChannels(map: CSChannelMap) -> Int {
    var copy = self
    let invocations = (0..<jump).map { offset in
      copy.makeShape(offset: offset)
      let salted = stride(from: 0, to: copy.shape.count, by: 2).map { copy.prefersFirstEnd(copy.shape[$0]) }
      let toFirstEnd = salted.count { $0 }
      let uneven = abs(2 * toFirstEnd - salted.count) + 2
      return copy.shape.count(where: map.contains) + salted.count + uneven
    }
    return (invocations.max() ?? 0) * repetitions + Self.maximumInitialSalts + Self.maximumFinalSalts
  }

  private mutating func makeShape(offset: Int) {
    shape.removeAll(keepingCapacity: true)
    let (start1, start2) = Self.rampStarts[jump - 2]
    let first = start1 + offset
    let second = start2 + offset
    if isX {
      // Interpretation: a ramp includes channel 78; another source stops below it.
      let last = interpretations.xRampEnd == .inclusive ? Self.lastChannel : Self.lastChannel - 1
      makeX(first: first, second: second, firstRises: start1 < start2, last: last)
    } else {
      for channel in stride(from: min(first, second), through: Self.lastChannel, by: jump) {
        shape.append(UInt8(channel))
      }
      for channel in stride(from: max(first, second), through: 0, by: -jump) where channel <= Self.lastChannel
      {
        shape.append(UInt8(channel))
      }
    }
  }

  private mutating func makeX(first: Int, second: Int, firstRises: Bool, last: Int) {
    let increment = firstRises ? jump : -jump
    var first = first
    var second = second
    while firstRises ? (first <= last || second >= 0) : (second <= last || first >= 0) {
      if (0...last).contains(first) { shape.append(UInt8(first)) }
      if (0...last).contains(second) { shape.append(UInt8(second)) }
      first += increment
      second -= increment
    }
  }

  /// Whether the pool called FirstEnd holds the channel. [Vol 6, Part H, 4.1.4.2.3]
  private func isInFirstEnd(_ channel: UInt8) -> Bool {
    isX ? (20..<60).contains(channel) : channel >= 40
  }

  /// The salt before a channel comes from the other part of the band.
  private func prefersFirstEnd(_ channel: UInt8) -> Bool { !isInFirstEnd(channel) }

  private mutating func shufflePools(_ drbg: inout CSDRBG) {
    firstEnd.removeAll()
    middle.removeAll()
    let used = shape.reduce(UInt128(0)) { $0 | 1 << UInt128($1) }
    let band = UInt8(0)...UInt8(Self.lastChannel)
    let firstEndChannels = band.filter(isInFirstEnd)
    let middleChannels = band.filter { !isInFirstEnd($0) }
    let isUnused = { (channel: UInt8) in used >> UInt128(channel) & 1 == 0 }
    // Interpretation: the lists of all channels are shuffled before those of unused ones; another source does
    // both of one pool first. With jump 2 no list of unused ones has two entries, so sample data fits both.
    if interpretations.saltOrder == .allListsFirst {
      drbg.appendShuffled(firstEndChannels, to: &firstEnd.all, for: .channelSelection)
      drbg.appendShuffled(middleChannels, to: &middle.all, for: .channelSelection)
      drbg.appendShuffled(firstEndChannels.filter(isUnused), to: &firstEnd.unused, for: .channelSelection)
      drbg.appendShuffled(middleChannels.filter(isUnused), to: &middle.unused, for: .channelSelection)
    } else {
      drbg.appendShuffled(firstEndChannels.filter(isUnused), to: &firstEnd.unused, for: .channelSelection)
      drbg.appendShuffled(firstEndChannels, to: &firstEnd.all, for: .channelSelection)
      drbg.appendShuffled(middleChannels.filter(isUnused), to: &middle.unused, for: .channelSelection)
      drbg.appendShuffled(middleChannels, to: &middle.all, for: .channelSelection)
    }
  }

  private mutating func mix(_ drbg: inout CSDRBG) {
    mixed.removeAll(keepingCapacity: true)
    let isLast = invocation == repetitions - 1
    if invocation == 0 {
      takeAlternately(drbg.hr1(Self.maximumInitialSalts + 1, for: .channelSelection))
    }
    for (index, channel) in shape.enumerated() {
      if index % 2 == 0 {
        if prefersFirstEnd(channel) { firstEnd.take(into: &mixed) } else { middle.take(into: &mixed) }
      }
      mixed.append(channel)
    }
    if isLast { takeAlternately(drbg.hr1(Self.maximumFinalSalts + 1, for: .channelSelection)) }
    // Interpretation: only the last invocation levels the pools; another source does so in each.
    guard isLast || interpretations.saltBalance == .everyInvocation else { return }
    while firstEnd.taken < middle.taken { firstEnd.take(into: &mixed) }
    while middle.taken < firstEnd.taken { middle.take(into: &mixed) }
  }

  private mutating func takeAlternately(_ count: Int) {
    for index in 0..<count {
      if index % 2 == 0 { firstEnd.take(into: &mixed) } else { middle.take(into: &mixed) }
    }
  }
}
