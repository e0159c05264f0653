import Testing

@Suite("Ranging data and the Ranging Service in words")
struct RangingTests {
  @Test("values of the Ranging Service are read, by the characteristic that the handle stands for")
  func ranging() throws { try PacketCase.check(Self.ranging) }

  @Test("values that the Ranging Service cannot have are reported as that")
  func badRanging() throws { try PacketCase.check(Self.rangingBad) }

  @Test("a handle of one device is none of the other, which may have a server too")
  func servers() throws {
    try PacketCase.check([
      PacketCase(
        ">4 08010012000328", "ATT_READ_BY_TYPE_REQ",
        ["The client reads attributes of a type.", "The type is Characteristic (2803)."]),
      PacketCase(
        "<4 0907020002 0300142C", "ATT_READ_BY_TYPE_RSP", ["The server sends attributes of the type."]),
      PacketCase(
        "<4 0A0300", "ATT_READ_REQ", ["The client reads a value.", "It is the attribute at handle 0x3."]),
      PacketCase(
        "<4 08010012000328", "ATT_READ_BY_TYPE_REQ",
        ["The client reads attributes of a type.", "The type is Characteristic (2803)."]),
      PacketCase(
        ">4 0907020002 0300002A", "ATT_READ_BY_TYPE_RSP", ["The server sends attributes of the type."]),
      PacketCase(
        "<4 0A0300", "ATT_READ_REQ",
        ["The client reads a value.", "It is Device Name (2A00) at handle 0x3."]),
      PacketCase(
        ">4 0A0300", "ATT_READ_REQ",
        ["The client reads a value.", "It is RAS Features (2C14) at handle 0x3."]),
    ])
  }

