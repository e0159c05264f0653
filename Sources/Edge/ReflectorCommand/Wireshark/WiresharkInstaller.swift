internal import Capture
internal import Glibc

/// Puts the parts in place and takes them away again, and leaves alone what a user has made of them.
struct WiresharkInstaller {
  /// What becomes of a file.
  enum Outcome: String {
    case written, replaced, unchanged
    /// It is not as it was installed, so it is the user's.
    case kept
    case removed, absent
  }

  let folders: WiresharkFolders
  /// Whether nothing is written.
  var isDryRun = false
  /// Whether files that the user changed are replaced or removed, and kept under another name.
  var isForced = false

  private static let limit = 1 << 20
  private static let backup = ".before-reflector"

  /// Installs all parts, and tells `report` of each.
  func install(_ report: (WiresharkPart, Outcome) -> Void) throws(BadInput) {
    var manifest = try WiresharkManifest(at: folders.manifest)
    for part in try WiresharkPart.all(in: folders) {
      let outcome = try install(part, &manifest)
      if !isDryRun { try manifest.write() }
      report(part, outcome)
    }
  }

  private func install(_ part: WiresharkPart, _ manifest: inout WiresharkManifest) throws(BadInput) -> Outcome
  {
    let present = try octets(at: part.path)
    if present == part.octets {
      manifest.add(part.octets, at: part.path)
      return .unchanged
    }
    if let present, !manifest.isOurs(present, at: part.path) {
      if !isForced { return .kept }
      try keep(present, at: part.path)
    }
    if !isDryRun {
      try write(part.octets, at: part.path)
      if part.isExecutable, chmod(part.path, 0o755) != 0 {
        throw BadInput(CaptureError.cannotCreateFile(path: part.path, reason: SystemReason(code: errno)))
      }
    }
    manifest.add(part.octets, at: part.path)
    return present == nil ? .written : .replaced
  }

  /// Removes all parts, and tells `report` of each.
  func uninstall(_ report: (WiresharkPart, Outcome) -> Void) throws(BadInput) {
    var manifest = try WiresharkManifest(at: folders.manifest)
    for part in try WiresharkPart.all(in: folders) {
      let outcome = try uninstall(part, &manifest)
      if !isDryRun { try manifest.write() }
      report(part, outcome)
    }
    // Only an empty folder goes.
    if !isDryRun { rmdir(folders.profile) }
  }

  private func uninstall(
    _ part: WiresharkPart, _ manifest: inout WiresharkManifest
  ) throws(BadInput) -> Outcome {
    guard let present = try octets(at: part.path) else {
      manifest.remove(part.path)
      return .absent
    }
    if present != part.octets, !manifest.isOurs(present, at: part.path) {
      if !isForced { return .kept }
      try keep(present, at: part.path)
    }
    if !isDryRun, unlink(part.path) != 0 {
      throw BadInput("cannot remove \(part.path): \(SystemReason(code: errno))")
    }
    manifest.remove(part.path)
    return .removed
  }

  /// Writes what the user made beside its place, under a name that is free.
  private func keep(_ octets: [UInt8], at path: String) throws(BadInput) {
    if isDryRun { return }
    var name = path + Self.backup
    var count = 1
    while access(name, F_OK) == 0 {
      count += 1
      name = path + Self.backup + "-\(count)"
    }
    try write(octets, at: name)
  }

  private func octets(at path: String) throws(BadInput) -> [UInt8]? {
    access(path, F_OK) == 0 ? try InputFile.octets(path, limit: Self.limit) : nil
  }

  private func write(_ octets: [UInt8], at path: String) throws(BadInput) {
    do throws(CaptureError) {
      try AtomicFile.write(at: path) { sink throws(CaptureError) in try sink.write(octets) }
    } catch {
      throw BadInput(error)
    }
  }
}
