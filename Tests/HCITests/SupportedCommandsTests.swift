import HCI
import ProjectFiles
import Testing

@Suite struct SupportedCommandsTests {
  /// One entry of Tests/Fixtures/supported-commands-bumble.json.
  private struct Entry: Decodable {
    var opcode: String
    var octet: Int
    var bit: Int
  }

  @Test("a command has the bit of Supported_Commands that another host looks at")
  func commandBits() throws {
    let entries = try Fixture("supported-commands-bumble.json").decode([Entry].self, "commands")
    #expect(entries.count == 339)
    var compared = 0
    for entry in entries {
      let opcode = Opcode(rawValue: try #require(UInt16(entry.opcode, radix: 16)))
      guard opcode.name != nil else { continue }
      #expect(opcode.supportedCommandsBit == entry.octet * 8 + entry.bit, "\(opcode)")
      compared += 1
    }
    #expect(compared >= 85)
  }

  @Test("every command but the one that reads the bits has a bit, and no two the same")
  func distinctBits() {
    let opcodes = CommandTable.types.map { $0.opcode }
    #expect(opcodes.filter { $0.supportedCommandsBit == nil } == [.readLocalSupportedCommands])
    let bits = opcodes.compactMap(\.supportedCommandsBit)
    #expect(Set(bits).count == bits.count)
  }

  @Test(
    "Channel Sounding has the bits that several controllers show",
    arguments: [
      (Opcode.leCSReadLocalSupportedCapabilities, 20, 5), (.leCSReadLocalSupportedCapabilitiesV2, 49, 2),
      (.leCSReadRemoteSupportedCapabilities, 20, 6), (.leCSWriteCachedRemoteSupportedCapabilities, 20, 7),
      (.leCSSecurityEnable, 24, 1), (.leCSSetDefaultSettings, 24, 7), (.leCSReadRemoteFAETable, 12, 2),
      (.leCSWriteCachedRemoteFAETable, 12, 3), (.leCSCreateConfig, 16, 6), (.leCSRemoveConfig, 16, 7),
      (.leCSSetChannelClassification, 29, 0), (.leCSSetProcedureParameters, 29, 1),
      (.leCSProcedureEnable, 29, 2), (.leCSTest, 23, 3), (.leCSTestEnd, 23, 4), (.leSetHostFeature, 44, 1),
      (.leSetHostFeatureV2, 47, 4),
    ])
  func channelSounding(opcode: Opcode, octet: Int, bit: Int) {
    #expect(opcode.supportedCommandsBit == octet * 8 + bit)
  }
}
