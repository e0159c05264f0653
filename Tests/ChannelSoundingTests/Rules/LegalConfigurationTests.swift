import CoreTypes
import Testing

@testable import ChannelSounding

/// One change to something legal, and the problem it makes.
struct Change<Value, Problem: Sendable>: Sendable, CustomTestStringConvertible {
  let name: String
  let problem: Problem
  let apply: @Sendable (inout Value) -> Void

  init(_ name: String, _ problem: Problem, _ apply: @escaping @Sendable (inout Value) -> Void) {
    self.name = name
    self.problem = problem
    self.apply = apply
  }

  var testDescription: String { name }
}

@Suite struct LegalConfigurationTests {
  typealias Field = ConfigurationProblem.Field
  typealias Rule = ConfigurationProblem.Rule

  static func ranged(
    _ field: Field, _ rule: Rule = .outOfRange, _ apply: @escaping @Sendable (inout CSConfiguration) -> Void
  ) -> Change<CSConfiguration, ConfigurationProblem> {
    Change(field.rawValue, ConfigurationProblem(field, rule), apply)
  }

  static let illegal = [
    ranged(.configID) { $0.id = 4 },
    ranged(.channelMap, .reservedChannel) { $0.channelMap.low |= 1 << 23 },
    ranged(.channelMap, .reservedChannel) { $0.channelMap.high |= 1 << 15 },
    ranged(.channelMap, .tooFewChannels) { $0.channelMap = CSChannelMap(channels: 2...15) },
    ranged(.channelMapRepetition) { $0.channelMapRepetition = 0 },
    ranged(.mainMode) { $0.mainMode = 0 },
    ranged(.mainMode) { $0.mainMode = 4 },
    ranged(.subMode) { $0.subMode = 4 },
    ranged(.subMode, .illegalModePair) { $0.setSubMode(2) },
    ranged(.subMode, .illegalModePair) {
      $0.mainMode = 1
      $0.setSubMode(2)
    },
    ranged(.subMode, .illegalModePair) {
      $0.mainMode = 3
      $0.setSubMode(1)
    },
    ranged(.mainModeMinSteps) {
      $0.setSubMode(1)
      $0.minMainModeSteps = 0
    },
    ranged(.mainModeMinSteps, .minimumAboveMaximum) {
      $0.setSubMode(1)
      $0.minMainModeSteps = 7
    },
    ranged(.mainModeRepetition) { $0.mainModeRepetition = 4 },
    ranged(.mode0Steps) { $0.mode0Steps = 0 },
    ranged(.mode0Steps) { $0.mode0Steps = 4 },
    ranged(.csSyncPHY) { $0.csSyncPHY = 0 },
    ranged(.csSyncPHY) { $0.csSyncPHY = 4 },
    ranged(.rttType) { $0.rttType = 7 },
    ranged(.channelSelection) { $0.channelSelection = 2 },
    ranged(.ch3cShape) {
      $0.channelSelection = 1
      $0.ch3cShape = 2
    },
    ranged(.ch3cJump) {
      $0.channelSelection = 1
      $0.ch3cJump = 9
    },
    ranged(.channelMapRepetition) {
      $0.channelSelection = 1
      $0.ch3cJump = 8
      $0.channelMapRepetition = 4
    },
    ranged(.tIP1) { $0.tIP1 = TIP(index: 8) },
    ranged(.tIP2) { $0.tIP2 = TIP(index: 8) },
    ranged(.tFCS) { $0.tFCS = TFCS(index: 10) },
    ranged(.tPM) { $0.tPM = TPM(index: 3) },
    ranged(.enhancements) { $0.enhancements = 2 },
  ]

