import Foundation
import ProjectFiles
import Testing

/// Bumble as the implementation under test. It mostly waits, and so runs beside the sessions of `BumbleTests`.
@Suite(
  "Bumble under test", .enabled(if: Bumble.python != nil || Bumble.isRequired, Bumble.missing),
  .timeLimit(.minutes(15)))
struct BumbleTrialTests {
  /// What `check --json -` says.
  struct Checked: Decodable {
    struct Report: Decodable {
      var iut: String
      var verdict: String
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
    try #require(try reports(of: lines).first)
  }

  private static func reports(of lines: [String]) throws -> [Checked.Report] {
    let start = try #require(lines.firstIndex { $0.hasPrefix("{") })
    let end = try #require(lines.lastIndex { $0.hasPrefix("}") })
    let text = lines[start...end].joined(separator: "\n")
    return try JSONDecoder().decode(Checked.self, from: Data(text.utf8)).reports
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
        "check", "--under-test", "controller:unix-client:\(folder)/1", "--peer", "unix-client:\(folder)/2",
        "--speed", "4", "--no-capture", "--quiet", "--json", "-",
      ])
    defer { check.kill() }
    let report = try Self.report(of: try await check.rest())
    #expect(report.iut == "controller unix-client:\(folder)/1, peer unix-client:\(folder)/2")
    let cases = report.requirements.flatMap(\.cases)
    // What rests on capabilities, on results or on the CS test cannot be judged of controllers that have none of them.
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
    #expect(reason("HCI/RES/BV-01").contains("procedures reported until their end: 0"))
  }

  /// Checks a host with the conduct of that name, faster than the clock.
  ///
  /// - Returns: the reports, and the lines of standard error.
  static func check(
    _ conduct: String, sets: String, only ids: [String] = [], speed: Int = 5
  ) async throws -> (reports: [Checked.Report], said: [String]) {
    try await check(sets: sets, only: ids, speed: speed) { python, port in
      try BumbleHost(
        .accessory, python: python, port: port, ["--stay", "--conduct", conduct, "--speed", "\(speed)"]
      ).program
    }
  }

  /// Checks a host that is started with a Python and the port of its controller, faster than the clock.
  ///
  /// - Returns: the reports, and the lines of standard error.
  static func check(
    sets: String, only ids: [String] = [], speed: Int = 5,
    start: (_ python: String, _ port: UInt16) throws -> RunningProgram
  ) async throws -> (reports: [Checked.Report], said: [String]) {
    let python = try #require(Bumble.python, Bumble.missing)
    let check = try RunningProgram(
      "reflector check", BuiltExecutable.reflector.path,
      [
        "check", "reference", "--under-test", "host:tcp:127.0.0.1:0", "--no-capture", "--requirements", sets,
        "--speed", "\(speed)", "--attach-timeout", "20", "--json", "-",
      ] + (ids.isEmpty ? [] : ["--only", ids.joined(separator: ",")]))
    defer { check.kill() }
    let port = try await check.next("the port") { line in
      line.hasPrefix("host: attach at ") ? line.split(separator: ":").last.flatMap { UInt16($0) } : nil
    }
    let host = try start(python, port)
    defer { host.kill() }
    let lines = try await check.rest()
    return (try reports(of: lines), lines)
  }

  @Test("its host passes what phones ask")
  func host() async throws {
    let ids = ["CS-A02", "CS-A03", "CS-A04", "CS-A08", "CS-A09", "CS-A14", "ADG-16", "ADG-19", "ASK-06"]
    let (reports, said) = try await Self.check(
      "conforming", sets: "apple-ios27-cs,apple-adg-ble,apple-ask", only: ids)
    let requirements = reports.flatMap(\.requirements)
    #expect(requirements.map(\.id) == ids)
    #expect(requirements.allSatisfy { $0.verdict == "pass" }, "\(requirements)")
    #expect(reports.map(\.iut).allSatisfy { $0.hasPrefix("host tcp:") })
    #expect(said.contains { $0.contains("set 3 of 3, case 1 of") })
  }

  /// Conducts, the requirement that each fails, and what the reason says. `make hosts` has them all, and more sets.
  static let misconducts: [(conduct: String, id: String, reason: String)] = [
    ("forgets-bond", "CS-A08", "encryption with the stored key"),
    ("wrong-key", "CS-A08", "encryption with the stored key"),
    ("refuses-pairing", "CS-A08", "pairing"),
    ("does-not-bond", "CS-A08", "not bonded"),
    ("legacy-pairing", "CS-A08", "pairing"),
    ("no-role", "CS-A04", "no role enabled"),
    ("asks-for-both-roles", "CS-A04", "the controller refused LE CS Set Default Settings: 0x11"),
    ("masks-results", "CS-A06", "the host has masked LE CS Subevent Result"),
    ("no-host-support", "CS-A02", "bit 47"),
    ("ignores-attributes", "CS-A14", "no answer within 30 s"),
    ("slow-attributes", "CS-A14", "no answer within 30 s"),
    ("small-mtu", "ADG-19", "23 octets"),
    ("hangs-up", "CS-A09", "the accessory ended the link: 0x13"),
    ("disables", "CS-A12", "LL_CS_TERMINATE_REQ"),
    ("resets", "CS-A09", "not enabled advertising again"),
    ("never-advertises", "CS-A09", "none that enables advertising"),
    ("advertises-once", "CS-A09", "not enabled advertising again"),
    ("no-service", "CS-A09", "no service advertised"),
    ("not-connectable", "CS-A09", "the host's HCI commands enabled advertising"),
    ("drops-service-when-bonded", "CS-A09", "no service advertised"),
    ("security-request", "ADG-18", "sent before a refusal"),
    ("long-latency", "ADG-07", "60"),
    ("scans", "ADG-01", "SCAN_REQ"),
  ]

  /// Of these `make test` looks at the first few with the requirement that they fail; `make hosts` takes them all
  /// through every set.
  private static let isThorough = ProcessInfo.processInfo.environment["REFLECTOR_ALL_HOSTS"] == "1"
  private static let chosen =
    isThorough
    ? misconducts
    : misconducts.filter {
      ["forgets-bond", "asks-for-both-roles", "masks-results", "hangs-up"].contains($0.conduct)
    }

  @Test("a host of it that misbehaves fails the requirement that fits", arguments: chosen)
  func misconduct(conduct: String, id: String, reason: String) async throws {
    let all = "apple-ios27-cs,apple-adg-ble,apple-ask,ras-rap-1-0,core-6-3-ll,core-6-3-rfphy,core-6-3-hci"
    let (reports, _) = try await Self.check(
      conduct, sets: Self.isThorough ? all : "apple-ios27-cs,apple-adg-ble",
      only: Self.isThorough ? [] : [id])
    let requirement = try #require(reports.flatMap(\.requirements).first { $0.id == id })
    #expect(requirement.verdict == "fail")
    #expect(
      requirement.cases.contains { $0.reason?.contains(reason) == true },
      "\(requirement.cases.compactMap(\.reason))")
  }

  @Test(
    "one that is silent, or hangs, is told apart and is no failure",
    arguments: [
      ("silent", "CS-A04", "sent no HCI command"), ("hangs", "CS-A04", "the host has "),
      ("masks-links", "CS-A09", "has masked LE Connection Complete"),
    ])
  func silence(conduct: String, id: String, reason: String) async throws {
    let (reports, _) = try await Self.check(conduct, sets: "apple-ios27-cs", only: [id])
    let requirements = reports.flatMap(\.requirements)
    #expect(requirements.allSatisfy { $0.verdict == "inconclusive" })
    #expect(requirements.flatMap(\.cases).contains { $0.reason?.contains(reason) == true }, "\(requirements)")
  }
}
