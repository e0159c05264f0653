import Testing

@Suite("Packets of the host's protocols in words")
struct HostProtocolTests {
  @Test("each PDU of the Attribute protocol has its purpose, and a handle is named by what was discovered")
  func attributes() throws { try PacketCase.check(Self.attributes) }

  @Test(
    "attribute PDUs that are cut, too long or unknown are reported as that, and nothing is learnt from them")
  func badAttributes() throws { try PacketCase.check(Self.attributesBad) }

  @Test("each signalling command has its purpose, a parameter update its times, and a channel its ends")
  func signalling() throws { try PacketCase.check(Self.signalling) }

  @Test("signalling commands that are cut or unknown are reported as that")
  func badSignalling() throws { try PacketCase.check(Self.signallingBad) }

  @Test("each PDU of the Security Manager has its purpose, and a pairing its features")
  func security() throws { try PacketCase.check(Self.security) }

  @Test("Security Manager PDUs with reserved values, and those that are cut, are reported as that")
  func badSecurity() throws { try PacketCase.check(Self.securityBad) }

  @Test("fragments name the frame that they belong to, each direction for itself")
  func fragments() throws { try PacketCase.check(Self.fragments) }

  @Test("data that no protocol here reads is named")
  func other() throws { try PacketCase.check(Self.other) }

  @Test("after a disconnection, a handle of the next connection has no name and its fragments begin anew")
  func disconnection() throws {
    try PacketCase.check(
      Self.attributes.filter { $0.packet.hasPrefix("<4 05") || $0.packet.hasPrefix("<4 13") } + [
        PacketCase(
          ">4 120600FF", "ATT_WRITE_REQ",
          [
            "The client writes a value and waits for an answer.",
            "It is Client Characteristic Configuration (2902) at handle 0x6.",
          ]),
        PacketCase(
          "> 0201000600070004000A03", "L2CAP fragment",
          ["The first part of an L2CAP frame, 6 octets; more follow."]),
        PacketCase(
          "< 04050400010013", "HCI_Disconnection_Complete",
          [
            "A connection has ended.", "The reason is 0x13 Remote User Terminated Connection.",
          ]),
        PacketCase(
          ">4 120600FF", "ATT_WRITE_REQ",
          [
            "The client writes a value and waits for an answer.", "It is the attribute at handle 0x6.",
          ]),
        PacketCase(
          "> 020110010000", "L2CAP fragment",
          [
            "It belongs to no valid frame: 1 octets continue a frame that never started."
          ]),
      ])
  }

