import Foundation
import Testing

@Suite("The text of the code")
struct TextTests {
  /// What no source file may say, and why.
  static let bannedEverywhere = [
    ("try" + "!", "a failure must be thrown or be impossible"),
    ("as" + "!", "a cast that can fail must be tested"),
    ("fatal" + "Error(", "use precondition with a reason"),
    ("TO" + "DO", "finish it or file an issue"),
    ("FIX" + "ME", "finish it or file an issue"),
    ("." + "disabled(", "a test that does not run proves nothing"),
  ]
  static let bannedBelowTheEdge = [
    ("print" + "(", "only the edge prints"),
    ("Date" + "()", "virtual time only"),
    ("System" + "RandomNumberGenerator", "chance comes from a named stream"),
    ("Task" + " {", "the simulation is one thread"),
    ("DispatchQueue", "the simulation is one thread"),
  ]
  /// What no comment may say, and what to say.
  static let bannedInComments = [("to" + "ld ", "reports, or gets"), ("to" + "ld.", "reports, or gets")]
  static let edges: Set = [
    "ReflectorCommand", "Benchmark", "VirtualPhone", "VirtualCoreBluetooth", "VirtualAccessorySetupKit",
    "LabServer",
  ]

  @Test("no banned word")
  func bannedWords() throws {
    let files = try SourceTree.swiftFiles(below: "Sources") + SourceTree.swiftFiles(below: "Tests")
    for file in files {
      let isBelowTheEdge = file.path.hasPrefix("Sources/") && !Self.edges.contains(file.target)
      let banned = Self.bannedEverywhere + (isBelowTheEdge ? Self.bannedBelowTheEdge : [])
      for (number, line) in file.lines.enumerated() {
        for (word, reason) in banned where line.contains(word) {
          Issue.record("\(file.path):\(number + 1) has '\(word)': \(reason)")
        }
        guard line.contains("//") else { continue }
        for (word, better) in Self.bannedInComments where line.contains(" " + word) {
          Issue.record("\(file.path):\(number + 1) has '\(word)': say '\(better)'")
        }
      }
    }
  }

  @Test("no file is longer than 400 lines")
  func fileLength() throws {
    let files = try SourceTree.swiftFiles(below: "Sources") + SourceTree.swiftFiles(below: "Tests")
    for file in files where file.lines.count > 400 {
      Issue.record("\(file.path) has \(file.lines.count) lines: does it hold one idea?")
    }
  }

  @Test("a file of fewer than 25 lines is one that other files share, or a whole target")
  func leastFileLength() throws {
    let files = try SourceTree.swiftFiles(below: "Sources").filter { $0.text.count { $0 == "\n" } < 25 }
    #expect(
      files.map(\.path) == [
        "Sources/Edge/AccessorySetupKit/AccessorySetupKit.swift",
        "Sources/Edge/CoreBluetooth/CoreBluetooth.swift",
        "Sources/Foundations/CLibrary/CLibrary.swift",
        "Sources/Output/Reports/JSON/ReportSchema.swift", "Sources/Output/Reports/Text/ToolIdentity.swift",
      ])
  }

  @Test("a folder has at most 14 entries, unless each is a command")
  func folderSizes() throws {
    var entries: [String: Set<String>] = [:]
    for file in try SourceTree.swiftFiles(below: "Sources") {
      let parts = file.path.split(separator: "/").map(String.init)
      for depth in 3..<parts.count {
        entries[parts[..<depth].joined(separator: "/"), default: []].insert(parts[depth])
      }
    }
    #expect(entries.count > 100)
    for (folder, names) in entries.sorted(by: { $0.key < $1.key }) where names.count > 14 {
      #expect(folder == "Sources/Edge/ReflectorCommand", "\(folder) has \(names.count) entries")
    }
  }

  @Test("an option for a number also takes a negative one, so that the message about its range comes")
  func numericOptions() throws {
    let option = /@Option\((?<arguments>(?:(?!\bvar )[\s\S])*)var (?<name>\w+)(?:: U?Int|: Double| = -?\d)/
    let options = try SourceTree.swiftFiles(below: "Sources/Edge/ReflectorCommand").flatMap {
      $0.text.matches(of: option)
    }
    #expect(options.count > 10)
    for option in options {
      #expect(option.arguments.contains("parsing: .unconditional"), "\(option.name)")
    }
  }

  @Test("a section reference reads [Vol n, Part X, n.n]")
  func sectionReferences() throws {
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for (number, line) in file.lines.enumerated() where line.contains("[Vol") {
        let isWellFormed = line.firstMatch(of: /\[Vol \d, Part [A-H], [0-9.]+/) != nil
        #expect(isWellFormed, "\(file.path):\(number + 1)")
      }
    }
  }

  @Test("a number of two octets, the least significant first, is read in one way")
  func twoOctets() throws {
    let byHand = /Int(?:16)?\([^()]*\]\) [|+] U?Int(?:16)?\([^()]*\]\) << 8/
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for (number, line) in file.lines.enumerated()
      where line.contains("<< 8") && line.contains(byHand) {
        Issue.record("\(file.path):\(number + 1): expected UInt16(octets: low, high)")
      }
    }
  }

  @Test("no file name says nothing")
  func fileNames() throws {
    for file in try SourceTree.swiftFiles(below: "Sources") {
      for word in ["Utils", "Helpers", "Common", "Misc"] where file.path.contains(word) {
        Issue.record("\(file.path): name the idea")
      }
    }
  }
}
