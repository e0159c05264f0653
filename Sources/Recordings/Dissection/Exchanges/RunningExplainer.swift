package import Capture

/// Explains the frames of a run while it goes on.
package struct RunningExplainer {
  /// A frame in words, as `FrameExplanation` has it, without its fields.
  package struct Line: Hashable, Sendable {
    package let number: Int
    package let interface: String?
    package let time: RecordTime?
    package let direction: RecordedDirection
    package let name: String
    package let sentences: [String]
    /// The earlier frame that it answers; nil if none.
    package let answers: FrameExplanation.Reference?
  }

  private var conversation = Conversation()
  /// The frames so far, empty PDUs included.
  package private(set) var frameCount = 0

  package init() {}

  /// Explains the frames of a log that follow those of the logs before. Empty PDUs are counted and left out.
  package mutating func explain(_ log: CaptureLog) -> [Line] {
    guard log.count > 0 else { return [] }
    var lines: [Line] = []
    do throws(CaptureError) {
      let recording = try RecordingReader(log)
      while let frame = try recording.next() {
        let packet = conversation.read(frame, recording.octets, subevent: recording.subevent)
        let number = frameCount + frame.number
        if packet.name != PacketReading.emptyPDU { lines.append(line(number, frame, packet, recording)) }
        conversation.remember(packet, number)
      }
    } catch {
      preconditionFailure("a log that was just written cannot be read: \(error)")
    }
    frameCount += log.count
    return lines
  }

  private func line(
    _ number: Int, _ frame: RecordedFrame, _ packet: PacketReading, _ recording: RecordingReader
  ) -> Line {
    Line(
      number: number, interface: recording.interface(of: frame)?.name, time: frame.time,
      direction: packet.direction ?? frame.direction, name: packet.name, sentences: packet.sentences,
      answers: conversation.question(behind: packet).map {
        FrameExplanation.Reference(how: "answers \($0.name)", frame: $0.frame)
      })
  }
}
