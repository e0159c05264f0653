import Capture
import CoreTypes
import Testing

@testable import Dissection

@Suite("Questions and their answers")
struct ExchangeTests {
  /// What is said of the exchange that each packet belongs to, as `answers LL_PING_REQ 1`.
  private static func references(_ packets: [String]) throws -> [[String]] {
    let octets = try Recording(packets).octets
    return try packets.indices.map { index in
      try FrameExplainer.explain(index + 1, of: RecordingReader(octets: octets)).references
        .map { "\($0.how) \($0.frame)" }
    }
  }

  private static let parameters = "0600060000004800" + String(repeating: "00", count: 15)
  private static let update = "C3 000101000C00000048000500"
  private static let startOfEncryption = "C3 03" + String(repeating: "00", count: 22)

  @Test("a control procedure is closed by its answer: the next one of the same kind is no answer to it")
  func closed() throws {
    #expect(
      try Self.references(["P3 0F" + Self.parameters, Self.update, Self.update]) == [
        ["answered by LL_CONNECTION_UPDATE_IND 2"], ["answers LL_CONNECTION_PARAM_REQ 1"], [],
      ])
  }

  @Test("a PHY update has three packets if the central begins, and two if the peripheral does")
  func phyUpdate() throws {
    #expect(
      try Self.references(["C3 160303", "P3 170303", "C3 1802020500", "P3 160303", "C3 1802020900"]) == [
        ["answered by LL_PHY_RSP 2"], ["answers LL_PHY_REQ 1", "answered by LL_PHY_UPDATE_IND 3"],
        ["answers LL_PHY_RSP 2"], ["answered by LL_PHY_UPDATE_IND 5"], ["answers LL_PHY_REQ 4"],
      ])
  }

  @Test("the start of encryption goes from the request to the last response")
  func encryption() throws {
    let response = "P3 04" + String(repeating: "00", count: 12)
    #expect(
      try Self.references([Self.startOfEncryption, response, "P3 05", "C3d 06", "P3d 06"]) == [
        ["answered by LL_ENC_RSP 2"], ["answers LL_ENC_REQ 1"],
        ["answers LL_ENC_REQ 1", "answered by LL_START_ENC_RSP 4"],
        ["answers LL_START_ENC_REQ 3", "answered by LL_START_ENC_RSP 5"], ["answers LL_START_ENC_RSP 4"],
      ])
  }

  @Test("of a PDU that both devices send, the second is the answer")
  func both() throws {
    #expect(
      try Self.references(["C3 0C0E59000100", "P3 0C0D59000100", "C3 0C0E59000100"]) == [
        ["answered by LL_VERSION_IND 2"], ["answers LL_VERSION_IND 1"], [],
      ])
  }

  @Test("a rejection belongs to the PDU that it names, or to the last one")
  func rejections() throws {
    let request = "C3 32023412F40100A00F00D0070100010000C409003200020000010100FF"
    #expect(
      try Self.references([
        request, "P3 12", "P3 113220", "C3 0712", Self.startOfEncryption, "P3 0D06", "P3 0D06",
      ]) == [
        ["answered by LL_REJECT_EXT_IND 3"], ["answered by LL_UNKNOWN_RSP 4"], ["answers LL_CS_REQ 1"],
        ["answers LL_PING_REQ 2"], ["answered by LL_REJECT_IND 6"], ["answers LL_ENC_REQ 5"], [],
      ])
  }

  @Test("a request that is sent twice is answered once, and an answer without a request answers nothing")
  func repeated() throws {
    #expect(
      try Self.references(["P3 13", "C3 12", "C3 12", "P3 13", "P3 13", "C3 12"]) == [
        [], [], ["answered by LL_PING_RSP 4"], ["answers LL_PING_REQ 3"], [], [],
      ])
  }

  @Test("a command is answered at once and ended by an event, which without a command answers nothing")
  func commands() throws {
    #expect(
      try Self.references([
        "> 01060403010013", "< 040F0400010604", "< 04050400010016", "< 04050400020013", "> 01030C00",
        "< 040E0401030C00",
      ]) == [
        ["answered by HCI_Command_Status of HCI_Disconnect 2"], ["answers HCI_Disconnect 1"],
        ["answers HCI_Disconnect 1"], [], ["answered by HCI_Command_Complete of HCI_Reset 6"],
        ["answers HCI_Reset 5"],
      ])
  }

  @Test("an event of another connection is not the end of a command")
  func connections() throws {
    #expect(
      try Self.references([
        "> 01060403010013", "< 04050400020016", "< 04050400010016", "> 018A20020100", "> 018A20020200",
        "< 043E202C0002000400000101030000000000000000000212007C007E00E00103000000", "> 0122200601001B004801",
        "< 043E0B070200FB004808FB004808", "< 043E0B070100FB004808FB004808",
      ]) == [
        ["answered by HCI_Disconnection_Complete 3"], [], ["answers HCI_Disconnect 1"], [],
        ["answered by HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete 6"],
        ["answers HCI_LE_CS_Read_Remote_Supported_Capabilities 5"],
        ["answered by HCI_LE_Data_Length_Change 9"], [], ["answers HCI_LE_Set_Data_Length 7"],
      ])
  }

  @Test("a command that was refused is not the cause of a later event")
  func refused() throws {
    #expect(
      try Self.references([
        "> 0113200E0100060006000000C80000000000", "< 040F040C011320", "< 043E0A030001000C0000004800",
      ]) == [
        ["answered by HCI_Command_Status of HCI_LE_Connection_Update 2"],
        ["answers HCI_LE_Connection_Update 1"], [],
      ])
  }

  @Test("the answer of one controller does not belong to the command of another one")
  func interfaces() throws {
    #expect(try Self.references(["> 01030C00", "M 000000030E0401030C00"]) == [[], []])
  }

  @Test(
    "one request of the Attribute protocol is open at a time, and notifications and commands have no answer")
  func attributes() throws {
    #expect(
      try Self.references([
        ">4 0A0300", "<4 1B050001", "<4 0B00", "<4 0B00", ">4 520300FF", "<4 1D050001", ">4 1E", "<4 7F",
      ]) == [
        ["answered by ATT_READ_RSP 3"], [], ["answers ATT_READ_REQ 1"], [], [],
        ["answered by ATT_HANDLE_VALUE_CFM 7"], ["answers ATT_HANDLE_VALUE_IND 6"], [],
      ])
  }

  @Test("a device may have a request and an indication open at once, each with an answer of its own")
  func indications() throws {
    #expect(
      try Self.references([">4 0A0300", ">4 1D050001", "<4 0B00", "<4 1E", ">4 1D050001", "<4 0B00"]) == [
        ["answered by ATT_READ_RSP 3"], ["answered by ATT_HANDLE_VALUE_CFM 4"], ["answers ATT_READ_REQ 1"],
        ["answers ATT_HANDLE_VALUE_IND 2"], [], [],
      ])
  }

  @Test("requests that are not decoded have their answers too")
  func undecoded() throws {
    #expect(
      try Self.references([
        ">4 0E03000500", "<4 0F0102", ">4 2003000500", "<4 230300010005", "<4 21010002", ">4 0E03000500",
        "<4 010E030002", "<5 190808004000400040004100", ">5 1A0802000000",
      ]) == [
        ["answered by ATT_READ_MULTIPLE_RSP 2"], ["answers ATT_READ_MULTIPLE_REQ 1"],
        ["answered by ATT_READ_MULTIPLE_VARIABLE_RSP 5"], [], ["answers ATT_READ_MULTIPLE_VARIABLE_REQ 3"],
        ["answered by ATT_ERROR_RSP 7"], ["answers ATT_READ_MULTIPLE_REQ 6"],
        ["answered by L2CAP_CREDIT_BASED_RECONFIGURE_RSP 9"],
        ["answers L2CAP_CREDIT_BASED_RECONFIGURE_REQ 8"],
      ])
  }

  @Test("signalling commands belong together by their identifier")
  func signalling() throws {
    let request = "0800060006000000C800"
    #expect(
      try Self.references([
        "<5 1201" + request, "<5 1202" + request, ">5 130202000000", ">5 010102000000", ">5 130102000000",
      ]) == [
        ["answered by L2CAP_COMMAND_REJECT_RSP 4"], ["answered by L2CAP_CONNECTION_PARAMETER_UPDATE_RSP 3"],
        ["answers L2CAP_CONNECTION_PARAMETER_UPDATE_REQ 2"],
        ["answers L2CAP_CONNECTION_PARAMETER_UPDATE_REQ 1"], [],
      ])
  }

  @Test("a request for a channel has its response, a disconnection too, and credits have none")
  func channels() throws {
    let parameters = "0002F7000500"
    #expect(
      try Self.references([
        ">5 14010A0080004000" + parameters, ">5 14020A0081004100" + parameters,
        "<5 15020A000000" + "000000000000" + "0200", "<5 15010A004000" + parameters + "0000",
        "<5 1601040040000500", ">5 0603040040004000", "<5 1602040040000500", "<5 0703040040004000",
        ">5 0604040041004100", "<5 01040600020041004100",
      ]) == [
        ["answered by L2CAP_LE_CREDIT_BASED_CONNECTION_RSP 4"],
        ["answered by L2CAP_LE_CREDIT_BASED_CONNECTION_RSP 3"],
        ["answers L2CAP_LE_CREDIT_BASED_CONNECTION_REQ 2"],
        ["answers L2CAP_LE_CREDIT_BASED_CONNECTION_REQ 1"], [],
        ["answered by L2CAP_DISCONNECTION_RSP 8"], [], ["answers L2CAP_DISCONNECTION_REQ 6"],
        ["answered by L2CAP_COMMAND_REJECT_RSP 10"], ["answers L2CAP_DISCONNECTION_REQ 9"],
      ])
  }

  @Test("pairing goes from packet to packet, and pairing again begins anew")
  func pairing() throws {
    let key = "0C" + String(repeating: "66", count: 64)
    let value = String(repeating: "11", count: 16)
    let pairing = [
      "<6 0B0D", ">6 01030008100101", "<6 02030008100101", ">6 " + key, "<6 " + key, "<6 03" + value,
      ">6 04" + value, "<6 04" + value, ">6 0D" + value, "<6 0D" + value,
    ]
    let found = try Self.references(pairing + pairing.dropFirst())
    #expect(
      found.prefix(10) == [
        ["answered by Pairing Request 2"], ["answers Security Request 1", "answered by Pairing Response 3"],
        ["answers Pairing Request 2"], ["answered by Pairing Public Key 5"], ["answers Pairing Public Key 4"],
        ["answered by Pairing Random 7"], ["answers Pairing Confirm 6", "answered by Pairing Random 8"],
        ["answers Pairing Random 7"], ["answered by Pairing DHKey Check 10"],
        ["answers Pairing DHKey Check 9"],
      ])
    #expect(
      found.dropFirst(10) == [
        ["answered by Pairing Response 12"], ["answers Pairing Request 11"],
        ["answered by Pairing Public Key 14"], ["answers Pairing Public Key 13"],
        ["answered by Pairing Random 16"], ["answers Pairing Confirm 15", "answered by Pairing Random 17"],
        ["answers Pairing Random 16"], ["answered by Pairing DHKey Check 19"],
        ["answers Pairing DHKey Check 18"],
      ])
  }

  @Test("in a passkey entry, each confirm value of the responder answers that of the initiator")
  func passkey() throws {
    let value = String(repeating: "11", count: 16)
    let round = [">6 03" + value, "<6 03" + value, ">6 04" + value, "<6 04" + value]
    let found = try Self.references(round + round)
    for first in [1, 5] {
      #expect(
        Array(found[first - 1..<first + 3]) == [
          ["answered by Pairing Confirm \(first + 1)"], ["answers Pairing Confirm \(first)"],
          ["answered by Pairing Random \(first + 3)"], ["answers Pairing Random \(first + 2)"],
        ])
    }
  }

  private static let addresses = (initiator: "665544332211", advertiser: "060504030201")
  private static var connection: String {
    addresses.initiator + addresses.advertiser + "5A5D655012345602050006000000 0A00FFFFFFFF1F25"
  }

  @Test(
    "a scanner and an initiator answer the advertiser that they mean, on the channels where it advertised")
  func advertising() throws {
    let (initiator, advertiser) = Self.addresses
    let scan = "030C" + initiator + advertiser
    let auxiliary = "X0 07084701" + advertiser
    #expect(
      try Self.references([
        "A 0006" + advertiser, "A " + scan, "A 0406" + advertiser, "A 0006" + advertiser,
        "A 0522" + Self.connection, auxiliary, "X0 " + scan, "X3 07080701" + advertiser, auxiliary,
        "X0 0522" + Self.connection, "X0 080E0D03" + advertiser + initiator, "A 030C" + initiator + initiator,
        "A 0606" + advertiser, "A " + scan, "A 010C" + advertiser + initiator, "A 0522" + Self.connection,
        "X0 " + scan,
      ]) == [
        ["answered by SCAN_REQ 2"], ["answers ADV_IND 1", "answered by SCAN_RSP 3"], ["answers SCAN_REQ 2"],
        ["answered by CONNECT_IND 5"], ["answers ADV_IND 4"], ["answered by AUX_SCAN_REQ 7"],
        ["answers AUX_ADV_IND 6", "answered by AUX_SCAN_RSP 8"], ["answers AUX_SCAN_REQ 7"],
        ["answered by AUX_CONNECT_REQ 10"], ["answers AUX_ADV_IND 9", "answered by AUX_CONNECT_RSP 11"],
        ["answers AUX_CONNECT_REQ 10"], [], ["answered by SCAN_REQ 14"], ["answers ADV_SCAN_IND 13"],
        ["answered by CONNECT_IND 16"], ["answers ADV_DIRECT_IND 15"], [],
      ])
  }

  @Test("each controller of a monitor has connections, attributes and commands of its own")
  func controllers() throws {
    // What the host of a controller sends and receives on connection 0x40, after the opcode of the monitor.
    let (request, response) = ("0004 40000700 0300 0400 0A0300", "0005 40200600 0200 0400 0B01")
    #expect(
      try Self.references([
        "M 0000 \(request)", "M 0001 \(response)", "M 0000 \(response)", "M 0001 0002 030C00",
        "M 0000 0003 0E0401030C00", "M 0001 0003 0E0401030C00",
      ]) == [
        ["answered by ATT_READ_RSP 3"], [], ["answers ATT_READ_REQ 1"],
        ["answered by HCI_Command_Complete of HCI_Reset 6"], [], ["answers HCI_Reset 4"],
      ])
  }

  @Test("of tens of thousands of open questions the latest are kept")
  func many() {
    let stream = PacketStream(source: PacketSource(interface: 0), link: 0, isForward: true)
    func question(_ number: Int) -> Question {
      Question(stream: stream, kind: .advertisement(BDADDR(rawValue: UInt64(number))))
    }
    var conversation = Conversation()
    for number in 1...33_000 {
      conversation.remember(PacketReading(name: "ADV_IND", asks: [question(number)]), number)
    }
    func asked(_ number: Int) -> Int? {
      conversation.question(behind: PacketReading(name: "SCAN_REQ", answers: [question(number)]))?.frame
    }
    #expect(asked(1) == nil && asked(16_000) == nil)
    #expect(asked(17_000) == 17_000 && asked(33_000) == 33_000)
  }
}

