import HCI
import Notation
import Testing
import Wire

@Suite struct EventCodeTests {
  @Test("events have different codes and names")
  func eventsDifferent() {
    #expect(Set(EventCode.known).count == EventCode.known.count)
    #expect(Set(EventCode.known.compactMap(\.name)).count == EventCode.known.count)
    #expect(Set(eventTypes.map { $0.code }) == Set(EventCode.known))
  }

  @Test(
    "a meta event has its bit in the LE event mask",
    arguments: [
      (EventCode.leConnectionComplete, 0), (.leReadAllRemoteFeaturesComplete, 42),
      (.leCSReadRemoteSupportedCapabilitiesComplete, 43), (.leCSReadRemoteFAETableComplete, 44),
      (.leCSSecurityEnableComplete, 45), (.leCSConfigComplete, 46), (.leCSProcedureEnableComplete, 47),
      (.leCSSubeventResult, 48), (.leCSSubeventResultContinue, 49), (.leCSTestEndComplete, 50),
      (.leCSReadRemoteSupportedCapabilitiesCompleteV2, 55),
    ])
  func metaEvent(code: EventCode, bit: Int) {
    #expect(code.leEventMaskBit == bit)
    #expect(code.eventMaskBit == 61)
  }

  @Test("answers and data cannot be masked")
  func answersData() {
    #expect(EventCode.disconnectionComplete.eventMaskBit == 4)
    #expect(EventCode.disconnectionComplete.leEventMaskBit == nil)
    #expect(EventCode.commandComplete.eventMaskBit == nil)
    #expect(EventCode.numberOfCompletedPackets.eventMaskBit == nil)
  }

  @Test("an unknown event is kept", arguments: ["04fe0201ff", "043e02f005", "043e00"])
  func unknownEvent(hex: String) throws {
    let octets = try #require([UInt8](hex: hex))
    guard case .event(let packet) = try HCIPacket(h4: octets) else {
      Issue.record("no event")
      return
    }
    #expect(try HCIEventValue(packet) == .unknown(packet))
    #expect(packet.eventCode.name == nil)
    #expect(HCIPacket.event(packet).h4Encoded == octets)
  }

  @Test("a known event with wrong parameters is an error")
  func knownEvent() {
    #expect(throws: WireError.self) {
      try HCIEventValue(EventPacket(code: 0x3E, parameters: [0x2E, 0, 1]))
    }
  }
}
