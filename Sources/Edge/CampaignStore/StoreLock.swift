internal import Glibc

/// Lets one process write to a store; the end of the process, however it comes, gives it free.
public final class StoreLock {
  private var descriptor: Int32
  private let path: String

  /// Takes the lock of a store. Throws if another process has it, or if its file cannot be made.
  init(of store: String) throws(StoreError) {
    path = store + ".lock"
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw .unusable(path: store, reason: String(cString: strerror(errno)))
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let code = errno
        defer { close(descriptor) }
        guard code == EWOULDBLOCK else {
          throw .unusable(path: store, reason: String(cString: strerror(code)))
        }
        throw .inUse(path: store, holder: Self.holder(descriptor))
      }
      if Self.isFile(descriptor, at: path) {
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

  /// Who has the lock of a store; nil if nobody has.
  public static func holder(of store: String) -> String? {
    let descriptor = open(store + ".lock", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) == 0 ? nil : holder(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var octets = [UInt8](repeating: 0, count: 256)
    let count = octets.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count > 0 ? String(decoding: octets.prefix(count), as: UTF8.self) : "another process"
  }

  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var held = stat()
    var named = stat()
    return fstat(descriptor, &held) == 0 && stat(path, &named) == 0 && held.st_ino == named.st_ino
      && held.st_dev == named.st_dev
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
