import Foundation
import ProjectFiles
import Testing

/// `make conforming` in short, with its own tool.
@Suite("Random conforming accessories")
struct ConformingTests {
  private static func run(_ arguments: String) throws -> Tool.Ended {
    let tool = ProjectFolder.url.appending(path: "Tests/Tools/conforming").path
    return try Tool.shell("python3 '\(tool)' --tool \"$REFLECTOR\" \(arguments)", in: try Folder())
  }

  @Test("every key of the accessory format is varied, or left out with a reason")
  func keys() throws {
    let ended = try Self.run("--keys")
    #expect(ended.status == 0, "\(ended.error)")
    let schema = try Tool.run(["profile", "schema"], in: try Folder())
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(schema.output.utf8)) as? [String: Any])
    let lines = ended.output.split(separator: "\n")
    for path in Self.paths(root, below: "") {
      let line = try #require(lines.first { $0.hasPrefix(path + " ") }, "\(path)")
      #expect(line.hasSuffix(" varied") || line.contains(" excluded: "), "\(line)")
    }
  }

  private static func paths(_ schema: [String: Any], below: String) -> [String] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    return properties.flatMap { key, shape in
      shape["properties"] == nil ? [below + key] : paths(shape, below: "\(below)\(key).")
    }
  }

  @Test("a key without a range of good silicon is refused, and so is a range without a key")
  func forgotten() throws {
    let folder = try Folder()
    let tool = ProjectFolder.url.appending(path: "Tests/Tools/conforming").path
    let change = "sed -i 's/\"phase_noise_rad\"/\"phase_noise\"/' copy/keys.py"
    let ended = try Tool.shell(
      "cp -r '\(tool)' copy && \(change) && python3 copy --tool \"$REFLECTOR\" --keys", in: folder)
    #expect(ended.status == 1)
    #expect(ended.error.contains("radio.phase_noise_rad") && ended.error.contains("radio.phase_noise'"))
  }

  @Test("none of four is failed")
  func short() throws {
    let ended = try Self.run("--count 4 --seed 1 --jobs 2")
    #expect(ended.status == 0, "\(ended.output)\(ended.error)")
  }

  @Test("a shipped profile comes to the same verdicts with each seed")
  func unchanged() throws {
    let ended = try Self.run("--unchanged --base nxp-kw47-ipt --count 2 --jobs 2")
    #expect(ended.status == 0, "\(ended.output)\(ended.error)")
    #expect(ended.output.hasPrefix("nxp-kw47-ipt: 0 of 2 seeds fail what others pass; every seed fails: A"))
  }

  @Test("a failure is shrunk to the keys that matter, and told with its replay")
  func shrinks() throws {
    let ended = try Self.run("--selftest")
    #expect(ended.status == 0, "\(ended.output)\(ended.error)")
  }
}
