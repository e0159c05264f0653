internal import Capture
internal import Foundation
internal import Glibc

/// Lets one process write to a store; the end of the process, however it comes, gives it free. The file of the lock names
/// the process, and in its second line the units under way, which a process that is killed leaves there.
package final class StoreLock: @unchecked Sendable {
  /// A process that ended without giving the store free: it crashed or was killed.
  package struct LostRun: Sendable, Equatable {
    /// As `process 17 on node5`.
    package var process: String
    /// The units that it had under way, at least one.
    package var units: [Int]

    package init(process: String, units: [Int]) {
      self.process = process
      self.units = units
    }
  }

  /// The process that had the lock before, if it crashed or was killed with units under way; nil otherwise.
  package private(set) var lost: LostRun?
  private var descriptor: Int32
  private let path: String
  private let mutex = NSLock()
  private var units: [Int] = []
  /// Where the units stand in the file.
  private let unitsOffset: Int

  /// Takes the lock of a store. Throws if another process has it, or if its file cannot be made.
  init(of store: String) throws(StoreError) {
    path = Self.lockFile(of: store)
    let text = Array("process \(getpid()) on \(Machine.name)\n".utf8)
    unitsOffset = text.count
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
    lost = Self.lostRun(descriptor)
    ftruncate(descriptor, 0)
    _ = text.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  deinit { release() }

  /// Gives the lock free.
  package func release() {
    mutex.withLock {
      guard descriptor >= 0 else { return }
      unlink(path)
      close(descriptor)
      descriptor = -1
    }
  }

  /// Notes that a unit begins. It is known then if the process is killed before `end`. May be called on any thread.
  package func begin(_ unit: Int) { change { $0.append(unit) } }

  /// Notes that a unit has ended.
  package func end(_ unit: Int) { change { units in units.removeAll { $0 == unit } } }

  private func change(_ body: (inout [Int]) -> Void) {
    mutex.withLock {
      body(&units)
      guard descriptor >= 0 else { return }
      let line = Array((units.map { "\($0)" }.joined(separator: " ") + "\n").utf8)
      _ = line.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(unitsOffset)) }
    }
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
  package static func holder(of store: String) -> String? {
    look(at: store) { descriptor, isLocked in isLocked ? holder(descriptor) : nil }
  }

  /// The process that ended without giving the store free; nil if there is none.
  package static func lostRun(of store: String) -> LostRun? {
    look(at: store) { descriptor, isLocked in isLocked ? nil : lostRun(descriptor) }
  }

  private static func look<Value>(
    at store: String, _ body: (_ descriptor: Int32, _ isLocked: Bool) -> Value?
  ) -> Value? {
    let descriptor = open(lockFile(of: store), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var found = wholeFile
    guard fcntl(descriptor, Self.get, &found) == 0 else { return nil }
    return body(descriptor, found.l_type != Int16(F_UNLCK))
  }

  private static func holder(_ descriptor: Int32) -> String {
    let name = lines(descriptor)[0]
    return name.isEmpty ? "another process" : name
  }

  private static func lostRun(_ descriptor: Int32) -> LostRun? {
    let lines = lines(descriptor)
    guard lines.count > 1 else { return nil }
    let units = lines[1].split(separator: " ").compactMap { Int($0) }
    return units.isEmpty ? nil : LostRun(process: lines[0], units: units.sorted())
  }

  /// The lines of the file of a lock, at least one.
  private static func lines(_ descriptor: Int32) -> [String] {
    var octets = [UInt8](repeating: 0, count: 1 << 14)
    let count = octets.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    let text = String(decoding: octets.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
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
package enum Machine {
  /// Its name in the network.
  package static var name: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unknown" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
