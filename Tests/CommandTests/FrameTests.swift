import Foundation
import ProjectFiles
import Testing

@Suite("reflector frame")
struct FrameTests {
  /// A check that fails, with its report and its capture.
  private static func failed() throws -> (Folder, text: String, report: [String: Any]) {
    let folder = try Folder()
    let ended = try Tool.run(
      [
        "check", "nordic-nrf54l15-ipt", "--fault", "tfcs-100-refused", "--only", "CS-A07", "--capture", "c",
        "--json", "r.json",
      ], in: folder)
    #expect(ended.status == 1, "\(ended.error)")
    let report = try #require(try JSONSerialization.jsonObject(with: folder.data("r.json")) as? [String: Any])
    return (folder, ended.output, report)
  }

  @Test("a verdict leads to its frame, and the frame back to requirement and case")
  func thereAndBack() throws {
    let (folder, text, report) = try Self.failed()
    let requirements = try #require(
      (report["reports"] as? [[String: Any]])?.first?["requirements"] as? [[String: Any]])
    let requirement = try #require(requirements.first)
    let frame = try #require((requirement["frames"] as? [Int])?.first)
    let interface = try #require((requirement["interfaces"] as? [String])?.first)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  frame ") })
    let arguments = line.split(separator: " ").dropFirst(2).map(String.init)
    #expect(arguments.first == "frame" && arguments.last == "\(frame)")
    let ended = try Tool.run(arguments, in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(ended.output.contains("on \(interface), "))
    #expect(ended.output.contains("CS-A07 ") && ended.output.contains("NOT MET"))
    #expect(ended.output.contains("reflector explain CS-A07"))
  }

  @Test("several frames are told one after the other, and the same as JSON")
  func several() throws {
    let (folder, _, _) = try Self.failed()
    let capture = "c/" + (try #require(try folder.names("c").first { $0.hasSuffix(".pcapng") }))
    let ended = try Tool.run(["frame", capture, "1", "2", "--json", "f.json"], in: folder)
    #expect(ended.status == 0 && ended.output.components(separatedBy: "frame ").count > 2)
    let root = try #require(try JSONSerialization.jsonObject(with: folder.data("f.json")) as? [String: Any])
    #expect(root["schema"] as? String == "reflector/frame/1")
    let frames = try #require(root["frames"] as? [[String: Any]])
    #expect(frames.compactMap { $0["number"] as? Int } == [1, 2])
  }

  @Test(
    "bad input gives one message and exit status 2",
    arguments: [
      (["none.pcapng", "1"], "cannot read none.pcapng: No such file or directory"),
      (["text.log", "1"], "text.log"),
      (["text.log", "0"], "found frame 0, expected 1 or more"),
      (["text.log", "x"], "'x'"),
    ])
  func refused(arguments: [String], message: String) throws {
    let folder = try Folder()
    try folder.write("nothing of a recording\n", "text.log")
    let ended = try Tool.run(["frame"] + arguments, in: folder)
    #expect(ended.status == 2 && ended.output.isEmpty)
    #expect(ended.error.contains(message), "\(ended.error)")
  }

  @Test("a frame that is not there is refused with the number of frames")
  func beyond() throws {
    let (folder, _, _) = try Self.failed()
    let capture = "c/" + (try #require(try folder.names("c").first { $0.hasSuffix(".pcapng") }))
    let ended = try Tool.run(["frame", capture, "999999"], in: folder)
    #expect(ended.status == 2 && ended.error.contains("give a number from 1 to "))
  }
}
