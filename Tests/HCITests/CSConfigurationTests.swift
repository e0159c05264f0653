import ChannelSounding
import CoreTypes
import HCI
import Notation
import SimulationKernel
import Testing
import Wire

@Suite struct CSConfigurationTests {
  private static func configuration(seed: UInt64) -> CSConfiguration {
    var random = RandomStream(seed: seed)
    var configuration = CSConfiguration()
    configuration.id = .random(in: 0...3, using: &random)
    configuration.mainMode = .random(in: 1...3, using: &random)
    configuration.subMode = CSMode.random(in: 1...3, using: &random)
    configuration.minMainModeSteps = .random(in: 1...9, using: &random)
    configuration.maxMainModeSteps = .random(in: 10...99, using: &random)
    configuration.mainModeRepetition = .random(in: 0...3, using: &random)
    configuration.mode0Steps = .random(in: 1...3, using: &random)
    configuration.role = Bool.random(using: &random) ? .initiator : .reflector
    configuration.rttType = .random(in: 0...6, using: &random)
    configuration.csSyncPHY = .random(in: 1...3, using: &random)
    configuration.channelMap.low &= random.next()
    configuration.channelMapRepetition = .random(in: 1...255, using: &random)
    configuration.channelSelection = .random(in: 0...1, using: &random)
    configuration.ch3cShape = .random(in: 0...1, using: &random)
    configuration.ch3cJump = .random(in: 2...8, using: &random)
    configuration.tIP1 = TIP(index: .random(in: 0...7, using: &random))
    configuration.tIP2 = TIP(index: .random(in: 0...7, using: &random))
    configuration.tFCS = TFCS(index: .random(in: 0...9, using: &random))
    configuration.tPM = TPM(index: .random(in: 0...2, using: &random))
    configuration.enhancements = .random(in: 0...1, using: &random)
    return configuration
  }

  @Test("Config Complete carries a whole configuration")
  func configComplete() throws {
    for seed in UInt64(0)..<50 {
      let configuration = Self.configuration(seed: seed)
      let event = LECSConfigCompleteEvent(connectionHandle: 5, configuration: configuration)
      let read = try LECSConfigCompleteEvent(decoding: event.encoded())
      #expect(try read.configuration() == configuration, "seed \(seed)")
    }
  }

  @Test("Create Config carries everything but the times")
  func createConfig() throws {
    for seed in UInt64(0)..<50 {
      var configuration = Self.configuration(seed: seed)
      let command = LECSCreateConfigCommand(connectionHandle: 5, configuration: configuration)
      let read = try LECSCreateConfigCommand(decoding: command.encoded()).configuration()
      configuration.tIP1 = TIP(index: 7)
      configuration.tIP2 = TIP(index: 7)
      configuration.tFCS = TFCS(index: 9)
      configuration.tPM = TPM(index: 2)
      #expect(read == configuration, "seed \(seed)")
    }
  }

  @Test("times stand in microseconds, not as indices")
  func timesInMicroseconds() {
    let event = LECSConfigCompleteEvent(connectionHandle: 0, configuration: CSConfiguration())
    #expect(event.encoded().suffix(4) == [145, 145, 150, 40])
    var short = CSConfiguration()
    (short.tIP1, short.tIP2) = (TIP(index: 6), TIP(index: 0))
    (short.tFCS, short.tPM) = (TFCS(index: 7), TPM(index: 1))
    #expect(
      LECSConfigCompleteEvent(connectionHandle: 0, configuration: short).encoded().suffix(4)
        == [80, 10, 100, 20])
  }

  @Test("a time or a role without meaning gives no configuration")
  func undefinedTimeOrRole() {
    var event = LECSConfigCompleteEvent()
    event.block.tFCS = TFCS(microseconds: 70)
    #expect(throws: WireError.invalid(field: "T_FCS_Time", value: 70)) { try event.configuration() }
    event = LECSConfigCompleteEvent()
    event.block.role = 2
    #expect(throws: WireError.invalid(field: "Role", value: 2)) { try event.configuration() }
  }

  @Test("every form of the capability block is the same list")
  func capabilityForms() throws {
    let v2 = try LECSReadLocalSupportedCapabilitiesV2Command.Return.random(seed: 5)
    let block = v2.encoded().dropFirst()
    let v1 = LECSReadLocalSupportedCapabilitiesCommand.Return {
      $0.status = v2.status
      $0.capabilities = v2.capabilities
    }
    #expect(v1.encoded().dropFirst() == block.prefix(28))
    let cached = LECSWriteCachedRemoteSupportedCapabilitiesCommand { $0.capabilities = v2.capabilities }
    #expect(cached.encoded().dropFirst(2) == block.prefix(28))
    let cachedV2 = LECSWriteCachedRemoteSupportedCapabilitiesV2Command { $0.capabilities = v2.capabilities }
    #expect(cachedV2.encoded().dropFirst(2) == block)
    let event = LECSReadRemoteSupportedCapabilitiesCompleteEvent { $0.capabilities = v2.capabilities }
    #expect(event.encoded().dropFirst(3) == block.prefix(28))
    let eventV2 = LECSReadRemoteSupportedCapabilitiesCompleteV2Event { $0.capabilities = v2.capabilities }
    #expect(eventV2.encoded().dropFirst(3) == block)
  }

  @Test("Procedure Enable Complete holds the schedule")
  func procedureEnable() {
    var schedule = CSSchedule()
    schedule.configID = 2
    schedule.aci = 7
    schedule.subeventLen = 16_000
    schedule.eventInterval = 2
    schedule.procedureInterval = 10
    schedule.maxProcedureLen = 1000
    let event = LECSProcedureEnableCompleteEvent(
      connectionHandle: 1, schedule: schedule, selectedTXPower: -3)
    #expect(
      event.encoded().hex() == "000100" + "0201" + "07fd" + "803e00" + "01" + "0000" + "0200" + "0a00"
        + "0000"
        + "e803")
  }
}

extension FieldValue {
  fileprivate static func random(
    in range: ClosedRange<RawValue>, using random: inout some RandomNumberGenerator
  ) -> Self {
    Self(rawValue: RawValue.random(in: range, using: &random))
  }
}
