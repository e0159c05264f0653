import Testing

@Suite("Advertising PDUs in words")
struct AdvertisingTests {
  @Test("each type on the primary channels has its purpose, its advertising data and the units of its fields")
  func primary() throws { try PacketCase.check(Self.advertising) }

  @Test("on the secondary channels the kind of the packet names it")
  func secondary() throws { try PacketCase.check(Self.secondary) }

  @Test("a payload that does not fit its type, an unknown type and a cut PDU are reported as that")
  func bad() throws { try PacketCase.check(Self.bad) }

  // Layouts: Core, Vol 6, Part B, 2.3.
  private static let advertising: [PacketCase] = [
    PacketCase(
      "A 0006060504030201", "ADV_IND",
      ["The device advertises; every device may connect, or request a scan response."],
      fields: ["AdvA = 060504030201 (01:02:03:04:05:06)"]),
    PacketCase(
      "A 001406050403020102010606094C616D703003035B18", "ADV_IND",
      [
        "The device advertises; every device may connect, or request a scan response.",
        "It advertises the name \"Lamp0\", the service Ranging Service (185B).",
      ]),
    PacketCase(
      "A 000C060504030201030256AB0409", "ADV_IND",
      [
        "The device advertises; every device may connect, or request a scan response.",
        "It advertises the service AB56.",
      ]),
    PacketCase(
      "A 020F06050403020105FF5900AABB020AF4", "ADV_NONCONN_IND",
      [
        "The device advertises; no device may connect or request a scan response.",
        "It advertises 2 octets of manufacturer data (0x59, Nordic Semiconductor), a transmit power of -12 dBm.",
      ]),
    PacketCase(
      "A 061106050403020104FF3412AA0503F0FF5B18", "ADV_SCAN_IND",
      [
        "The device advertises; every device may request a scan response, but not connect.",
        "It advertises the services FFF0, Ranging Service (185B), 1 octet of manufacturer data (0x1234).",
      ]),
    PacketCase(
      "A 010C060504030201665544332211", "ADV_DIRECT_IND",
      ["The device advertises to one peer, which may connect."],
      fields: ["AdvA = 060504030201 (01:02:03:04:05:06)", "TargetA = 665544332211 (11:22:33:44:55:66)"]),
    PacketCase(
      "A 030C665544332211060504030201", "SCAN_REQ", ["A scanner requests a scan response."],
      fields: ["ScanA = 665544332211 (11:22:33:44:55:66)", "AdvA = 060504030201 (01:02:03:04:05:06)"]),
    PacketCase(
      "A 040D06050403020106094C616D7030", "SCAN_RSP",
      ["An advertiser sends its scan response.", "It advertises the name \"Lamp0\"."]),
    PacketCase(
      "A 25226655443322110605040302015A5D6550123456020500060000000A00FFFFFFFF1F25", "CONNECT_IND",
      [
        "The initiator connects: it becomes the central, the advertiser the peripheral.",
        "The interval is 7.5 ms, the supervision timeout 100 ms.",
      ],
      fields: [
        "InitA = 665544332211 (11:22:33:44:55:66)", "AA = 1348820314 (0x50655D5A)",
        "CRCInit = 5649426 (0x563412)", "WinSize = 2 (2.5 ms)", "WinOffset = 5 (6.25 ms)",
        "Interval = 6 (7.5 ms)", "Timeout = 10 (100 ms)",
      ]),
  ]

  private static let secondary: [PacketCase] = [
    PacketCase(
      "A 07070618341205A040", "ADV_EXT_IND",
      ["The device announces the channel and time of its advertising packet."],
      fields: ["Channel Index = 5", "AUX Offset = 160"]),
    PacketCase(
      "A 07080701060504030201", "ADV_EXT_IND",
      ["The device advertises, and sends no advertising packet on another channel."],
      fields: ["AdvA = 060504030201 (01:02:03:04:05:06)"]),
    PacketCase(
      "X0 07120A490605040302013412F606094C616D7030", "AUX_ADV_IND",
      ["The advertising packet that ADV_EXT_IND announced.", "It advertises the name \"Lamp0\"."],
      fields: ["AdvA = 060504030201 (01:02:03:04:05:06)", "TxPower = -10 (dBm)"]),
    PacketCase(
      "X1 070B0308341206094C616D7030", "AUX_CHAIN_IND",
      ["More advertising data.", "It advertises the name \"Lamp0\"."]),
    PacketCase(
      "X2 07080006094C616D7030", "AUX_SYNC_IND",
      ["A packet of a periodic advertising train.", "It advertises the name \"Lamp0\"."]),
    PacketCase(
      "T 07080006094C616D7030", "AUX_SYNC_IND",
      ["A packet of a periodic advertising train.", "It advertises the name \"Lamp0\"."]),
    PacketCase(
      "X3 070F070106050403020106094C616D7030", "AUX_SCAN_RSP",
      ["An advertiser sends its scan response.", "It advertises the name \"Lamp0\"."]),
    PacketCase("X0 030C665544332211060504030201", "AUX_SCAN_REQ", ["A scanner requests a scan response."]),
    PacketCase(
      "X0 05226655443322110605040302015A5D6550123456020500180000004800FFFFFFFF1F25", "AUX_CONNECT_REQ",
      ["The initiator requests a connection.", "The interval is 30 ms, the supervision timeout 720 ms."],
      fields: ["Interval = 24 (30 ms)"]),
    PacketCase(
      "X0 080E0D03060504030201665544332211", "AUX_CONNECT_RSP",
      ["The advertiser accepts the connection, and becomes the peripheral."],
      fields: ["AdvA = 060504030201 (01:02:03:04:05:06)", "TargetA = 665544332211 (11:22:33:44:55:66)"]),
  ]

  private static let bad: [PacketCase] = [
    PacketCase(
      "A 05106655443322110605040302015A5D6550", "CONNECT_IND",
      [
        "The initiator connects: it becomes the central, the advertiser the peripheral.",
        "Its payload is not one of this type.",
      ]),
    PacketCase(
      "A 00020102", "ADV_IND",
      [
        "The device advertises; every device may connect, or request a scan response.",
        "Its payload is not one of this type.",
      ]),
    PacketCase(
      "X0 07080709060504030201", "ADV_EXT_IND",
      [
        "The device announces the channel and time of its advertising packet.",
        "Its payload is not one of this type.",
      ]),
    PacketCase("A 0906060504030201", "advertising PDU type 9", ["Unknown type of advertising PDU."]),
    PacketCase("A 0F00", "advertising PDU type 15", ["Unknown type of advertising PDU."]),
    PacketCase(
      "A 00FF060504030201", "a packet of the air that cannot be read",
      ["Its octets are invalid: the packet ends inside Payload: 2040 bits needed, 48 there."]),
    PacketCase(
      "A 00", "a packet of the air that cannot be read",
      ["Its octets are invalid: the packet ends inside Length: 8 bits needed, 0 there."]),
  ]
}
