internal import Glibc

/// Where `--capture` puts captures.
enum CapturePlace {
  /// The only capture.
  case file(String)
  /// A folder, in which the command names them.
  case folder(String)

  fileprivate static let ending = ".pcapng"

  /// A name with the ending of captures is a file, unless there is a folder of this name.
  init(_ path: String) {
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    self = path.hasSuffix(Self.ending) && !isFolder ? .file(path) : .folder(path)
  }

  /// The folder that the command makes; nil if the user chose a file.
  var madeFolder: String? {
    guard case .folder(let path) = self else { return nil }
    return path
  }

  /// The folder with the captures.
  var folder: String {
    switch self {
    case .file(let path): OutputFile.parent(of: path) ?? "."
    case .folder(let path): path
    }
  }

  /// Throws if nothing can be written there, or if it is one file for several captures.
  ///
  /// - Parameter cure: what the user may do to get one capture.
  func check(_ folders: FolderOptions, count: Int = 1, cure: String = "") throws(BadInput) {
    switch self {
    case .folder(let path):
      try folders.checkFolder(path, option: "--capture", or: ", or a name that ends in \(Self.ending)")
    case .file(let path):
      guard count == 1 else {
        throw BadInput(
          "found --capture \(path) for \(count) captures, expected a folder: a file holds one. Give a folder, or"
            + " \(cure).")
      }
      try folders.checkFile(path, option: "--capture")
    }
  }
}

/// Gives each run a capture of its own, named by its profile where the user does not name it.
struct CaptureNames {
  private let place: CapturePlace
  private var given: Set<String> = []

  init(_ place: CapturePlace) { self.place = place }

  /// The path without an ending. `set` tells apart the runs of one profile.
  mutating func next(for profile: String, set: String?) -> String {
    let folder: String
    switch place {
    case .file(let path): return String(path.dropLast(CapturePlace.ending.count))
    case .folder(let path): folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    }
    let stem = DataLibrary.stem(profile)
    let name = (stem.isEmpty ? "accessory" : stem) + (set.map { ".\($0)" } ?? "")
    var unique = name
    var number = 1
    while !given.insert(unique).inserted {
      number += 1
      unique = "\(name)-\(number)"
    }
    return "\(folder)/\(unique)"
  }
}
