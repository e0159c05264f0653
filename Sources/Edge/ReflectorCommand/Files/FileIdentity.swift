internal import Glibc

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
