internal import Glibc
internal import Synchronization

/// The files that this process read, whoever named them: the command line, a document that extends or names others, or
/// a report with its captures. No output takes the place of one of them.
///
/// The register is of the whole process, since a process carries out one command. One that is handed on would miss the
/// files of a reader to which a command forgot to hand it; `InputFile` and `RecordingFiles`, which open all inputs,
/// forget none. Nothing is taken off it.
enum InputRegister {
  private static let identities = Mutex<Set<FileIdentity>>([])
  private static let isStandardInputTaken = Mutex(false)

  /// Notes a file that is about to be opened; `-` is standard input. Devices and pipes lose nothing by an output.
  static func note(_ path: String) {
    guard let identity = FileIdentity(path == "-" ? "/dev/stdin" : path), identity.isRegular else { return }
    identities.withLock { _ = $0.insert(identity) }
  }

  /// Takes standard input for one input; false if another has it.
  static func takeStandardInput() -> Bool {
    isStandardInputTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
  }

  /// Whether the file at `path` was read, by this name or another.
  static func contains(_ path: String) -> Bool {
    guard let identity = FileIdentity(path) else { return false }
    return identities.withLock { $0.contains(identity) }
  }
}

/// What two names of one file or folder have in common.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t
  /// Whether it is a file, and no folder, device or pipe.
  let isRegular: Bool

  /// What stands at a path; nil if nothing does.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