  static let beyond: [Change<CSConfiguration, ConfigurationProblem>] = [
    ranged(.mainMode, .notSupported(by: .reflector)) { $0.mainMode = 3 },
    ranged(.subMode, .notSupported(by: .reflector)) { $0.setSubMode(3) },
    ranged(.csSyncPHY, .notSupported(by: .reflector)) { $0.csSyncPHY = 2 },
    ranged(.csSyncPHY, .notSupported(by: .reflector)) { $0.csSyncPHY = 3 },
    ranged(.rttType, .notSupported(by: .reflector)) {
      $0.mainMode = 1
      $0.rttType = 2
    },
    ranged(.rttType, .notSupported(by: .reflector)) {
      $0.setSubMode(1)
      $0.rttType = 1
    },
    ranged(.rttType, .notSupported(by: .reflector)) {
      $0.setSubMode(1)
      $0.rttType = 6
    },
    ranged(.channelSelection, .notSupported(by: .reflector)) { $0.channelSelection = 1 },
    ranged(.tIP1, .notSupported(by: .reflector)) { $0.tIP1 = TIP(index: 2) },
    ranged(.tIP2, .notSupported(by: .reflector)) { $0.tIP2 = TIP(index: 0) },
    ranged(.tFCS, .notSupported(by: .reflector)) { $0.tFCS = TFCS(index: 7) },
    ranged(.tPM, .notSupported(by: .reflector)) { $0.tPM = TPM(index: 1) },
    ranged(.enhancements, .notSupported(by: .reflector)) { $0.enhancements = 1 },
  ]

  static let full: CSCapabilities = {
    var capabilities = CSCapabilities()
    capabilities.roles = [.initiator, .reflector]
    capabilities.modes = 1
    capabilities.rttAAOnlyN = 10
    capabilities.rttSoundingN = 10
    capabilities.rttRandomSequenceN = 10
    capabilities.csSyncPHYs = 0b110
    capabilities.subfeatures = [.channelSelection3c, .inlinePCT]
    capabilities.tIP1 = 0x7F
    capabilities.tIP2 = 0x7F
    capabilities.tail.tIP2IPT = 0x7F
    capabilities.tFCS = 0x1FF
    capabilities.tPM = 3
    return capabilities
  }()

  @Test(
    "every legal pair of modes passes",
    arguments: [
      (1, nil), (2, nil), (3, nil), (2, 1), (2, 3), (3, 2),
    ] as [(CSMode, CSMode?)])
  func legalPair(main: CSMode, sub: CSMode?) {
    var configuration = CSConfiguration()
    configuration.mainMode = main
    if let sub { configuration.setSubMode(sub) }
    #expect(LegalConfiguration.problems(in: configuration).isEmpty)
    #expect(LegalConfiguration.problems(in: configuration, local: Self.full, remote: Self.full).isEmpty)
  }

  @Test("a value outside the rules is named", arguments: illegal)
  func illegalValue(change: Change<CSConfiguration, ConfigurationProblem>) {
    var configuration = CSConfiguration()
    change.apply(&configuration)
    #expect(LegalConfiguration.problems(in: configuration) == [change.problem])
    #expect(change.problem.hciErrorCode == .invalidHCICommandParameters)
    #expect(change.problem.description.hasPrefix(change.problem.field.rawValue))
  }

