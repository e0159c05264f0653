internal import CampaignStore
internal import Capture
internal import Glibc

/// Writes files that appear whole or not at all, and looks beforehand whether they can.
enum OutputFile {
  /// Makes or replaces the file at `path`, or writes to standard output if that is `-`.
  static func writeOrPrint(_ text: String, at path: String) throws(BadInput) {
    if path == "-" { try StandardStream.output.writeOrThrow(text) } else { try write(text, at: path) }
  }

  /// Makes or replaces the file at `path`.
  static func write(_ text: String, at path: String) throws(BadInput) {
    try write(Array(text.utf8), at: path)
  }

  /// Makes or replaces the file at `path`.
  static func write(_ octets: [UInt8], at path: String) throws(BadInput) {
    try BadInput.of { () throws(CaptureError) in
      try AtomicFile.write(at: path) { sink throws(CaptureError) in try sink.write(octets) }
    }
  }

  /// Makes the file at `path`; false if there is one, which stays.
  static func create(_ octets: [UInt8], at path: String) throws(BadInput) -> Bool {
    try BadInput.of { () throws(CaptureError) in try AtomicFile.create(octets, at: path) }
  }

  /// Makes or replaces the file at `path` with what `body` writes piece by piece.
  static func write<Result>(
    at path: String, _ body: ((String) throws(CaptureError) -> Void) throws(CaptureError) -> Result
  ) throws(BadInput) -> Result {
    try BadInput.of { () throws(CaptureError) in try stream(to: path, body) }
  }

  /// Makes or replaces the file at `path` with what `body` writes piece by piece; `-` is standard output, and what
  /// is written to nil is lost.
  static func stream<Result>(
    to path: String?, _ body: ((String) throws(CaptureError) -> Void) throws(CaptureError) -> Result
  ) throws(CaptureError) -> Result {
    guard let path else { return try body { _ in } }
    guard path != "-" else {
      return try body { text throws(CaptureError) in try StandardStream.output.pour(text) }
    }
    var result: Result?
    try AtomicFile.write(at: path) { sink throws(CaptureError) in
      result = try body { text throws(CaptureError) in try sink.write(Array(text.utf8)) }
    }
    guard let result else { preconditionFailure("a file that was written has been written to") }
    return result
  }

  /// Throws if `folder`, which the user gave by `option`, is no folder that can be written, or cannot be made.
  static func checkFolder(_ folder: String, option: String, makesAbove: Bool) throws(BadInput) {
    var place = folder
    var status = stat()
    var missing: String?
    while stat(place, &status) != 0 {
      guard errno == ENOENT, let above = parent(of: place) else {
        throw refusal(folder, String(cString: strerror(errno)), option)
      }
      var link = stat()
      if lstat(place, &link) == 0 { throw refusal(folder, "\(place) is a link to nothing", option) }
      if place != folder { missing = missing ?? place }
      place = above
    }
    if let missing, !makesAbove { throw absent(missing, folder) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw refusal(folder, "\(place) is a file, expected a folder", option)
    }
    guard access(place, W_OK | X_OK) == 0 else {
      throw refusal(folder, String(cString: strerror(errno)), option)
    }
  }

  /// Throws if no file can be made at `path`, which the user gave by `option`. The user has no say in `makesFolders`
  /// where it is nil; the folder `made` is still to come.
  static func checkFile(
    _ path: String, option: String, makesFolders: Bool?, beside made: String? = nil
  ) throws(BadInput) {
    var status = stat()
    guard !path.isEmpty else { throw BadInput("found an empty name for \(option), expected one.") }
    guard !path.hasSuffix("/") else { throw notFile(path, option) }
    guard stat(path, &status) == 0 else {
      guard let destination = AtomicFile.destination(of: path) else {
        throw BadInput("cannot write \(path): its links lead in a circle; give another name with \(option)")
      }
      let folder = parent(of: destination) ?? "."
      let isMade = made.map { place(of: $0) == place(of: folder) } ?? false
      if makesFolders != true, !isMade, stat(folder, &status) != 0, errno == ENOENT {
        throw absent(folder, path, canBeMade: makesFolders != nil)
      }
      return try checkFolder(folder, option: option, makesAbove: makesFolders ?? false)
    }
    if status.st_mode & S_IFMT == S_IFDIR { throw notFile(path, option) }
  }

  /// Throws if what stands at `path` is worth more than what `option` would write there: a store of results, or one of
  /// the files that were read.
  static func checkKept(_ path: String, option: String) throws(BadInput) {
    if CampaignStore.isStore(path) {
      throw BadInput("cannot write \(path): it is the store of a campaign; name another file with \(option)")
    }
    for ending in ["-wal", "-shm", "-journal", ".lock"] where path.hasSuffix(ending) {
      guard !CampaignStore.isStore(String(path.dropLast(ending.count))) else {
        throw BadInput(
          "cannot write \(path): it belongs to the store of a campaign; name another file with \(option)")
      }
    }
    if InputRegister.contains(path) {
      throw BadInput("cannot write \(path): this command reads it; name another file with \(option)")
    }
  }

  /// Whether two outputs are one file, which may not exist yet; `-` is standard output.
  static func isOne(_ first: String, _ second: String) -> Bool {
    let (first, second) = (first == "-" ? "/dev/stdout" : first, second == "-" ? "/dev/stdout" : second)
    if place(ofFile: first) == place(ofFile: second) { return true }
    guard let identity = FileIdentity(first), identity.isRegular else { return false }
    return identity == FileIdentity(second)
  }

  /// A file, which may not exist yet, by the real path of its folder and its own name; of a link to
  /// nothing, what it leads to.
  static func place(ofFile path: String) -> String {
    let path = access(path, F_OK) == 0 ? path : AtomicFile.destination(of: path) ?? path
    let name = path.split(separator: "/").last ?? ""
    return place(of: parent(of: path) ?? ".") + "/" + name
  }

  /// A folder, which may not exist yet, by its real path.
  static func place(of folder: String) -> String {
    if let real = realpath(folder, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    let name = folder.split(separator: "/").last { $0 != "." }
    guard let name, let above = parent(of: folder), above != folder else { return folder }
    return place(of: above) + "/" + name
  }

  /// Removes a file, but no device, pipe or link.
  static func removeRegular(_ path: String) {
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { unlink(path) }
  }

  private static func notFile(_ path: String, _ option: String) -> BadInput {
    BadInput("cannot write \(path): it is a folder; give the name of a file with \(option)")
  }

  private static func absent(_ folder: String, _ path: String, canBeMade: Bool = true) -> BadInput {
    BadInput(
      "cannot write \(path): there is no folder \(folder); make it"
        + (canBeMade ? ", or let --make-folders make it" : ""))
  }

  private static func refusal(_ folder: String, _ reason: String, _ option: String) -> BadInput {
    BadInput("cannot write into the folder \(folder): \(reason); choose another with \(option)")
  }

  /// The folder of a path; nil at the top.
  static func parent(of path: String) -> String? {
    let parts = path.split(separator: "/")
    if parts.count > 1 { return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/") }
    if path.hasPrefix("/") { return parts.isEmpty ? nil : "/" }
    return path == "." ? nil : "."
  }
}
