import Foundation
import ProjectFiles
import TestSupport
import Testing

/// The built executable.
enum Tool {
  /// How a run ended.
  struct Ended {
    var status: Int32
    var output: String
    var error: String
  }

  static let path = BuiltExecutable.reflector.path

  /// Runs `reflector` in `folder`, to pipes or files, never a terminal.
  static func run(_ arguments: [String], in folder: Folder) throws -> Ended {
    try run(path, arguments, in: folder)
  }

  /// Runs `reflector` in `folder` bound by the permissions of files, as root is not otherwise.
  static func runBound(_ arguments: [String], in folder: Folder) throws -> Ended {
    guard getuid() == 0 else { return try run(arguments, in: folder) }
    let passes = "-dac_override,-dac_read_search"
    return try run(
      "/usr/bin/setpriv", ["--bounding-set=\(passes)", "--inh-caps=\(passes)", path] + arguments, in: folder)
  }

  /// Runs a shell command in which `$REFLECTOR` is the executable.
  static func shell(_ command: String, in folder: Folder) throws -> Ended {
    try run("/bin/sh", ["-c", command], in: folder)
  }

  /// How a document departs from the schema that the tool writes for it; empty if it does not.
  static func complaints(_ document: String, _ schema: String, in folder: Folder) throws -> [String] {
    try SchemaValidator(run(["schema", schema], in: folder).output).complaints(document)
  }

  private static func run(_ executable: String, _ arguments: [String], in folder: Folder) throws -> Ended {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    var environment = ProcessInfo.processInfo.environment
    environment["REFLECTOR"] = path
    environment["NO_COLOR"] = nil
    process.environment = environment
    // Files take any amount of text without a reader.
    let logs = try Folder()
    let output = try logs.handle("output")
    let error = try logs.handle("error")
    process.standardOutput = output
    process.standardError = error
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try output.close()
    try error.close()
    return Ended(
      status: process.terminationStatus, output: try logs.text("output"), error: try logs.text("error"))
  }
}

/// A folder for one test, with the shipped `Profiles` in it.
final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "reflector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: url.appending(path: "Profiles"), withDestinationURL: ProjectFolder.url.appending(path: "Profiles"))
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Issue.record("cannot remove \(url.path): \(error)")
    }
  }

  func write(_ text: String, _ name: String) throws { try octets(Array(text.utf8), name) }

  func octets(_ octets: [UInt8], _ name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(octets).write(to: file)
  }

  /// Writes the profile `FAULT.yaml`: a shipped accessory with that fault.
  func writeDefective(_ fault: String, extending name: String = "nordic-nrf54l15-ipt") throws {
    try write(
      "schema: reflector/accessory/1\nextends: Profiles/accessories/\(name).yaml\nfaults: [\(fault)]\n",
      "\(fault).yaml")
  }

  func handle(_ name: String) throws -> FileHandle {
    try octets([], name)
    return try FileHandle(forWritingTo: url.appending(path: name))
  }

  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  func text(_ name: String) throws -> String { String(decoding: try data(name), as: UTF8.self) }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: name).path)
  }

  /// The names in a folder, those of hidden files too; none if it is missing.
  func names(_ folder: String) throws -> [String] {
    guard exists(folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: url.appending(path: folder).path).sorted()
  }
}
