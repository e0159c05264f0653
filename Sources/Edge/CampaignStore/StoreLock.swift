internal import Capture
internal import Glibc

/// Lets one process write to a store; the end of the process, however it comes, gives it free.
public final class StoreLock {
  private var descriptor: Int32
  private let path: String

  /// Takes the lock of a store. Throws if another process has it, or if its file cannot be made.
  init(of store: String) throws(StoreError) {
    path = Self.lockFile(of: store)
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw .unusable(path: store, reason: String(cString: strerror(errno)))
      }
      var wanted = Self.wholeFile
      guard fcntl(descriptor, Self.set, &wanted) == 0 else {
        let code = errno
        defer { close(descriptor) }
        guard code == EAGAIN || code == EACCES else {
          throw .unusable(path: store, reason: String(cString: strerror(code)))
        }
        throw .inUse(path: store, holder: Self.holder(descriptor))
      }
      if let opened = OpenedFile(descriptor), opened == OpenedFile(path) {
        self.descriptor = descriptor
        break
      }
      // Who had it before has removed the file meanwhile.
      close(descriptor)
    }
    let text = Array("process \(getpid()) on \(Machine.name)".utf8)
    ftruncate(descriptor, 0)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  deinit { release() }

  /// Gives the lock free.
  func release() {
    guard descriptor >= 0 else { return }
    unlink(path)
    close(descriptor)
    descriptor = -1
  }

  /// The file that is locked, beside what links lead to: the names of a store have one lock.
  private static func lockFile(of store: String) -> String {
    (AtomicFile.destination(of: store) ?? store) + ".lock"
  }

  // F_OFD_GETLK and F_OFD_SETLK of Linux, which the module of the C library leaves out.
  private static let (get, set): (Int32, Int32) = (36, 37)

  /// A lock on all of a file, which belongs to the descriptor and not to the process.
  private static var wholeFile: flock {
    flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
  }

  /// Who has the lock of a store; nil if nobody has. It is only looked at, so that nobody is refused meanwhile.
  public static func holder(of store: String) -> String? {
    let descriptor = open(lockFile(of: store), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var found = wholeFile
    guard fcntl(descriptor, Self.get, &found) == 0, found.l_type != Int16(F_UNLCK) else { return nil }
    return holder(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var octets = [UInt8](repeating: 0, count: 256)
    let count = octets.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count > 0 ? String(decoding: octets.prefix(count), as: UTF8.self) : "another process"
  }
}

/// A file, by whatever name.
struct OpenedFile: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// What is at a path; nil if nothing is, or if its folder cannot be read.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }

  /// What a descriptor has open.
  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}

/// The machine that runs.
public enum Machine {
  /// Its name in the network.
  public static var name: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
