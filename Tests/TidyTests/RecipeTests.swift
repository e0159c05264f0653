import Foundation
import Testing

/// Each recipe says which registers a newcomer adds to. Here each register is compared with what stands beside it, so
/// that a recipe cannot be followed by half.
@Suite("The recipes of CONTRIBUTING.md")
struct RecipeTests {
  private static func text(below folder: String) throws -> String {
    try SourceTree.swiftFiles(below: folder).map(\.text).joined()
  }

  /// What `pattern` captures, each once.
  private static func names(_ pattern: Regex<(Substring, Substring)>, in text: String) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.1) })
  }

  /// What is in `names` and not in the register.
  private static func expect(
    _ names: Set<String>, in register: Set<String>, _ place: String, atLeast count: Int
  ) {
    #expect(names.count >= count, "the test finds only \(names.sorted())")
    #expect(names.subtracting(register).sorted() == [], "missing in \(place)")
  }

  @Test("are those with a test here, and that of a key")
  func headings() throws {
    let page = try SourceTree.text(of: "CONTRIBUTING.md")
    #expect(
      Self.names(/\n### (.+)/, in: page) == [
        "A link layer PDU", "An HCI command or event", "A requirement, its case and its fault",
        "A key of a profile", "A radio impairment", "An estimator", "A measure or an action of a scenario",
        "A report format", "A command",
      ])
  }

  @Test("a link layer PDU: each layout is that of a case, and each case has its row")
  func controlPDUs() throws {
    let folder = "Sources/Protocol/LinkLayer/PDUs"
    let cases = try SourceTree.text(of: "\(folder)/ControlPDU.swift")
    let table = try SourceTree.text(of: "\(folder)/ControlPDUTable.swift")
    let ctrData = Self.names(/case \w+\((\w+)\)/, in: cases)
    // A data PDU, and the octets of those that have none.
    let others: Set = ["DataPDU", "EmptyCtrData", "OpaqueCtrData"]
    let layouts = Self.names(/struct (\w+): (?:\w+, )*PDU\b/, in: try Self.text(below: folder))
    Self.expect(layouts.subtracting(others), in: ctrData, "ControlPDU.swift", atLeast: 40)
    Self.expect(
      Self.names(/\n  case (\w+)\(/, in: cases).subtracting(["unknown"]),
      in: Self.names(/ControlPDUEntry\(\s*\.(\w+),/, in: table), "ControlPDUTable.swift", atLeast: 60)
  }

  @Test(
    "an HCI command or event: each command has its line in the table"
  )
  func commands() throws {
    let folder = "Sources/Protocol/HCI"
    Self.expect(
      Self.names(/struct (\w+Command)\b/, in: try Self.text(below: "\(folder)/Commands")),
      in: Self.names(
        /(\w+Command)\.self/, in: try SourceTree.text(of: "\(folder)/Vocabulary/CommandTable.swift")),
      "CommandTable.swift", atLeast: 100)
  }

  @Test(
    "a requirement, its case and its fault: each list of cases is in the catalogue, each fault has facts")
  func requirements() throws {
    let folder = "Sources/Judging/ConformanceCases"
    let cases = try Self.text(below: folder)
    let lists = Self.names(/static (?:let|var) (\w+Cases)\b/, in: cases)
    #expect(lists.count >= 50)
    for list in lists.sorted() {
      #expect(cases.ranges(of: list).count > 1, "\(list) is part of no other list, nor of the catalogue")
    }

    let faults = "Sources/Foundations/Faults"
    let facts = try Self.text(below: "\(faults)/Facts")
    let declared = try SourceTree.text(of: "\(faults)/Fault.swift").matches(of: /\n  case ([\w, \n]+)/)
      .flatMap { $0.1.split { ", \n".contains($0) }.map(String.init) }
    Self.expect(
      Set(declared), in: Self.names(/FaultFacts\(\s*\.(\w+),/, in: facts), "\(faults)/Facts", atLeast: 270)
    Self.expect(
      Self.names(/FaultFacts\(\s*\.\w+, "([a-z0-9-]+)"/, in: facts),
      in: Self.names(/### `([a-z0-9-]+)`/, in: try SourceTree.text(of: "docs/faults.md")), "docs/faults.md",
      atLeast: 270)
  }

  @Test("a radio impairment: each number has its key and its formula")
  func impairments() throws {
    let model = try SourceTree.text(of: "Sources/Physics/RadioModel/Device/RadioParameters.swift")
    let settable = model.split(separator: "// What no file sets", maxSplits: 1)[0]
    let numbers = Self.names(/\n  public var (\w+)/, in: String(settable))
    let keys = try SourceTree.text(of: "Sources/Descriptions/Profiles/Radio/RadioKeys.swift")
    Self.expect(numbers, in: Self.names(/\.(\w+)/, in: keys), "RadioKeys.swift", atLeast: 25)
    let names = Self.names(/number\(\s*"(\w+)", \\\./, in: keys)
    Self.expect(
      names, in: Self.names(/`(?:radio\.)?(\w+)`/, in: try SourceTree.text(of: "docs/radio-model.md")),
      "docs/radio-model.md", atLeast: 25)
  }

  @Test("an estimator: each has its case, and is explained in docs/ranging.md")
  func estimators() throws {
    let folder = "Sources/Physics/Ranging"
    let kinds =
      try SourceTree.text(of: "\(folder)/RangingMeasurement.swift")
      .split(separator: "enum RangingEstimatorKind").last.map(String.init) ?? ""
    Self.expect(
      Self.names(/\n  case (\w+)\n/, in: kinds),
      in: Self.names(/`(\w+)`/, in: try SourceTree.text(of: "docs/ranging.md")), "docs/ranging.md",
      atLeast: 7)
  }

  @Test("a measure or an action of a scenario: each is explained in docs/scenarios.md")
  func scenarios() throws {
    let schema = try JSONSerialization.jsonObject(
      with: Data(SourceTree.text(of: "docs/schemas/scenario-1.json").utf8))
    func words(_ list: String, _ key: String) -> Set<String> {
      var value: Any? = schema
      for part in ["properties", list, "items", "properties", key, "enum"] {
        value = (value as? [String: Any])?[part]
      }
      return Set(value as? [String] ?? [])
    }
    Self.expect(
      words("script", "action").union(words("expect", "measure")),
      in: Self.names(/`([a-z-]+)`/, in: try SourceTree.text(of: "docs/scenarios.md")), "docs/scenarios.md",
      atLeast: 30)
  }

  @Test("a report format: each is an option of a command, and is explained")
  func formats() throws {
    let folder = "Sources/Edge/ReflectorCommand"
    let formats = try SourceTree.text(of: "\(folder)/Files/RequestedReports.swift")
      .firstMatch(of: /enum ReportFormat: String \{\n  case ([\w, ]+)/)?.1.split(separator: ", ").map(
        String.init)
    Self.expect(
      Set(formats ?? []), in: Self.names(/var (\w+): String\?/, in: try Self.text(below: folder)), folder,
      atLeast: 6)
    let pages = try SourceTree.files(in: "docs").filter { $0.hasSuffix(".md") }.map(SourceTree.text).joined()
    Self.expect(Set(formats ?? []), in: Self.names(/--(\w+)/, in: pages), "docs", atLeast: 6)
  }

  @Test("a command: each is a command of the tool, and is run by a test")
  func tools() throws {
    let folder = "Sources/Edge/ReflectorCommand"
    let commands = Self.names(
      /struct (\w+)Command: (?:Parsable|Status)Command/, in: try Self.text(below: folder))
    Self.expect(
      commands, in: Self.names(/(\w+)Command\.self/, in: try Self.text(below: folder)), "ReflectorTool.swift",
      atLeast: 14)
    let tests = try ["CommandTests", "InteropTests"].map { try Self.text(below: "Tests/\($0)") }.joined()
    Self.expect(
      Set(commands.map { $0.lowercased() }), in: Self.names(/"(?:reflector )?([a-z]+)[" ]/, in: tests),
      "Tests/CommandTests", atLeast: 14)
  }
}
