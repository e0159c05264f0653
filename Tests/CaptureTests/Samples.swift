import Capture
import CoreTypes
import Foundation
import SimulationKernel

/// An ADV_IND of the public address D6:15:14:13:12:11 with its CRC as Wireshark computes it.
let advertisingFrame = LinkFrame(
  time: Instant(picoseconds: 1_234_567_000), rfChannel: 0, accessAddress: 0x8E89_BED6,
  pdu: [
    0x40, 0x0F, 0x11, 0x12, 0x13, 0x14, 0x15, 0xD6, 0x02, 0x01, 0x06, 0x05, 0x09, 0x56, 0x52, 0x45, 0x46,
  ],
  crc: [0x31, 0xB7, 0xBD], direction: .advertising, signalDbm: -60, noiseDbm: -95)

/// HCI_Reset.
let reset = HCIFrame(
  time: .start, role: .initiator, direction: .hostToController, packet: [0x01, 0x03, 0x0C, 0x00])

/// HCI_Command_Complete of HCI_Reset.
let resetComplete = HCIFrame(
  time: Instant(picoseconds: 5_000_000_001_000), role: .reflector, direction: .controllerToHost,
  packet: [0x04, 0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00])

/// The log that stands in `Tests/Fixtures/capture-three-frames.pcapng`.
func threeFrames() -> CaptureLog {
  let log = CaptureLog()
  log.append(reset)
  let advertising = log.append(advertisingFrame)
  let complete = log.append(resetComplete)
  log.comment(frame: complete, text: "one")
  log.comment(frame: advertising, text: "the first advertising packet")
  log.comment(frame: complete, text: "zwei µs")
  return log
}

/// The writer of that file.
let fixtureWriter = PcapngWriter(application: "reflector test", comments: ["seed 7"])

/// Keeps what is written, piece by piece.
struct MemorySink: ByteSink {
  var pieces: [[UInt8]] = []
  var octets: [UInt8] { Array(pieces.joined()) }

  mutating func write(_ octets: [UInt8]) throws(CaptureError) { pieces.append(octets) }
}

/// The octets of `log` as pcapng.
func pcapng(of log: CaptureLog, by writer: PcapngWriter = fixtureWriter) throws -> [UInt8] {
  var sink = MemorySink()
  try writer.write(log, to: &sink)
  return sink.octets
}

/// Runs `body` with a new empty folder, which is removed afterwards.
func withTemporaryFolder<R>(_ body: (String) throws -> R) throws -> R {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}

/// The names in a folder, sorted, hidden ones too.
func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

/// The octets of the file at `path`.
func octets(at path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: URL(fileURLWithPath: path)))
}

/// A link frame at `time` with everything else drawn.
func randomLinkFrame(at time: Instant, using random: inout RandomStream) -> LinkFrame {
  let phy = PHY.allCases.randomElement(using: &random) ?? .le1M
  let direction = LinkFrame.Direction.allCases.randomElement(using: &random) ?? .advertising
  let isAuxiliary = direction == .auxiliaryAdvertising
  let auxiliaryPDU = isAuxiliary ? LinkFrame.AuxiliaryPDU.allCases.randomElement(using: &random) : nil
  let isDecrypted = !isAuxiliary && Bool.random(using: &random)
  return LinkFrame(
    time: time, rfChannel: .random(in: 0..<40, using: &random), phy: phy,
    codingIndicator: phy == .leCoded ? .random(in: 0...1, using: &random) : 0,
    accessAddress: AccessAddress(rawValue: .random(in: 0 ... .max, using: &random)),
    pdu: randomOctets(2...60, using: &random),
    crc: randomOctets(3...3, using: &random), isCRCValid: .random(using: &random),
    direction: direction, auxiliaryPDU: auxiliaryPDU ?? .advInd,
    isDecrypted: isDecrypted, isMICValid: !isDecrypted || .random(using: &random),
    signalDbm: Bool.random(using: &random) ? .random(in: -128...127, using: &random) : nil,
    noiseDbm: Bool.random(using: &random) ? .random(in: -128...127, using: &random) : nil)
}

/// Random octets, as many as `count` allows.
func randomOctets(_ count: ClosedRange<Int>, using random: inout RandomStream) -> [UInt8] {
  (0..<Int.random(in: count, using: &random)).map { _ in .random(in: 0...255, using: &random) }
}

/// A log of `count` frames on all interfaces, with some comments.
func randomLog(frames count: Int, seed: UInt64) -> CaptureLog {
  var random = RandomStream(seed: seed)
  let log = CaptureLog()
  var time = Instant.start
  for _ in 0..<count {
    time = time + Picoseconds(.random(in: 0...9_000_000_000, using: &random))
    let number =
      if Bool.random(using: &random) {
        log.append(randomLinkFrame(at: time, using: &random))
      } else {
        log.append(
          HCIFrame(
            time: time, role: CSRole.allCases.randomElement(using: &random) ?? .initiator,
            direction: HCIFrame.Direction.allCases.randomElement(using: &random) ?? .hostToController,
            packet: randomOctets(1...258, using: &random)))
      }
    for i in 0..<Int.random(in: 0...2, using: &random) { log.comment(frame: number, text: "remark \(i)") }
  }
  return log
}
