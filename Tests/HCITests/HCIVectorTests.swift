import ChannelSounding
import CoreTypes
import HCI
import Testing
import Wire

/// Packets of real hosts and of another codec; Tests/Fixtures/README.md names them.
@Suite struct HCIVectorTests {
  @Test("the vectors are there, and each one left out exists")
  func vectorsPresent() {
    #expect(HCIVector.all.count == 168)
    let ids = Set(HCIVector.all.map(\.id))
    #expect(HCIVector.skipped.keys.allSatisfy(ids.contains))
  }

  @Test("a vector left out tells why", arguments: HCIVector.all.filter { HCIVector.skipped[$0.id] != nil })
  func leftOutVectors(vector: HCIVector) throws {
    try Test.cancel("\(HCIVector.skipped[vector.id] ?? "no reason")")
  }

  @Test("a packet is written as it was read", arguments: HCIVector.all.filter { $0.h4Hex != nil })
  func packetWritten(vector: HCIVector) throws {
    #expect(try HCIPacket(h4: vector.octets).h4Encoded == vector.octets)
  }

  @Test("parameters are written as they were read", arguments: HCIVector.read)
  func parametersWritten(vector: HCIVector) throws {
    switch try HCIPacket(h4: vector.octets) {
    case .command(let packet):
      #expect(try #require(try packet.decoded()).packet == .command(packet))
      let name = try #require(packet.opcode.name)
      if vector.id.hasSuffix("_COMMAND") { #expect(vector.id.hasSuffix(Self.suffix(name) + "_COMMAND")) }
    case .event(let packet):
      let event = try #require(try HCIEventValue(packet).event)
      #expect(event.packet == .event(packet))
      if let complete = event as? CommandCompleteEvent {
        let type = try #require(
          CommandTable.type(of: complete.commandOpcode) as? any HCICompletedCommand.Type)
        #expect(try Self.returned(type, in: complete).encoded() == complete.returnParameters)
      }
    case .acl(let packet):
      #expect(packet.handle == 1 && packet.packetBoundary != .complete && packet.broadcast == 0)
    case .sco, .iso:
      Issue.record("no vector is synchronous or isochronous")
    }
  }

  private static func returned<Command: HCICompletedCommand>(
    _ type: Command.Type, in event: CommandCompleteEvent
  ) throws -> any HCIReturn { try Command.returned(in: event) }

  private static func suffix(_ name: String) -> String {
    name.uppercased().replacing(" [V2]", with: "_V2")
  }

  @Test("cached capabilities are laid out as by another codec")
  func cachedCapabilities() throws {
    let command: LECSWriteCachedRemoteSupportedCapabilitiesCommand =
      try HCIVector.command("rust-cs-write-cached-caps")
    let block = command.capabilities
    #expect(command.connectionHandle == 513)
    #expect(block.numConfigs == 3 && block.maxConsecutiveProcedures == 1284 && block.numAntennas == 6)
    #expect(block.maxAntennaPaths == 7 && block.roles.rawValue == 8 && block.modes == 9)
    #expect(block.rttCapability == 10 && block.rttAAOnlyN == 11 && block.rttSoundingN == 12)
    #expect(block.rttRandomSequenceN == 13 && block.nadmSounding == 3854 && block.nadmRandom == 4368)
    #expect(block.csSyncPHYs == 18 && block.subfeatures.rawValue == 5139)
    #expect(block.tIP1 == 5653 && block.tIP2 == 6167 && block.tFCS == 6681 && block.tPM == 7195)
    #expect(block.tSW == 29 && block.txSNR == 30)
  }

  @Test("Create Config is laid out as by another codec")
  func createConfig() throws {
    let command: LECSCreateConfigCommand = try HCIVector.command("rust-cs-create-config")
    let block = command.block
    #expect(command.connectionHandle == 0x0201 && command.configID == 3 && command.createContext == 4)
    #expect(block.mainMode == 5 && block.subMode == 6)
    #expect(block.minMainModeSteps == 7 && block.maxMainModeSteps == 8 && block.mainModeRepetition == 9)
    #expect(block.mode0Steps == 10 && block.role == 11 && block.rttType == 12 && block.csSyncPHY == 13)
    #expect(block.channelMap.octets == [UInt8](14...23) && block.channelMapRepetition == 24)
    #expect(block.channelSelection == 25 && block.ch3cShape == 26 && block.ch3cJump == 27)
    #expect(block.enhancements == 28)
  }

