import Capture
import Foundation
import Lab
import ProjectFiles
import Ranging
import Testing

@Suite("A recording in a lab")
struct LabRecordingTests {
  @Test("plays its procedures in the order of time")
  func procedures() throws {
    let octets = Array(
      try Data(
        contentsOf: ProjectFolder.url.appending(path: "Tests/Fixtures/recording-ranging-service.pcapng")))
    let recording = try LabRecording(octets, name: "r", estimator: .ml)
    #expect(!recording.procedures.isEmpty)
    #expect(zip(recording.procedures, recording.procedures.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(recording.procedures.allSatisfy { $0.trueMetres == nil && $0.steps.isEmpty })
    #expect(recording.procedures.contains { $0.metres != nil })
    #expect(recording.end == recording.procedures.last?.time)
  }

  @Test("says what is damaged")
  func damaged() throws {
    let octets = try Data(
      contentsOf: ProjectFolder.url.appending(path: "Tests/Fixtures/recording-ranging-service.pcapng"))
    #expect(try LabRecording(Array(octets), name: "r", estimator: .ml).trouble == nil)
    let cut = try LabRecording(Array(octets.dropLast(7)), name: "r", estimator: .ml)
    #expect(
      cut.trouble?.hasPrefix("The recording has 1 problem, the first: ") == true, "\(cut.trouble ?? "")")
  }

  @Test("is refused if it is none", arguments: [[], Array("a text".utf8)] as [[UInt8]])
  func refused(octets: [UInt8]) {
    #expect(throws: CaptureError.self) { try LabRecording(octets, name: "r", estimator: .ml) }
  }
}
