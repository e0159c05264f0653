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
    var estimator = RangingEstimator(.ml)
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
      let estimate = try estimator.found(paths: [response])
      // The pair stands in a room: the residual of about 0.3 rad is its reflections, the same each time.
      #expect(estimate.hasPeak, "procedure \(counter)")
      #expect(estimate.phaseResidualRadians < 0.6, "procedure \(counter)")
      distances.append(estimate.metres)
    }
    #expect(distances.count >= 10)
    let spread = (distances.max() ?? 0) - (distances.min() ?? 0)
    #expect(spread < 0.3, "\(distances)")
  }

  @Test(
    "four antenna paths of a real Silicon Labs pair agree on one distance",
    .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
  func fourPaths() throws {
    let sides = try printedSides("silabs_one_procedure_4ap_pbr.txt")
    let (own, peer) = (sides.initiator.filter { $0.mode == 2 }, sides.reflector.filter { $0.mode == 2 })
    #expect(own.count == peer.count && own.count > 60)
    var paths = [ToneResponse](repeating: ToneResponse(), count: 4)
    for (step, peerStep) in zip(own, peer) where step.channel == peerStep.channel {
      for slot in 0..<4 {
        let path = Self.permutations[Int(step.data[0])][slot] - 1
        let (tone, peerTone) = (step.tone(slot), peerStep.tone(slot))
        paths[path].append(
          channel: step.channel, initiatorI: tone.i, initiatorQ: tone.q, reflectorI: peerTone.i,
          reflectorQ: peerTone.q)
      }
    }
    for kind in [RangingEstimatorKind.ml, .earliest, .music] {
      var estimator = RangingEstimator(kind)
      let joint = try estimator.found(paths: paths)
      #expect(joint.hasPeak && joint.deviationMetres.isFinite, "\(kind)")
      #expect(joint.toneCount == 4 * own.count)
      // The two lie on one desk or in one room.
      #expect((-5..<15).contains(joint.metres), "\(kind): \(joint.metres)")
    }
    var estimator = RangingEstimator(.ml)
    let joint = try estimator.found(paths: paths)
    for path in paths {
      let single = try estimator.found(paths: [path])
      guard single.hasPeak else { continue }
      #expect(abs(single.metres - joint.metres) < 5 * single.deviationMetres + 1, "\(single.metres)")
    }
  }

  @Test(
    "the round-trip times of a real Silicon Labs pair agree on one distance",
    .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
  func roundTrips() throws {
    let sides = try printedSides("silabs_one_procedure_rtt.txt")
    let (own, peer) = (sides.initiator.filter { $0.mode == 1 }, sides.reflector.filter { $0.mode == 1 })
    #expect(own.count == peer.count && own.count > 60)
    let roundTrips = zip(own, peer).map { step, peerStep in
      RangingMeasurement.RoundTrip(
        initiator: step.time, reflector: peerStep.time,
        initiatorNADM: NADM(rawValue: step.data[1]), reflectorNADM: NADM(rawValue: peerStep.data[1]))
    }
    var estimator = RangingEstimator(.rtt)
    let all = try estimator.found(RangingMeasurement(roundTrips: roundTrips))
    #expect((-10..<30).contains(all.metres), "\(all.metres)")
    #expect(all.quality > 0.9)
    let half = try estimator.found(
      RangingMeasurement(roundTrips: Array(roundTrips.prefix(roundTrips.count / 2))))
    #expect(abs(half.metres - all.metres) < 3 * all.deviationMetres)
  }

  /// Which path is in each slot, by Antenna_Permutation_Index.
  private static let permutations = [
    "1234", "2134", "1324", "3124", "3214", "2314", "1243", "2143", "1423", "4123", "4213", "2413", "1432",
    "4132", "1342", "3142", "3412", "4312", "4231", "2431", "4321", "3421", "3241", "2341",
  ].map { $0.compactMap(\.wholeNumberValue) }

  private func printedSides(
    _ name: String
  ) throws -> (initiator: [PrintedStep], reflector: [PrintedStep]) {
    let folder = URL(filePath: try #require(recordings))
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let parts = text.components(separatedBy: "Reflector:")
    try #require(parts.count == 2)
    return (try PrintedStep.all(in: parts[0]), try PrintedStep.all(in: parts[1]))
  }
}

/// A step as a Silicon Labs initiator prints it.
private struct PrintedStep {
  let mode: UInt8
  let channel: UInt8
  let data: [UInt8]

  static func all(in text: String) throws -> [PrintedStep] {
    var steps: [PrintedStep] = []
    for line in text.split(whereSeparator: \.isNewline) where line.contains("Step data:") {
      let octets = try #require(line.split(separator: ":").last).split(separator: " ")
        .compactMap { UInt8($0, radix: 16) }
      var offset = 0
      while offset + 3 <= octets.count {
        let end = offset + 3 + Int(octets[offset + 2])
        try #require(end <= octets.count)
        steps.append(
          PrintedStep(
            mode: octets[offset], channel: octets[offset + 1], data: Array(octets[offset + 3..<end])))
        offset = end
      }
    }
    return steps
  }

  /// ToA - ToD or ToD - ToA of mode-1.
  var time: TimeDifference {
    TimeDifference(rawValue: Int16(bitPattern: UInt16(data[3]) | UInt16(data[4]) << 8))
  }

  /// The PCT in a slot of mode-2.
  func tone(_ slot: Int) -> (i: Double, q: Double) {
    let word = (0..<3).reduce(UInt32(0)) { $0 | UInt32(data[1 + 4 * slot + $1]) << UInt32(8 * $1) }
    return (Double(Int32(bitPattern: word << 20) >> 20), Double(Int32(bitPattern: word << 8) >> 20))
  }
}
