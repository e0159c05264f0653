import Foundation
import Testing

/// Wireshark's command line as a judge of captures.
///
/// The executable is the one that `REFLECTOR_TSHARK` names, else the first `tshark` of `PATH`. Others are named in
/// `REFLECTOR_TSHARKS`.
struct WiresharkGate: Sendable {
  /// A version of Wireshark.
  struct Version: Comparable, Hashable, Sendable, CustomStringConvertible {
    var major: Int
    var minor: Int
    var description: String { "\(major).\(minor)" }

    /// The versions whose marks are known, `WiresharkMark.all`.
    static let listed = [0, 4, 6].map { Version(major: 4, minor: $0) }

    /// Whether the HCI commands and events of Channel Sounding are decoded.
    var decodesChannelSounding: Bool { self >= Version(major: 4, minor: 6) }

    static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
  }

  /// Why tshark gave no answer.
  enum Failure: Error, CustomStringConvertible {
    case noVersion(executable: String, output: String)
    case exitStatus(Int32, arguments: [String], message: String)
    case noMarks(line: String)

    var description: String {
      switch self {
      case .noVersion(let executable, let output): "\(executable) names no version: \(output)"
      case .exitStatus(let status, let arguments, let message):
        "tshark \(arguments.joined(separator: " ")) ended with status \(status): \(message)"
      case .noMarks(let line): "tshark does not list what it marks in this line: \(line)"
      }
    }
  }

  /// The frames that a question is about.
  enum Scope: Sendable {
    /// Every interface of the file.
    case all
    /// The air alone, for a Wireshark that does not know the HCI of Channel Sounding.
    case link

    var filter: String? { self == .all ? nil : #"frame.interface_name == "ll""# }
  }

  let executable: String
  let version: Version
  /// A dissector to load; nil for none.
  private var script: String?

  /// The tshark to use; nil if there is none that runs, which is a failure of its own if one was named.
  static let installed: WiresharkGate? = executableInUse.flatMap(working)

  /// The tshark at `path`; nil if it does not run.
  static func working(_ path: String) -> WiresharkGate? {
    do {
      return try WiresharkGate(executable: path)
    } catch {
      return nil
    }
  }

  /// The path of `REFLECTOR_TSHARK`, else that of the first tshark of `PATH`.
  static var executableInUse: String? {
    if let named = ProcessInfo.processInfo.environment["REFLECTOR_TSHARK"], !named.isEmpty { return named }
    return executableOfPath
  }

  /// The paths in `REFLECTOR_TSHARKS`, which stand between colons.
  static var namedBeside: [String] {
    (ProcessInfo.processInfo.environment["REFLECTOR_TSHARKS"] ?? "").split(separator: ":").map(String.init)
  }

  /// One tshark of each version: the one to use, that of `PATH`, and those that are named beside it.
  static let atHand: [WiresharkGate] = {
    var gates: [WiresharkGate] = []
    for path in [executableInUse, executableOfPath].compactMap(\.self) + namedBeside {
      if let gate = working(path), !gates.contains(where: { $0.version == gate.version }) {
        gates.append(gate)
      }
    }
    return gates
  }()
  /// Those of the versions that the list of marks is about.
  static let listedAtHand = atHand.filter { Version.listed.contains($0.version) }

  /// The first tshark of `PATH`.
  static var executableOfPath: String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { $0 + "/tshark" }
      .first(where: FileManager.default.isExecutableFile(atPath:))
  }

  /// Said when the tests that need any tshark are skipped.
  static let missing: Comment = "no tshark: install it, or name one in REFLECTOR_TSHARK"
  /// Said when the tests that need Channel Sounding in Wireshark are skipped.
  static let tooOld: Comment = "no tshark of 4.6 or later: name one in REFLECTOR_TSHARK"

  /// Whether the HCI commands and events of Channel Sounding are decoded.
  var decodesChannelSounding: Bool { version.decodesChannelSounding }
  /// All interfaces where Wireshark knows them all, else the air.
  var widestScope: Scope { decodesChannelSounding ? .all : .link }

  init(executable: String) throws {
    self.executable = executable
    let output = try Self.run(executable, ["--version"])
    guard let match = output.firstMatch(of: /TShark \(Wireshark\) (\d+)\.(\d+)/),
      let major = Int(match.1), let minor = Int(match.2)
    else { throw Failure.noVersion(executable: executable, output: output) }
    version = Version(major: major, minor: minor)
  }

  /// The same Wireshark with a dissector loaded.
  func loading(_ script: String) -> WiresharkGate {
    var gate = self
    gate.script = script
    return gate
  }

  /// The severities that a gate lets through.
  enum Tolerance: Int, Sendable {
    /// Comments and chats only.
    case chats = 4_194_304
    /// Notes too; an old Wireshark notes each control PDU that it does not know.
    case notes = 6_291_456
  }

  /// What Wireshark has against the capture, a line for each frame; nothing if it is clean.
  func complaints(
    about file: String, in scope: Scope, tolerating tolerance: Tolerance = .notes
  ) throws -> [String] {
    try lines(
      of: file, where: "_ws.malformed || _ws.expert.severity >= \(tolerance.rawValue)", in: scope,
      showing: ["frame.number", "frame.interface_name", "_ws.col.Info", "_ws.expert.message"])
  }

