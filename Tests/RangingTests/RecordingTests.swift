import CoreTypes
import Foundation
import Testing

@testable import Ranging

/// A UART log of one side of a real pair: step octets of each procedure as hexadecimal lines.
private struct RecordedSide {
  /// Step octets by procedure counter; aborted procedures are left out.
  var procedures: [Int: [UInt8]] = [:]

  init(log: String) {
    for block in log.components(separatedBy: "CS Subevent result received:").dropFirst() {
      let lines = block.split(whereSeparator: \.isNewline).map(String.init)
      let number = { (field: String) in
        lines.first { $0.contains(field) }?.split(separator: ":").last
          .flatMap { Int($0.trimmingCharacters(in: .whitespaces)) }
      }
      guard let counter = number("Procedure counter"), number("Procedure done status") == 0,
        number("Subevent done status") == 0
      else { continue }
      let hex = lines.drop { !$0.contains("Raw step data") }.dropFirst()
        .map { $0.trimmingCharacters(in: .whitespaces) }
        .prefix { $0.allSatisfy(\.isHexDigit) }.joined()
      let digits = hex.compactMap(\.hexDigitValue).map(UInt8.init)
      procedures[counter] = stride(from: 1, to: digits.count, by: 2).map { digits[$0 - 1] << 4 | digits[$0] }
    }
  }

  /// Channel, I and Q of the path slot of each mode-2 step.
  static func tones(_ octets: [UInt8]) -> [(channel: UInt8, i: Double, q: Double)] {
    var tones: [(channel: UInt8, i: Double, q: Double)] = []
    var offset = 0
    while offset + 3 <= octets.count {
      let length = Int(octets[offset + 2])
      if octets[offset] == 2 && offset + 3 + length <= octets.count {
        let word = (0..<3).reduce(UInt32(0)) { $0 | UInt32(octets[offset + 4 + $1]) << UInt32(8 * $1) }
        let i = Int32(bitPattern: word << 20) >> 20
        let q = Int32(bitPattern: word << 8) >> 20
        tones.append((octets[offset + 1], Double(i), Double(q)))
      }
      offset += 3 + length
    }
    return tones
  }
}

private let recordings = ProcessInfo.processInfo.environment["REFLECTOR_RECORDINGS"]

@Suite("Recordings of real hardware")
struct RecordingTests {
  @Test(
    "the procedures of a real nRF54L15 pair at rest agree on one distance",
    .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
  func nordicPair() throws {
    let folder = URL(filePath: try #require(recordings))
    let side = { (name: String) in
      RecordedSide(log: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
    }
    let initiator = try side("nrf54l15_1ap_initiator.txt")
    let reflector = try side("nrf54l15_1ap_reflector.txt")
    var distances: [Double] = []
    for counter in initiator.procedures.keys.sorted() {
      guard let own = initiator.procedures[counter], let peer = reflector.procedures[counter] else {
        continue
      }
      let pairs = zip(RecordedSide.tones(own), RecordedSide.tones(peer))
      var response = ToneResponse()
      for (tone, peerTone) in pairs where tone.channel == peerTone.channel {
        response.append(
          channel: tone.channel, initiatorI: tone.i, initiatorQ: tone.q, reflectorI: peerTone.i,
          reflectorQ: peerTone.q)
      }
      guard response.count == 72 else { continue }
      let estimate = try #require(DistanceEstimator().estimate(response))
      // The pair stands in a room: the residual of about 0.3 rad is its reflections, the same each time.
      #expect(estimate.hasPeak, "procedure \(counter)")
      #expect(estimate.phaseResidualRadians < 0.6, "procedure \(counter)")
      distances.append(estimate.metres)
    }
    #expect(distances.count >= 10)
    let spread = (distances.max() ?? 0) - (distances.min() ?? 0)
    #expect(spread < 0.3, "\(distances)")
  }
}
