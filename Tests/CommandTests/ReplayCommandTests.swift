import Foundation
import Testing

@Suite("The command that repeats a run")
struct ReplayCommandTests {
  private static let check = ["check", "--only", "CS-A01", "--quiet", "--json", "r.json"]

  /// A folder with a profile that has the name of no option.
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.octets(
      Array(try folder.data("Profiles/accessories/nordic-nrf54l15-ipt.yaml")), "-dash.yaml")
    return folder
  }

  private func replay(_ folder: Folder) throws -> String {
    let json = try JSONSerialization.jsonObject(with: folder.data("r.json")) as? [String: Any]
    return try #require((json?["reports"] as? [[String: Any]])?.first?["replay"] as? String)
  }

  @Test("names a profile so that it is no option, of a check and of a study")
  func dashes() throws {
    let folder = try folder()
    let ended = try Tool.run(Self.check + ["--", "-dash.yaml"], in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    let command = try replay(folder)
    #expect(command == "reflector check ./-dash.yaml --seed 1 --only CS-A01")
    let again = command.replacing("reflector", with: "$REFLECTOR", maxReplacements: 1)
    #expect(try Tool.shell(again, in: folder).status == 0)
    let range = ["range", "--distance", "3", "--procedures", "20", "--quiet", "--html", "r.html"]
    #expect(try Tool.run(range + ["--", "-dash.yaml"], in: folder).status == 0)
    #expect(try folder.text("r.html").contains("reflector range ./-dash.yaml --distance 3"))
  }

  @Test("is none where an input cannot be read again", arguments: ["-", "/dev/fd/3"])
  func streams(_ path: String) throws {
    let folder = try folder()
    let descriptor = path == "-" ? "0" : "3"
    let ended = try Tool.shell(
      "$REFLECTOR \(Self.check.joined(separator: " ")) \(path) \(descriptor)< ./-dash.yaml", in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(try replay(folder) == "none; \(path) can be read once, so give a file in its place")
  }

  @Test("standard input is no two inputs")
  func twice() throws {
    let folder = try folder()
    for inputs in ["- -", "- --waivers -"] {
      let ended = try Tool.shell("$REFLECTOR check \(inputs) < ./-dash.yaml", in: folder)
      #expect(ended.status == 2)
      #expect(ended.error.contains("-:1:1: found standard input again, expected it once"), "\(ended.error)")
    }
  }
}
