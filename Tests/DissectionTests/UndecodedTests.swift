import Testing

@Suite("PDUs that are named and not decoded")
struct UndecodedTests {
  @Test("a PDU that the specification defines has its name and purpose, and is said not to be decoded")
  func named() throws {
    try PacketCase.check(
      Self.named.map { PacketCase($0, $1, [$2, "This tool does not decode its parameters."]) })
  }

  @Test("a channel below 0x40 is none that an application opens")
  func fixedChannels() throws {
    let sentence = "Data of a fixed channel, which this tool does not decode."
    try PacketCase.check([
      PacketCase("> 02010008000400010001020000", "L2CAP frame on channel 0x1", [sentence]),
      PacketCase("< 0201200600020007000102", "L2CAP frame on channel 0x7", [sentence]),
      PacketCase("< 020120060002003F000102", "L2CAP frame on channel 0x3F", [sentence]),
    ])
  }

  // Layouts: Core, Vol 3, Part F, 3.4, and Part A, 4.
  private static let named = [
    (">4 0E03000500", "ATT_READ_MULTIPLE_REQ", "The client reads several values of known lengths."),
    ("<4 0F0102", "ATT_READ_MULTIPLE_RSP", "The server sends the values."),
    (">4 2003000500", "ATT_READ_MULTIPLE_VARIABLE_REQ", "The client reads several values."),
    ("<4 21010002", "ATT_READ_MULTIPLE_VARIABLE_RSP", "The server sends the values with their lengths."),
    ("<4 230300010005", "ATT_MULTIPLE_HANDLE_VALUE_NTF", "The server notifies several values."),
    (
      ">4 D2030001000102030405060708090A0B", "ATT_SIGNED_WRITE_CMD",
      "The client writes a value with a signature, without an answer."
    ),
    (
      "<5 190808004000400040004100", "L2CAP_CREDIT_BASED_RECONFIGURE_REQ",
      "The device changes the MTU and MPS of channels with credits."
    ),
    (
      ">5 1A0802000000", "L2CAP_CREDIT_BASED_RECONFIGURE_RSP",
      "The device accepts or refuses the change."
    ),
  ]
}
