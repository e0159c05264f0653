internal import CLibrary

/// A place that octets go to, one after another.
public protocol ByteSink {
  /// Takes all of `octets`, or throws.
  mutating func write(_ octets: [UInt8]) throws(CaptureError)
}

/// Takes octets into memory.
public struct OctetSink: ByteSink {
  /// All octets so far.
  public private(set) var octets: [UInt8] = []

  public init() {}

  public mutating func write(_ octets: [UInt8]) { self.octets += octets }
}

/// An open file that takes octets.
public struct FileSink: ByteSink {
  /// The name in messages, which is the final name.
  let path: String
  /// For what writes by other means; it is closed when the file is whole.
  public let descriptor: Int32

  /// Writes all of `octets` at the end. Of what a file takes in part, as on a full disk, it keeps nothing, so that it
  /// ends where the write before did.
  public mutating func write(_ octets: [UInt8]) throws(CaptureError) {
    var done = 0
    while done < octets.count {
      let count = octets.withUnsafeBytes { bytes in
        CLibrary.write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        let reason = SystemReason(code: errno)
        withdraw(done)
        throw .cannotWrite(path: path, reason: reason)
      }
    }
  }

  /// Takes the last octets off a file; what is no file keeps them.
  private func withdraw(_ count: Int) {
    var status = stat()
    guard count > 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    _ = ftruncate(descriptor, max(0, status.st_size - off_t(count)))
  }
}

/// Files that appear under their name only when they are whole.
///
/// This is the one place of the module that makes, renames and removes files.
public enum AtomicFile {
  /// As many as Linux follows.
  private static let maximumLinks = 40

  /// Makes or replaces the file at `path` with what `body` writes, and makes its folder if that is missing.
  ///
  /// The octets go to a temporary file in the same folder, which takes the final name at the end. On any failure
  /// the temporary file is removed, and a file that stood at `path` before stays as it was. A link stays, and what it
  /// leads to is made or replaced. A device or a pipe at `path` is written to directly.
  public static func write(
    at path: String, _ body: (inout FileSink) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    switch exists ? status.st_mode & S_IFMT : S_IFREG {
    case S_IFREG:
      guard let destination = destination(of: path) else {
        throw .cannotCreateFile(path: path, reason: SystemReason(code: ELOOP))
      }
      try replace(destination, namedInMessages: path, body)
    case S_IFDIR: throw .cannotCreateFile(path: path, reason: SystemReason(code: EISDIR))
    default: try writeDirectly(to: path, body)
    }
  }

  private static func replace(
    _ destination: String, namedInMessages path: String,
    _ body: (inout FileSink) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    let folder = folder(of: destination)
    try createFolder(folder)
    let (descriptor, temporary) = try openTemporary(in: folder, for: path)
    do throws(CaptureError) {
      try write(to: descriptor, path, body)
      guard rename(temporary, destination) == 0 else {
        throw .cannotCreateFile(path: path, reason: SystemReason(code: errno))
      }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Makes the file at `path` with `octets`, and its folder if that is missing. If there is a file, it stays as it is,
  /// also one that another process makes at the same time.
  ///
  /// - Returns: whether the file was made.
  public static func create(_ octets: [UInt8], at path: String) throws(CaptureError) -> Bool {
    let folder = folder(of: path)
    try createFolder(folder)
    let (descriptor, temporary) = try openTemporary(in: folder, for: path)
    defer { unlink(temporary) }
    try write(to: descriptor, path) { sink throws(CaptureError) in try sink.write(octets) }
    // A second name for the whole file is refused where a file has it; `rename` would replace that file.
    if link(temporary, path) == 0 { return true }
    guard errno == EEXIST else { throw .cannotCreateFile(path: path, reason: SystemReason(code: errno)) }
    return false
  }

  /// Where a file at `path` is made: where its links lead, also if nothing is there; nil if they lead in a circle.
  public static func destination(of path: String) -> String? {
    var place = path
    for _ in 0..<maximumLinks {
      guard let target = target(ofLink: place) else { return place }
      let isWhole = target.hasPrefix("/") || !place.contains("/")
      place = isWhole ? target : folder(of: place) + "/" + target
    }
    return nil
  }

  /// Makes or empties the file at `path` for what is to be read while it grows, and makes its folder. A file that grows
  /// under another descriptor stays as it is.
  ///
  /// - Parameter waits: whether to go on waiting for the reader of a pipe; asked while there is none.
  static func openForGrowth(
    _ path: String, whileUnread waits: () -> Bool = { true }
  ) throws(CaptureError) -> Int32 {
    try createFolder(folder(of: path))
    if isPipe(path) { return try openPipe(path, whileUnread: waits) }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw .cannotCreateFile(path: path, reason: SystemReason(code: errno))
    }
    do throws(CaptureError) {
      try lockAndEmpty(descriptor, path)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// How often it is looked for the reader of a pipe, in milliseconds.
  private static let pause: Int32 = 50

  /// An `open` that waits by itself for a reader cannot be ended by a signal that something else takes.
  private static func openPipe(
    _ path: String, whileUnread waits: () -> Bool
  ) throws(CaptureError) -> Int32 {
    while true {
      let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFL, 0)
        return descriptor
      }
      guard errno == ENXIO else { throw .cannotCreateFile(path: path, reason: SystemReason(code: errno)) }
      guard waits() else { throw .unread(path: path) }
      poll(nil, 0, pause)
    }
  }

  /// Takes the lock of a file, which closing it returns, before its content goes. Pipes and devices have writers as they
  /// like, and some file systems no locks.
  private static func lockAndEmpty(_ descriptor: Int32, _ path: String) throws(CaptureError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { throw .inUse(path: path) }
    guard ftruncate(descriptor, 0) == 0 else {
      throw .cannotWrite(path: path, reason: SystemReason(code: errno))
    }
  }

  /// Gives the file at `path` its other name, as `air.1.pcapng` for `air.pcapng`, and makes a new one in its place.
  static func rotate(_ path: String) throws(CaptureError) -> Int32 {
    guard rename(path, otherName(of: path)) == 0 else {
      throw .cannotCreateFile(path: path, reason: SystemReason(code: errno))
    }
    return try openForGrowth(path)
  }

  /// The name that a file of a ring takes when the next one begins.
  static func otherName(of path: String) -> String {
    let name =
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    guard let dot = path.utf8[name...].lastIndex(of: UInt8(ascii: ".")), dot > name else {
      return path + ".1"
    }
    return path[..<dot] + ".1" + path[dot...]
  }

  private static func writeDirectly(
    to path: String, _ body: (inout FileSink) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .cannotCreateFile(path: path, reason: SystemReason(code: errno))
    }
    try write(to: descriptor, path, body)
  }

