import Capture
import Dissection
import Testing

@Suite("A frame of an API trace in words")
struct TraceFrameTests {
  private static let trace = """
    0:00:01.000000 < event    bt_evt_connection_phy_status(connection=1, phy=2)
    0:00:01.100000 (+0.100000) < log      b'for people\\n'
    0:00:01.200000 (+0.100000) > command  bt_cmd_cs_security_enable(connection=1)

    """

  @Test("it is the packet of HCI, and says which line it comes from")
  func line() throws {
    let reader = try RecordingReader(octets: Array(Self.trace.utf8))
    let explanation = try FrameExplainer.explain(2, of: reader)
    #expect(explanation.name == "HCI_LE_CS_Security_Enable" && explanation.direction == .hostToController)
    #expect(explanation.octets == [0x8C, 0x20, 2, 1, 0])
    #expect(
      explanation.sentences.last
        == "The packet is put together from line 3; a field that the line does not have is zero.")
  }
}
