import HCI
import Testing
import Wire

@Suite struct ParametersTests {
  @Test("random values of every type survive a round trip")
  func randomValues() throws {
    for type in parameterTypes {
      for seed in UInt64(0)..<20 { try expectRoundTrip(type, seed: seed) }
    }
  }

  @Test("every truncation of every type is refused")
  func truncations() throws {
    let openEnded = ["Return_Parameters", "Steps"]
    for type in parameterTypes {
      let value = try type.random(seed: 7)
      let octets = value.encoded()
      let tail = value.listed().last.flatMap { openEnded.contains($0.name) ? $0.bitWidth / 8 : nil } ?? 0
      for count in 0..<(octets.count - tail) {
        #expect(throws: WireError.self, "\(type) of \(count) octets") {
          _ = try type.init(decoding: Array(octets.prefix(count)))
        }
      }
    }
  }

  @Test("an octet too many is refused")
  func tooLong() throws {
    for type in parameterTypes
    where type != CommandCompleteEvent.self && type != LECSSubeventResultEvent.self
      && type != LECSSubeventResultContinueEvent.self
    {
      let octets = try type.random(seed: 3).encoded()
      #expect(throws: WireError.trailing(octets: 1), "\(type)") {
        _ = try type.init(decoding: octets + [0])
      }
    }
  }

  @Test("commands and events carry their own number")
  func commandsEvents() throws {
    for type in CommandTable.types {
      let value = try type.random(seed: 11)
      guard case .command(let packet) = value.packet else {
        Issue.record("\(type) is no command packet")
        continue
      }
      #expect(packet.opcode == type.opcode)
      #expect(try packet.decoded()?.encoded() == value.encoded())
    }
    for type in eventTypes {
      let value = try type.random(seed: 11)
      guard case .event(let packet) = value.packet else {
        Issue.record("\(type) is no event packet")
        continue
      }
      #expect(packet.eventCode == type.code)
      #expect(try HCIEventValue(packet).event?.encoded() == value.encoded())
    }
  }

  /// Parameter octets by the tables of Vol 4, Part E, 7.7 and 7.8.
  @Test(
    "parameters have the size of their table",
    arguments: [
      (LESetAdvertisingParametersCommand.self, 15), (LESetAdvertisingDataCommand.self, 32),
      (LESetScanParametersCommand.self, 7), (LECreateConnectionCommand.self, 25),
      (LEConnectionUpdateCommand.self, 14), (LEEnableEncryptionCommand.self, 28),
      (LERemoteConnectionParameterRequestReplyCommand.self, 14), (LESetPHYCommand.self, 7),
      (LESetAdvertisingSetRandomAddressCommand.self, 7), (LESetExtendedAdvertisingParametersCommand.self, 25),
      (LESetExtendedAdvertisingDataCommand.self, 4), (LESetExtendedAdvertisingEnableCommand.self, 2),
      (LESetExtendedScanParametersCommand.self, 3), (LESetExtendedScanEnableCommand.self, 6),
      (LEExtendedCreateConnectionCommand.self, 10),
      (LEExtendedCreateConnectionCommand.PHYParameters.self, 16),
      (LEExtendedAdvertisingReportEvent.Report.self, 24), (LEScanTimeoutEvent.self, 0),
      (LEAdvertisingSetTerminatedEvent.self, 5), (LEScanRequestReceivedEvent.self, 8),
      (LECSReadRemoteSupportedCapabilitiesCommand.self, 2),
      (LECSWriteCachedRemoteSupportedCapabilitiesCommand.self, 30),
      (LECSWriteCachedRemoteSupportedCapabilitiesV2Command.self, 36), (LECSSecurityEnableCommand.self, 2),
      (LECSSetDefaultSettingsCommand.self, 5), (LECSWriteCachedRemoteFAETableCommand.self, 74),
      (LECSCreateConfigCommand.self, 28), (LECSRemoveConfigCommand.self, 3),
      (LECSSetChannelClassificationCommand.self, 10), (LECSSetProcedureParametersCommand.self, 23),
      (LECSProcedureEnableCommand.self, 4), (LECSTestCommand.self, 30), (LECSTestEndCommand.self, 0),
      (LECSReadLocalSupportedCapabilitiesCommand.Return.self, 29),
      (LECSReadLocalSupportedCapabilitiesV2Command.Return.self, 35),
      (LEReadAllLocalSupportedFeaturesCommand.Return.self, 250),
      (ReadLocalSupportedCommandsCommand.Return.self, 65), (LEConnectionCompleteEvent.self, 18),
      (LEEnhancedConnectionCompleteEvent.self, 30), (LEEnhancedConnectionCompleteV2Event.self, 33),
      (LEReadAllRemoteFeaturesCompleteEvent.self, 253),
      (LECSReadRemoteSupportedCapabilitiesCompleteEvent.self, 31),
      (LECSReadRemoteFAETableCompleteEvent.self, 75),
      (LECSSecurityEnableCompleteEvent.self, 3), (LECSConfigCompleteEvent.self, 33),
      (LECSProcedureEnableCompleteEvent.self, 21), (LECSSubeventResultEvent.self, 15),
      (LECSSubeventResultContinueEvent.self, 8), (LECSTestEndCompleteEvent.self, 1),
      (LECSReadRemoteSupportedCapabilitiesCompleteV2Event.self, 37),
      (WriteLocalNameCommand.self, 248), (ReadLocalNameCommand.Return.self, 249),
      (ReadTransmitPowerLevelCommand.self, 3), (ReadTransmitPowerLevelCommand.Return.self, 4),
      (ReadLocalExtendedFeaturesCommand.Return.self, 11),
      (ReadLocalSupportedCommandsV2Command.Return.self, 252),
      (SetControllerToHostFlowControlCommand.self, 1), (HostBufferSizeCommand.self, 7),
      (HostNumberOfCompletedPacketsCommand.self, 1), (LEGenerateDHKeyCommand.self, 64),
      (LEGenerateDHKeyV2Command.self, 65), (LEAddDeviceToResolvingListCommand.self, 39),
      (LERemoveDeviceFromResolvingListCommand.self, 7), (LEReadPeerResolvableAddressCommand.Return.self, 7),
      (LESetResolvablePrivateAddressTimeoutCommand.self, 2), (LESetPrivacyModeCommand.self, 8),
      (LESetEventMaskV2Command.self, 255), (LEReadTransmitPowerCommand.Return.self, 3),
      (LESetHostFeatureV2Command.self, 3), (DataBufferOverflowEvent.self, 1),
      (EncryptionChangeV2Event.self, 5), (LEReadLocalP256PublicKeyCompleteEvent.self, 65),
      (LEGenerateDHKeyCompleteEvent.self, 33), (LEEnhancedReadTransmitPowerLevelCommand.self, 3),
      (LEEnhancedReadTransmitPowerLevelCommand.Return.self, 6),
      (LEReadRemoteTransmitPowerLevelCommand.self, 3), (LESetTransmitPowerReportingEnableCommand.self, 4),
      (ReadLEHostSupportCommand.Return.self, 3), (LEReadRFPathCompensationCommand.Return.self, 5),
      (LEWriteRFPathCompensationCommand.self, 4),
      (LETransmitPowerReportingEvent.self, 8), (LEFrameSpaceUpdateCommand.self, 9),
      (LEFrameSpaceUpdateCompleteEvent.self, 9), (ReadAuthenticatedPayloadTimeoutCommand.self, 2),
      (ReadAuthenticatedPayloadTimeoutCommand.Return.self, 5),
      (WriteAuthenticatedPayloadTimeoutCommand.self, 4), (AuthenticatedPayloadTimeoutExpiredEvent.self, 2),
    ] as [(any HCIParameters.Type, Int)])
  func parametersSize(type: any HCIParameters.Type, count: Int) {
    #expect(type.init().encodedCount == count)
  }

  @Test("parameters of another command or event are refused")
  func parametersCommand() {
    let reset = CommandPacket(opcode: .reset, parameters: [])
    #expect(throws: WireError.invalid(field: "Opcode", value: 0x0C03)) { try LERandCommand(reset) }
    let event = EventPacket(code: 0x3E, parameters: [0x33, 0])
    #expect(throws: WireError.self) { try LECSSecurityEnableCompleteEvent(event) }
    #expect(throws: WireError.self) {
      try LERandCommand.returned(in: CommandCompleteEvent { $0.commandOpcode = .reset })
    }
  }

  private func expectRoundTrip<Value: HCIParameters>(_ type: Value.Type, seed: UInt64) throws {
    let value = try Value.random(seed: seed)
    let octets = value.encoded()
    #expect(try Value(decoding: octets) == value, "\(type), seed \(seed)")
    #expect(value.encodedCount == octets.count, "\(type), seed \(seed)")
  }
}
