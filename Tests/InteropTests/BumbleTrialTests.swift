import Foundation
import ProjectFiles
import Testing

/// Bumble as the implementation under test. It mostly waits, and so runs beside the sessions of `BumbleTests`.
@Suite(
  "Bumble on trial", .serialized, .enabled(if: Bumble.python != nil || Bumble.isRequired, Bumble.missing),
  .timeLimit(.minutes(5)))
struct BumbleTrialTests {
  /// What `check --json -` says.
  private struct Checked: Decodable {
    struct Report: Decodable {
      var iut: String
      var requirements: [Requirement]
    }

    struct Requirement: Decodable {
      var id: String
      var verdict: String
      var cases: [Case]
    }

    struct Case: Decodable {
      var id: String
      var verdict: String
      var reason: String?
    }

    var reports: [Report]
  }

  private static func report(of lines: [String]) throws -> Checked.Report {
    let start = try #require(lines.firstIndex { $0.hasPrefix("{") })
    let end = try #require(lines.lastIndex { $0.hasPrefix("}") })
    let text = lines[start...end].joined(separator: "\n")
    return try #require(try JSONDecoder().decode(Checked.self, from: Data(text.utf8)).reports.first)
  }

  @Test("its own controllers come to the end of the catalogue, and their shortcomings are named")
  func controllers() async throws {
    let python = try #require(Bumble.python, Bumble.missing)
    let folder = FileManager.default.temporaryDirectory.appending(path: "bumble-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let script = ProjectFolder.url.appending(path: "Tests/InteropTests/Bumble/controllers.py").path
    let controllers = try RunningProgram(
      "Bumble's controllers", python,
      ["-u", script, "unix-server:\(folder)/1", "unix-server:\(folder)/2"])
    defer { controllers.kill() }
    try await controllers.next("controller 2 at")
    let check = try RunningProgram(
      "reflector check", BuiltExecutable.reflector.path,
      [
        "check", "--iut", "controller:unix-client:\(folder)/1", "--peer", "unix-client:\(folder)/2",
        "--no-capture", "--quiet", "--json", "-",
      ])
    defer { check.kill() }
    let report = try Self.report(of: try await check.rest())
    #expect(report.iut == "controller unix-client:\(folder)/1, peer unix-client:\(folder)/2")
    let cases = report.requirements.flatMap(\.cases)
    // What rests on capabilities, on results or on the CS test cannot be told of controllers that have none of them.
    let undecided = cases.filter { !["pass", "fail"].contains($0.verdict) }
    #expect(
      undecided.map(\.id) == [
        "HCI/CAP/BV-02", "HCI/CCO/BI-79-C", "HCI/RCP/BV-02", "HCI/RCP/BI-01", "HCI/FAE/BI-01",
        "HCI/PAR/BI-02", "HCI/RES/BV-02", "HCI/RES/BV-03", "HCI/RCP/BV-03", "HCI/TST/BV-01",
        "HCI/TST/BI-01",
      ])
    func reason(_ id: String) -> String { cases.first { $0.id == id }?.reason ?? "" }
    #expect(reason("HCI/CAP/BV-01").contains("refused: 0x01 Unknown HCI Command"))
    #expect(reason("HCI/RCP/BV-01").contains("no answer to HCI_LE_CS_Read_Remote_Supported_Capabilities"))
    #expect(reason("HCI/CFG/BV-01").contains("T_FCS: 10 us"))
    #expect(reason("HCI/RES/BV-01").contains("procedures reported to their end: 0"))
  }

  @Test("its host passes what iOS 27 asks, but for what takes its power away")
  func host() async throws {
    let python = try #require(Bumble.python, Bumble.missing)
    let check = try RunningProgram(
      "reflector check", BuiltExecutable.reflector.path,
      [
        "check", "nordic-nrf54l15-ipt", "--iut", "host:tcp:127.0.0.1:0", "--no-capture", "--only",
        "CS-A02,CS-A03,CS-A08,CS-A09", "--json", "-",
      ])
    defer { check.kill() }
    let port = try await check.next("the port") { line in
      line.hasPrefix("host: attach at ") ? line.split(separator: ":").last.flatMap { UInt16($0) } : nil
    }
    let host = try BumbleHost(.accessory, python: python, port: port, ["--stay"])
    defer { host.program.kill() }
    let report = try Self.report(of: try await check.rest())
    #expect(report.requirements.map(\.verdict) == ["pass", "pass", "pass", "pass"], "\(report)")
    let left = report.requirements.flatMap(\.cases).filter { $0.verdict != "pass" }
    #expect(left.map(\.id) == ["CS/SEC/BV-02"])
    #expect(left.first?.verdict == "not-applicable")
  }
}
