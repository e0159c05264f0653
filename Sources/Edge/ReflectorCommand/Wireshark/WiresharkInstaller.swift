internal import Capture
internal import CryptoToolbox
internal import Glibc

/// Puts the parts in place and takes them away again, and leaves alone what a user has made of them.
struct WiresharkInstaller {
  enum Outcome: String {
    case written, replaced, unchanged
    /// It is not as it was installed, so it is the user's.
    case kept
    case removed, absent
  }

  let folders: WiresharkFolders
  var isDryRun = false
  /// Whether files that the user changed are replaced or removed, and kept under another name.
  var isForced = false

  private static let backup = ".before-reflector"

  /// Installs all parts, and tells `report` of each.
  func install(_ report: (WiresharkPart, Outcome) throws(BadInput) -> Void) throws(BadInput) {
    var manifest = try WiresharkManifest(at: folders.manifest)
    for part in try WiresharkPart.all(in: folders) {
      let outcome = try install(part, &manifest)
      if !isDryRun { try manifest.write() }
      try report(part, outcome)
    }
  }

  private func install(_ part: WiresharkPart, _ manifest: inout WiresharkManifest) throws(BadInput) -> Outcome
  {
    let present = try InstalledFile.octets(at: part.path)
    if let present, present != part.octets, !manifest.isOurs(present, as: part) {
      if !isForced { return .kept }
      try keep(present, at: part.path)
    }
    let isInPlace = present == part.octets && (!part.isExecutable || access(part.path, X_OK) == 0)
    if !isInPlace {
      if !isDryRun { try write(part.octets, at: part.path, isExecutable: part.isExecutable) }
      manifest.add(part, throughLink: InstalledFile.isLink(part.path))
    } else if !InstalledFile.isLink(part.path) {
      manifest.add(part, throughLink: false)
    }
    return isInPlace ? .unchanged : present == nil ? .written : .replaced
  }

  /// Removes all parts, and tells `report` of each.
  func uninstall(_ report: (WiresharkPart, Outcome) throws(BadInput) -> Void) throws(BadInput) {
    var manifest = try WiresharkManifest(at: folders.manifest)
    for part in try WiresharkPart.all(in: folders) {
      let outcome = try uninstall(part, &manifest)
      if !isDryRun { try manifest.write() }
      try report(part, outcome)
    }
    // Only an empty folder goes.
    if !isDryRun { rmdir(folders.profile) }
  }

  private func uninstall(
    _ part: WiresharkPart, _ manifest: inout WiresharkManifest
  ) throws(BadInput) -> Outcome {
    guard let present = try InstalledFile.octets(at: part.path) else {
      manifest.remove(part)
      return .absent
    }
    // A user's link stays, as does what it led to before the installation.
    if InstalledFile.isLink(part.path), !manifest.linked.contains(part.fileName) { return .kept }
    if present != part.octets, !manifest.isOurs(present, as: part) {
      if !isForced { return .kept }
      try keep(present, at: part.path)
    }
    if !isDryRun, unlink(AtomicFile.destination(of: part.path) ?? part.path) != 0 {
      throw BadInput("cannot remove \(part.path): \(SystemReason(code: errno))")
    }
    manifest.remove(part)
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

  /// Writes a file, which has its permissions before it has its name.
  private func write(_ octets: [UInt8], at path: String, isExecutable: Bool = false) throws(BadInput) {
    try BadInput.of { () throws(CaptureError) in
      try AtomicFile.write(at: path) { sink throws(CaptureError) in
        try sink.write(octets)
        if isExecutable, fchmod(sink.descriptor, 0o755) != 0 {
          throw .cannotCreateFile(path: path, reason: SystemReason(code: errno))
        }
      }
    }
  }
}

/// What stands where the tool installs a file.
private enum InstalledFile {
  private static let limit = 1 << 20

  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Its octets; nil without a file. Throws for a pipe and the like, whose reader would wait for ever.
  static func octets(at path: String) throws(BadInput) -> [UInt8]? {
    guard let identity = FileIdentity(path) else { return nil }
    guard identity.isRegular else {
      throw BadInput("found a folder, pipe or device in the place of \(path), expected a file; move it away.")
    }
    return try InputFile.octets(path, limit: limit, fix: "Move the file to another folder.")
  }
}

/// Where Wireshark looks for what a user adds, as `tshark -G folders` tells.
struct WiresharkFolders {
  /// Scripts, in all versions from 4.0.
  let plugins: String
  /// Profiles and all other settings.
  let configuration: String
  /// Programs that capture; from 4.4 on Wireshark looks there unasked.
  let extcap: String
  /// Whether Wireshark 4.0 and 4.2 look for programs that capture there too.
  let isExtcapNamed: Bool

  /// The profile's folder.
  var profile: String { configuration + "/profiles/" + Self.profileName }
  /// What was installed, and how it was then.
  var manifest: String { configuration + "/reflector-installed" }

  static let profileName = "Channel Sounding"

