package import Capture

/// Explains frames of a recording, with what came before each and what answers it.
package enum FrameExplainer {
  /// How many frames behind a wanted one are looked at for an answer.
  private static let lookAhead = 20_000

  /// Explains frame `number`, counted from 1, of an unread recording.
  package static func explain(
    _ number: Int, of recording: RecordingReader
  ) throws(FrameError) -> FrameExplanation {
    guard let frame = try explain([number], of: recording)[number] else {
      throw .noSuchFrame(number: number, count: recording.frameCount)
    }
    return frame
  }

  /// Explains those of the frames `numbers`, counted from 1, that an unread recording has, in one pass. Throws
  /// `FrameError.unreadable`.
  package static func explain(
    _ numbers: Set<Int>, of recording: RecordingReader
  ) throws(FrameError) -> [Int: FrameExplanation] {
    var conversation = Conversation()
    var wanted: [Int: Wanted] = [:]
    var open: [OpenQuestions] = []
    let last = numbers.max() ?? 0
    while let frame = try next(of: recording) {
      if frame.number > last, open.isEmpty { break }
      let isWanted = numbers.contains(frame.number)
      // Steps ask and answer nothing.
      if frame.kind == .steps, !isWanted { continue }
      let packet = conversation.read(frame, recording.octets, subevent: recording.subevent)
      open.removeAll { asked in
        guard frame.number - asked.frame <= lookAhead else { return true }
        if packet.answers.contains(where: asked.questions.contains) {
          wanted[asked.frame]?.references.append(
            .init(how: "answered by \(packet.name)", frame: frame.number))
          return true
        }
        return asked.isOver(with: packet)
      }
      if isWanted {
        var own = Wanted(frame: frame, packet: packet, recording: recording)
        own.references =
          conversation.question(behind: packet).map { question in
            [FrameExplanation.Reference(how: "answers \(question.name)", frame: question.frame)]
          } ?? []
        wanted[frame.number] = own
        let questions = conversation.questions(of: packet)
        if !questions.isEmpty { open.append(OpenQuestions(frame: frame.number, questions: questions)) }
      }
      conversation.remember(packet, frame.number)
    }
    return wanted.mapValues(\.explanation)
  }

  /// What a wanted frame asks and no later frame has answered yet.
  private struct OpenQuestions {
    let frame: Int
    let questions: [Question]

    /// Whether no later packet can be the answer.
    func isOver(with packet: PacketReading) -> Bool {
      // What is open when the link ends is never answered.
      if let link = packet.boundary, questions.contains(where: { $0.stream.forward == link }) { return true }
      // The same question again: what follows answers that one.
      return packet.asks.contains(where: questions.contains)
    }
  }

  private static func next(of recording: RecordingReader) throws(FrameError) -> RecordedFrame? {
    do throws(CaptureError) {
      return try recording.next()
    } catch {
      throw .unreadable(error)
    }
  }
}

/// A frame that is explained, as the reader lends it for a moment.
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
