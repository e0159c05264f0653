import CoreTypes
import Notation
import Testing
import Wire

@testable import HCI

@Suite struct OpcodeTests {
  @Test("commands have different opcodes and names, in ascending order")
  func commandsDifferent() {
    let opcodes = CommandTable.types.map { $0.opcode }
    #expect(opcodes.map(\.rawValue) == Set(opcodes.map(\.rawValue)).sorted())
    #expect(Set(opcodes.compactMap(\.name)).count == opcodes.count)
  }

  @Test("an opcode read from octets knows its name")
  func opcodeName() {
    #expect(Opcode(rawValue: 0x20A5).name == "HCI_LE_CS_Read_Local_Supported_Capabilities [v2]")
    #expect(Opcode(rawValue: 0x20A5) == .leCSReadLocalSupportedCapabilitiesV2)
    #expect("\(Opcode(rawValue: 0x0C03))" == "HCI_Reset")
  }

  @Test("commands and events of which only the name is known have that name")
  func commandsEvents() {
    #expect("\(Opcode(rawValue: 0x0401))" == "HCI_Inquiry" && Opcode(rawValue: 0x0401).name == nil)
    #expect("\(Opcode(rawValue: 0x0C1A))" == "HCI_Write_Scan_Enable")
    #expect("\(Opcode(rawValue: 0x209C))" == "HCI_LE_Enable_Monitoring_Advertisers")
    #expect("\(EventCode(code: 0x2F))" == "HCI_Extended_Inquiry_Result")
    #expect("\(EventCode(code: 0x3E, subevent: 0x20))" == "HCI_LE_Path_Loss_Threshold")
    #expect("\(EventCode(code: 0xFF))" == "event 0xff")
    #expect(Opcode(rawValue: 0xFC01).isVendorSpecific && !Opcode(rawValue: 0xF801).isVendorSpecific)
  }

  @Test("the authenticated payload timeout has its bits of commands and of the second event mask")
  func payloadTimeout() {
    #expect(Opcode(rawValue: 0x0C7B).supportedCommandsBit == 32 * 8 + 4)
    #expect(Opcode(rawValue: 0x0C7C).supportedCommandsBit == 32 * 8 + 5)
    #expect(EventCode(code: 0x57) == .authenticatedPayloadTimeoutExpired)
    #expect(EventCode.authenticatedPayloadTimeoutExpired.eventMaskPage2Bit == 23)
  }

  @Test("no command or event stands in both tables")
  func commandEvent() {
    #expect(CommandTable.types.map { $0.opcode.rawValue }.filter { NamesAlone.commands[$0] != nil } == [])
    for code in EventCode.known {
      let name = code.subevent.map { NamesAlone.leEvents[$0] } ?? NamesAlone.events[code.code]
      #expect(name == nil, "\(code)")
    }
    let names =
      Array(NamesAlone.commands.values)
      + CommandTable.types.compactMap { $0.opcode.name?.dropFirst(4) }.map { String($0) }
    #expect(Set(names).count == names.count)
  }

  @Test("an unknown opcode is kept")
  func unknownOpcode() throws {
    let octets: [UInt8] = [1, 0x01, 0xFC, 2, 0xAA, 0xBB]
    let packet = try HCIPacket(h4: octets)
    guard case .command(let command) = packet else {
      Issue.record("\(packet) is no command")
      return
    }
    #expect(command.opcode.name == nil)
    #expect("\(command.opcode)" == "opcode 0xfc01")
    #expect(try command.decoded() == nil)
    #expect(packet.h4Encoded == octets)
  }

  @Test("a refusal names the command")
  func refusalNames() {
    #expect(LEConnectionUpdateCommand.commandStatus(.commandDisallowed).h4Encoded.hex() == "040f040c011320")
    #expect(
      ReadBDADDRCommand.commandComplete(
        ReadBDADDRCommand.Return { $0.bdAddr = 0x0605_0403_0201 }
      ).h4Encoded.hex() == "040e0a0109100001020304" + "0506")
  }
}
