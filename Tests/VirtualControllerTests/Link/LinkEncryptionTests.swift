import CoreTypes
import CryptoToolbox
import HCI
import LinkLayer
import Testing

@testable import VirtualController

@Suite("Encryption of a link")
struct LinkEncryptionTests {
  private let messages: [[UInt8]] = [[1, 2, 3, 4], (0..<27).map { UInt8($0) }, [0xFF]]

  /// The cipher of the link, worked out from what went over the air and the key alone.
  private func cipher(_ bench: ControllerBench) throws -> LinkCipher {
    guard case .encReq(let request)? = try bench.log.control(.encReq)?.pdu,
      case .encRsp(let response)? = try bench.log.control(.encRsp)?.pdu
    else { throw Missing() }
    return LinkCipher(
      sessionKey: LinkCipher.sessionKey(
        longTermKey: ControllerBench.longTermKey, skdCentral: request.skdC, skdPeripheral: response.skdP),
      iv: LinkCipher.initializationVector(ivCentral: request.ivC, ivPeripheral: response.ivP))
  }

  private struct Missing: Error {}

  @Test("what is on the air is AES-CCM of the payload, counted from 0 in each direction")
  func ciphertext() throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    #expect(bench.encrypt())
    for message in messages {
      bench.central.send(message: message)
      bench.peripheral.send(message: message)
    }
    bench.run(.seconds(1))
    let cipher = try cipher(bench)
    for isFromCentral in [true, false] {
      let sealed = bench.log.linkFrames.filter { $0.isFromCentral == isFromCentral && $0.plaintext != nil }
      #expect(sealed.count == messages.count + 1)
      for (counter, frame) in sealed.enumerated() {
        let plaintext = Array(try #require(frame.plaintext).dropFirst(2))
        #expect(frame.payload.count == plaintext.count + 4)
        #expect(Int(frame.octets[1]) == frame.payload.count)
        #expect(frame.payload.prefix(plaintext.count) != plaintext[...])
        let opened = cipher.decrypt(
          headerOctet: frame.octets[0], payload: frame.payload, counter: UInt64(counter),
          fromCentral: isFromCentral)
        #expect(opened == plaintext)
      }
    }
    #expect(bench.central.messages == messages && bench.peripheral.messages == messages)
  }

