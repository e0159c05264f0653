import Capture
import CoreTypes
import Foundation
import Testing

/// The keys of the sample data of Core. [Vol 6, Part C, 1]
private let sampleKeys = CapturedKeys(
  time: Instant(picoseconds: 12_000_345_678_000), accessAddress: 0x0F9A_B35D,
  longTermKey: 0x4C68_3841_39F5_74D8_36BC_F34E_9DFB_01BF,
  diversifier: 0x0213_2435_4657_6879_ACBD_CEDF_E0F1_0213,
  iv: 0xDEAF_BABE_BADC_AB24, sessionKey: 0x99AD_1B52_26A3_7E3E_058E_3B8E_27C2_C666)

private let heading = "time\taccess_address\tltk\tskd\tiv\tsession_key\n"
private let secrets =
  "0x0f9ab35d\t4c68384139f574d836bcf34e9dfb01bf\t0213243546576879acbdcedfe0f10213\tdeafbabebadcab24"
  + "\t99ad1b5226a37e3e058e3b8e27c2c666\n"

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
