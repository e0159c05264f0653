import Foundation
import ProjectFiles
import Verdicts

/// The files of `Tests/Fixtures/checks`: by which mistake of an accessory each check is shown to decide.
///
/// A line of a set's file has a case, the control that the mistake is planted in, the mistake, and the check that is
/// not met then, with tabs between them. `informative.tsv` has the checks that decide nothing, and `open.tsv` those of
/// which nobody has found what they catch, each with its case and the reason.
struct CheckRegistry {
  /// A line.
  struct Entry: Hashable, Comparable, Sendable {
    let check: Check
    let profile: String
    let decider: String

    var line: String { [check.caseID, profile, decider, check.name].joined(separator: "\t") }

    static func < (one: Entry, other: Entry) -> Bool { one.line < other.line }
  }

  static let folder = ProjectFolder.url.appending(path: "Tests/Fixtures/checks")

  /// The lines for the cases of a set, in their order; empty where there is no file.
  static func entries(of set: String) throws -> [Entry] {
    try fields(of: "\(set).tsv", count: 4).map {
      Entry(check: Check(caseID: $0[0], name: $0[3]), profile: $0[1], decider: $0[2])
    }
  }

  /// The checks of a list with the reason that each is there for.
  static func reasons(in list: String) throws -> [Check: String] {
    Dictionary(
      uniqueKeysWithValues: try fields(of: "\(list).tsv", count: 3).map {
        (Check(caseID: $0[0], name: $0[1]), $0[2])
      })
  }

  /// The checks that are in a file, whichever.
  static let known: Set<Check> = {
    do {
      let decided = try RequirementMatrix.all.flatMap { try entries(of: $0.set).map(\.check) }
      return try Set(decided).union(reasons(in: "informative").keys).union(reasons(in: "open").keys)
    } catch {
      preconditionFailure("the files of checks cannot be read: \(error)")
    }
  }()

  /// Writes the lines of a set.
  static func write(_ entries: [Entry], of set: String) throws {
    let lines = entries.sorted().map { $0.line + "\n" }
    try lines.joined().write(to: folder.appending(path: "\(set).tsv"), atomically: true, encoding: .utf8)
  }

  private static func fields(of file: String, count: Int) throws -> [[String]] {
    let url = folder.appending(path: file)
    guard FileManager.default.fileExists(atPath: url.path) else { return [] }
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == count else { throw Malformed(file: file, line: String(line)) }
      return fields
    }
  }

  /// A line without the right number of fields.
  struct Malformed: Error {
    let file: String
    let line: String
  }
}

/// Something that a case compares, whatever the numbers in its name.
struct Check: Hashable, Comparable, Sendable {
  /// The case.
  let caseID: String
  /// The name of the step, each number as `N`, except the length of a sequence: it is a kind of its own.
  let name: String

  init(caseID: String, name: String) {
    self.caseID = caseID
    self.name = name
  }

  init(_ step: Step, of caseID: String) {
    self.caseID = caseID
    name = step.name.replacing(#/\b(0x[0-9A-Fa-f]+|[0-9]+(\.[0-9]+)?)\b(?! bits)/#, with: "N")
  }

  static func < (one: Check, other: Check) -> Bool { (one.caseID, one.name) < (other.caseID, other.name) }
}