  /// A note, a warning or an error on a frame.
  struct Mark: Sendable {
    /// What `packet` ends with if a procedure of the same link was rejected before.
    static let afterRejection = "after a rejection"

    /// The number of the frame.
    var frame: Int
    /// The packet column; with the opcode behind it that LL_REJECT_EXT_IND rejects.
    var packet: String
    /// Wireshark's words.
    var message: String
  }

  /// What Wireshark marks in the capture, in the order of its frames; remarks of the capture's own are no marks.
  func marks(in file: String) throws -> [Mark] {
    let fields = [
      "frame.number", "_ws.col.Info", "btle.control.reject_opcode", "btle.access_address",
      "_ws.expert.severity", "_ws.expert.message",
    ]
    let filter = "_ws.malformed || _ws.expert.severity >= \(Tolerance.chats.rawValue)"
    // A remark may have any character of a text, but no separator of units.
    let output = try run(
      ["-2", "-n", "-r", file, "-Y", filter, "-T", "fields", "-E", "aggregator=\u{1F}"]
        + fields.flatMap { ["-e", $0] })
    var marks: [Mark] = []
    var rejectingLinks: Set<Substring> = []
    for line in output.split(separator: "\n") {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count == fields.count, let frame = Int(columns[0]) else {
        throw Failure.noMarks(line: String(line))
      }
      let (rejected, link) = (columns[2], columns[3])
      var packet = String(columns[1])
      if !rejected.isEmpty { packet += " of \(rejected)" }
      if rejectingLinks.contains(link) { packet += ", \(Mark.afterRejection)" }
      if !rejected.isEmpty { rejectingLinks.insert(link) }
      let severities = columns[4].split(separator: "\u{1F}").compactMap { Int($0) }
      let messages = columns[5].split(separator: "\u{1F}", omittingEmptySubsequences: false)
      guard severities.count == messages.count else { throw Failure.noMarks(line: String(line)) }
      for (severity, message) in zip(severities, messages) where severity >= Tolerance.chats.rawValue {
        marks.append(Mark(frame: frame, packet: packet, message: String(message)))
      }
    }
    return marks
  }

  /// The warnings and errors of the whole capture as Wireshark's own table; nothing if there are none.
  func summary(of file: String, in scope: Scope) throws -> [String] {
    let table = ["expert,warn", scope.filter].compactMap(\.self).joined(separator: ",")
    return try Self.split(run(["-2", "-n", "-r", file, "-q", "-z", table]))
  }

  /// A line for each frame that `filter` selects, with `fields` between tabs; flags as 1 and 0, though from 4.4 on
  /// Wireshark has words for them.
  func lines(
    of file: String, where filter: String, in scope: Scope = .all, showing fields: [String] = ["frame.number"]
  ) throws -> [String] {
    let filters = [filter, scope.filter].compactMap(\.self).map { "(\($0))" }
    return try Self.split(
      run(
        ["-2", "-n", "-r", file, "-Y", filters.joined(separator: " && "), "-T", "fields"]
          + fields.flatMap { ["-e", $0] })
    ).map { $0.replacing(/\bTrue\b/, with: "1").replacing(/\bFalse\b/, with: "0") }
  }

  /// A row for each frame that `filter` selects, with the values of `fields`.
  func table(of file: String, where filter: String, showing fields: [String]) throws -> [[String]] {
    try lines(of: file, where: filter, showing: fields).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The number of frames that `filter` selects: proof that a gate had something to judge.
  func count(in file: String, where filter: String) throws -> Int { try lines(of: file, where: filter).count }

  private static func split(_ output: String) -> [String] {
    output.split(separator: "\n").map(String.init)
  }

  /// Runs tshark with the dissector, if there is one.
  ///
  /// From 4.4 on tshark loads no script for root, so root runs it as nobody.
  private func run(_ arguments: [String]) throws -> String {
    guard let script else { return try Self.run(executable, arguments) }
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).lua")
    try FileManager.default.copyItem(atPath: script, toPath: copy.path)
    defer { try? FileManager.default.removeItem(at: copy) }
    let all = ["-X", "lua_script:\(copy.path)"] + arguments
    let needsOther = geteuid() == 0 && version >= Version(major: 4, minor: 4)
    if !needsOther { return try Self.run(executable, all) }
    return try Self.run(
      "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", executable] + all)
  }

  /// Runs tshark without the preferences of the user and gives what it printed; another status than 0 throws.
  private static func run(_ executable: String, _ arguments: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["WIRESHARK_CONFIG_DIR": folder.path, "LC_ALL": "C.UTF-8"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = try openedFile(at: folder.appendingPathComponent("output"))
    let message = try openedFile(at: folder.appendingPathComponent("message"))
    process.standardOutput = output
    process.standardError = message
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure.exitStatus(
        process.terminationStatus, arguments: arguments, message: try contents(of: message))
    }
    return try contents(of: output)
  }

  private static func openedFile(at url: URL) throws -> FileHandle {
    try Data().write(to: url)
    return try FileHandle(forUpdating: url)
  }

  private static func contents(of handle: FileHandle) throws -> String {
    try handle.seek(toOffset: 0)
    return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
  }
}