  @Test("procedure parameters are laid out as by another codec")
  func procedureParameters() throws {
    let command: LECSSetProcedureParametersCommand =
      try HCIVector.command("rust-cs-set-procedure-parameters")
    let parameters = command.parameters
    #expect(command.connectionHandle == 513 && parameters.configID == 3)
    #expect(parameters.maxProcedureLen == 1284 && parameters.maxProcedureCount == 2826)
    #expect(parameters.minProcedureInterval == 1798 && parameters.maxProcedureInterval == 2312)
    #expect(parameters.minSubeventLen == 920_844 && parameters.maxSubeventLen == 1_118_223)
    #expect(parameters.toneAntennaConfigSelection == 18 && parameters.phy == 19)
    #expect(parameters.txPowerDelta == 20 && parameters.preferredPeerAntenna == 21)
    #expect(parameters.snrControlInitiator == 22 && parameters.snrControlReflector == 23)
  }

  @Test("HCI_LE_CS_Test is laid out as by another codec")
  func csTest() throws {
    let command: LECSTestCommand = try HCIVector.command("rust-cs-test")
    #expect(command.configuration.mainMode == 1 && command.csSyncAntennaSelection == 8)
    #expect(command.subeventLen == 723_465 && command.subeventInterval == 3340)
    #expect(command.maxNumSubevents == 14 && command.transmitPowerLevel == 15)
    #expect(command.configuration.tIP1.microseconds == 16 && command.configuration.tIP2.microseconds == 17)
    #expect(command.configuration.tFCS.microseconds == 18)
    #expect(
      command.configuration.tPM.microseconds == 19 && command.tSWTime == 20
        && command.toneAntennaConfigSelection == 21)
    #expect(command.configuration.enhancements == 22)
    #expect(command.snrControlInitiator == 23 && command.snrControlReflector == 24)
    #expect(command.drbgNonce == 6681 && command.configuration.channelMapRepetition == 27)
    #expect(command.overrideConfig == 7452 && command.overrideParametersData == [0x1E, 0x1F, 0x20])
  }

  @Test("the smaller commands are laid out as by another codec")
  func smallerCommands() throws {
    let settings: LECSSetDefaultSettingsCommand = try HCIVector.command("rust-cs-set-default-settings")
    #expect(settings.roleEnable == 3 && settings.csSyncAntennaSelection == 4 && settings.maxTXPower == 5)
    let remove: LECSRemoveConfigCommand = try HCIVector.command("rust-cs-remove-config")
    #expect(remove.connectionHandle == 513 && remove.configID == 3)
    let enable: LECSProcedureEnableCommand = try HCIVector.command("rust-cs-procedure-enable")
    #expect(enable.configID == 3 && enable.enable == 4)
    let table: LECSWriteCachedRemoteFAETableCommand = try HCIVector.command("rust-cs-write-cached-fae")
    #expect(table.remoteFAETable == FAETable([Int8](3...74)))
    let map: LECSSetChannelClassificationCommand =
      try HCIVector.command("rust-cs-set-channel-classification")
    #expect(map.channelClassification.octets == [UInt8](1...10))
  }

  @Test("Bumble requests a configuration and receives its event")
  func bumbleAsks() throws {
    let command: LECSCreateConfigCommand =
      try HCIVector.command("bumble-cs-v1-108-HCI_LE_CS_CREATE_CONFIG_COMMAND")
    let asked = try command.configuration()
    #expect(asked.mainMode == 2 && asked.subMode == nil && asked.mode0Steps == 3)
    #expect(asked.minMainModeSteps == 2 && asked.maxMainModeSteps == 5 && asked.ch3cJump == 3)
    #expect(asked.role == .initiator && asked.usesInlinePCT)
    let event: LECSConfigCompleteEvent =
      try HCIVector.event("bumble-cs-v1-110-HCI_LE_CS_CONFIG_COMPLETE_EVENT")
    #expect(event.action == .create)
    #expect(event.block.tFCS.microseconds == 10 && event.block.tPM.microseconds == 10)
    #expect(event.block.role == 1 && event.block.channelMap == asked.channelMap)
    #expect(throws: WireError.invalid(field: "T_FCS_Time", value: 10)) { try event.configuration() }
  }

  @Test("Bumble sets procedure parameters")
  func bumbleSets() throws {
    let command: LECSSetProcedureParametersCommand =
      try HCIVector.command("bumble-cs-v1-115-HCI_LE_CS_SET_PROCEDURE_PARAMETERS_COMMAND")
    let parameters = command.parameters
    #expect(parameters.maxProcedureLen == 0x2710 && parameters.maxProcedureInterval == 0xFF)
    #expect(parameters.minSubeventLen == 1250 && parameters.maxSubeventLen == 2_000_000)
    #expect(parameters.maxProcedureCount == 1 && parameters.snrControlReflector == .uncontrolled)
    #expect(parameters.phy == 1 && parameters.preferredPeerAntenna == 1)
  }

  @Test("Bumble reads capabilities with and without the tail")
  func bumbleReads() throws {
    let v1: LECSReadRemoteSupportedCapabilitiesCompleteEvent = try HCIVector.event(
      "bumble-cs-v1-105-HCI_LE_CS_READ_REMOTE_SUPPORTED_CAPABILITIES_COMPLETE_EVENT")
    #expect(v1.capabilities.subfeatures == [.noFAE, .inlinePCT] && v1.capabilities.roles.rawValue == 3)
    #expect(v1.capabilities.tIP1 == 0x7C && v1.capabilities.tIP2 == 0x7E && v1.capabilities.tFCS == 0x1E0)
    let v2: LECSReadRemoteSupportedCapabilitiesCompleteV2Event = try HCIVector.event(
      "bumble-cs-v2-123-HCI_LE_CS_READ_REMOTE_SUPPORTED_CAPABILITIES_COMPLETE_V2_EVENT")
    #expect(v2.capabilities.tail.tIP2IPT == 0x7E && v2.capabilities.tail.tSWIPT == 10)
    #expect(v2.capabilities.tPM == 3 && v2.capabilities.tail.rtt2MAAOnlyN == 0)
  }

  @Test("Bumble reads a subevent in two events")
  func bumbleReadsSubevent() throws {
    var accumulator = SubeventAccumulator()
    let result: LECSSubeventResultEvent =
      try HCIVector.event("bumble-cs-v1-120-HCI_LE_CS_SUBEVENT_RESULT_EVENT")
    #expect(result.startACLConnEventCounter == 7 && result.referencePowerLevel == -30)
    #expect(try accumulator.append(result) == nil)
    let more: LECSSubeventResultContinueEvent =
      try HCIVector.event("bumble-cs-v1-121-HCI_LE_CS_SUBEVENT_RESULT_CONTINUE_EVENT")
    let subevent = try #require(try accumulator.append(more))
    #expect(subevent.procedureDone == .complete && subevent.subeventDone == .complete)
    let steps = try subevent.steps(CSStepLayout(role: .initiator, numAntennaPaths: 1))
    #expect(steps.map(\.mode) == [0, 2, 2] && steps.map(\.channel) == [2, 4, 4])
    #expect(steps[0].frequencyOffset.hundredths == 16)
    for step in steps.dropFirst() {
      guard case .mode2(let exchange) = step.data else {
        Issue.record("\(step) is not mode 2")
        continue
      }
      #expect(exchange.antennaPermutationIndex == 0 && exchange.tones.count == 2)
      #expect(exchange.tones[0] == CSTone(i: 500, q: 0))
      #expect(exchange.tones[1] == CSTone(i: 500, q: 0, quality: .unavailable, extensionSlot: 1))
    }
  }
}
