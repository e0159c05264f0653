import Capture
import Conformance
import ConformanceTester
import CoreTypes
import CryptoToolbox
import LinkLayer
import TestSupport
import Testing

/// What a capture shows of encrypted links as they were on the air, against what it shows of them in the clear.
@Suite("A capture with encrypted links as they were on the air")
struct EncryptedCaptureTests {
  private static func capture(isEncrypted: Bool) throws -> CaptureLog {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A03", "CS-A07"])
    request.isEncrypted = isEncrypted
    return CheckRunner(request).run().capture
  }

  private static func link(_ frame: CapturedFrame) throws -> LinkFrame {
    try LinkFrame(record: Array(frame.octets), at: .start)
  }

  @Test("differs in the payloads of those links alone, and is the same octets each time")
  func rest() throws {
    let plain = try Self.capture(isEncrypted: false)
    let air = try Self.capture(isEncrypted: true)
    #expect(air.frames.map(\.octets) == (try Self.capture(isEncrypted: true)).frames.map(\.octets))
    #expect(plain.keys.isEmpty)
    #expect(air.count == plain.count)
    var encryptedCount = 0
    for (frame, open) in zip(air.frames, plain.frames) {
      #expect(frame.interface == open.interface && frame.nanoseconds == open.nanoseconds)
      #expect(frame.comments == open.comments)
      guard frame.octets != open.octets else { continue }
      let (sealed, clear) = (try Self.link(frame), try Self.link(open))
      encryptedCount += 1
      #expect(clear.isDecrypted && clear.isMICValid && !sealed.isDecrypted)
      #expect(sealed.pdu.count == clear.pdu.count + LinkCipher.micLength)
      #expect(Int(sealed.pdu[1]) == sealed.pdu.count - 2 && sealed.pdu[0] == clear.pdu[0])
      #expect(sealed.crc == clear.crc)
    }
    #expect(encryptedCount > 50)
    #expect(
      encryptedCount
        == (try plain.frames.filter { $0.interface == .link }.count { try Self.link($0).isDecrypted }))
  }

  @Test("has the keys with which its packets open, one by one")
  func keys() throws {
    let plain = try Self.capture(isEncrypted: false)
    let air = try Self.capture(isEncrypted: true)
    var counters: [AccessAddress: [LinkFrame.Direction: UInt64]] = [:]
    for (frame, open) in zip(air.frames, plain.frames) where frame.octets != open.octets {
      let (sealed, clear) = (try Self.link(frame), try Self.link(open))
      let keys = try #require(
        air.keys.last { $0.accessAddress == sealed.accessAddress && $0.time.nanoseconds <= frame.nanoseconds }
      )
      let cipher = LinkCipher(sessionKey: keys.sessionKey, iv: keys.iv)
      let counter = counters[sealed.accessAddress, default: [:]][sealed.direction, default: 0]
      counters[sealed.accessAddress, default: [:]][sealed.direction] = counter + 1
      let opened = cipher.decrypt(
        headerOctet: sealed.pdu[0], payload: Array(sealed.pdu[2...]), counter: counter,
        fromCentral: sealed.direction == .centralToPeripheral)
      #expect(opened == Array(clear.pdu[2...]))
    }
    #expect(air.keys.count == counters.count)
  }
}
