internal import CoreTypes

/// The rules a configuration obeys. [Vol 6, Part B, 5.1.25]
public enum LegalConfiguration {
  /// The pairs of main and sub mode. [Vol 6, Part H, 4.2]
  private static let modePairs: [(main: UInt8, sub: UInt8)] = [(2, 1), (2, 3), (3, 2)]

  /// What is wrong with a configuration whatever the devices can do, in the order of the fields.
  public static func problems(in configuration: CSConfiguration) -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    func check(_ isRight: Bool, _ field: ConfigurationProblem.Field, _ rule: ConfigurationProblem.Rule) {
      if !isRight { problems.append(ConfigurationProblem(field, rule)) }
    }
    check(configuration.id <= 3, .configID, .outOfRange)
    check(configuration.channelMap.isLegal, .channelMap, .reservedChannel)
    let usable = configuration.channelMap.intersection(.allowed).count
    check(usable >= CSChannelMap.minimumChannelCount, .channelMap, .tooFewChannels)
    check(configuration.channelMapRepetition >= 1, .channelMapRepetition, .outOfRange)
    problems += modeProblems(in: configuration)
    check(configuration.mainModeRepetition <= 3, .mainModeRepetition, .outOfRange)
    check((1...3).contains(configuration.mode0Steps), .mode0Steps, .outOfRange)
    check((1...3).contains(configuration.csSyncPHY), .csSyncPHY, .outOfRange)
    check(RTTType(rawValue: configuration.rttType) != nil, .rttType, .outOfRange)
    check(configuration.channelSelection <= 1, .channelSelection, .outOfRange)
    if configuration.channelSelection == 1 {
      check(configuration.ch3cShape <= 1, .ch3cShape, .outOfRange)
      check((2...8).contains(configuration.ch3cJump), .ch3cJump, .outOfRange)
      let most = mostRepetitions(jump: configuration.ch3cJump)
      check(configuration.channelMapRepetition <= most, .channelMapRepetition, .outOfRange)
    }
    check(CSTime.tIP.indices.contains(Int(configuration.tIP1Index)), .tIP1, .outOfRange)
    check(CSTime.tIP.indices.contains(Int(configuration.tIP2Index)), .tIP2, .outOfRange)
    check(CSTime.tFCS.indices.contains(Int(configuration.tFCSIndex)), .tFCS, .outOfRange)
    check(CSTime.tPM.indices.contains(Int(configuration.tPMIndex)), .tPM, .outOfRange)
    check(configuration.enhancements <= 1, .enhancements, .outOfRange)
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

  /// The most repetitions of the channel map with #3c. [Vol 6, Part H, 4.1.4.2, Table 4.2]
  ///
  /// Interpretation: three for the jumps 6 to 8; no source has the limits of the others, which are not held to any.
  private static func mostRepetitions(jump: UInt8) -> UInt8 { (6...8).contains(jump) ? 3 : .max }

  /// Interpretation: one main-mode step before a sub-mode step is allowed; HCI of 6.0 prints a minimum of 2.
  private static func modeProblems(in configuration: CSConfiguration) -> [ConfigurationProblem] {
    guard (1...3).contains(configuration.mainMode) else {
      return [ConfigurationProblem(.mainMode, .outOfRange)]
    }
    guard configuration.subMode != CSConfiguration.noSubMode else { return [] }
    guard (1...3).contains(configuration.subMode) else {
      return [ConfigurationProblem(.subMode, .outOfRange)]
    }
    var problems: [ConfigurationProblem] = []
    if !modePairs.contains(where: { $0 == (configuration.mainMode, configuration.subMode) }) {
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
    check(configuration.mainMode != 3 || capabilities.supportsMode3, .mainMode)
    check(configuration.subMode != 3 || capabilities.supportsMode3, .subMode)
    if (2...3).contains(configuration.csSyncPHY) {
      check(capabilities.csSyncPHYs >> (configuration.csSyncPHY - 1) & 1 == 1, .csSyncPHY)
    }
    check(!usesRTT(configuration) || supportsRTT(configuration, capabilities), .rttType)
    if configuration.channelSelection == 1 {
      check(capabilities.subfeatures.contains(.channelSelection3c), .channelSelection)
    }
    let supports = { (index: UInt8, bits: UInt16, times: [Int]) in
      CSTime.supportedIndices(bits, of: times).contains(index) || !times.indices.contains(Int(index))
    }
    check(supports(configuration.tIP1Index, capabilities.tIP1, CSTime.tIP), .tIP1)
    let tIP2 = capabilities.tIP2(inlinePCT: configuration.usesInlinePCT, as: role)
    check(supports(configuration.tIP2Index, tIP2, CSTime.tIP), .tIP2)
    check(supports(configuration.tFCSIndex, capabilities.tFCS, CSTime.tFCS), .tFCS)
    check(supports(configuration.tPMIndex, capabilities.tPM, CSTime.tPM), .tPM)
    if configuration.usesInlinePCT, role == .reflector {
      check(capabilities.subfeatures.contains(.inlinePCT), .enhancements)
    }
    return problems
  }

  /// Interpretation: an RTT type that no step uses need not be supported.
  private static func usesRTT(_ configuration: CSConfiguration) -> Bool {
    [configuration.mainMode, configuration.subMode].contains { $0 == 1 || $0 == 3 }
  }

  private static func supportsRTT(_ configuration: CSConfiguration, _ capabilities: CSCapabilities) -> Bool {
    guard let type = RTTType(rawValue: configuration.rttType) else { return true }
    return capabilities.rttClaim(type, on2M: configuration.csSyncPHY > 1) != nil
  }
}

extension CSCapabilities {
  /// The T_IP2 times that bind a device: under inline PCT the reflector has a list of its own.
  fileprivate func tIP2(inlinePCT: Bool, as role: CSRole) -> UInt16 {
    inlinePCT && role == .reflector ? tIP2IPT : tIP2
  }
}

extension CSConfiguration {
  /// Chooses of every T_* the shortest time that both devices support. [Vol 6, Part B, 5.1.25]
  public mutating func selectShortestTimes(initiator: CSCapabilities, reflector: CSCapabilities) {
    let shortest = { (one: UInt16, other: UInt16, times: [Int]) -> UInt8 in
      CSTime.supportedIndices(one & other, of: times)[0]
    }
    let inlinePCT = usesInlinePCT
    tIP1Index = shortest(initiator.tIP1, reflector.tIP1, CSTime.tIP)
    tIP2Index = shortest(
      initiator.tIP2(inlinePCT: inlinePCT, as: .initiator),
      reflector.tIP2(inlinePCT: inlinePCT, as: .reflector), CSTime.tIP)
    tFCSIndex = shortest(initiator.tFCS, reflector.tFCS, CSTime.tFCS)
    tPMIndex = shortest(initiator.tPM, reflector.tPM, CSTime.tPM)
  }
}
