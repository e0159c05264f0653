import CoreTypes
import CryptoToolbox
import ProjectFiles
import Testing

/// The sample data of Vol 6, Part C, 1.
@Suite struct LinkCipherTests {
  struct Packet: Sendable, CustomTestStringConvertible {
    let name: String
    let header: UInt8
    let counter: UInt64
    let fromCentral: Bool
    let clear: String
    let encrypted: String
    var testDescription: String { name }
  }

  static let packets = [
    Packet(
      name: "LL_START_ENC_RSP of the Central", header: 0x0F, counter: 0, fromCentral: true,
      clear: "06", encrypted: "9fcda7f448"),
    Packet(
      name: "LL_START_ENC_RSP of the Peripheral", header: 0x07, counter: 0, fromCentral: false,
      clear: "06", encrypted: "a34c13a415"),
    Packet(
      name: "first data of the Central", header: 0x0E, counter: 1, fromCentral: true,
      clear: "1700636465666768696a6b6c6d6e6f707131323334353637383930",
      encrypted: "7a70d66415226df26b17839a060405596bd6564f796b5b9ce6ff32f75a6d33"),
    Packet(
      name: "first data of the Peripheral", header: 0x06, counter: 1, fromCentral: false,
      clear: "170037363534333231304142434445464748494a4b4c4d4e4f5051",
      encrypted: "f38881e7bd94c9c369b9a66846dd4786aa8c39ce540d0dae3adcdf89b96088"),
  ]

  let cipher = LinkCipher(
    sessionKey: LinkCipher.sessionKey(
      longTermKey: 0x4C68_3841_39F5_74D8_36BC_F34E_9DFB_01BF, skdCentral: 0xACBD_CEDF_E0F1_0213,
      skdPeripheral: 0x0213_2435_4657_6879),
    iv: LinkCipher.initializationVector(ivCentral: 0xBADC_AB24, ivPeripheral: 0xDEAF_BABE))

  @Test("derives the session key")
  func derivesSession() {
    let key = LinkCipher.sessionKey(
      longTermKey: 0x4C68_3841_39F5_74D8_36BC_F34E_9DFB_01BF, skdCentral: 0xACBD_CEDF_E0F1_0213,
      skdPeripheral: 0x0213_2435_4657_6879)
    #expect(key == 0x99AD_1B52_26A3_7E3E_058E_3B8E_27C2_C666)
  }

  @Test("encrypts and decrypts the sample packet", arguments: packets)
  func encryptsDecrypts(_ packet: Packet) throws {
    let clear = try Hex(packet.clear).octets
    let encrypted = try Hex(packet.encrypted).octets
    #expect(
      cipher.encrypt(
        headerOctet: packet.header, payload: clear, counter: packet.counter, fromCentral: packet.fromCentral)
        == encrypted)
    #expect(
      cipher.decrypt(
        headerOctet: packet.header, payload: encrypted, counter: packet.counter,
        fromCentral: packet.fromCentral) == clear)
  }

  @Test("a retransmission may change its sequence bits", arguments: [0x02, 0x0E, 0x1E] as [UInt8])
  func retransmissionChange(header: UInt8) throws {
    let encrypted = try Hex(Self.packets[2].encrypted).octets
    #expect(cipher.decrypt(headerOctet: header, payload: encrypted, counter: 1, fromCentral: true) != nil)
  }

  @Test("anything else changed fails the MIC")
  func tampering() throws {
    let encrypted = try Hex(Self.packets[2].encrypted).octets
    var damaged = encrypted
    damaged[7] ^= 0x10
    #expect(cipher.decrypt(headerOctet: 0x0E, payload: damaged, counter: 1, fromCentral: true) == nil)
    #expect(cipher.decrypt(headerOctet: 0x0F, payload: encrypted, counter: 1, fromCentral: true) == nil)
    #expect(cipher.decrypt(headerOctet: 0x0E, payload: encrypted, counter: 2, fromCentral: true) == nil)
    #expect(cipher.decrypt(headerOctet: 0x0E, payload: encrypted, counter: 1, fromCentral: false) == nil)
    #expect(cipher.decrypt(headerOctet: 0x0E, payload: [1, 2, 3], counter: 1, fromCentral: true) == nil)
  }

  @Test("every payload length comes back")
  func payloadLength() {
    for length in 0...251 {
      let clear = (0..<length).map { UInt8(truncatingIfNeeded: 7 &* $0 &+ 1) }
      let counter = UInt64(length) << 31
      let encrypted = cipher.encrypt(headerOctet: 2, payload: clear, counter: counter, fromCentral: false)
      #expect(encrypted.count == length + LinkCipher.micLength)
      #expect(
        cipher.decrypt(headerOctet: 2, payload: encrypted, counter: counter, fromCentral: false) == clear)
    }
  }
}
