import Capture
import SimulationKernel
import Testing
import Wire

@Suite struct PcapngReaderTests {
  /// A big-endian file: an interface with microseconds, a block of type 0xBAD, and one packet of two octets.
  private let bigEndian =
    "0a0d0d0a0000001c1a2b3c4d00010000ffffffffffffffff0000001c"
    + "000000010000001400fb00000000ffff00000014"
    + "00000bad000000107fffffff00000010"
    + "00000006000000240000000000000001000000020000000200000005abcd000000000024"

  private func read(_ hex: String) throws -> PcapngFile {
    try PcapngReader().read(try #require([UInt8](hex: hex)))
  }

  @Test func aBigEndianFileIsRead() throws {
    let file = try read(bigEndian)
    #expect(file.interfaces.map(\.linkType) == [0x00FB])
    #expect(file.skippedBlockTypes == [0xBAD])
    let packet = try #require(file.packets.first)
    #expect(packet.octets.hex == "abcd" && packet.originalCount == 5)
    #expect(packet.timestamp == 0x1_0000_0002)
    #expect(file.nanoseconds(of: packet) == 0x1_0000_0002 * 1_000)
  }

  @Test func eachSectionCountsItsOwnInterfaces() throws {
    let file = try read(bigEndian + bigEndian)
    #expect(file.sections.count == 2)
    #expect(file.packets.map(\.interface) == [0, 1])
  }

  @Test func aFileThatEndsBetweenBlocksIsShorterAndAnywhereElseIsAnError() throws {
    let octets = try pcapng(of: threeFrames())
    var ends: [Int] = []
    for count in 0..<octets.count {
      do throws(CaptureError) {
        _ = try PcapngReader().read(Array(octets.prefix(count)))
        ends.append(count)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    #expect(ends.count == 6, "the section, three interfaces and two packets may be last: \(ends)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func changedOctetsGiveAFileOrAnError(seed: UInt64) throws {
    let octets = try pcapng(of: threeFrames())
    var random = RandomStream(seed: seed)
    for _ in 0..<200 {
      var changed = octets
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[.random(in: changed.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      do throws(CaptureError) {
        let file = try PcapngReader().read(changed)
        for packet in file.packets { _ = file.nanoseconds(of: packet) }
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func whatIsNoPcapngIsSaidToBeNone() {
    for octets in [[], [UInt8]("0123456789abcdef".utf8), [1, 0, 0, 0, 12, 0, 0, 0, 12, 0, 0, 0]] {
      #expect(throws: CaptureError.self) { try PcapngReader().read(octets) }
    }
    #expect(throws: CaptureError.notPcapng) { try PcapngReader().read([]) }
  }

  @Test(arguments: [
    ("second block length", "0000001c00000001", "0000001d00000001"),
    ("block length", "0000000100000014", "0000000100000016"),
    ("byte order magic", "1a2b3c4d", "1a2b3c4e"),
    ("major version", "4d0001", "4d0002"),
    ("interface id", "000000240000000000000001", "000000240000000100000001"),
  ])
  func aFieldThatMakesNoSenseIsNamed(field: String, old: String, new: String) throws {
    let range = try #require(bigEndian.firstRange(of: old))
    let error = try #require(throws: CaptureError.self) {
      try read(bigEndian.replacingCharacters(in: range, with: new))
    }
    guard case .invalid(_, let named, _) = error else { throw error }
    #expect(named == field)
  }

  @Test(
    arguments: [
      (0x06, 1_000_000), (0x09, 1_000_000_000), (0x8A, 1_024), (0x00, 1), (0x13, 10_000_000_000_000_000_000),
      (0xBF, 1 << 63),
    ] as [(UInt8, UInt64)])
  func theResolutionIsAPowerOfTenOrTwo(resolution: UInt8, ticks: UInt64) throws {
    #expect(try file(withResolution: resolution).interfaces[0].ticksPerSecond == ticks)
  }

  @Test(arguments: [0x14, 0x7F, 0xC0, 0xFF] as [UInt8])
  func aResolutionBeyond64BitsIsRefused(resolution: UInt8) {
    #expect(throws: CaptureError.invalid(offset: 48, field: "if_tsresol", value: UInt64(resolution))) {
      try file(withResolution: resolution)
    }
  }

  private func file(withResolution resolution: UInt8) throws -> PcapngFile {
    try read(
      bigEndian.prefix(56) + "000000010000001c00fb000000000000" + "00090001" + [resolution].hex + "000000"
        + "0000001c")
  }

  @Test func limitsStopAFileThatIsTooLarge() throws {
    let octets = try pcapng(of: threeFrames())
    #expect(throws: CaptureError.tooLarge(octets: octets.count, limit: 100)) {
      try PcapngReader(octetLimit: 100).read(octets)
    }
    #expect(throws: CaptureError.self) { try PcapngReader(interfaceLimit: 2).read(octets) }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    var copy = self
    copy.replaceSubrange(range, with: text)
    return copy
  }
}
