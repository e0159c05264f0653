import Capture
import Conformance
import ConformanceTester
import Foundation
import Profiles
import TestSupport
import Testing

@testable import Dissection

/// Which frame answers which is worked out by Wireshark too, for the protocols that it knows.
@Suite("Frames that answer each other", .enabled(if: WiresharkGate.installed != nil, WiresharkGate.missing))
struct ExchangeTests {
  /// A field of Wireshark's that names the frame of the question.
  private static let fields = [
    "btle.request_in_frame", "btatt.request_in_frame", "bthci_evt.command_in_frame",
  ]

  @Test("are the same for Wireshark", arguments: Self.fields)
  func questions(field: String) throws {
    let gate = try #require(WiresharkGate.installed)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pcapng")
    defer { try? FileManager.default.removeItem(at: file) }
    var request = try Shipped.request("nordic-nrf54l15-ras")
    request.requirements = try Shipped.requirements("ras-rap-1-0")
    request.onlyIDs = request.requirements.requirements.prefix(3).map(\.id)
    let outcome = CheckRunner(request).run()
    try PcapngWriter(application: "reflector test").writeFile(outcome.capture, at: file.path)
    let own = try Self.questions(in: file.path)
    let lines = try gate.lines(of: file.path, where: field, showing: ["frame.number", field])
    var compared = 0
    for line in lines {
      let numbers = line.split(separator: "\t").compactMap { Int($0) }
      try #require(numbers.count == 2)
      // For Wireshark each packet of a procedure belongs to the one that began it.
      var questions: [Int] = []
      var frame = numbers[0]
      while let question = own[frame] {
        questions.append(question)
        frame = question
      }
      #expect(questions.contains(numbers[1]), "frame \(numbers[0]): \(questions)")
      compared += 1
    }
    #expect(compared > 10)
  }

  /// The frames that answer one, and that one.
  private static func questions(in path: String) throws -> [Int: Int] {
    let reader = try RecordingReader(path: path)
    var conversation = Conversation()
    var questions: [Int: Int] = [:]
    while let frame = try reader.next() {
      let packet = conversation.read(frame, reader.octets, subevent: nil)
      if let question = conversation.question(behind: packet) { questions[frame.number] = question.frame }
      conversation.remember(packet, frame.number)
    }
    return questions
  }
}