  // Layouts: Core, Vol 3, Part F, 3.4. The discovery of the Ranging Service is that of BlueZ's unit/test-rap.c.
  private static let attributes: [PacketCase] = [
    PacketCase(">4 024000", "ATT_EXCHANGE_MTU_REQ", ["The client sends its receive MTU."]),
    PacketCase("<4 034000", "ATT_EXCHANGE_MTU_RSP", ["The server sends its receive MTU."]),
    PacketCase(
      ">4 100100FFFF0028", "ATT_READ_BY_GROUP_TYPE_REQ",
      ["The client discovers services.", "The type is Primary Service (2800)."]),
    PacketCase("<4 1106010012005B18", "ATT_READ_BY_GROUP_TYPE_RSP", ["The server sends services."]),
    PacketCase(
      ">4 060100FFFF00285B18", "ATT_FIND_BY_TYPE_VALUE_REQ", ["The client discovers a service by UUID."]),
    PacketCase(
      "<4 0701001200", "ATT_FIND_BY_TYPE_VALUE_RSP", ["The server sends the handles of the service."]),
    PacketCase(
      ">4 08010012000328", "ATT_READ_BY_TYPE_REQ",
      ["The client reads attributes of a type.", "The type is Characteristic (2803)."]),
    PacketCase("<4 09070200020300142C", "ATT_READ_BY_TYPE_RSP", ["The server sends attributes of the type."]),
    PacketCase(">4 0406001200", "ATT_FIND_INFORMATION_REQ", ["The client discovers attributes."]),
    PacketCase(
      "<4 050106000229", "ATT_FIND_INFORMATION_RSP", ["The server sends handles and types of attributes."]),
    PacketCase(
      ">4 0A0300", "ATT_READ_REQ", ["The client reads a value.", "It is RAS Features (2C14) at handle 0x3."]),
    PacketCase("<4 0B01000000", "ATT_READ_RSP", ["The server sends the value."]),
    PacketCase(
      ">4 0C03001600", "ATT_READ_BLOB_REQ",
      ["The client reads the next part of a long value.", "It is RAS Features (2C14) at handle 0x3."]),
    PacketCase("<4 0D0102", "ATT_READ_BLOB_RSP", ["The server sends the next part of the value."]),
    PacketCase(
      ">4 0A0400", "ATT_READ_REQ", ["The client reads a value.", "It is the attribute at handle 0x4."]),
    PacketCase(
      ">4 1206000100", "ATT_WRITE_REQ",
      [
        "The client writes a value and waits for an answer.",
        "It is Client Characteristic Configuration (2902) at handle 0x6.",
      ]),
    PacketCase("<4 13", "ATT_WRITE_RSP", ["The server confirms the write."]),
    PacketCase(
      "<4 01120900FD", "ATT_ERROR_RSP",
      [
        "The server refuses a request.",
        "It answers ATT_WRITE_REQ about the attribute at handle 0x9: 0xFD Client Characteristic Configuration Descriptor Improperly Configured.",
      ]),
    PacketCase(
      "<4 010A0300AA", "ATT_ERROR_RSP",
      [
        "The server refuses a request.",
        "It answers ATT_READ_REQ about RAS Features (2C14) at handle 0x3: 0xAA Reserved.",
      ]),
    PacketCase(
      "<4 01FF000042", "ATT_ERROR_RSP",
      ["The server refuses a request.", "It answers ATT opcode 0xFF: 0x42 Reserved."]),
    PacketCase(">4 160300000041", "ATT_PREPARE_WRITE_REQ", ["The client queues a part of a long value."]),
    PacketCase("<4 170300000041", "ATT_PREPARE_WRITE_RSP", ["The server confirms the queued part."]),
    PacketCase(">4 1801", "ATT_EXECUTE_WRITE_REQ", ["The client executes or cancels the queued writes."]),
    PacketCase("<4 19", "ATT_EXECUTE_WRITE_RSP", ["The server confirms the execution."]),
    PacketCase(
      "<4 1B05000100", "ATT_HANDLE_VALUE_NTF",
      ["The server notifies a value.", "It is the attribute at handle 0x5."]),
    PacketCase(
      "<4 1D05000100", "ATT_HANDLE_VALUE_IND",
      ["The server indicates a value and waits for a confirmation.", "It is the attribute at handle 0x5."]),
    PacketCase(">4 1E", "ATT_HANDLE_VALUE_CFM", ["The client confirms the indication."]),
    PacketCase(
      ">4 520300FF", "ATT_WRITE_CMD",
      ["The client writes a value, without an answer.", "It is RAS Features (2C14) at handle 0x3."]),
    PacketCase(
      ">4 08010012005700C3AE27A0E5F9A6D4113A9B8C1F2D", "ATT_READ_BY_TYPE_REQ",
      ["The client reads attributes of a type.", "The type is 2D1F8C9B-3A11-D4A6-F9E5-A027AEC30057."]),
    PacketCase(
      ">4 10010012000128", "ATT_READ_BY_GROUP_TYPE_REQ",
      ["The client discovers services.", "The type is Secondary Service (2801)."]),
  ]

