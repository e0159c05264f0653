internal import CoreTypes

/// When the parts of a step begin and how long they last under one configuration, in whole microseconds.
/// [Vol 6, Part H, 4.3]
///
/// A step begins with T_FCS. Every slot of a tone is T_SW and then T_PM, and the extension slot takes its time
/// whether a tone is sent in it or not. A device that departs from the specification has times of its own.
public struct StepTiming: Hashable, Sendable {
  /// T_RD: ramp-down.
  public static let tRDMicroseconds = 5
  /// T_GD: guard.
  public static let tGDMicroseconds = 10
  /// T_FM: the tone of mode-0.
  public static let tFMMicroseconds = 80
  /// T_MES: the least gap between subevents.
  public static let tMESMicroseconds = 150
  /// The tone of the stable phase test. [Vol 6, Part A, 3.4]
  public static let longToneMicroseconds = 652

  /// T_FCS
  public var tFCSMicroseconds: Int
  /// T_IP1
  public var tIP1Microseconds: Int
  /// T_IP2
  public var tIP2Microseconds: Int
  /// T_PM
  public var tPMMicroseconds: Int
  /// T_SW as it applies.
  public var tSWMicroseconds: Int
  /// T_SY of mode-0.
  public var tSYMode0Microseconds: Int
  /// T_SY of modes 1 and 3, with the sequence of the RTT type.
  public var tSYRTTMicroseconds: Int
  /// N_AP, 1 to 4.
  public var antennaPaths: Int

  /// The times of a legal configuration.
  /// - Parameters:
  ///   - antennaPaths: 1 to 4.
  ///   - tSW: The antenna switching time in force.
  public init(configuration: CSConfiguration, antennaPaths: Int, tSW: TSW) {
    tFCSMicroseconds = configuration.tFCS.microseconds
    tIP1Microseconds = configuration.tIP1.microseconds
    tIP2Microseconds = configuration.tIP2.microseconds
    tPMMicroseconds = configuration.tPM.microseconds
    tSWMicroseconds = tSW.microseconds
    let is1M = configuration.csSyncPHY == .le1M
    let sequenceBits = configuration.rttType.sequenceBits
    tSYMode0Microseconds = is1M ? 44 : 26
    tSYRTTMicroseconds = tSYMode0Microseconds + (is1M ? sequenceBits : sequenceBits / 2)
    self.antennaPaths = antennaPaths
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
      tSW = aci == 0 && interpretations.singlePathSwitching == .zero ? 0 : reflector.tail.tSWIPT
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
  public func duration(mode: UInt8) -> Int {
    let last =
      switch mode {
      case 0: mode0Tone + Self.tFMMicroseconds
      case 2: reflectorSlot(0, mode: 2) + toneDuration
      default: reflectorSync(mode: mode) + tSYRTTMicroseconds
      }
    return last + Self.tRDMicroseconds
  }

  /// From the start of the step's T_FCS to its end.
  public func duration(of mode: CSMode) -> Int { duration(mode: mode.rawValue) }

  /// T_SY: how long the CS_SYNC of a mode lasts.
  public func tSYMicroseconds(mode: UInt8) -> Int { mode == 0 ? tSYMode0Microseconds : tSYRTTMicroseconds }

  /// All tone slots of one direction.
  public var toneDuration: Int { tonePeriod * (antennaPaths + 1) }

  /// One tone slot: in T_SW antennas switch, in T_PM the tone is measured.
  public var tonePeriod: Int { tSWMicroseconds + tPMMicroseconds }

  /// The start of the initiator's CS_SYNC in modes 0, 1 and 3, from the start of the step.
  public var initiatorSync: Int { tFCSMicroseconds }

  /// The start of the reflector's CS_SYNC in modes 0, 1 and 3, from the start of the step.
  public func reflectorSync(mode: UInt8) -> Int { initiatorSync + syncInterval(mode: mode) }

  /// From the start of the initiator's CS_SYNC to the start of the reflector's in modes 0, 1 and 3: the nominal interval
  /// that RTT reports leave out. [Vol 6, Part H, 4.3.2]
  public func syncInterval(mode: UInt8) -> Int {
    let sync = tSYMicroseconds(mode: mode) + Self.tRDMicroseconds
    return mode < 2
      ? sync + tIP1Microseconds : sync + 2 * (Self.tGDMicroseconds + toneDuration) + tIP2Microseconds
  }

  /// The start of the reflector's tone in mode-0, from the start of the step; it lasts T_FM.
  public var mode0Tone: Int { reflectorSync(mode: 0) + tSYMode0Microseconds + Self.tGDMicroseconds }

  /// The start of the initiator's tone slot in modes 2 and 3, from the start of the step.
  /// - Parameter slot: 0 to `antennaPaths`, the last one the extension slot.
  public func initiatorSlot(_ slot: Int, mode: UInt8) -> Int {
    tFCSMicroseconds + (mode == 3 ? tSYRTTMicroseconds + Self.tGDMicroseconds : 0) + slot * tonePeriod
  }

  /// The start of the reflector's tone slot in modes 2 and 3, from the start of the step.
  public func reflectorSlot(_ slot: Int, mode: UInt8) -> Int {
    initiatorSlot(slot, mode: mode) + reciprocalInterval
  }

  /// From a tone of the initiator to the reflector's on the same path.
  public var reciprocalInterval: Int { toneDuration + Self.tRDMicroseconds + tIP2Microseconds }
}
