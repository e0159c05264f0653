internal import ChannelSounding
internal import CoreTypes
internal import CryptoToolbox
internal import HCI

/// What LE CS Test asks for, found legal and within what the device can do. [Vol 4, Part E, 7.8.142]
struct CSTestRequest {
  let configuration: CSConfiguration
  let overrides: CSTestOverrides
  /// Whether it is the stable phase test.
  let isStablePhase: Bool
  let timing: StepTiming
  /// The antennas of CS_SYNC packets.
  let syncAntennaSelection: CSSyncAntennaSelection
  /// The antennas of both sides.
  let aci: AntennaConfiguration
  let subeventLen: SubeventLen
  /// From one subevent to the next.
  let subeventInterval: SubeventInterval
  /// The most subevents; nil for as many as the channels give.
  let maxSubevents: Int?
  let nonce: UInt16
  /// The output SNR of this device.
  let snrControl: OutputSNR
  /// In dBm; nil for what the device always has.
  let powerDbm: Double?

  /// - Throws: the status of the command: 0x12 for a value that means nothing, 0x11 for one that the device with
  ///   `capabilities` does not support.
  init(
    _ command: LECSTestCommand, capabilities: CSCapabilities, interpretations: Interpretations
  ) throws(CSTestRefusal) {
    try Self.check(Self.isInRange(command), .invalidHCICommandParameters)
    let data = try CSTestOverrideData(command)
    let configuration = try Self.configuration(command, data)
    if let problem = LegalConfiguration.problems(in: configuration).first {
      throw CSTestRefusal(status: problem.hciErrorCode)
    }
    let peer = capabilities.ableTester
    if let problem = LegalConfiguration.problems(in: configuration, local: capabilities, remote: peer).first {
      throw CSTestRefusal(status: problem.hciErrorCode)
    }
    let antennas = command.toneAntennaConfigSelection
    let ownCount = configuration.role == .initiator ? antennas.initiatorAntennas : antennas.reflectorAntennas
    syncAntennaSelection = command.csSyncAntennaSelection
    let isWithinCapabilities =
      ownCount <= Int(capabilities.numAntennas) && antennas.pathCount <= Int(capabilities.maxAntennaPaths)
      && syncAntennaSelection.isSupported(byAntennas: capabilities.numAntennas)
    try Self.check(isWithinCapabilities, .unsupportedFeatureOrParameterValue)
    try data.check(paths: antennas.pathCount, rttType: configuration.rttType)
    self.configuration = configuration
    overrides = data.overrides
    isStablePhase = data.isStablePhase
    timing = StepTiming(configuration: configuration, antennaPaths: antennas.pathCount, tSW: command.tSWTime)
    aci = command.toneAntennaConfigSelection
    subeventLen = command.subeventLen
    subeventInterval = command.subeventInterval
    maxSubevents = command.maxNumSubevents == 0 ? nil : Int(command.maxNumSubevents)
    nonce = command.drbgNonce
    snrControl = configuration.role == .initiator ? command.snrControlInitiator : command.snrControlReflector
    powerDbm = command.transmitPowerLevel.isPower ? Double(command.transmitPowerLevel.rawValue) : nil
    try Self.check(holdsAStep(interpretations), .invalidHCICommandParameters)
  }

  /// The steps of the test from the first one on.
  ///
  /// Interpretation: key and V of the DRBG are 0 but for octets 14 and 15 of V, counted from the most significant
  /// one, which are the nonce; another source puts it at the other end of V.
  func planner(_ interpretations: Interpretations) -> ProcedurePlanner {
    var schedule = CSSchedule()
    schedule.aci = aci
    return ProcedurePlanner(
      configuration: configuration, schedule: schedule, channelMap: configuration.channelMap, timing: timing,
      drbg: .init(key: 0, v: UInt128(nonce), options: .init(interpretations)),
      interpretations: interpretations, overrides: overrides)
  }

  private func holdsAStep(_ interpretations: Interpretations) -> Bool {
    planner(interpretations).canContinue(
      lengthMicroseconds: subeventLen.microseconds, remainingProcedureMicroseconds: subeventLen.microseconds)
  }

  private static func check(_ isRight: Bool, _ status: ErrorCode) throws(CSTestRefusal) {
    if !isRight { throw CSTestRefusal(status: status) }
  }

  private static func isInRange(_ command: LECSTestCommand) -> Bool {
    let antenna = command.csSyncAntennaSelection
    let interval = command.subeventInterval
    return antenna.isDefined && command.subeventLen.isLegal
      && (interval == .oneSubevent
        || interval.microseconds >= command.subeventLen.microseconds + StepTiming.tMESMicroseconds)
      && command.maxNumSubevents <= 32 && command.transmitPowerLevel.isDefined
      && command.tSWTime.isDefined && command.toneAntennaConfigSelection.isDefined
      && command.snrControlInitiator.isDefined && command.snrControlReflector.isDefined
  }

  /// Interpretation: without override bit 2 there is one main-mode step before each of the sub mode.
  private static func configuration(
    _ command: LECSTestCommand, _ data: CSTestOverrideData
  ) throws(CSTestRefusal) -> CSConfiguration {
    var configuration = command.configuration
    guard configuration.role.isDefined, configuration.tIP1.isListed, configuration.tIP2.isListed,
      configuration.tFCS.isListed, configuration.tPM.isListed
    else { throw CSTestRefusal(status: .invalidHCICommandParameters) }
    configuration.minMainModeSteps = data.mainModeSteps ?? 1
    configuration.maxMainModeSteps = data.mainModeSteps ?? 1
    configuration.channelMap = data.channelMap
    configuration.channelSelection = data.channelSelection
    (configuration.ch3cShape, configuration.ch3cJump) = (data.ch3cShape, data.ch3cJump)
    return configuration
  }
}

/// Why LE CS Test is refused.
struct CSTestRefusal: Error {
  let status: ErrorCode
}

extension CSCapabilities {
  /// A tester who can do whatever a device with these capabilities can, in either role.
  fileprivate var ableTester: CSCapabilities {
    var tester = self
    tester.roles = [.initiator, .reflector]
    tester.subfeatures.formUnion([.inlinePCT, .channelSelection3c])
    (tester.tIP2, tester.tail.tIP2IPT) = (.all, .all)
    return tester
  }
}
