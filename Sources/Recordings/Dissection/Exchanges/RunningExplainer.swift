public import Capture

/// Explains the frames of a run while it goes on.
public struct RunningExplainer {
  /// A frame in words, as `FrameExplanation` has it, without its fields.
  public struct Line: Hashable, Sendable {
    public let number: Int
    public let interface: String?
    public let time: RecordTime?
    public let direction: RecordedDirection
    public let name: String
    public let sentences: [String]
    /// The earlier frame that it answers; nil if none.
    public let answers: FrameExplanation.Reference?
  }

  private var conversation = Conversation()
  /// The frames so far, empty PDUs included.
  public private(set) var frameCount = 0

  public init() {}

  /// Explains the frames of a log that follow those of the logs before. Empty PDUs are counted and left out.
  public mutating func explain(_ log: CaptureLog) -> [Line] {
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