  /// - Parameter home: the home folder to use in place of the user's, whose other settings then do not count.
  init(home: String?) throws(BadInput) {
    func setting(_ name: String) -> String? { home == nil ? StandardStream.environment(name) : nil }
    guard let root = home ?? StandardStream.environment("HOME"), root.hasPrefix("/") || home != nil else {
      throw BadInput("found no home folder in HOME, expected one; name it with --folder.")
    }
    let base = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    plugins = base + "/.local/lib/wireshark/plugins"
    let named = setting("WIRESHARK_EXTCAP_DIR")
    isExtcapNamed = named != nil
    extcap = named ?? base + "/.local/lib/wireshark/extcap"
    let usual = (setting("XDG_CONFIG_HOME") ?? base + "/.config") + "/wireshark"
    let old = base + "/.wireshark"
    configuration =
      setting("WIRESHARK_CONFIG_DIR") ?? (!Self.isFolder(usual) && Self.isFolder(old) ? old : usual)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// What was installed: the parts, and the digest that each had then. It shows what a user has changed since.
private struct WiresharkManifest {
  /// SHA-256 by the name of a part's file. A path would depend on the working folder, and on how the user named the
  /// home folder.
  private(set) var digests: [String: String] = [:]
  /// The parts of these that were written where a link of the user led. Their names begin with `linkMark` in the file.
  private(set) var linked: Set<String> = []
  private let path: String
  private static let linkMark = "link/"

  /// Reads the list at `path`; there is none before the first installation.
  init(at path: String) throws(BadInput) {
    self.path = path
    guard let octets = try InstalledFile.octets(at: path) else { return }
    let text = String(decoding: octets, as: UTF8.self)
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { continue }
      // Older versions wrote paths.
      let name = WiresharkPart.fileName(parts[1])
      digests[name] = String(parts[0])
      if parts[1] == Self.linkMark + name { linked.insert(name) }
    }
  }

  /// Whether `octets` are those that were installed as `part`.
  func isOurs(_ octets: [UInt8], as part: WiresharkPart) -> Bool {
    digests[part.fileName] == ContentDigest.sha256(octets)
  }

  mutating func add(_ part: WiresharkPart, throughLink: Bool) {
    digests[part.fileName] = ContentDigest.sha256(part.octets)
    linked.remove(part.fileName)
    if throughLink { linked.insert(part.fileName) }
  }

  mutating func remove(_ part: WiresharkPart) {
    digests[part.fileName] = nil
    linked.remove(part.fileName)
  }

  /// Writes the list, or removes it if nothing is left.
  func write() throws(BadInput) {
    if digests.isEmpty {
      unlink(path)
      return
    }
    let lines = digests.sorted { $0.key < $1.key }.map { name, digest in
      "\(digest) \(linked.contains(name) ? Self.linkMark : "")\(name)\n"
    }
    try OutputFile.write(lines.joined(), at: path)
  }
}

/// A file that Wireshark is given.
struct WiresharkPart {
  let noun: String
  let path: String
  let octets: [UInt8]
  var isExecutable = false

  /// The name of the program that Wireshark calls to capture.
  private static let extcapName = "reflector-extcap"
  private static let limit = 1 << 20
  private static let again = "Install this tool again."
  private static let source = "Wireshark"

  /// The name of the file, which no other part has.
  var fileName: String { Self.fileName(path[...]) }

  static func fileName(_ path: Substring) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// All of them: the dissector, the profile, and the program that lets Wireshark capture a running simulation.
  static func all(in folders: WiresharkFolders) throws(BadInput) -> [WiresharkPart] {
    guard
      let root = DataLibrary.folder(source, holding: "reflector.lua")
        ?? BuiltInFiles.octets["\(source)/reflector.lua"].map({ _ in source })
    else {
      throw BadInput(
        "found no folder \(source) here or beside the executable, expected the folder of this tool.")
    }
    var parts = [
      WiresharkPart(
        noun: "dissector", path: folders.plugins + "/reflector.lua",
        octets: try InputFile.octets(root + "/reflector.lua", limit: limit, fix: again))
    ]
    for name in ["preferences", "colorfilters", "dfilter_buttons"] {
      parts.append(
        WiresharkPart(
          noun: "profile", path: folders.profile + "/" + name,
          octets: try InputFile.octets(root + "/profile/" + name, limit: limit, fix: again)))
    }
    parts.append(
      WiresharkPart(
        noun: "extcap", path: folders.extcap + "/" + extcapName, octets: Array(try wrapper().utf8),
        isExecutable: true))
    return parts
  }

  /// A script that calls this executable, wherever it stands.
  private static func wrapper() throws(BadInput) -> String {
    guard let resolved = realpath("/proc/self/exe", nil) else {
      throw BadInput("cannot find the path of this executable: \(String(cString: strerror(errno)))")
    }
    defer { free(resolved) }
    let executable = String(cString: resolved).replacing("'", with: "'\\''")
    return """
      #!/bin/sh
      # From 'reflector wireshark install': lets Wireshark capture a running simulation.
      exec '\(executable)' extcap "$@"

      """
  }
}