  // Layouts: RAS 1.0, 3.2 and 3.3.
  private static let ranging: [PacketCase] = [
    PacketCase(
      ">4 08010012000328", "ATT_READ_BY_TYPE_REQ",
      ["The client reads attributes of a type.", "The type is Characteristic (2803)."]),
    PacketCase(
      "<4 09070200020300142C0400300500152C0700300800162C0A00240B00172C0D00320E00182C1000321100192C",
      "ATT_READ_BY_TYPE_RSP", ["The server sends attributes of the type."]),
    PacketCase(">4 0406001200", "ATT_FIND_INFORMATION_REQ", ["The client discovers attributes."]),
    PacketCase(
      "<4 050106000229090002290C0002290F00022912000229", "ATT_FIND_INFORMATION_RSP",
      ["The server sends handles and types of attributes."]),
    PacketCase(
      ">4 0A0300", "ATT_READ_REQ", ["The client reads a value.", "It is RAS Features (2C14) at handle 0x3."]),
    PacketCase(
      ">4 1206000100", "ATT_WRITE_REQ",
      [
        "The client writes a value and waits for an answer.",
        "It is Client Characteristic Configuration (2902) at handle 0x6.",
      ]),
    PacketCase(
      "<4 1B050041AABBCC", "ATT_HANDLE_VALUE_NTF",
      [
        "The server notifies a value.", "It is Real-time Ranging Data (2C15) at handle 0x5.",
        "A segment of ranging data with 3 octets: number 16, the first.",
      ]),
    PacketCase(
      "<4 1B05000305", "ATT_HANDLE_VALUE_NTF",
      [
        "The server notifies a value.", "It is Real-time Ranging Data (2C15) at handle 0x5.",
        "A segment of ranging data with 1 octet: number 0, the only one.",
      ]),
    PacketCase(
      "<4 1B050002AA", "ATT_HANDLE_VALUE_NTF",
      [
        "The server notifies a value.", "It is Real-time Ranging Data (2C15) at handle 0x5.",
        "A segment of ranging data with 1 octet: number 0, the last.",
      ]),
    PacketCase(
      "<4 1B0500FCAABB", "ATT_HANDLE_VALUE_NTF",
      [
        "The server notifies a value.", "It is Real-time Ranging Data (2C15) at handle 0x5.",
        "A segment of ranging data with 2 octets: number 63, neither the first nor the last.",
      ]),
    PacketCase(
      "<4 1B0500", "ATT_HANDLE_VALUE_NTF",
      [
        "The server notifies a value.", "It is Real-time Ranging Data (2C15) at handle 0x5.",
        "It is not a valid segment of ranging data: the packet ends inside First Segment: 1 bits needed, 0 there.",
      ]),
    PacketCase(
      "<4 1D08000101", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is On-demand Ranging Data (2C16) at handle 0x8.",
        "A segment of ranging data with 1 octet: number 0, the first.",
      ]),
    PacketCase(
      "<4 1B0E000500", "ATT_HANDLE_VALUE_NTF",
      [
        "The server notifies a value.", "It is Ranging Data Ready (2C18) at handle 0xE.",
        "Ranging data with counter 5 is ready.",
      ]),
    PacketCase(
      "<4 1D11000600", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is Ranging Data Overwritten (2C19) at handle 0x11.",
        "Ranging data with counter 6 was overwritten by newer data.",
      ]),
    PacketCase(
      ">4 520B00000500", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It requests the ranging data with counter 5.",
      ]),
    PacketCase(
      ">4 520B00010500", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It acknowledges the ranging data with counter 5.",
      ]),
    PacketCase(
      ">4 520B000205000307", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It requests segments 3 to 7 of the ranging data with counter 5.",
      ]),
    PacketCase(
      ">4 120B0002050003FF", "ATT_WRITE_REQ",
      [
        "The client writes a value and waits for an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It requests segments 3 to the last of the ranging data with counter 5.",
      ]),
    PacketCase(
      ">4 520B0003", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It aborts the requested transfer of ranging data.",
      ]),
    PacketCase(
      ">4 520B00040030", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It selects the parts of the ranging data.",
      ]),
    PacketCase(
      "<4 1D0B00000500", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Control Point (2C17) at handle 0xB.", "All ranging data with counter 5 was sent.",
      ]),
    PacketCase(
      "<4 1D0B000105000307", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Control Point (2C17) at handle 0xB.",
        "Segments 3 to 7 of the ranging data with counter 5 were sent again.",
      ]),
    PacketCase(
      "<4 1D0B000207", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Control Point (2C17) at handle 0xB.", "The answer of the control point: 0x07 Server Busy.",
      ]),
    PacketCase(
      "<4 01120B00FD", "ATT_ERROR_RSP",
      [
        "The server refuses a request.",
        "It answers ATT_WRITE_REQ about RAS Control Point (2C17) at handle 0xB: 0xFD Client Characteristic Configuration Descriptor Improperly Configured.",
      ]),
  ]

  private static let rangingBad: [PacketCase] = [
    PacketCase(
      ">4 08010012000328", "ATT_READ_BY_TYPE_REQ",
      ["The client reads attributes of a type.", "The type is Characteristic (2803)."]),
    PacketCase(
      "<4 09070200020300142C0400300500152C0700300800162C0A00240B00172C0D00320E00182C1000321100192C",
      "ATT_READ_BY_TYPE_RSP", ["The server sends attributes of the type."]),
    PacketCase(">4 0406001200", "ATT_FIND_INFORMATION_REQ", ["The client discovers attributes."]),
    PacketCase(
      "<4 050106000229090002290C0002290F00022912000229", "ATT_FIND_INFORMATION_RSP",
      ["The server sends handles and types of attributes."]),
    PacketCase(
      "<4 1B0E0005", "ATT_HANDLE_VALUE_NTF",
      ["The server notifies a value.", "It is Ranging Data Ready (2C18) at handle 0xE."]),
    PacketCase(
      "<4 1B11000600FF", "ATT_HANDLE_VALUE_NTF",
      ["The server notifies a value.", "It is Ranging Data Overwritten (2C19) at handle 0x11."]),
    PacketCase(
      ">4 120B0009", "ATT_WRITE_REQ",
      [
        "The client writes a value and waits for an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It is not a valid command of the control point.",
      ]),
    PacketCase(
      ">4 520B0000", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It is not a valid command of the control point.",
      ]),
    PacketCase(
      ">4 520B00", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is RAS Control Point (2C17) at handle 0xB.",
        "It is not a valid command of the control point.",
      ]),
    PacketCase(
      ">4 520300FF", "ATT_WRITE_CMD",
      ["The client writes a value, without an answer.", "It is RAS Features (2C14) at handle 0x3."]),
    PacketCase(
      "<4 1D0B000209", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Control Point (2C17) at handle 0xB.", "The answer of the control point: 0x09 Reserved.",
      ]),
    PacketCase(
      "<4 1D0B0009", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Control Point (2C17) at handle 0xB.",
        "It is not a valid answer of the control point: Op Code has the value 9, which has no meaning.",
      ]),
    PacketCase(
      "<4 1D0B0000", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Control Point (2C17) at handle 0xB.",
        "It is not a valid answer of the control point: the packet ends inside Ranging Counter: 16 bits needed, 0 there.",
      ]),
    PacketCase(
      "<4 1D0B0000050000", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Control Point (2C17) at handle 0xB.",
        "It is not a valid answer of the control point: 1 octets follow the last field.",
      ]),
    PacketCase(
      "<4 1D03000000", "ATT_HANDLE_VALUE_IND",
      [
        "The server indicates a value and waits for a confirmation.",
        "It is RAS Features (2C14) at handle 0x3.",
      ]),
  ]
}
