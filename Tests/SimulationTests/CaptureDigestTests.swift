import Capture
import Conformance
import ConformanceTester
import Foundation
import ProjectFiles
import TestSupport
import Testing

/// Every octet that phone and accessory exchange in the checks of the shipped accessories.
@Suite("Captures of the shipped accessories")
struct CaptureDigestTests {
  private static let fixture = ProjectFolder.url.appending(path: "Tests/Fixtures/capture-digests.tsv").path
  private static let sets = ["apple-ios27-cs", "android16-ranging-cs"]

  /// FNV-1a over all frames: interface, time, octets.
  private static func digest(_ capture: CaptureLog) -> UInt64 {
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ octet: UInt8) { digest = (digest ^ UInt64(octet)) &* 0x100_0000_01B3 }
    for frame in capture.frames {
      for octet in "\(frame.interface) \(frame.nanoseconds)".utf8 { take(octet) }
      for octet in frame.octets { take(octet) }
    }
    return digest
  }

  /// A line of the fixture: accessory, set, number of frames, digest.
  private static func line(_ accessory: String, _ set: String) throws -> String {
    var request = try Shipped.request(accessory)
    request.requirements = try Shipped.requirements(set)
    let capture = CheckRunner(request).run().capture
    return "\(accessory)\t\(set)\t\(capture.count)\t\(String(digest(capture), radix: 16))"
  }

  /// `UPDATE_GOLDEN=1` writes the fixture anew. The commit then says what changed in captures, and why.
  @Test("stay as they are, octet for octet, unless they are changed on purpose")
  func unchanged() throws {
    let lines = try Shipped.names(in: "accessories").flatMap { accessory in
      try Self.sets.map { try Self.line(accessory, $0) }
    }
    let text = lines.map { $0 + "\n" }.joined()
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try text.write(toFile: Self.fixture, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: Self.fixture, encoding: .utf8)
    #expect(lines == expected.split(separator: "\n").map(String.init))
  }
}
