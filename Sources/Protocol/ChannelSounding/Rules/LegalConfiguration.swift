internal import CoreTypes

/// The rules a configuration obeys. [Vol 6, Part B, 5.1.25]
public enum LegalConfiguration {
  /// The pairs of main and sub mode. [Vol 6, Part H, 4.2]
  private static let modePairs: [(main: CSMode, sub: CSMode)] = [
    (.mode2, .mode1), (.mode2, .mode3), (.mode3, .mode2),
  ]
  /// The most repetitions of the channel map with #3c, by jump. [Vol 6, Part H, 4.1.4.2, Table 4.2]
  private static let mostRepetitions: [UInt8: UInt8] = [2: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 3]

  /// What is wrong with a configuration whatever the devices can do, in the order of the fields.
  public static func problems(in configuration: CSConfiguration) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    func check(_ isRight: Bool, _ field: ConfigurationProblem.Field, _ rule: ConfigurationProblem.Rule) {
      if !isRight { problems.append(ConfigurationProblem(field, rule)) }
    }
    check(configuration.id.isDefined, .configID, .outOfRange)
    check(configuration.channelMap.isLegal, .channelMap, .reservedChannel)
    let usable = configuration.channelMap.intersection(.allowed).count
    check(usable >= CSChannelMap.minimumChannelCount, .channelMap, .tooFewChannels)
    check(configuration.channelMapRepetition >= 1, .channelMapRepetition, .outOfRange)
    problems += modeProblems(in: configuration)
    check(configuration.mainModeRepetition <= 3, .mainModeRepetition, .outOfRange)
    check((1...3).contains(configuration.mode0Steps), .mode0Steps, .outOfRange)
    check(configuration.csSyncPHY.isDefined, .csSyncPHY, .outOfRange)
    check(configuration.rttType.isDefined, .rttType, .outOfRange)
    check(configuration.channelSelection.isDefined, .channelSelection, .outOfRange)
    if configuration.channelSelection == .algorithm3c {
      check(configuration.ch3cShape.isDefined, .ch3cShape, .outOfRange)
      let most = mostRepetitions[configuration.ch3cJump]
      check(most != nil, .ch3cJump, .outOfRange)
      check(configuration.channelMapRepetition <= most ?? .max, .channelMapRepetition, .outOfRange)
    }
    check(configuration.tIP1.isListed, .tIP1, .outOfRange)
    check(configuration.tIP2.isListed, .tIP2, .outOfRange)
    check(configuration.tFCS.isListed, .tFCS, .outOfRange)
    check(configuration.tPM.isListed, .tPM, .outOfRange)
    check(configuration.enhancements.isSubset(of: .inlinePCT), .enhancements, .outOfRange)
    return problems
  }

  /// As `problems(in:)`, and what a device would have to do beyond its capabilities.
  /// - Parameters:
  ///   - configuration: As the local device holds it: its role is the local one.
  ///   - local: The capabilities of the local device.
  ///   - remote: Those of the peer.
  public static func problems(
    in configuration: CSConfiguration, local: CSCapabilities, remote: CSCapabilities
  ) -> [ConfigurationProblem] {
    let role = configuration.role
    return problems(in: configuration) + unsupported(in: configuration, by: local, as: role)
      + unsupported(in: configuration, by: remote, as: role.peer)
  }

  /// Interpretation: one main-mode step before a sub-mode step is allowed; HCI of 6.0 prints a minimum of 2.
  private static func modeProblems(in configuration: CSConfiguration) -> [ConfigurationProblem] {
    guard configuration.mainMode.isDefined else {
      return [ConfigurationProblem(.mainMode, .outOfRange)]
    }
    guard let subMode = configuration.subMode else { return [] }
    guard subMode.isDefined else { return [ConfigurationProblem(.subMode, .outOfRange)] }
    var problems: [ConfigurationProblem] = []
    if !modePairs.contains(where: { $0 == (configuration.mainMode, subMode) }) {
      problems.append(ConfigurationProblem(.subMode, .illegalModePair))
    }
    if configuration.minMainModeSteps == 0 {
      problems.append(ConfigurationProblem(.mainModeMinSteps, .outOfRange))
    }
    if configuration.minMainModeSteps > configuration.maxMainModeSteps {
      problems.append(ConfigurationProblem(.mainModeMinSteps, .minimumAboveMaximum))
    }
    return problems
  }

  private static func unsupported(
    in configuration: CSConfiguration, by capabilities: CSCapabilities, as role: CSRole
  ) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    func check(_ isSupported: Bool, _ field: ConfigurationProblem.Field) {
      if !isSupported { problems.append(ConfigurationProblem(field, .notSupported(by: role))) }
    }
    check(capabilities.roles.contains(role == .initiator ? .initiator : .reflector), .role)
    check(configuration.mainMode != .mode3 || capabilities.supportsMode3, .mainMode)
    check(configuration.subMode != .mode3 || capabilities.supportsMode3, .subMode)
    check(
      capabilities.csSyncPHYs.supports(configuration.csSyncPHY) || !configuration.csSyncPHY.isDefined,
      .csSyncPHY)
    check(!usesRTT(configuration) || supportsRTT(configuration, capabilities), .rttType)
    if configuration.channelSelection == .algorithm3c {
      check(capabilities.subfeatures.contains(.channelSelection3c), .channelSelection)
    }
    check(capabilities.tIP1.contains(configuration.tIP1) || !configuration.tIP1.isListed, .tIP1)
    let tIP2 = capabilities.tIP2(inlinePCT: configuration.usesInlinePCT, as: role)
    check(tIP2.contains(configuration.tIP2) || !configuration.tIP2.isListed, .tIP2)
    check(capabilities.tFCS.contains(configuration.tFCS) || !configuration.tFCS.isListed, .tFCS)
    check(capabilities.tPM.contains(configuration.tPM) || !configuration.tPM.isListed, .tPM)
    if configuration.usesInlinePCT, role == .reflector {
      check(capabilities.subfeatures.contains(.inlinePCT), .enhancements)
    }
    return problems
  }

  /// Interpretation: an RTT type that no step uses need not be supported.
  private static func usesRTT(_ configuration: CSConfiguration) -> Bool {
    configuration.mainMode.hasRoundTrip || configuration.subMode?.hasRoundTrip == true
  }

  private static func supportsRTT(_ configuration: CSConfiguration, _ capabilities: CSCapabilities) -> Bool {
    !configuration.rttType.isDefined
      || capabilities.rttClaim(configuration.rttType, on2M: configuration.csSyncPHY.rawValue > 1) != nil
  }
}

extension CSCapabilities {
  /// The T_IP2 times that bind a device: under inline PCT the reflector has a list of its own.
  fileprivate func tIP2(inlinePCT: Bool, as role: CSRole) -> TIP.Set {
    inlinePCT && role == .reflector ? tail.tIP2IPT : tIP2
  }
}

extension CSConfiguration {
  /// Chooses of every T_* the shortest time that both devices support. [Vol 6, Part B, 5.1.25]
  public mutating func selectShortestTimes(initiator: CSCapabilities, reflector: CSCapabilities) {
    let inlinePCT = usesInlinePCT
    tIP1 = initiator.tIP1.intersection(reflector.tIP1).shortest
    tIP2 =
      initiator.tIP2(inlinePCT: inlinePCT, as: .initiator)
      .intersection(reflector.tIP2(inlinePCT: inlinePCT, as: .reflector)).shortest
    tFCS = initiator.tFCS.intersection(reflector.tFCS).shortest
    tPM = initiator.tPM.intersection(reflector.tPM).shortest
  }
}
