internal import CoreTypes
internal import CryptoToolbox

/// The channels of the mode-0 steps of a procedure: selection #3a. [Vol 6, Part H, 4.1.3]
struct Mode0Channels: Sendable {
  private let channels: [UInt8]
  private let isFixed: Bool
  private var shuffled: [UInt8] = []
  private var next = 0

  /// - Parameter fixed: The channels in turn, where a test fixes them.
  init(map: CSChannelMap, fixed: [UInt8]? = nil) {
    channels = fixed ?? map.channels
    isFixed = fixed != nil
  }

  /// The next channel; a new array is shuffled at the step that needs it, without end.
  mutating func take(_ drbg: inout CSDRBG) -> UInt8 {
    if next == shuffled.count {
      shuffled.removeAll(keepingCapacity: true)
      if isFixed {
        shuffled += channels
      } else {
        drbg.appendShuffled(channels, to: &shuffled, for: .mode0ChannelSelection)
      }
      next = 0
    }
    defer { next += 1 }
    return shuffled[next]
  }

  /// Starts the next procedure.
  mutating func restart() {
    shuffled.removeAll(keepingCapacity: true)
    next = 0
  }
}

/// The channels of the other steps of a procedure: selection #3b or #3c, as often as the configuration repeats
/// its channel map. [Vol 6, Part H, 4.1.4]
struct MainChannels: Sendable {
  private let map: CSChannelMap
  private let channels: [UInt8]
  private let repetitions: Int
  private let preparesAllAtStart: Bool
  private let isFixed: Bool
  private var ramp: ChannelSelection3c?
  private var shuffled: [UInt8] = []
  private var next = 0
  private var arraysMade = 0

  /// - Parameter fixed: The channels in order, where a test fixes them.
  init(
    configuration: CSConfiguration, map: CSChannelMap, fixed: [UInt8]? = nil, interpretations: Interpretations
  ) {
    self.map = map
    channels = fixed ?? map.channels
    isFixed = fixed != nil
    repetitions = Int(configuration.channelMapRepetition)
    if configuration.channelSelection == .algorithm3c, fixed == nil {
      ramp = ChannelSelection3c(configuration: configuration, interpretations: interpretations)
    }
    preparesAllAtStart = ramp != nil && interpretations.rampStep == .zero
  }

  /// Whether no channel is left and no array may be made.
  var areUsedUp: Bool { next == shuffled.count && arraysMade == repetitions }

  /// The most channels of one procedure.
  var maximumCount: Int { ramp?.maximumChannels(map: map) ?? channels.count * repetitions }

  /// Draws at the first step of a procedure what belongs there.
  ///
  /// Interpretation: all arrays of #3c are made at step 0; the alternative is the step that needs each.
  mutating func prepare(_ drbg: inout CSDRBG) {
    guard preparesAllAtStart else { return }
    while arraysMade < repetitions { appendArray(&drbg) }
  }

  /// The next channel; a new array is made at the step that needs it. Nil where there is none.
  mutating func take(_ drbg: inout CSDRBG) -> UInt8? {
    while next == shuffled.count, arraysMade < repetitions {
      shuffled.removeAll(keepingCapacity: true)
      next = 0
      appendArray(&drbg)
    }
    guard next < shuffled.count else { return nil }
    defer { next += 1 }
    return shuffled[next]
  }

  /// Starts the next procedure.
  mutating func restart() {
    shuffled.removeAll(keepingCapacity: true)
    next = 0
    arraysMade = 0
    ramp?.restart()
  }

  private mutating func appendArray(_ drbg: inout CSDRBG) {
    if isFixed {
      shuffled += channels
    } else if ramp == nil {
      drbg.appendShuffled(channels, to: &shuffled, for: .channelSelection)
    } else {
      ramp?.appendInvocation(map: map, to: &shuffled, drbg: &drbg)
    }
    arraysMade += 1
  }
}