  @Test(
    "#3c allows as many repetitions of the channel map as its jump leaves room for",
    arguments: zip(2...8 as ClosedRange<UInt8>, [1, 1, 2, 2, 3, 3, 3] as [UInt8]))
  func repetitions(jump: UInt8, most: UInt8) {
    var configuration = CSConfiguration()
    (configuration.channelSelection, configuration.ch3cJump) = (.algorithm3c, jump)
    configuration.channelMapRepetition = most
    #expect(LegalConfiguration.problems(in: configuration).isEmpty)
    configuration.channelMapRepetition = most + 1
    #expect(
      LegalConfiguration.problems(in: configuration)
        == [ConfigurationProblem(.channelMapRepetition, .outOfRange)])
  }

  @Test("a value beyond the capabilities is named", arguments: beyond)
  func beyondCapabilities(change: Change<CSConfiguration, ConfigurationProblem>) {
    var configuration = CSConfiguration()
    change.apply(&configuration)
    var least = CSCapabilities()
    least.rttAAOnlyN = 10
    #expect(
      LegalConfiguration.problems(in: configuration, local: Self.full, remote: least) == [change.problem])
    #expect(LegalConfiguration.problems(in: configuration, local: Self.full, remote: Self.full).isEmpty)
    #expect(change.problem.hciErrorCode == .unsupportedFeatureOrParameterValue)
    #expect(change.problem.llErrorCode(Interpretations()) == .unsupportedLLParameterValue)
  }

  @Test("an RTT type counts only where a step uses it")
  func rttType() {
    var configuration = CSConfiguration()
    #expect(
      LegalConfiguration.problems(in: configuration, local: Self.full, remote: CSCapabilities()).isEmpty)
    configuration.mainMode = 1
    configuration.csSyncPHY = 2
    var remote = CSCapabilities()
    remote.csSyncPHYs = 0b010
    #expect(
      LegalConfiguration.problems(in: configuration, local: Self.full, remote: remote)
        == [ConfigurationProblem(.rttType, .notSupported(by: .reflector))])
    remote.tail.rtt2MAAOnlyN = 20
    #expect(LegalConfiguration.problems(in: configuration, local: Self.full, remote: remote).isEmpty)
  }

  @Test("each side must have its role")
  func sideRole() {
    var configuration = CSConfiguration()
    configuration.role = .reflector
    let reflector = CSCapabilities()
    var initiator = CSCapabilities()
    initiator.roles = .initiator
    #expect(LegalConfiguration.problems(in: configuration, local: reflector, remote: initiator).isEmpty)
    #expect(
      LegalConfiguration.problems(in: configuration, local: initiator, remote: reflector) == [
        ConfigurationProblem(.role, .notSupported(by: .reflector)),
        ConfigurationProblem(.role, .notSupported(by: .initiator)),
      ])
  }

  @Test("the shortest common times are chosen")
  func shortestCommon() {
    // The times two nRF54L15 declare, and the ones they then use: T_IP1 30, T_IP2 20, T_FCS 60, T_PM 10 us.
    var capabilities = CSCapabilities()
    capabilities.tIP1 = 0x7C
    capabilities.tIP2 = 0x7E
    capabilities.tFCS = 0x1E0
    capabilities.tPM = 3
    var configuration = CSConfiguration()
    configuration.selectShortestTimes(initiator: capabilities, reflector: capabilities)
    #expect(configuration.tIP1.microseconds == 30)
    #expect(configuration.tIP2.microseconds == 20)
    #expect(configuration.tFCS.microseconds == 60)
    #expect(configuration.tPM.microseconds == 10)
    configuration.selectShortestTimes(initiator: capabilities, reflector: CSCapabilities())
    #expect(configuration == CSConfiguration())
  }

  @Test("inline PCT takes T_IP2 from the reflector's own list")
  func inlinePCT() {
    var reflector = Self.full
    reflector.tIP2 = 0x7F
    reflector.tail.tIP2IPT = 0x60
    var initiator = Self.full
    initiator.tail.tIP2IPT = 0
    var configuration = CSConfiguration()
    configuration.enhancements = .inlinePCT
    configuration.selectShortestTimes(initiator: initiator, reflector: reflector)
    #expect(configuration.tIP2.microseconds == 60)
    #expect(LegalConfiguration.problems(in: configuration, local: initiator, remote: reflector).isEmpty)
    configuration.tIP2 = TIP(index: 0)
    #expect(
      LegalConfiguration.problems(in: configuration, local: initiator, remote: reflector)
        == [ConfigurationProblem(.tIP2, .notSupported(by: .reflector))])
  }
}

extension CSConfiguration {
  fileprivate mutating func setSubMode(_ mode: CSMode) {
    subMode = mode
    minMainModeSteps = 2
    maxMainModeSteps = 6
  }
}