  @Test("LL_START_ENC_RSP is the first encrypted PDU of each side, and empty PDUs stay plain")
  func startsInTime() throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    #expect(bench.encrypt())
    bench.run(.milliseconds(300))
    let frames = bench.log.linkFrames
    for isFromCentral in [true, false] {
      let first = try #require(frames.first { $0.isFromCentral == isFromCentral && $0.plaintext != nil })
      #expect(first.plaintext?[2] == ControlOpcode.startEncRsp.rawValue)
    }
    #expect(frames.last?.plaintext == nil && frames.last?.octets.count == 2)
  }

  @Test("with another key the peripheral ends the link for a wrong MIC, and the central hears no more")
  func wrongKey() {
    let bench = ControllerBench()
    #expect(bench.connect(timeout: 50))
    bench.startEncryption(longTermKey: 0x5555_5555_5555_5555_5555_5555_5555_5555)
    #expect(
      bench.run(until: {
        bench.central.disconnectionReason != nil && bench.peripheral.disconnectionReason != nil
      }))
    #expect(bench.peripheral.disconnectionReason == .micFailure)
    #expect(bench.central.disconnectionReason == .connectionTimeout)
  }

  @Test("without a key the peripheral refuses with 0x06 and the link stays")
  func missingKey() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.peripheral.longTermKey = nil
    bench.startEncryption()
    bench.run(.seconds(1))
    let change = bench.central.last { if case .encryptionChange(let event) = $0 { event } else { nil } }
    #expect(change?.status == .pinOrKeyMissing && change?.encryptionEnabled == .off)
    #expect(bench.isConnected)
    bench.central.send(message: messages[1])
    bench.run(.milliseconds(200))
    #expect(bench.peripheral.messages == [messages[1]])
  }

  @Test("a refresh gives the link a new session key while data waits")
  func refresh() throws {
    let bench = ControllerBench()
    #expect(bench.connect())
    #expect(bench.encrypt())
    let first = try cipher(bench)
    bench.log.forget()
    bench.startEncryption()
    for message in messages {
      bench.central.send(message: message)
      bench.peripheral.send(message: message)
    }
    bench.run(.seconds(2))
    for host in [bench.central, bench.peripheral] {
      #expect(
        host.count {
          if case .encryptionKeyRefreshComplete(let event) = $0 { event.status == .success } else { false }
        } == 1)
      #expect(host.messages == messages)
    }
    let second = try cipher(bench)
    let frame = try #require(bench.log.linkFrames.last { $0.isFromCentral && $0.plaintext != nil })
    let counter = UInt64(messages.count)
    let open = { (cipher: LinkCipher) in
      cipher.decrypt(
        headerOctet: frame.octets[0], payload: frame.payload, counter: counter, fromCentral: true)
    }
    #expect(open(second) == messages.last)
    #expect(open(first) == nil)
    let starts = bench.log.encryptionStarts
    #expect(starts.count == 2 && starts.allSatisfy { $0.accessAddress == frame.accessAddress })
    #expect(starts.first?.keys.longTermKey == starts.last?.keys.longTermKey)
    let keys = try #require(starts.last?.keys)
    let announced = LinkCipher(sessionKey: keys.sessionKey, iv: keys.iv)
    #expect(open(announced) == messages.last)
    #expect(
      keys.sessionKey == AES128(key: keys.longTermKey.rawValue).encrypt(keys.diversifier))
  }

  @Test("no host data goes out in the clear while encryption starts")
  func pausedData() {
    let bench = ControllerBench()
    #expect(bench.connect())
    bench.startEncryption()
    bench.run(.milliseconds(1))
    for message in messages { bench.central.send(message: message) }
    bench.run(.seconds(1))
    let clear = bench.log.linkFrames.filter { $0.plaintext == nil }
    #expect(!clear.contains { $0.llid != .control && $0.octets.count > 2 })
    #expect(bench.peripheral.messages == messages)
  }

  @Test("a second link is encrypted with the same key and other diversifiers")
  func reconnect() throws {
    let bench = ControllerBench()
    var requests: [UInt64] = []
    for _ in 0..<2 {
      bench.log.forget()
      bench.central.forget()
      bench.peripheral.forget()
      #expect(bench.connect())
      #expect(bench.encrypt())
      if case .encReq(let request)? = try bench.log.control(.encReq)?.pdu { requests.append(request.skdC) }
      bench.central.send(DisconnectCommand { $0.connectionHandle = bench.central.handle })
      #expect(
        bench.run(until: {
          bench.central.disconnectionReason != nil && bench.peripheral.disconnectionReason != nil
        }))
    }
    #expect(Set(requests).count == 2)
  }

  @Test(
    "a PDU changed on its way ends the link of the one who hears it with 0x3D", arguments: LinkRole.allCases)
  func forgery(role: LinkRole) throws {
    let bench = ControllerBench()
    #expect(bench.connect(timeout: 50))
    #expect(bench.encrypt())
    bench.run(.milliseconds(100))
    let victim = bench[role]
    let last = try #require(
      bench.log.linkFrames.last { $0.isFromCentral == (role == .peripheral) })
    let connection = try #require(victim.controller.connections[victim.handle])
    var forged = last
    let header = 2 | (1 - last.sn) << 3 | last.nesn << 2
    forged.octets = [header, 6, 1, 2, 3, 4, 5, 6]
    connection.receive(forged, rssi: -50, isCRCValid: true)
    bench.run(.milliseconds(1))
    #expect(victim.disconnectionReason == .micFailure)
  }
}
