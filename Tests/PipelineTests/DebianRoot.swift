import Foundation
import ProjectFiles
import Testing

/// A bare Debian of its own for one job, as a forge gives it a container.
final class DebianRoot {
  /// How a script ended, with what it printed to both streams.
  struct Ended {
    var status: Int32
    var log: String
  }

  /// The Debian to copy: that of `REFLECTOR_DEBIAN`, else the one that `make need-debian` makes; nil if there is none
  /// that may be used.
  static let template: URL? = {
    let named = ProcessInfo.processInfo.environment["REFLECTOR_DEBIAN"] ?? ""
    let path = named.isEmpty ? ProjectFolder.url.appending(path: ".build/debian").path : named
    return getuid() == 0 && FileManager.default.fileExists(atPath: path + ".made") ? URL(filePath: path) : nil
  }()

  /// Whether the tests must fail rather than be skipped for want of a Debian.
  static let isRequired = ProcessInfo.processInfo.environment["REFLECTOR_REQUIRE_DEBIAN"] == "1"

  /// Said when the tests are skipped.
  static let missing: Comment = "no Debian to run pipelines in: make need-debian makes it, as root"

  /// Where this machine sees its files: those of the job alone where they lie over the template.
  let url: URL
  private let folder: URL
  /// What stands in for the forge, and outlives the job.
  let forge: URL

  /// Whether the kernel can lay the files of a job over the template, so that the template need not be copied.
  private static let canLayOver: Bool = {
    do {
      let folder = try newFolder()
      let isMounted = try host(
        "unshare", "--mount", "bash", "-euc", layOver, "lay", folder.path, template?.path ?? "")
      try FileManager.default.removeItem(at: folder)
      return isMounted.status == 0
    } catch {
      return false
    }
  }()

  /// Mounts the files of the job `$1` over those of `$2`, at `$1/root`. What a job writes is thrown away, so nobody
  /// waits for the disk; the kernel leaves a mark for that, which is not to stand in the way of the next mount.
  private static let layOver = """
    rm -rf "$1/work" && mkdir "$1/work"
    mount -t overlay overlay -o "volatile,lowerdir=$2,upperdir=$1/upper,workdir=$1/work" "$1/root"
    """

  private static func newFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reflector-job-\(UUID().uuidString)")
    for name in ["root", "upper", "work"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    return folder
  }

  /// Takes the template, and what stands in for the forge.
  init(forge: URL) throws {
    self.forge = forge
    folder = try Self.newFolder()
    let template = try #require(Self.template)
    url = folder.appending(path: Self.canLayOver ? "upper" : "root")
    if !Self.canLayOver { try #require(try host("cp", "-a", "\(template.path)/.", url.path).status == 0) }
    try make("/forge")
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record("cannot remove \(folder.path): \(error)")
    }
  }

  /// Runs a bash script in a folder, with nothing but an environment, without a network but for the forge's server at
  /// port 8080.
  func run(
    _ script: String, in folder: String, options: [String] = ["-eo", "pipefail"],
    _ environment: [String: String] = [:]
  ) throws -> Ended {
    try write(script, "/tmp/script.sh")
    try make(folder)
    let settings = environment.map { "\($0.key)=\($0.value)" }.sorted()
    let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    let server = ProjectFolder.url.appending(path: "Tests/PipelineTests/Forge/forge.py").path
    let entering = """
      \(Self.canLayOver ? Self.layOver : "")
      root=$1/root
      mount -t proc proc "$root/proc"
      mount --bind "$3" "$root/forge"
      python3 "$4" "$3" 8080
      shift 4
      exec chroot "$root" /usr/bin/env -i "$@"
      """
    return try host(
      "unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", "bash", "-euc", entering, "enter",
      self.folder.path, Self.template?.path ?? "", forge.path, server, "--chdir=\(folder)", path,
      "HOME=/root",
      "DEBIAN_FRONTEND=noninteractive", settings, "bash", options, "/tmp/script.sh")
  }

  /// Makes a folder, and those above it.
  func make(_ path: String) throws {
    try FileManager.default.createDirectory(at: url.appending(path: path), withIntermediateDirectories: true)
  }

  func write(_ text: String, _ path: String) throws {
    try make((path as NSString).deletingLastPathComponent)
    try Data(text.utf8).write(to: url.appending(path: path))
  }

  /// The text of a file; empty if there is none.
  func text(_ path: String) throws -> String {
    guard exists(path) else { return "" }
    return try String(contentsOf: url.appending(path: path), encoding: .utf8)
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: path).path)
  }

  /// Copies a file or folder of this machine to a place that it takes over.
  func copy(_ source: URL, to path: String, isLinked: Bool = false) throws {
    try Self.copy(source, to: url.appending(path: path), isLinked: isLinked)
  }

  /// Copies a file or folder to a place that it takes over.
  ///
  /// - Parameter isLinked: whether both may be the same files.
  static func copy(_ source: URL, to target: URL, isLinked: Bool = false) throws {
    let files = FileManager.default
    try files.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    if files.fileExists(atPath: target.path) { try files.removeItem(at: target) }
    // What is large is never changed in its place.
    let copied = try host("cp", "-a", isLinked ? "--link" : "--reflink=auto", source.path, target.path)
    try #require(copied.status == 0, "\(copied.log)")
  }
}

/// Words of a command line, one or several.
protocol CommandWords { var words: [String] { get } }
extension String: CommandWords { var words: [String] { [self] } }
extension [String]: CommandWords { var words: [String] { self } }

/// Runs a command of this machine.
func host(_ command: any CommandWords..., folder: URL? = nil) throws -> DebianRoot.Ended {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = command.flatMap(\.words)
  if let folder { process.currentDirectoryURL = folder }
  process.standardInput = FileHandle.nullDevice
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let log = try pipe.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return DebianRoot.Ended(status: process.terminationStatus, log: String(decoding: log, as: UTF8.self))
}
