import Capture
import CoreTypes
import Foundation
import ProjectFiles
import TestSupport
import Testing

/// What others make of a capture with encrypted links as they were on the air.
@Suite("A decrypting sniffer")
struct DecryptionTests {
  private static let name = "nordic-nrf54l15-ipt"

  /// The captures of the same check with the links in the clear and as they were on the air.
  private func withCaptures(_ body: (_ plain: URL, _ air: URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (plain, air) = (folder.appending(path: "plain"), folder.appending(path: "air"))
    for (place, options) in [(plain, []), (air, ["--encrypted"])] {
      _ = try run(
        BuiltExecutable.reflector.path,
        [
          "check", Self.name, "--only", "CS-A03,CS-A07", "--pcap", "--quiet", "--make-folders", "--capture",
          place.path,
        ]
          + options)
    }
    try body(plain.appending(path: Self.name), air.appending(path: Self.name))
  }

  /// Runs a program to its end, in the folder of the project, and gives what it printed.
  private func run(_ executable: String, _ arguments: [String]) throws -> String {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = ProjectFolder.url
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(executable) \(arguments)")
    return text
  }

  @Test(
    "of others turns it into the capture in the clear, octet for octet, with the keys beside it",
    .enabled(if: Bumble.isRequired || Bumble.python != nil, Bumble.missing))
  func octetForOctet() throws {
    // The Python that has Bumble has the cryptography that Bumble needs.
    let python = try #require(Bumble.python, Bumble.missing)
    let script = ProjectFolder.url.appending(path: "Tests/InteropTests/Decryption/decrypt.py").path
    try withCaptures { plain, air in
      let (captured, keys) = (air.appendingPathExtension("pcap"), air.appendingPathExtension("keys"))
      let opened = air.appendingPathExtension("open.pcap")
      let said = try run(python, [script, captured.path, keys.path, opened.path])
      #expect(said.hasPrefix("decrypted=") && said.hasSuffix(" failed=0\n") && !said.hasPrefix("decrypted=0"))
      let clear = try Data(contentsOf: plain.appendingPathExtension("pcap"))
      #expect(try Data(contentsOf: opened) == clear)
      #expect(try Data(contentsOf: captured) != clear)
    }
  }

  @Test(
    "is what Wireshark is not: it marks packets that it takes for plaintext, and no others",
    .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
  func marks() throws {
    let gate = try #require(WiresharkGate.installed)
    try withCaptures { plain, air in
      let (open, sealed) = (
        plain.appendingPathExtension("pcapng").path, air.appendingPathExtension("pcapng").path
      )
      #expect(try gate.complaints(about: open, in: gate.widestScope) == [])
      let encrypted = try Set(zip(frames(open), frames(sealed)).filter { $0.1 != $1.1 }.map(\.0.0))
      #expect(encrypted.count > 50)
      let marked = try gate.complaints(about: sealed, in: gate.widestScope)
        .compactMap { $0.split(separator: "\t").first.flatMap { Int($0) } }
      #expect(Set(marked).subtracting(encrypted) == [])
      #expect(
        try gate.count(in: sealed, where: "btle_rf.flags.decrypted == 1 || btle_rf.flags.mic_checked == 1")
          == 0)
      #expect(try gate.count(in: sealed, where: "btle.crc.incorrect") == 0)
    }
  }

  private func frames(_ path: String) throws -> [(Int, [UInt8])] {
    let reader = try RecordingReader(path: path)
    var frames: [(Int, [UInt8])] = []
    while let frame = try reader.next() { frames.append((frame.number, reader.withPacket { Array($0) })) }
    return frames
  }
}
