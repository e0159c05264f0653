import Analysis
import Capture
import CoreTypes
import Foundation
import Ranging
import Testing

private let recordings = ProcessInfo.processInfo.environment["REFLECTOR_RECORDINGS"]

@Suite(
  "Recordings of real hardware analyzed",
  .enabled(if: recordings != nil, "set REFLECTOR_RECORDINGS to the folder of the recordings"))
struct HardwareRecordingTests {
  private static func analyze(
    _ names: String..., estimators: [RangingEstimatorKind] = [.ml]
  ) throws -> (RecordingAnalyzer, [ProcedureAnalysis]) {
    let folder = try #require(recordings)
    let analyzer = RecordingAnalyzer(
      try names.map { .init(try RecordingReader(path: "\(folder)/\($0)"), name: $0) }, estimators: estimators)
    var procedures: [ProcedureAnalysis] = []
    while let procedure = try analyzer.nextProcedure() { procedures.append(procedure) }
    return (analyzer, procedures)
  }

  @Test("both logs of a pair with the firmware waves are aligned by counter, and their distances agree")
  func waves() throws {
    let (analyzer, procedures) = try Self.analyze("nrf54l15_1ap_initiator.txt", "nrf54l15_1ap_reflector.txt")
    #expect(procedures.map { Int($0.initiator?.counter ?? .max) } == Array(0..<30))
    #expect(procedures.allSatisfy { $0.initiator?.counter == $0.reflector?.counter && $0.obstacle == nil })
    #expect(analyzer.connections.map(\.procedures.complete) == [30, 30])
    let metres = procedures.compactMap { $0.estimates[0].estimate?.metres }
    #expect(metres.count == 30)
    #expect(try #require(metres.max()) - #require(metres.min()) < 0.15)
    let offsets = procedures.compactMap(\.initiatorSteps?.frequencyOffset)
    #expect(offsets.allSatisfy { (-2.3 ... -1.8).contains($0) })
    #expect(procedures.allSatisfy { $0.initiatorSteps?.stepCounts == [3, 0, 72, 0] })
  }

  @Test("four antenna paths give four channel responses, each of all its channels")
  func fourPaths() throws {
    let (_, procedures) = try Self.analyze("silabs_one_procedure_4ap_pbr.txt")
    #expect(procedures.count == 1)
    let measurement = try #require(procedures[0].measurement)
    #expect(measurement.paths.map(\.count) == [72, 72, 72, 72])
    #expect(procedures[0].estimates[0].estimate?.hasPeak == true)
    // Each slot's path follows the step's Antenna_Permutation_Index: over a procedure every slot meets every path.
    let tones = procedures[0].tones()
    for slot in 0..<4 {
      #expect(Set(tones.filter { $0.slot == slot }.map(\.antennaPath)) == [0, 1, 2, 3])
    }
  }

  @Test("round-trip times of both ends give a distance")
  func times() throws {
    let (_, procedures) = try Self.analyze("silabs_one_procedure_rtt.txt", estimators: [.ml, .rtt])
    #expect(procedures.count == 1)
    #expect(procedures[0].estimates[0].estimate == nil)
    let metres = try #require(procedures[0].estimates[1].estimate).metres
    #expect((-5...5).contains(metres))
  }
}
