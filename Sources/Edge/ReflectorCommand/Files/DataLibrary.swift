internal import Documents
internal import Glibc

/// The files that come with the tool and are asked for by name: in `Profiles` of the current folder, of the folder that
/// `REFLECTOR_DATA` names, beside the executable or above it, in `share/reflector` above it, or in the executable itself.
struct DataLibrary {
  /// The folders of `Profiles`.
  enum Folder: String {
    case accessories, requirements, phones, environments, scenarios

    var noun: String {
      switch self {
      case .accessories: "profile"
      case .requirements: "requirement set"
      case .phones: "phone"
      case .environments: "environment"
      case .scenarios: "scenario"
      }
    }
  }

  private static let maximumRise = 6

  private static let rootName = DocumentSchema.shippedRoot

  private let roots: [String]

  /// Looks where the files are; reads none.
  init() {
    let local = Self.rootName
    let found = [Self.isFolder(local) ? local : nil, Self.shippedRoot].compactMap { $0 }
    roots = found.count == 2 && FileIdentity(found[0]) == FileIdentity(found[1]) ? [local] : found
  }

  /// The file for `name`, which is a path if it looks like one, or names no shipped file, as `shown` names it.
  func path(_ name: String, in folder: Folder) throws(BadInput) -> String {
    if name == "-" || name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
      return Self.shown(name)
    }
    for root in roots {
      let files = Self.files(in: "\(root)/\(folder.rawValue)")
      if let path = files.first(where: { Self.stem($0) == name }) { return Self.shown(path) }
    }
    if let path = Self.builtIn(in: folder).first(where: { Self.stem($0) == name }) { return path }
    // A file without an ending, as a pipe.
    if access(name, F_OK) == 0, !Self.isFolder(name) { return Self.shown(name) }
    let known = files(in: folder).map(Self.stem)
    let nearest = NearestWord.matches(name, in: known, count: 3)
    if !nearest.isEmpty {
      throw BadInput(
        "found no \(folder.noun) '\(Excerpt.of(name))'; did you mean \(nearest.joined(separator: " or "))?")
    }
    let fix =
      known.isEmpty
      ? "there is no folder Profiles/\(folder.rawValue) here or beside the executable. Give the path of a file."
      : "expected one of \(known.joined(separator: ", ")), or the path of a file."
    throw BadInput("found no \(folder.noun) '\(Excerpt.of(name))'; \(fix)")
  }

  /// The name that stands near the one of a file in a folder of `Profiles`; nil for any other file.
  static func nearestName(to shown: String) -> String? {
    let parts = shown.split(separator: "/").map(String.init)
    guard parts.count == 3, parts[0] == rootName, let folder = Folder(rawValue: parts[1]) else { return nil }
    return NearestWord.match(stem(shown), in: DataLibrary().files(in: folder).map(stem))
  }

  /// The files of a folder in order, from the first `Profiles` that has any.
  func files(in folder: Folder) -> [String] {
    for root in roots {
      let files = Self.files(in: "\(root)/\(folder.rawValue)")
      if !files.isEmpty { return files.map(Self.shown) }
    }
    return Self.builtIn(in: folder)
  }

  private static func builtIn(in folder: Folder) -> [String] {
    let start = "\(rootName)/\(folder.rawValue)/"
    return BuiltInFiles.octets.keys.filter { path in
      path.hasPrefix(start) && path.hasSuffix(".yaml") && !path.dropFirst(start.count).contains("/")
    }.sorted()
  }

  /// How reports and messages name a file, wherever the tool lies: a shipped one from `Profiles` on, one below the
  /// working folder from there.
  static func shown(_ path: String) -> String {
    guard path.hasPrefix("/") else { return path }
    if let shipped = shippedRoot, path.hasPrefix(shipped + "/") {
      return rootName + path.dropFirst(shipped.count)
    }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let start = String(cString: folder) + "/"
    return path.hasPrefix(start) ? String(path.dropFirst(start.count)) : path
  }

  /// Where a file lies that is named as `shown` does.
  static func location(of shown: String) -> String {
    guard shown.hasPrefix(rootName + "/"), access(shown, F_OK) != 0, let shipped = shippedRoot else {
      return shown
    }
    return shipped + shown.dropFirst(rootName.count)
  }

  /// The name of a file without folders and `.yaml`.
  static func stem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    for ending in [".yaml", ".yml"] where name.hasSuffix(ending) && name.count > ending.count {
      return String(name.dropLast(ending.count))
    }
    return name
  }

  private static func files(in folder: String) -> [String] {
    names(in: folder).filter { $0.hasSuffix(".yaml") }.map { "\(folder)/\($0)" }
  }

  /// The names in a folder in order, without those that begin with a dot; none if it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }

  private static let shippedRoot = shipped(rootName, holding: "requirements")

  /// A folder that comes with the tool, in the current folder or with the executable; nil if none holds `entry`.
  static func folder(_ name: String, holding entry: String) -> String? {
    access("\(name)/\(entry)", F_OK) == 0 ? name : shipped(name, holding: entry)
  }

  private static func shipped(_ name: String, holding entry: String) -> String? {
    if let told = StandardStream.environment("REFLECTOR_DATA"),
      access("\(told)/\(name)/\(entry)", F_OK) == 0, let resolved = realpath("\(told)/\(name)", nil)
    {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    return aboveExecutable(name, holding: entry)
  }

  /// `.build/release/reflector` stands some folders below `Profiles` of its package, `bin/reflector` beside `share`.
  private static func aboveExecutable(_ name: String, holding entry: String) -> String? {
    guard let resolved = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(resolved) }
    var parts = String(cString: resolved).split(separator: "/").dropLast()
    for _ in 0..<maximumRise where !parts.isEmpty {
      for folder in [name, "share/reflector/" + name] {
        let candidate = "/" + parts.joined(separator: "/") + "/" + folder
        if access("\(candidate)/\(entry)", F_OK) == 0 { return candidate }
      }
      parts.removeLast()
    }
    return nil
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
