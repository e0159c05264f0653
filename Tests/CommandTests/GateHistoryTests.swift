import Foundation
import Testing

@Suite("The history of a gate")
struct GateHistoryTests {
  /// A folder with a report, and with a history of it.
  private static func begun() throws -> Folder {
    let folder = try Folder()
    let check = ["check", "nordic-nrf54l15-ipt", "--only", "CS-A07", "--json", "a.json", "-q"]
    let checked = try Tool.run(check, in: folder)
    try #require(checked.status == 0, "\(checked.error)")
    try folder.octets(Array(folder.data("a.json")), "h/000001.json")
    return folder
  }

  private static let gate = "$REFLECTOR gate --history h --candidate a.json"

  @Test(
    "stays as it was if the gate ends with an error",
    arguments: ["--json /dev/full", "--quiet --markdown - > /dev/full", "> /dev/full"])
  func unwritten(output: String) throws {
    let folder = try Self.begun()
    let ended = try Tool.shell("\(Self.gate) \(output)", in: folder)
    #expect(ended.status == 2 && ended.error.contains("No space left on device"), "\(ended)")
    #expect(try folder.names("h") == ["000001.json"])
    #expect(try Tool.shell(Self.gate, in: folder).status == 0)
    #expect(try folder.names("h") == ["000001.json", "000002.json"])
  }

  @Test("gets the report of each of several gates at one time")
  func parallel() throws {
    let folder = try Self.begun()
    let count = 12
    // Not `&` and `wait`: a test's threads block SIGCHLD, and a shell that inherits that waits for ever.
    let ended = try Tool.shell("seq \(count) | xargs -P \(count) -I _ \(Self.gate) -q", in: folder)
    #expect(ended.status == 0 && ended.error == "", "\(ended)")
    let expected = (1...count + 1).map { $0 < 10 ? "00000\($0).json" : "0000\($0).json" }
    #expect(try folder.names("h") == expected)
    let report = try folder.data("a.json")
    for name in expected { #expect(try folder.data("h/\(name)") == report, "\(name)") }
  }

  @Test("leaves out a file whose number has no successor")
  func lastNumber() throws {
    let folder = try Self.begun()
    try folder.write("mine", "h/\(Int.max).json")
    let ended = try Tool.shell(Self.gate, in: folder)
    #expect(ended.status == 0, "\(ended)")
    #expect(try folder.names("h") == ["000001.json", "000002.json", "\(Int.max).json"])
  }

  @Test("goes on after its millionth report, in the order of the numbers")
  func sevenDigits() throws {
    let folder = try Self.begun()
    for number in 999_982...999_999 { try folder.octets(Array(folder.data("a.json")), "h/\(number).json") }
    for _ in 0..<3 { #expect(try Tool.shell(Self.gate, in: folder).status == 0) }
    let kept = (999_984...1_000_002).map { "\($0).json" }
    #expect(try Set(folder.names("h")) == Set(["000001.json"] + kept))
  }

  @Test(
    "is not written by a report of the gate",
    arguments: ["h/000001.json", "./h/000007.json", "h/1000000.json"])
  func reports(path: String) throws {
    let folder = try Self.begun()
    for candidate in ["a.json", "none.json"] {
      let arguments = ["gate", "--history", "h", "--candidate", candidate, "--json", path]
      let ended = try Tool.run(arguments, in: folder)
      #expect(ended.status == 2)
      #expect(
        ended.error.contains(
          "cannot write \(path): the history keeps its reports under such names; name another"),
        "\(ended.error)")
      #expect(try folder.names("h") == ["000001.json"])
      #expect(try folder.data("h/000001.json") == folder.data("a.json"))
    }
  }
}
