import SimulationKernel
import Testing
import Wire

@testable import HostStack

@Suite struct SMPPDUTests {
  /// The length of every PDU, its code included. [Vol 3, Part H, 3.5 and 3.6]
  static let lengths: [(SMPCode, Int)] = [
    (.pairingRequest, 7), (.pairingResponse, 7), (.pairingConfirm, 17), (.pairingRandom, 17),
    (.pairingFailed, 2), (.encryptionInformation, 17), (.centralIdentification, 11),
    (.identityInformation, 17), (.identityAddressInformation, 8), (.signingInformation, 17),
    (.securityRequest, 2), (.pairingPublicKey, 65), (.pairingDHKeyCheck, 17), (.keypressNotification, 2),
  ]

  @Test("a PDU has one length", arguments: lengths)
  func pduLength(code: SMPCode, length: Int) throws {
    var random = RandomStream(seed: UInt64(code.rawValue))
    for count in 0..<70 {
      let octets = [code.rawValue] + random.octets(count)
      if octets.count == length {
        let pdu = try SMPPDU(decoding: octets)
        #expect(pdu.encoded() == octets)
        #expect(pdu.code == code.rawValue)
        if case .unknown = pdu { Issue.record("\(code) has no layout") }
      } else {
        #expect(throws: WireError.self) { try SMPPDU(decoding: octets) }
      }
    }
  }

  @Test("every code is in the table")
  func codeTable() {
    #expect(Self.lengths.map(\.0.rawValue) == SMPCode.allCases.map(\.rawValue))
  }

  @Test("an unknown code is kept")
  func unknownCode() throws {
    let pdu = try SMPPDU(decoding: [0x7F, 1, 2])
    #expect(pdu == .unknown(SMPUnknown(code: 0x7F, data: [1, 2])))
    #expect(pdu.encoded() == [0x7F, 1, 2])
    #expect(throws: WireError.self) { try SMPPDU(decoding: []) }
  }
}