@Suite("An encrypted link without its key")
struct EncryptedLinkTests {
  @Test(
    "from the start of encryption to its end no payload is read, but what the recorder decrypted and empty PDUs"
  )
  func encrypted() throws {
    try PacketCase.check([
      PacketCase(
        "C 0207030004000A0300", "ATT_READ_REQ",
        [
          "The client reads a value.", "It is the attribute at handle 0x3.",
        ]),
      PacketCase(
        "P3 05", "LL_START_ENC_REQ",
        [
          "The peripheral has the key: encryption starts. This is the last unencrypted packet."
        ]),
      PacketCase(
        "C 0207030004000A0300", "encrypted data PDU",
        [
          "The link is encrypted, and the recording has no key."
        ]),
      PacketCase(
        "P 0100", "empty PDU",
        [
          "It carries no data; it keeps the connection alive and acknowledges the previous packet."
        ]),
      PacketCase(
        "C3d 0C0E59000100", "LL_VERSION_IND",
        [
          "The device sends its Bluetooth version and the company of its controller. Each device sends this PDU once."
        ]),
      PacketCase("P3d 0B", "LL_PAUSE_ENC_RSP", ["Encryption pauses in this direction."]),
      PacketCase(
        "C 0207030004000A0300", "ATT_READ_REQ",
        [
          "The client reads a value.", "It is the attribute at handle 0x3.",
        ]),
    ])
  }
}
