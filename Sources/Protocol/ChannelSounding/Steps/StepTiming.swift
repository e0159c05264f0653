internal import CoreTypes

/// How long the parts of a step last under one configuration, in microseconds. [Vol 6, Part H, 4.3]
///
/// A step begins with T_FCS. Every slot of a tone is T_SW and then T_PM, and the extension slot takes its time
/// whether a tone is sent in it or not.
public struct StepTiming: Hashable, Sendable {
  /// Ramp-down.
  public static let tRD = 5
  /// Guard.
  public static let tGD = 10
  /// The tone of mode-0.
  public static let tFM = 80
  /// The least gap between subevents.
  public static let tMES = 150
  /// The tone of the stable phase test. [Vol 6, Part A, 3.4]
  public static let tLongTone = 652

  public let tFCS: Int
  /// T_IP1
  public let tIP1: Int
  /// T_IP2
  public let tIP2: Int
  public let tPM: Int
  /// The antenna switching time in force.
  public let tSW: Int
  /// N_AP, 1 to 4.
  public let antennaPaths: Int
  /// T_SY of mode-0.
  public let tSYMode0: Int
  /// T_SY of modes 1 and 3, with the sequence of the RTT type.
  public let tSY: Int
  private let durations: SIMD4<Int32>

  /// The times of a legal configuration.
  /// - Parameters:
  ///   - antennaPaths: 1 to 4.
  ///   - tSW: The antenna switching time in force.
  public init(configuration: CSConfiguration, antennaPaths: Int, tSW: TSW) {
    tFCS = configuration.tFCS.microseconds
    tIP1 = configuration.tIP1.microseconds
    tIP2 = configuration.tIP2.microseconds
    tPM = configuration.tPM.microseconds
    let tSW = tSW.microseconds
    self.tSW = tSW
    self.antennaPaths = antennaPaths
    let is1M = configuration.csSyncPHY == .le1M
    let sequenceBits = configuration.rttType.sequenceBits
    tSYMode0 = is1M ? 44 : 26
    tSY = tSYMode0 + (is1M ? sequenceBits : sequenceBits / 2)
    let tone = (tSW + tPM) * (antennaPaths + 1)
    let ramps = 2 * Self.tRD
    let active = [
      2 * tSYMode0 + ramps + tIP1 + Self.tGD + Self.tFM,
      2 * tSY + ramps + tIP1,
      2 * tone + ramps + tIP2,
      2 * (tSY + Self.tGD + tone) + ramps + tIP2,
    ]
    durations = SIMD4(active.map { Int32($0 + configuration.tFCS.microseconds) })
  }

  /// The times both devices find from the configuration, the antenna configuration index and what each
  /// declared. [Vol 6, Part A, 5.3]
  ///
  /// Interpretation: under inline PCT the reflector's T_SW_IPT takes the place of T_SW, and `interpretations`
  /// says whether with one antenna path too.
  public init(
    configuration: CSConfiguration, aci: AntennaConfiguration, initiator: CSCapabilities,
    reflector: CSCapabilities,
    interpretations: Interpretations
  ) {
    let tSW: TSW
    if configuration.usesInlinePCT {
      tSW = aci == 0 && interpretations.singlePathSwitching == .zero ? 0 : reflector.tSWIPT
    } else {
      switch (aci.initiatorAntennas > 1, aci.reflectorAntennas > 1) {
      case (false, false): tSW = 0
      case (true, false): tSW = initiator.tSW
      case (false, true): tSW = reflector.tSW
      case (true, true): tSW = max(initiator.tSW, reflector.tSW)
      }
    }
    self.init(configuration: configuration, antennaPaths: aci.pathCount, tSW: tSW)
  }

  /// From the start of the step's T_FCS to its end.
  public func duration(mode: UInt8) -> Int { Int(durations[Int(mode)]) }

  /// From the start of the step's T_FCS to its end.
  public func duration(of mode: CSMode) -> Int { duration(mode: mode.rawValue) }

  /// All tone slots of one direction.
  public var toneDuration: Int { tonePeriod * (antennaPaths + 1) }

  /// One tone slot: its first `tSW` us switch, its last `tPM` us are measured.
  public var tonePeriod: Int { tSW + tPM }

  /// The start of the initiator's CS_SYNC in modes 0, 1 and 3, from the start of the step.
  public var initiatorSync: Int { tFCS }

  /// The start of the reflector's CS_SYNC in modes 0, 1 and 3, from the start of the step.
  public func reflectorSync(mode: UInt8) -> Int {
    switch mode {
    case 0: tFCS + tSYMode0 + Self.tRD + tIP1
    case 1: tFCS + tSY + Self.tRD + tIP1
    default: tFCS + nominalRTTInterval(mode: 3)
    }
  }

  /// The start of the reflector's tone in mode-0, from the start of the step; it lasts T_FM.
  public var mode0Tone: Int { reflectorSync(mode: 0) + tSYMode0 + Self.tGD }

  /// The start of the initiator's tone slot in modes 2 and 3, from the start of the step.
  /// - Parameter slot: 0 to `antennaPaths`, the last one the extension slot.
  public func initiatorSlot(_ slot: Int, mode: UInt8) -> Int {
    tFCS + (mode == 3 ? tSY + Self.tGD : 0) + slot * tonePeriod
  }

  /// The start of the reflector's tone slot in modes 2 and 3, from the start of the step.
  public func reflectorSlot(_ slot: Int, mode: UInt8) -> Int {
    initiatorSlot(slot, mode: mode) + reciprocalInterval
  }

  /// From a tone of the initiator to the reflector's on the same path.
  public var reciprocalInterval: Int { toneDuration + Self.tRD + tIP2 }

  /// From the start of the initiator's CS_SYNC to the start of the reflector's in modes 1 and 3, which RTT
  /// reports leave out. [Vol 6, Part H, 4.3.2]
  public func nominalRTTInterval(mode: UInt8) -> Int {
    mode == 1
      ? tSY + Self.tRD + tIP1
      : tSY + 2 * Self.tGD + 2 * toneDuration + Self.tRD + tIP2
  }
}
