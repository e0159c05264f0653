import Foundation
import ProjectFiles
import Testing

/// The smallest host, which shows what the check demands of one.
@Suite("The host of docs/cookbook.md")
struct ExampleHostTests {
  private static let file = ProjectFolder.url.appending(path: "docs/examples/host.py")
  private static let longest = 25

  @Test(
    "passes the sets for iOS 27", .enabled(if: Bumble.python != nil || Bumble.isRequired, Bumble.missing),
    .timeLimit(.minutes(5)))
  func verdict() async throws {
    let (reports, _) = try await BumbleTrialTests.check(sets: "apple-ios27-cs,apple-ask") { python, port in
      try RunningProgram(
        "docs/examples/host.py", python, ["-u", Self.file.path, "tcp-client:127.0.0.1:\(port)"])
    }
    #expect(reports.map(\.verdict) == ["pass", "pass"])
    let requirements = reports.flatMap(\.requirements)
    let passed = requirements.filter { $0.verdict == "pass" }.map(\.id)
    #expect(Set(["CS-A02", "CS-A04", "CS-A06", "CS-A08", "CS-A09", "CS-A14", "ASK-05"]).isSubset(of: passed))
    let others = requirements.filter { !["pass", "not-applicable"].contains($0.verdict) }
    #expect(others.isEmpty, "\(others)")
  }

  @Test("has at most 25 lines below its head comment, blank ones apart")
  func length() throws {
    let parts = try String(contentsOf: Self.file, encoding: .utf8).components(separatedBy: "\"\"\"")
    try #require(parts.count == 3)
    #expect(parts[2].split(whereSeparator: \.isNewline).count <= Self.longest)
  }
}
