import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct ATTPDUTests {
  @Test("the library of opcodes and the layouts agree")
  func libraryOpcodes() throws {
    for opcode in ATTOpcode.allCases {
      var random = RandomStream(seed: UInt64(opcode.rawValue))
      var decodedCount = 0
      for length in 0..<24 {
        let octets = [opcode.rawValue] + random.octets(length)
        let pdu: ATTPDU
        do { pdu = try ATTPDU(decoding: octets) } catch { continue }
        decodedCount += 1
        #expect(pdu.encoded() == octets)
        #expect(pdu.opcode == opcode.rawValue)
        if case .unknown = pdu { Issue.record("opcode \(opcode) has no layout") }
      }
      #expect(decodedCount > 0, "\(opcode)")
    }
  }

  /// Lengths of the PDUs whose length is fixed, with the opcode. [Vol 3, Part F, 3.4]
  @Test(
    "a fixed layout takes one length only",
    arguments: [
      (ATTOpcode.errorResponse, 5), (.exchangeMTURequest, 3), (.exchangeMTUResponse, 3),
      (.findInformationRequest, 5), (.readRequest, 3), (.readBlobRequest, 5), (.writeResponse, 1),
      (.executeWriteRequest, 2), (.executeWriteResponse, 1), (.handleValueConfirmation, 1),
    ])
  func fixedLayout(opcode: ATTOpcode, length: Int) throws {
    for count in 0..<12 {
      let octets = [opcode.rawValue] + [UInt8](repeating: 1, count: count)
      if count + 1 == length {
        #expect(try ATTPDU(decoding: octets).encoded() == octets)
      } else {
        #expect(throws: WireError.self) { try ATTPDU(decoding: octets) }
      }
    }
  }

  @Test("a type has two or sixteen octets", arguments: [0, 1, 3, 4, 15, 17])
  func uuidLengths(length: Int) {
    let octets = [0x08, 1, 0, 0xFF, 0xFF] + [UInt8](repeating: 0x28, count: length)
    #expect(throws: WireError.self) { try ATTPDU(decoding: octets) }
  }

  @Test("an unknown opcode is kept")
  func unknownOpcode() throws {
    let octets = [UInt8].of("20 0100 02")
    let pdu = try ATTPDU(decoding: octets)
    #expect(pdu == .unknown(ATTUnknown(opcode: 0x20, parameters: [1, 0, 2])))
    #expect(pdu.encoded() == octets)
  }

  @Test("every recorded PDU survives")
  func recordedPDU() throws {
    for vector in try Fixtures.packets("bluez-ras") {
      for octets in [vector.requestHex, vector.responseHex].compactMap({ $0 }).map([UInt8].of) {
        #expect(try ATTPDU(decoding: octets).encoded() == octets, "\(vector.id)")
      }
    }
  }

  @Test("each error code of the Attribute protocol has its constant and its name")
  func errorCodes() {
    let codes: [ATTErrorCode] = [
      .invalidHandle, .readNotPermitted, .writeNotPermitted, .invalidPDU, .insufficientAuthentication,
      .requestNotSupported, .invalidOffset, .insufficientAuthorization, .prepareQueueFull, .attributeNotFound,
      .attributeNotLong, .encryptionKeySizeTooShort, .invalidAttributeValueLength, .unlikelyError,
      .insufficientEncryption, .unsupportedGroupType, .insufficientResources, .databaseOutOfSync,
      .valueNotAllowed,
    ]
    #expect(codes.map(\.rawValue) == Array(0x01...0x13))
    #expect(!codes.contains { $0.description.hasSuffix("Reserved") })
    #expect(ATTErrorCode.encryptionKeySizeTooShort.description == "0x0C Encryption Key Size Too Short")
  }

  @Test("lists that do not come out even have no entries")
  func unevenLists() throws {
    #expect(try ATTFindInformationResponse(decoding: .of("01 010000")).entries == nil)
    #expect(try ATTFindInformationResponse(decoding: .of("03 01000000")).entries == nil)
    #expect(try ATTAttributeList(decoding: .of("00 01")).records == nil)
    #expect(try ATTAttributeList(decoding: .of("02 010203")).records == nil)
    #expect(try ATTFindByTypeValueResponse(decoding: .of("010002")).groups == nil)
  }

  @Test("the two forms of a UUID are one")
  func twoForms() throws {
    let long = try #require(BluetoothUUID("0000185B-0000-1000-8000-00805F9B34FB"))
    #expect(long == .ranging)
    #expect(long.hashValue == BluetoothUUID.ranging.hashValue)
    #expect(long.description == "0000185B-0000-1000-8000-00805F9B34FB")
    #expect(BluetoothUUID("185B")?.octets == [0x5B, 0x18])
    #expect(BluetoothUUID("185") == nil)
    #expect(BluetoothUUID("18 5B") == nil)
    #expect(BluetoothUUID("185C") != .ranging)
  }
}
