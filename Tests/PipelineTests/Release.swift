import Foundation
import ProjectFiles
import Testing

/// The archive of a release as `make dist` makes it, with the executable under test.
enum Release {
  /// The folder with the archive and its checksum.
  static let folder: URL? = {
    do {
      return try made()
    } catch {
      Issue.record("cannot make the archive of a release: \(error)")
      return nil
    }
  }()

  private static func made() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "reflector-release-\(UUID().uuidString)")
    let executable = BuiltExecutable.reflector.path
    // A release holds Swift's runtime and SQLite within; those of a test lie beside it.
    let libraries = try host("ldd", executable).log.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first {
        $0.hasPrefix("/") && ($0.contains("/swift/") || $0.contains("libsqlite3"))
      }.map(String.init)
    }
    let packed = try host(
      "env", "LEVEL=1", "bash", ProjectFolder.url.appending(path: "Pipelines/pack.sh").path, executable,
      folder.path, libraries)
    try #require(packed.status == 0, "\(packed.log)")
    return folder
  }
}

/// The block of docs/ci.md that is written in a language and holds some text.
func pipeline(_ language: String, with text: String) throws -> String {
  let page = try String(contentsOf: ProjectFolder.url.appending(path: "docs/ci.md"), encoding: .utf8)
  let blocks = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  let block = blocks.first { $0.hasPrefix(language + "\n") && $0.contains(text) }
  return String(try #require(block).dropFirst(language.count + 1))
}

/// An accessory before and after changes of its firmware.
enum Accessory {
  /// The profile of the main branch.
  static func good() throws -> String {
    try String(
      contentsOf: ProjectFolder.url.appending(path: "Profiles/accessories/nordic-nrf54l15-ipt.yaml"),
      encoding: .utf8)
  }

  /// A change that costs nothing.
  static func renamed() throws -> String { try changed("tx_power_dbm: 0", to: "tx_power_dbm: 1") }

  /// The T_FCS that the platform wants is gone.
  static func slower() throws -> String { try changed("[60, 80, 100, 120, 150]", to: "[120, 150]") }

  /// Three times the phase noise: every requirement is still met.
  static func noisier() throws -> String {
    try changed("phase_noise_rad: 0.044", to: "phase_noise_rad: 0.132")
  }

  private static func changed(_ old: String, to new: String) throws -> String {
    let text = try good()
    try #require(text.contains(old))
    return text.replacing(old, with: new)
  }
}

/// The folder that stands for a forge between the jobs of a test.
final class ForgeFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "reflector-forge-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Issue.record("cannot remove \(url.path): \(error)")
    }
  }

  /// Puts the archive of a release into a folder.
  func release(at path: String) throws {
    try DebianRoot.copy(try #require(Release.folder), to: url.appending(path: path), isLinked: true)
  }

  /// Whether the forge answers every question with an error.
  func isBroken(_ isBroken: Bool) throws {
    let mark = url.appending(path: "broken")
    if isBroken {
      try Data().write(to: mark)
    } else if FileManager.default.fileExists(atPath: mark.path) {
      try FileManager.default.removeItem(at: mark)
    }
  }
}

/// How a job ended.
struct JobEnd {
  var isPassed: Bool
  /// What the job printed.
  var log: String
  /// What it wrote into the summary; empty where the forge has none.
  var summary = ""

  /// Whether it said that nothing was compared.
  var toldNoBaseline: Bool { log.contains("NO BASELINE: nothing was compared.") }
}