  private static let attributesBad: [PacketCase] = [
    PacketCase(">4 7F01", "ATT opcode 0x7F", ["Unknown opcode."]),
    PacketCase(
      ">4 0A03", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: the packet ends inside Attribute Handle: 16 bits needed, 8 there."]),
    PacketCase(
      ">4 0A030000", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: 1 octets follow the last field."]),
    PacketCase(
      ">4 ", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: the packet ends inside Attribute Opcode: 8 bits needed, 0 there."]),
    PacketCase(
      ">4 08010012000328FF", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: Attribute Type length has the value 3, which has no meaning."]),
    PacketCase(
      "<4 050306000229", "ATT_FIND_INFORMATION_RSP", ["The server sends handles and types of attributes."]),
    PacketCase("<4 0505", "ATT_FIND_INFORMATION_RSP", ["The server sends handles and types of attributes."]),
    PacketCase("<4 0908020203", "ATT_READ_BY_TYPE_RSP", ["The server sends attributes of the type."]),
  ]

  // Layouts: Core, Vol 3, Part A, 4.
  private static let signalling: [PacketCase] = [
    PacketCase(
      "<5 1201080006000C000000C800", "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ",
      [
        "The peripheral requests another interval, latency and timeout.",
        "It requests an interval of 7.5 ms to 15 ms, latency 0, timeout 2000 ms.",
      ]),
    PacketCase(
      ">5 130102000000", "L2CAP_CONNECTION_PARAMETER_UPDATE_RSP",
      ["The central accepts or refuses the request.", "It accepts."]),
    PacketCase(
      ">5 130102000100", "L2CAP_CONNECTION_PARAMETER_UPDATE_RSP",
      ["The central accepts or refuses the request.", "It refuses."]),
    PacketCase(
      ">5 010302000000", "L2CAP_COMMAND_REJECT_RSP",
      ["The device rejects the received command.", "The reason is 0x0000 (command not understood)."]),
    PacketCase(
      ">5 01030600020040004100", "L2CAP_COMMAND_REJECT_RSP",
      [
        "The device rejects the received command.", "The reason is 0x0002 (invalid CID).",
        "The channel is 0x40 at the sender, 0x41 at the receiver.",
      ]),
    PacketCase(
      ">5 010302000200", "L2CAP_COMMAND_REJECT_RSP",
      ["The device rejects the received command.", "The reason is 0x0002 (invalid CID)."]),
    PacketCase(
      ">5 010302000900", "L2CAP_COMMAND_REJECT_RSP",
      ["The device rejects the received command.", "The reason is 0x0009 (reserved)."]),
    PacketCase(
      "<5 0604040040004100", "L2CAP_DISCONNECTION_REQ",
      ["The device closes a channel.", "The channel is 0x41 at the sender, 0x40 at the receiver."]),
    PacketCase(
      ">5 0704040040004100", "L2CAP_DISCONNECTION_RSP",
      ["The channel is closed.", "The channel is 0x40 at the sender, 0x41 at the receiver."]),
    PacketCase(
      "<5 14050A00800040000002F7000500", "L2CAP_LE_CREDIT_BASED_CONNECTION_REQ",
      [
        "The device requests a channel with credits.", "The SPSM is 0x80.",
        "The sender receives on channel 0x40: SDUs of up to 512 octets in frames of up to 247, and 5 frames before it grants more.",
      ]),
    PacketCase(
      ">5 15050A0041001700170001000000", "L2CAP_LE_CREDIT_BASED_CONNECTION_RSP",
      [
        "The device accepts or refuses the channel.", "The result is 0x0000 success.",
        "The sender receives on channel 0x41: SDUs of up to 23 octets in frames of up to 23, and 1 frame before it grants more.",
      ]),
    PacketCase(
      ">5 15050A0000000000000000000800", "L2CAP_LE_CREDIT_BASED_CONNECTION_RSP",
      ["The device accepts or refuses the channel.", "The result is 0x0008 insufficient encryption."]),
    PacketCase(
      "<5 1606040040000500", "L2CAP_FLOW_CONTROL_CREDIT_IND",
      ["The device grants credits on a channel.", "The receiver may send 5 more frames to channel 0x40."]),
    PacketCase(
      "<5 17070C00270040004000050040004100", "L2CAP_CREDIT_BASED_CONNECTION_REQ",
      ["The device requests channels with credits.", "This tool does not decode its parameters."]),
    PacketCase(
      ">5 18070A0040004000050000004000", "L2CAP_CREDIT_BASED_CONNECTION_RSP",
      ["The device sends the accepted channels.", "This tool does not decode its parameters."]),
  ]

  private static let signallingBad: [PacketCase] = [
    PacketCase(
      "<5 1606020040000500", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: 2 octets follow the last field."]),
    PacketCase(
      "<5 160602004000", "L2CAP_FLOW_CONTROL_CREDIT_IND",
      [
        "The device grants credits on a channel.",
        "Its data is invalid: the packet ends inside Credits: 16 bits needed, 0 there.",
      ]),
    PacketCase("<5 080802000000", "L2CAP command 0x8", ["Unknown command code."]),
    PacketCase(
      "<5 1201", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: the packet ends inside Data Length: 16 bits needed, 0 there."]),
    PacketCase(
      "<5 1202080006000C00", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: the packet ends inside Data: 64 bits needed, 32 there."]),
    PacketCase(
      "<5 1202040006000C00", "L2CAP_CONNECTION_PARAMETER_UPDATE_REQ",
      [
        "The peripheral requests another interval, latency and timeout.",
        "Its data is invalid: the packet ends inside Latency: 16 bits needed, 0 there.",
      ]),
    PacketCase(
      ">5 13020000", "L2CAP_CONNECTION_PARAMETER_UPDATE_RSP",
      [
        "The central accepts or refuses the request.",
        "Its data is invalid: the packet ends inside Result: 16 bits needed, 0 there.",
      ]),
    PacketCase(
      ">5 01030000", "L2CAP_COMMAND_REJECT_RSP",
      [
        "The device rejects the received command.",
        "Its data is invalid: the packet ends inside Reason: 16 bits needed, 0 there.",
      ]),
  ]

  // Layouts: Core, Vol 3, Part H, 3.5 and 3.6.
  private static let security: [PacketCase] = [
    PacketCase(
      ">6 01030005100101", "Pairing Request",
      [
        "The initiating device starts pairing, and sends its pairing features.",
        "Pairing features: IO capability NoInputNoOutput, keys of up to 16 octets, bonding, MITM protection.",
      ], fields: ["AuthReq = 5"]),
    PacketCase(
      "<6 02040120070000", "Pairing Response",
      [
        "The responding device accepts pairing, and sends its pairing features.",
        "Pairing features: IO capability KeyboardDisplay, keys of up to 7 octets.",
      ]),
    PacketCase(
      ">6 0100000D100303", "Pairing Request",
      [
        "The initiating device starts pairing, and sends its pairing features.",
        "Pairing features: IO capability DisplayOnly, keys of up to 16 octets, LE Secure Connections, bonding, MITM protection.",
      ]),
    PacketCase(
      ">6 0101000C100303", "Pairing Request",
      [
        "The initiating device starts pairing, and sends its pairing features.",
        "Pairing features: IO capability DisplayYesNo, keys of up to 16 octets, LE Secure Connections, MITM protection.",
      ]),
    PacketCase(
      ">6 01020000100303", "Pairing Request",
      [
        "The initiating device starts pairing, and sends its pairing features.",
        "Pairing features: IO capability KeyboardOnly, keys of up to 16 octets.",
      ]),
    PacketCase(
      "<6 0311111111111111111111111111111111", "Pairing Confirm",
      ["The device commits to a random value that it sends later."]),
    PacketCase(
      "<6 0422222222222222222222222222222222", "Pairing Random", ["The device sends its random value."]),
    PacketCase(
      "<6 0504", "Pairing Failed", ["Pairing fails.", "The reason is 0x04 Confirm Value Failed."],
      fields: ["Reason = 4 (0x04 Confirm Value Failed)"]),
    PacketCase(
      "<6 0633333333333333333333333333333333", "Encryption Information",
      ["The device sends a key for later connections."]),
    PacketCase(
      "<6 0734120102030405060708", "Central Identification", ["The device sends the identifier of that key."],
      fields: ["EDIV = 4660"]),
    PacketCase(
      "<6 0844444444444444444444444444444444", "Identity Information",
      ["The device sends its identity resolving key."]),
    PacketCase(
      "<6 0901010203040506", "Identity Address Information", ["The device sends its identity address."],
      fields: ["BD_ADDR = 010203040506 (06:05:04:03:02:01)"]),
    PacketCase(
      "<6 0A55555555555555555555555555555555", "Signing Information", ["The device sends its signature key."]),
    PacketCase("<6 0B05", "Security Request", ["The peripheral requests encryption or pairing."]),
    PacketCase(
      "<6 0C66666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666666",
      "Pairing Public Key", ["The device sends its public key, for LE Secure Connections."]),
    PacketCase(
      "<6 0D77777777777777777777777777777777", "Pairing DHKey Check",
      ["The device proves that it knows the shared secret."]),
    PacketCase(
      "<6 0E02", "Keypress Notification", ["The user of the device presses keys."],
      fields: ["Notification Type = 2"]),
  ]

  private static let securityBad: [PacketCase] = [
    PacketCase(
      "<6 02090004100303", "Pairing Response",
      [
        "The responding device accepts pairing, and sends its pairing features.",
        "Pairing features: IO capability 9 (reserved), keys of up to 16 octets, MITM protection.",
      ]),
    PacketCase("<6 05EE", "Pairing Failed", ["Pairing fails.", "The reason is 0xEE Reserved."]),
    PacketCase("<6 0F00", "Security Manager code 15", ["Unknown code."]),
    PacketCase(
      "<6 0103", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: the packet ends inside OOB Data Flag: 8 bits needed, 0 there."]),
    PacketCase("<6 00", "Security Manager code 0", ["Unknown code."]),
    PacketCase(
      "<6 ", "an L2CAP frame that cannot be read",
      ["Its octets are invalid: the packet ends inside Code: 8 bits needed, 0 there."]),
  ]

  private static let fragments: [PacketCase] = [
    PacketCase(
      "> 0201000600070004005203", "L2CAP fragment",
      ["The first part of an L2CAP frame, 6 octets; more follow."]),
    PacketCase(
      "> 020110010000", "L2CAP fragment", ["1 more octet of the L2CAP frame that begins in frame 1."]),
    PacketCase(
      "> 0201100400AABBCCDD", "ATT_WRITE_CMD",
      [
        "The client writes a value, without an answer.", "It is the attribute at handle 0x3.",
        "It is the last part of the frame that begins in frame 1.",
      ]),
    PacketCase(
      ">4 0A0300", "ATT_READ_REQ", ["The client reads a value.", "It is the attribute at handle 0x3."]),
    PacketCase(
      "> 0201000600070004000A03", "L2CAP fragment",
      ["The first part of an L2CAP frame, 6 octets; more follow."]),
    PacketCase(
      "> 02011005000000010203", "an L2CAP frame that cannot be read",
      [
        "Its octets are invalid: 4 octets follow the last field.",
        "It is the last part of the frame that begins in frame 5.",
      ]),
    PacketCase(
      "> 02011002000102", "L2CAP fragment",
      ["It belongs to no valid frame: 2 octets continue a frame that never started."]),
    PacketCase(
      "> 0201000600070004000A03", "L2CAP fragment",
      ["The first part of an L2CAP frame, 6 octets; more follow."]),
    PacketCase(
      ">4 0A0400", "ATT_READ_REQ", ["The client reads a value.", "It is the attribute at handle 0x4."]),
    PacketCase(
      "> 020110010000", "L2CAP fragment",
      ["It belongs to no valid frame: 1 octets continue a frame that never started."]),
    PacketCase(
      "> 0201000600010004000A03", "L2CAP fragment",
      ["It belongs to no valid frame: a frame of 5 octets came with 6."]),
    PacketCase(
      "> 020100010001", "L2CAP fragment", ["The first part of an L2CAP frame, 1 octet; more follow."]),
    PacketCase(
      "< 0201200600070004000A03", "L2CAP fragment",
      ["The first part of an L2CAP frame, 6 octets; more follow."]),
    PacketCase(
      "C 020407000400", "L2CAP fragment", ["The first part of an L2CAP frame, 4 octets; more follow."]),
    PacketCase(
      "C 01040A030000", "L2CAP fragment", ["4 more octets of the L2CAP frame that begins in frame 14."]),
    PacketCase(
      "P 0104AABBCCDD", "L2CAP fragment",
      ["It belongs to no valid frame: 4 octets continue a frame that never started."]),
    PacketCase("C 010100", "L2CAP fragment", ["1 more octet of the L2CAP frame that begins in frame 14."]),
    PacketCase(
      "C 02030104", "a packet of the air that cannot be read",
      ["Its octets are invalid: the packet ends inside Payload: 24 bits needed, 16 there."]),
  ]

  private static let other: [PacketCase] = [
    PacketCase(
      "< 0201200600020040000102", "L2CAP frame on channel 0x40", ["Data of an application's channel."],
      fields: ["Channel ID = 64"]),
    PacketCase("< 03010002AABB", "SCO data", ["Voice data of a BR/EDR link."]),
    PacketCase("> 050100040001020304", "ISO data", ["Data of an isochronous stream."]),
  ]
}