  /// Runs `body` and closes `descriptor`, which is when a file system may first say that the disk is full.
  private static func write(
    to descriptor: Int32, _ path: String, _ body: (inout FileSink) throws(CaptureError) -> Void
  ) throws(CaptureError) {
    var sink = FileSink(path: path, descriptor: descriptor)
    do throws(CaptureError) {
      try body(&sink)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw .cannotWrite(path: path, reason: SystemReason(code: errno)) }
  }

  /// Opens a file that did not exist. Its name is short, so that every final name the folder can hold works.
  private static func openTemporary(
    in folder: String, for path: String
  ) throws(CaptureError) -> (descriptor: Int32, path: String) {
    for attempt in 0..<1_000 {
      let temporary = "\(folder)/.capture-\(getpid())-\(attempt).partial"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, temporary) }
      guard errno == EEXIST else { break }
    }
    throw .cannotCreateFile(path: path, reason: SystemReason(code: errno))
  }

  /// Removes the unfinished files that this process left in a folder before it started itself anew in its place.
  public static func removeLeftovers(in folder: String) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { octets in
        String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".capture-\(getpid())-") && name.hasSuffix(".partial") { unlink("\(folder)/\(name)") }
    }
  }

  private static func createFolder(_ path: String) throws(CaptureError) {
    if isFolder(path) { return }
    let parent = folder(of: path)
    if parent != path { try createFolder(parent) }
    guard mkdir(path, 0o777) != 0 else { return }
    let reason = SystemReason(code: errno)
    // Another run may have made the folder in between.
    guard isFolder(path) else { throw .cannotCreateFolder(path: path, reason: reason) }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The text of a symbolic link; nil for what is none.
  private static func target(ofLink path: String) -> String? {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &characters, Int(PATH_MAX))
    guard count > 0 else { return nil }
    return String(decoding: characters.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func folder(of path: String) -> String {
    let trimmed = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
    let above = trimmed.drop { $0 != UInt8(ascii: "/") }.drop { $0 == UInt8(ascii: "/") }
    guard above.isEmpty else { return String(decoding: above.reversed(), as: UTF8.self) }
    return path.hasPrefix("/") ? "/" : "."
  }
}

/// What a long run has seen so far, in a file that is whole at any moment: if the run is killed, that file is left.
///
/// It stands beside the capture to come, as `NAME.partial.pcapng`, and goes when that one is written; so do the keys
/// of encrypted links, in `NAME.partial.keys`.
public final class PartialCapture {
  public let path: String
  private let writer: PcapngWriter
  private var sink: FileSink?
  private var written = 0

  /// Names the file; it is made when there is something to keep.
  public init(beside capture: String, _ writer: PcapngWriter) {
    let stem = capture.hasSuffix(".pcapng") ? String(capture.dropLast(7)) : capture
    path = stem + ".partial.pcapng"
    self.writer = writer
  }

  deinit {
    if let sink { CLibrary.close(sink.descriptor) }
  }

  /// Adds the frames that `log` has gained since the last call. Frames that were added get no further remarks.
  public func keep(_ log: CaptureLog) throws(CaptureError) {
    guard log.count > written else { return }
    var blocks = PcapngBlocks()
    var sink = try opened(&blocks, withSteps: log.keepsSteps)
    try log.eachFrame(after: written) { frame throws(CaptureError) in writer.append(frame, to: &blocks) }
    try sink.write(blocks.octets)
    written = log.count
    self.sink = sink
    if log.isEncrypted { try KeyFile.writeFile(log, at: KeyFile.path(beside: path)) }
  }

  /// Removes the files, also those that a run left which started anew.
  public func discard() {
    unlink(path)
    unlink(KeyFile.path(beside: path))
  }

  private func opened(_ blocks: inout PcapngBlocks, withSteps: Bool) throws(CaptureError) -> FileSink {
    if let sink { return sink }
    writer.appendSectionHeader(to: &blocks)
    for interface in CaptureInterface.all(withSteps: withSteps) { writer.append(interface, to: &blocks) }
    return FileSink(path: path, descriptor: try AtomicFile.openForGrowth(path))
  }
}
