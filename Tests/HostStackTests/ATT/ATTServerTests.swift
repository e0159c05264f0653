import Notation
import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct ATTServerTests {
  static let encrypted = LinkSecurity(isEncrypted: true, isAuthenticated: false, hasKey: true)

  private func answer(
    _ server: inout ATTServer, _ hex: String, _ security: LinkSecurity = encrypted
  ) throws -> String {
    let actions = server.receive(try ATTPDU(decoding: .of(hex)), security: security)
    for case .send(let pdu) in actions { return pdu.encoded().hex() }
    return ""
  }

  /// BlueZ: the requests and responses of its Ranging Service unit test, in order.
  @Test("the Ranging Service answers as BlueZ does")
  func rangingService() throws {
    var server = ATTServer(database: GATTDatabase([.ranging(features: 1)]), maximumMTU: 64)
    let vectors = try Fixtures.packets("bluez-ras")
    #expect(vectors.count == 8)
    for vector in vectors {
      let request = try #require(vector.requestHex)
      #expect(try answer(&server, request) == vector.responseHex, "\(vector.id)")
    }
    #expect(server.mtu == 64)
  }

  /// BlueZ, unit/test-rap.c: RAS/SR/RCO/BV-01-C and RAS/SR/SPE/BI-11-C, in order.
  @Test("the two kinds of ranging data exclude each other as BlueZ has it")
  func twoKinds() throws {
    var server = ATTServer(database: GATTDatabase([.ranging(features: 1)]), maximumMTU: 64)
    let exchanges = [
      ("0a0300", "0b01000000"), ("1206000100", "13"), ("1209000100", "01120900fd"), ("0a0600", "0b0100"),
      ("0a0900", "0b0000"), ("1206000000", "13"), ("1209000100", "13"), ("1206000100", "01120600fd"),
      ("0a0600", "0b0000"), ("0a0900", "0b0100"),
    ]
    for (request, response) in exchanges { #expect(try answer(&server, request) == response) }
  }

  private static let table = GATTDatabase([
    .genericAccess(deviceName: "Reflector", appearance: 0x0540),
    GATTService(
      BluetoothUUID(0xFFF0),
      [
        GATTCharacteristic(BluetoothUUID(0xFFF1), .read, value: Array(0..<40)),
        GATTCharacteristic(BluetoothUUID(0xFFF2), .write, security: .encrypted),
        GATTCharacteristic(
          BluetoothUUID(0xFFF3), [.read, .notify, .indicate], security: .authenticated, value: [7]),
        GATTCharacteristic(
          BluetoothUUID(0xFFF4), [.read, .write, .notify], value: [1],
          descriptors: [GATTDescriptor(BluetoothUUID(0x2901), value: Array("x".utf8))]),
      ]),
  ])

  /// Handles: 1 GAP, 2-3 name, 4-5 appearance, 6 service, 7-8 FFF1, 9-10 FFF2, 11-13 FFF3, 14-17 FFF4.
  @Test(
    "requests are answered or refused with the right code",
    arguments: [
      ("0a 0000", "01 0a 0000 01"), ("0a ff00", "01 0a ff00 01"), ("0a 0a00", "01 0a 0a00 02"),
      ("12 0800 01", "01 12 0800 03"), ("12 0a00 01", "13"), ("0a 0b00", "0b 32 0c00 f3ff"),
      ("0a 0c00", "01 0a 0c00 05"), ("0a 0d00", "0b 0000"), ("12 0d00 0100", "01 12 0d00 05"),
      ("0c 0800 2900", "01 0c 0800 07"), ("0c 0800 2800", "0d"),
      ("0c 0800 2600", "0d 2627"), ("0a 0800", "0b 000102030405060708090a0b0c0d0e0f101112131415"),
      ("08 0000 0300 0328", "01 08 0000 01"), ("08 0300 0200 0328", "01 08 0300 01"),
      ("08 0100 0500 0229", "01 08 0100 0a"), ("10 0100 0500 0028", "11 06 0100 0500 0018"),
      ("10 0100 ffff 0328", "01 10 0100 10"), ("10 0200 0500 0028", "01 10 0200 0a"),
      ("0e 0100 0200", "01 0e 0000 06"), ("06 0300 0200 0028 0018", "01 06 0300 01"),
      ("06 0300 0400 0028 0018", "01 06 0300 0a"), ("06 0100 ffff 0028 f0ff", "07 0600 1100"),
      ("12 0f00 01", "13"), ("12 1000 0200", "01 12 1000 13"), ("12 1000 01", "01 12 1000 0d"),
      ("12 1000 0100", "13"), ("0a 1100", "0b 78"), ("04 0000 0100", "01 04 0000 01"),
      ("04 1200 ffff", "01 04 1200 0a"),
    ])
  func requestsAnswered(request: String, response: String) throws {
    var server = ATTServer(database: Self.table)
    #expect(try answer(&server, request) == [UInt8].of(response).hex())
  }

  @Test(
    "an unencrypted link is told to pair or to encrypt",
    arguments: [
      (LinkSecurity(), 0x05), (LinkSecurity(hasKey: true), 0x0F),
    ] as [(LinkSecurity, UInt8)])
  func unencryptedLink(
    security: LinkSecurity, code: UInt8
  ) throws {
    var server = ATTServer(database: GATTDatabase([.ranging(features: 1)]))
    #expect(try answer(&server, "0a0300", security) == "010a0300" + [code].hex())
    #expect(try answer(&server, "1206000100", security) == "01120600" + [code].hex())
    #expect(try answer(&server, "08010012 00142c", security) == "01080300" + [code].hex())
    #expect(try answer(&server, "0801001200 0328", security).hasPrefix("0907"))
    #expect(try answer(&server, "0a0200", security).hasPrefix("0b02"))
  }

  @Test("a list stops before a value of another length")
  func listStops() throws {
    var server = ATTServer(database: Self.table)
    let three = "0907" + "0200020300002a" + "0400020500012a" + "0700020800f1ff"
    #expect(try answer(&server, "0801001100 0328") == three)
    let long = try #require(BluetoothUUID("12345678-0000-1000-8000-00805F9B34FB"))
    let mixed = GATTDatabase([
      GATTService(.ranging, [GATTCharacteristic(.rasFeatures, .read), GATTCharacteristic(long, .read)])
    ])
    var other = ATTServer(database: mixed, maximumMTU: 100)
    #expect(try answer(&other, "026400") == "036400")
    #expect(try answer(&other, "080100ffff0328") == "0907" + "0200020300142c")
    #expect(try answer(&other, "040100ffff").hasPrefix("0501"))
    #expect(try answer(&other, "040500ffff") == "0502" + "0500" + long.octets.hex())
  }

  @Test("the MTU is the smaller one and never under 23")
  func agreedMTU() throws {
    for (offered, agreed) in [("1000", 23), ("1700", 23), ("f700", 185), ("6400", 100)] {
      var server = ATTServer(database: Self.table, maximumMTU: 185)
      #expect(try answer(&server, "02" + offered) == "03b900")
      #expect(server.mtu == agreed)
    }
  }

  @Test("a malformed request is invalid; a malformed command or confirmation is silent")
  func malformedRequest() {
    let server = ATTServer(database: Self.table)
    let refusal = ATTErrorResponse(requestOpcode: 0x0A, handle: 0, errorCode: .invalidPDU)
    #expect(server.refuseMalformed(opcode: 0x0A) == [.send(.errorResponse(refusal))])
    #expect(server.refuseMalformed(opcode: 0x52) == [])
    #expect(server.refuseMalformed(opcode: 0x1E) == [])
  }

  /// 0x0E, 0x20 and 0x24 are even; 0x21 and 0x23 are a response and a notification of Core 5.2; the rest has the flag
  /// of a command.
  @Test(
    "an unknown opcode is refused only if it may be that of a request",
    arguments: [(0x0E, true), (0x20, true), (0x24, true)]
      + [0x21, 0x23, 0x2F, 0x41, 0x60, 0x7F].map { ($0, false) } as [(UInt8, Bool)])
  func unknownOpcode(opcode: UInt8, isRefused: Bool) throws {
    var server = ATTServer(database: Self.table)
    let answer = try answer(&server, [opcode, 1, 0].hex())
    #expect(answer == (isRefused ? "01" + [opcode].hex() + "000006" : ""))
  }

  @Test("a subscription from an earlier link holds once this link is as secure as that one")
  func restoredSubscription() {
    var database = Self.table
    database.restore([ClientConfiguration(valueHandle: 12, bits: 3)])
    var server = ATTServer(database: database)
    for security in [LinkSecurity(hasKey: true), Self.encrypted] {
      #expect(server.notify([1], at: 12, security: security) == [])
      #expect(server.indicate([1], at: 12, security: security) == [])
    }
    let secure = LinkSecurity(isEncrypted: true, isAuthenticated: true, hasKey: true)
    let value = ATTHandleValue(handle: 12, value: [1])
    #expect(server.notify([1], at: 12, security: secure) == [.send(.handleValueNotification(value))])
    #expect(server.indicate([1], at: 12, security: secure) == [.send(.handleValueIndication(value))])
  }

  @Test("commands are obeyed where the properties allow them, or ignored")
  func commandsObeyed() throws {
    let database = GATTDatabase([
      GATTService(
        .ranging,
        [
          GATTCharacteristic(BluetoothUUID(0xFFF1), .writeWithoutResponse, value: [1]),
          GATTCharacteristic(BluetoothUUID(0xFFF2), .write, value: [2]),
          GATTCharacteristic(BluetoothUUID(0xFFF3), .read, value: [3]),
        ])
    ])
    var server = ATTServer(database: database)
    for handle in ["03", "05", "07"] { #expect(try answer(&server, "52\(handle)0055") == "") }
    #expect([3, 5, 7].map { server.database[$0]?.value } == [[0x55], [2], [3]])
    #expect(try answer(&server, "d2030066") == "")
    #expect(server.database[3]?.value == [0x55])
    #expect(try answer(&server, "12050055") == "13")
  }

  @Test("prepared writes are made together or not at all")
  func preparedWrites() throws {
    var server = ATTServer(database: Self.table)
    #expect(try answer(&server, "160f000000 aabb") == "170f000000aabb")
    #expect(try answer(&server, "160f000200 cc") == "170f000200cc")
    #expect(server.database[15]?.value == [1])
    #expect(try answer(&server, "1801") == "19")
    #expect(server.database[15]?.value == [0xAA, 0xBB, 0xCC])
    _ = try answer(&server, "160f000000 11")
    #expect(try answer(&server, "1800") == "19")
    #expect(server.database[15]?.value == [0xAA, 0xBB, 0xCC])
    _ = try answer(&server, "160f000000 11")
    _ = try answer(&server, "160f000900 22")
    #expect(try answer(&server, "1801") == "01180f0007")
    #expect(server.database[15]?.value == [0xAA, 0xBB, 0xCC])
    for _ in 0..<ATTServer.prepareQueueLimit { _ = try answer(&server, "160f000000 11") }
    #expect(try answer(&server, "160f000000 11") == "01160f0009")
  }

  @Test("only subscribers are notified, and indications wait")
  func subscribersTold() throws {
    var server = ATTServer(database: Self.table)
    let secure = LinkSecurity(isEncrypted: true, isAuthenticated: true, hasKey: true)
    #expect(server.notify([1], at: 12, security: secure) == [])
    #expect(server.indicate([1], at: 12, security: secure) == [])
    #expect(try answer(&server, "120d000300", secure) == "13")
    let long = server.notify(Array(0..<40), at: 12, security: secure)
    #expect(long == [.send(.handleValueNotification(ATTHandleValue(handle: 12, value: Array(0..<20))))])
    let first = server.indicate([1], at: 12, security: secure)
    #expect(first == [.send(.handleValueIndication(ATTHandleValue(handle: 12, value: [1])))])
    #expect(server.indicate([2], at: 12, security: secure) == [])
    let confirmed = server.receive(.handleValueConfirmation(ATTEmpty()), security: secure)
    #expect(
      confirmed == [
        .indicationConfirmed(handle: 12),
        .send(.handleValueIndication(ATTHandleValue(handle: 12, value: [2]))),
      ])
  }

  @Test("the control point wants its indications first")
  func controlPoint() throws {
    var server = ATTServer(database: GATTDatabase([.ranging(features: 1)]))
    #expect(try answer(&server, "120b0003") == "01120b00fd")
    #expect(try answer(&server, "120c000200") == "13")
    #expect(try answer(&server, "120b0003") == "13")
  }

  @Test("exclusive subscriptions may follow each other")
  func exclusiveSubscriptions() throws {
    var server = ATTServer(database: GATTDatabase([.ranging(features: 1)]))
    #expect(try answer(&server, "1206000100") == "13")
    #expect(try answer(&server, "1209000200") == "01120900fd")
    #expect(try answer(&server, "1209000000") == "13")
    #expect(try answer(&server, "1206000000") == "13")
    #expect(try answer(&server, "1209000200") == "13")
    #expect(try answer(&server, "1206000100") == "01120600fd")
  }

  @Test("any PDU is survived and answers fit the MTU")
  func pduSurvived() {
    var random = RandomStream(seed: 3)
    var server = ATTServer(database: Self.table)
    let opcodes = ATTOpcode.allCases.filter { !ATTOpcode.isFromServer($0.rawValue) }
    for round in 0..<20_000 {
      guard let opcode = opcodes.randomElement(using: &random) else { return }
      var octets = [opcode.rawValue] + random.octets(Int.random(in: 0...22, using: &random))
      for i in octets.indices.dropFirst().prefix(4) where Bool.random(using: &random) { octets[i] %= 20 }
      let pdu: ATTPDU
      do { pdu = try ATTPDU(decoding: octets) } catch { continue }
      for case .send(let sent) in server.receive(pdu, security: Self.encrypted) {
        #expect(sent.encoded().count <= server.mtu, "round \(round)")
      }
    }
  }
}
