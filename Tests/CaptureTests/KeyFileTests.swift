import Capture
import CoreTypes
import Foundation
import Testing

/// The keys of the sample data of Core. [Vol 6, Part C, 1]
private let sampleKeys = CapturedKeys(
  time: Instant(picoseconds: 12_000_345_678_000), accessAddress: 0x0F9A_B35D,
  longTermKey: octets("4c68384139f574d836bcf34e9dfb01bf"),
  diversifier: octets("0213243546576879acbdcedfe0f10213"),
  iv: octets("deafbabebadcab24"), sessionKey: octets("99ad1b5226a37e3e058e3b8e27c2c666"))

private let heading = "time\taccess_address\tltk\tskd\tiv\tsession_key\n"
private let secrets =
  "0x0f9ab35d\t4c68384139f574d836bcf34e9dfb01bf\t0213243546576879acbdcedfe0f10213\tdeafbabebadcab24"
  + "\t99ad1b5226a37e3e058e3b8e27c2c666\n"

private func octets(_ hex: String) -> [UInt8] {
  let digits = hex.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

@Suite("The keys beside a capture")
struct KeyFileTests {
  private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  @Test("stand under the name of the capture")
  func name() {
    #expect(KeyFile.path(beside: "out/air.pcapng") == "out/air.keys")
    #expect(KeyFile.path(beside: "out/pipe") == "out/pipe.keys")
  }

  @Test("are a line for each start of encryption, at the time that the capture shows")
  func lines() throws {
    try withTemporaryFolder { folder in
      let log = CaptureLog(isEncrypted: true)
      log.append(sampleKeys)
      log.offset = .seconds(2_000)
      log.append(sampleKeys)
      try KeyFile.writeFile(log, at: folder + "/air.keys")
      let expected = heading + "12.000345678\t" + secrets + "2012.000345678\t" + secrets
      #expect(try text(folder + "/air.keys") == expected)
      log.removeAll()
      #expect(log.keys.isEmpty)
    }
  }

  @Test("are none in a log that has encrypted links in the clear")
  func plain() {
    let log = CaptureLog()
    log.append(sampleKeys)
    #expect(log.keys.isEmpty)
  }

  @Test("of a live capture can be read as soon as they are used")
  func live() throws {
    try withTemporaryFolder { folder in
      let capture = try LiveCapture(at: folder + "/air.pcapng", fixtureWriter, keysAt: folder + "/air.keys")
      #expect(capture.isEncrypted)
      #expect(try text(folder + "/air.keys") == heading)
      capture.append(sampleKeys)
      #expect(try text(folder + "/air.keys") == heading + "12.000345678\t" + secrets)
      let open = try LiveCapture(at: folder + "/open.pcapng", fixtureWriter)
      open.append(sampleKeys)
      #expect(!open.isEncrypted && open.failure == nil)
      #expect(throws: CaptureError.self) {
        try LiveCapture(at: folder + "/air.pcapng", fixtureWriter, keysAt: "/proc/none/air.keys")
      }
    }
  }

  @Test("of a run that is not over stand beside its partial capture, and go with it")
  func partial() throws {
    try withTemporaryFolder { folder in
      let partial = PartialCapture(beside: folder + "/run.pcapng", fixtureWriter)
      let log = CaptureLog(isEncrypted: true)
      log.append(sampleKeys)
      log.append(reset)
      try partial.keep(log)
      #expect(try text(folder + "/run.partial.keys") == heading + "12.000345678\t" + secrets)
      partial.discard()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }
}
