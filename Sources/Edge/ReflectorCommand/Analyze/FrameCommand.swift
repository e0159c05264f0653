internal import ArgumentParser
internal import Capture
internal import Dissection
internal import Profiles
internal import Reports

struct FrameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame",
    abstract: "Explain frames of a capture.",
    usage: "reflector frame <file> <number> ... [<options>]",
    discussion: """
      Prints the purpose of the packet, its fields, the frame that it answers, and the verdicts that cite it. \
      Frame numbers are those of reports and of Wireshark.

        reflector frame Captures/nordic-nrf54l15-ipt.pcapng 305
        reflector frame phone.btsnoop 12 40 --json -

      Exit status: 0 explained, 2 bad input, 70 a bug of ours.
      """)

  private static let maximumFrames = 100

  @Argument(help: ArgumentHelp("A recording that 'reflector analyze' reads.", valueName: "file"))
  var recording: String

  @Argument(help: ArgumentHelp("Frame numbers, counted from 1.", valueName: "number"))
  var numbers: [Int]

  @OptionGroup var output: JSONOptions

  func validate() throws {
    guard let wrong = numbers.first(where: { $0 < 1 }) else {
      guard numbers.count <= Self.maximumFrames else {
        throw ValidationError("found \(numbers.count) frames, expected at most \(Self.maximumFrames).")
      }
      return
    }
    throw ValidationError("found frame \(wrong), expected 1 or more.")
  }

  func run() throws {
    try output.checkFile()
    let frames = try explained()
    try output.write {
      FrameJSON.text(frames, file: recording, tool: ReflectorTool.identity)
    } text: {
      let text = FrameText(style: StandardStream.output.style)
      let known = Set(try Catalogue().requirementSets().flatMap { $0.requirements.map(\.id) })
      let parts = frames.map { frame in
        text.text(frame, file: recording, pointers: Self.pointers(frame, known))
      }
      return parts.joined(separator: "\n")
    }
  }

  /// The frames in the order of the arguments.
  private func explained() throws(BadInput) -> [FrameExplanation] {
    let reader = try RecordingFiles.reader(recording)
    do throws(FrameError) {
      let explained = try FrameExplainer.explain(Set(numbers), of: reader)
      return try numbers.map { number throws(FrameError) in
        guard let frame = explained[number] else {
          throw .noSuchFrame(number: number, count: reader.frameCount)
        }
        return frame
      }
    } catch {
      throw BadInput("\(RecordingFiles.name(recording)): \(error)")
    }
  }

  /// Which commands tell more: of the requirements that remarks name.
  private static func pointers(_ frame: FrameExplanation, _ known: Set<String>) -> [String] {
    var pointers: [String] = []
    for comment in frame.comments {
      guard let id = comment.split(separator: " ").first.map(String.init), known.contains(id) else {
        continue
      }
      let pointer = "reflector explain \(id)"
      if !pointers.contains(pointer) { pointers.append(pointer) }
    }
    return pointers
  }
}
