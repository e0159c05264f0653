import Capture
import Dissection
import Reports

/// `reflector frame`: a frame of any recording, reported in words.
enum FrameTarget {
  static func explain(_ octets: [UInt8]) -> Reach {
    var reach: Reach = []
    // Any frame, the same of the same octets.
    for number in [1 + Int(Digest.of(octets) % 160), 1] {
      do {
        let reader = try RecordingReader(octets: octets)
        let explanation = try FrameExplainer.explain(number, of: reader)
        precondition(!explanation.name.isEmpty && explanation.number == number, "a frame has a name")
        _ = FrameText(style: TextStyle()).text(explanation, file: "input", pointers: [])
        _ = FrameJSON.text([explanation], file: "input", tool: ToolIdentity(name: "fuzz", version: "1"))
        return reader.damageCount == 0 ? [.explained, .whole] : .explained
      } catch {
        _ = "\(error)"
        reach = []
      }
    }
    return reach
  }
}
