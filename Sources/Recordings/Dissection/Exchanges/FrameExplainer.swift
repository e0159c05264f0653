public import Capture

/// Explains one frame of a recording, with what came before it and what answers it.
public enum FrameExplainer {
  /// How many frames behind the wanted one are looked at for an answer.
  private static let lookAhead = 20_000

  /// Explains frame `number`, counted from 1, of an unread recording.
  public static func explain(
    _ number: Int, of recording: RecordingReader
  ) throws(FrameError) -> FrameExplanation {
    var conversation = Conversation()
    while let frame = try next(of: recording) {
      let packet = conversation.read(frame, recording.octets, subevent: recording.subevent)
      guard frame.number == number else {
        conversation.remember(packet, frame.number)
        continue
      }
      var wanted = Wanted(frame: frame, packet: packet, recording: recording)
      wanted.references =
        conversation.question(behind: packet).map { question in
          [FrameExplanation.Reference(how: "answers \(question.name)", frame: question.frame)]
        } ?? []
      let questions = conversation.questions(of: packet)
      conversation.remember(packet, frame.number)
      if let answer = try answer(to: questions, in: recording, &conversation) {
        wanted.references.append(answer)
      }
      return wanted.explanation
    }
    throw .noSuchFrame(number: number, count: recording.frameCount)
  }

  private static func answer(
    to questions: [Question], in recording: RecordingReader, _ conversation: inout Conversation
  ) throws(FrameError) -> FrameExplanation.Reference? {
    guard !questions.isEmpty else { return nil }
    for _ in 0..<lookAhead {
      guard let frame = try next(of: recording) else { return nil }
      let packet = conversation.read(frame, recording.octets, subevent: recording.subevent)
      if packet.answers.contains(where: questions.contains) {
        return .init(how: "answered by \(packet.name)", frame: frame.number)
      }
      // What is open when the link ends is never answered.
      if let link = packet.boundary, questions.contains(where: { $0.stream.forward == link }) {
        return nil
      }
      // The same question again: what follows answers that one.
      if packet.asks.contains(where: questions.contains) { return nil }
    }
    return nil
  }

  private static func next(of recording: RecordingReader) throws(FrameError) -> RecordedFrame? {
    do throws(CaptureError) {
      return try recording.next()
    } catch {
      throw .unreadable(error)
    }
  }
}

/// The frame that is explained, as the reader lends it for a moment.
private struct Wanted {
  let frame: RecordedFrame
  let packet: PacketReading
  let interface: String?
  let comments: [String]
  let octets: [UInt8]
  /// The number of its octets in the file, including the header of the link type.
  let keptCount: Int
  var references: [FrameExplanation.Reference] = []

  init(frame: RecordedFrame, packet: PacketReading, recording: RecordingReader) {
    self.frame = frame
    self.packet = packet
    interface = recording.interface(of: frame)?.name
    comments = recording.comments
    octets = recording.octets
    keptCount = recording.withPacket(\.count)
  }

  var explanation: FrameExplanation {
    FrameExplanation(
      number: frame.number, offset: frame.offset, interface: interface, time: frame.time,
      direction: packet.direction ?? frame.direction, name: packet.name, sentences: packet.sentences + origin,
      reception: ReceptionWords.facts(frame.kind), layers: packet.parts.flatMap(\.layers),
      references: references,
      comments: comments, octets: octets)
  }

  private var origin: [String] {
    if let line = frame.line {
      return ["The packet is rebuilt from line \(line); fields that the line does not have are zero."]
    }
    return frame.isCut
      ? ["The recorder kept \(keptCount) of \(frame.originalCount) octets."] : []
  }
}
