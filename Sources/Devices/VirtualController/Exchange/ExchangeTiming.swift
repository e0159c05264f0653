public import ChannelSounding

/// The times of one end's steps in whole microseconds, as far as the exchange needs them. [Vol 6, Part H, 4.3]
public struct ExchangeTiming: Hashable, Sendable {
  /// T_FCS, 15 to 150.
  public var tFCS = 150
  /// T_IP1, 10 to 145.
  public var tIP1 = 145
  /// T_IP2, 10 to 145.
  public var tIP2 = 145
  /// T_PM: 10, 20 or 40.
  public var tPM = 40
  /// T_SW as it applies: 0, 1, 2, 4 or 10.
  public var tSW = 0
  /// T_SY of the CS_SYNC of mode-0.
  public var tSY = 44
  /// T_SY of the CS_SYNC of modes 1 and 3, with its sequence.
  public var tSYSequence = 44
  /// N_AP, 1 to 4.
  public var pathCount = 1
  /// Whether modes 1 and 3 carry a sounding sequence, so that reports have PCT1 and PCT2.
  public var hasSounding = false
  /// How far from its expected time a CS_SYNC is still found, to either side.
  public var receiveWindow = 10

  /// The mandatory times with one antenna path.
  public init() {}

  /// The most slots of one train: four antenna paths and the extension slot.
  static let maximumSlots = 5

  /// One slot.
  var slot: Int { tSW + tPM }
  /// One tone train: N_AP path slots and the extension slot.
  var train: Int { slot * (pathCount + 1) }

  /// From the start of the step to the reflector's CS_SYNC.
  func reflectorSync(mode: UInt8) -> Int {
    switch mode {
    case 0: tFCS + tSY + StepTiming.tRD + tIP1
    case 1: tFCS + tSYSequence + StepTiming.tRD + tIP1
    default: tFCS + tSYSequence + 2 * StepTiming.tGD + 2 * train + StepTiming.tRD + tIP2
    }
  }

  /// From the start of the step to a tone train of mode-2 or mode-3.
  func trainStart(mode: UInt8, isReflector: Bool) -> Int {
    let first = mode == 3 ? tFCS + tSYSequence + StepTiming.tGD : tFCS
    return isReflector ? first + train + StepTiming.tRD + tIP2 : first
  }

  /// From the start of the step to the reflector's tone in mode-0.
  var mode0Tone: Int { reflectorSync(mode: 0) + tSY + StepTiming.tGD }

  /// Octets of one step in a result, with mode, channel and length. [Vol 4, Part E, 7.7.65.44]
  func recordLength(mode: UInt8, isReflector: Bool) -> Int {
    let packet = hasSounding ? 14 : 6
    let tones = 1 + 4 * (pathCount + 1)
    switch mode {
    case 0: return 3 + (isReflector ? 3 : 5)
    case 1: return 3 + packet
    case 2: return 3 + tones
    default: return 3 + packet + tones
    }
  }
}

extension ExchangeTiming {
  /// The times of a configuration as its step timing has them.
  public init(_ timing: StepTiming, rttType: RTTType) {
    self.init()
    tFCS = timing.tFCS
    tIP1 = timing.tIP1
    tIP2 = timing.tIP2
    tPM = timing.tPM
    tSW = timing.tSW
    tSY = timing.tSYMode0
    tSYSequence = timing.tSY
    pathCount = timing.antennaPaths
    hasSounding = rttType.isSounding
  }
}
