import Capture
import Conformance
import ConformanceTester
import TestSupport
import Testing

@testable import Dissection

@Suite("The evidence of a capture")
struct CaptureEvidenceTests {
  private static func log(notesSubeventStarts: Bool) throws -> CaptureLog {
    var request = try Shipped.request("nordic-nrf54l15-ipt", only: ["CS-A07"])
    request.notesSubeventStarts = notesSubeventStarts
    return CheckRunner(request).run().capture
  }

  @Test("explains several frames as it explains each alone")
  func frames() throws {
    let log = try Self.log(notesSubeventStarts: false)
    let numbers = Set(stride(from: 1, through: log.count, by: 37))
    let together = CaptureEvidence(log, frames: numbers.union([log.count + 1])).frames
    #expect(Set(together.keys) == numbers)
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    for number in numbers {
      let alone = try FrameExplainer.explain(number, of: RecordingReader(octets: sink.octets))
      let found = try #require(together[number])
      #expect(found.name == alone.name && found.sentences == alone.sentences, "frame \(number)")
      #expect(found.references == alone.references && found.layers == alone.layers, "frame \(number)")
    }
    #expect(together.values.contains { !$0.references.isEmpty })
  }

  @Test("has the first steps behind the results of a procedure, and behind nothing else")
  func steps() throws {
    let log = try Self.log(notesSubeventStarts: true)
    let evidence = CaptureEvidence(log, frames: Set(1...log.count))
    var resultCount = 0
    for frame in evidence.frames.values {
      let steps = evidence.steps(behind: frame)
      guard frame.name.hasPrefix("HCI_LE_CS_Subevent_Result") else {
        #expect(steps.isEmpty, "frame \(frame.number) \(frame.name)")
        continue
      }
      resultCount += 1
      #expect(steps.map { Int($0.record.stepIndex) } == Array(0..<8), "frame \(frame.number)")
      let counters = frame.layers.flatMap(\.fields).filter { $0.name == "Procedure_Counter" }.map(\.value)
      #expect(counters.allSatisfy { $0 == "\(steps[0].record.procedureCounter)" }, "frame \(frame.number)")
    }
    #expect(resultCount > 4)
  }

  @Test("is no part of the capture")
  func capture() throws {
    let (plain, noted) = (try Self.log(notesSubeventStarts: false), try Self.log(notesSubeventStarts: true))
    #expect(Array(plain.frames) == Array(noted.frames))
    #expect(plain.subeventStarts.isEmpty && !noted.subeventStarts.isEmpty)
  }
}
