public import CoreTypes
internal import Notation

/// What is wrong with one field of a configuration.
public struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
  /// A field of LL_CS_CONFIG_REQ and of LE CS Create Config, by its name there.
  public enum Field: String, Sendable, CaseIterable {
    case configID = "Config_ID"
    case channelMap = "ChM"
    case channelMapRepetition = "ChM_Repetition"
    case mainMode = "Main_Mode"
    case subMode = "Sub_Mode"
    case mainModeMinSteps = "Main_Mode_Min_Steps"
    case mainModeMaxSteps = "Main_Mode_Max_Steps"
    case mainModeRepetition = "Main_Mode_Repetition"
    case mode0Steps = "Mode_0_Steps"
    case csSyncPHY = "CS_SYNC_PHY"
    case rttType = "RTT_Type"
    case role = "Role"
    case channelSelection = "ChSel"
    case ch3cShape = "Ch3cShape"
    case ch3cJump = "Ch3cJump"
    case tIP1 = "T_IP1"
    case tIP2 = "T_IP2"
    case tFCS = "T_FCS"
    case tPM = "T_PM"
    case enhancements = "CS_Enhancements_1"
  }

  /// The rule that the field breaks.
  public enum Rule: Hashable, Sendable {
    /// The value has no meaning.
    case outOfRange
    /// Main and sub mode do not go together.
    case illegalModePair
    /// The least number of steps is above the most.
    case minimumAboveMaximum
    /// A channel that Channel Sounding must not use is set.
    case reservedChannel
    /// Fewer than 15 channels are left.
    case tooFewChannels
    /// The device that takes this role has not declared it.
    case notSupported(by: CSRole)
  }

  public let field: Field
  public let rule: Rule

  public init(_ field: Field, _ rule: Rule) {
    self.field = field
    self.rule = rule
  }

  /// The status that LE CS Create Config returns. [Vol 4, Part E, 7.8.137]
  public var hciErrorCode: ErrorCode {
    if case .notSupported = rule { return .unsupportedFeatureOrParameterValue }
    return .invalidHCICommandParameters
  }

  /// The code that refuses LL_CS_CONFIG_REQ.
  ///
  /// Interpretation: Unsupported LL Parameter Value; another source answers 0x11.
  public func llErrorCode(_ interpretations: Interpretations) -> ErrorCode {
    interpretations.configRefusal == .unsupportedLLParameterValue
      ? .unsupportedLLParameterValue : .unsupportedFeatureOrParameterValue
  }

  /// The field and its rule, for people.
  public var description: String {
    switch rule {
    case .outOfRange: field.rawValue + " is out of range"
    case .illegalModePair: field.rawValue + " does not go with the main mode"
    case .minimumAboveMaximum: field.rawValue + " is above Main_Mode_Max_Steps"
    case .reservedChannel: field.rawValue + " has a reserved channel"
    case .tooFewChannels: field.rawValue + " has fewer than 15 channels"
    case .notSupported(.initiator): field.rawValue + " is not supported by the initiator"
    case .notSupported: field.rawValue + " is not supported by the reflector"
    }
  }
}

/// The ranges of the capabilities that a device declares. [Vol 4, Part E, 7.8.130]
public enum CapabilityRules {
  /// What is out of range, in words, in the order of the fields.
  public static func problems(_ capabilities: CSCapabilities) -> [String] {
    var problems: [String] = []
    func check(_ isRight: Bool, _ problem: @autoclosure () -> String) {
      if !isRight { problems.append(problem()) }
    }
    check(
      (1...4).contains(capabilities.numConfigs), "\(capabilities.numConfigs) configurations, 1 to 4 are legal"
    )
    check(
      (1...4).contains(capabilities.numAntennas), "\(capabilities.numAntennas) antennas, 1 to 4 are legal")
    check(
      (1...4).contains(capabilities.maxAntennaPaths),
      "\(capabilities.maxAntennaPaths) antenna paths, 1 to 4 are legal")
    check(
      capabilities.maxAntennaPaths >= capabilities.numAntennas,
      "\(capabilities.maxAntennaPaths) antenna paths with \(capabilities.numAntennas) antennas")
    check(
      (1...3).contains(capabilities.roles.rawValue), "roles \(capabilities.roles.rawValue), 1 to 3 are legal")
    check(capabilities.modes.isSubset(of: .mode3), "modes \(capabilities.modes), bit 0 alone is assigned")
    check(
      capabilities.tSW.isDefined,
      "T_SW of \(capabilities.tSW) us, 0, 1, 2, 4 and 10 are legal")
    check(
      capabilities.numAntennas > 1 || capabilities.tSW == 0, "T_SW of \(capabilities.tSW) us with one antenna"
    )
    check(
      capabilities.tail.tSWIPT.isDefined,
      "T_SW of \(capabilities.tail.tSWIPT) us under inline PCT, 0, 1, 2, 4 and 10 are legal")
    check(
      capabilities.tIP1.reservedBits == 0,
      "T_IP1 bits \(capabilities.tIP1.rawValue.hex(1, .lower)), bits 0 to 6 are legal")
    check(
      capabilities.tIP2.reservedBits == 0,
      "T_IP2 bits \(capabilities.tIP2.rawValue.hex(1, .lower)), bits 0 to 6 are legal")
    check(
      capabilities.tFCS.reservedBits == 0,
      "T_FCS bits \(capabilities.tFCS.rawValue.hex(1, .lower)), bits 0 to 8 are legal")
    check(
      capabilities.tPM.reservedBits == 0,
      "T_PM bits \(capabilities.tPM.rawValue.hex(1, .lower)), bits 0 and 1 are legal")
    check(
      capabilities.txSNR.isSubset(of: .all),
      "SNR bits \(capabilities.txSNR.rawValue.hex(1, .lower)), bits 0 to 4 are legal")
    return problems
  }
}
