internal import CLibrary

/// The part of a file that is in memory: octets come in at its end and are given up at its start.
///
/// Memory stays below `longest` octets and a little, however long the file is. What was read stays where it is
/// until octets are asked for that are not there yet.
final class OctetWindow {
  /// The most octets that can be asked for at once.
  static let longest = 4 << 20
  private static let piece = 1 << 18

  private struct Place {
    var base: UnsafeMutableRawPointer
    var start = 0
    var end = 0
    var droppedCount = 0
  }

  /// The name in messages.
  let path: String
  /// The octets of the whole file; nil for a pipe.
  let fileSize: Int?
  /// Where the window is. Behind a pointer, since each access to a property of a class that may change is checked
  /// for another one at the same time, and there are many for each packet.
  private let place: UnsafeMutablePointer<Place>
  private var capacity: Int
  private var isAtEnd: Bool
  private let descriptor: Int32

  /// Opens the file at `path`; `-` is standard input.
  init(path: String) throws(CaptureError) {
    descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    let code = errno
    self.path = path
    capacity = Self.piece
    place = .allocate(capacity: 1)
    place.initialize(to: Place(base: .allocate(byteCount: capacity, alignment: 16)))
    isAtEnd = false
    var status = stat()
    let isKnown = descriptor >= 0 && fstat(descriptor, &status) == 0
    fileSize = isKnown && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    guard descriptor >= 0 else { throw .cannotRead(path: path, reason: SystemReason(code: code)) }
  }

  /// Holds a copy of `octets`.
  init(_ octets: [UInt8], path: String) {
    self.path = path
    fileSize = octets.count
    descriptor = -1
    capacity = max(1, octets.count)
    place = .allocate(capacity: 1)
    place.initialize(to: Place(base: .allocate(byteCount: capacity, alignment: 16)))
    isAtEnd = true
    end = octets.count
    base.copyMemory(from: octets, byteCount: octets.count)
  }

  deinit {
    base.deallocate()
    place.deallocate()
    if descriptor >= 0 { close(descriptor) }
  }

  /// Where the octets stand. Indices count from here.
  private(set) var base: UnsafeMutableRawPointer {
    get { place.pointee.base }
    set { place.pointee.base = newValue }
  }

  /// The index of the first octet that was not given up.
  private(set) var start: Int {
    get { place.pointee.start }
    set { place.pointee.start = newValue }
  }

  /// The index after the last octet in memory.
  private(set) var end: Int {
    get { place.pointee.end }
    set { place.pointee.end = newValue }
  }

  /// The offset in the file of the first octet that was not given up.
  var offset: Int { place.pointee.droppedCount + start }

  /// The octets in memory.
  var available: Int { end - start }

  /// Whether `count` octets follow, which are then in memory. Above `longest` none do.
  @inline(__always)
  func has(_ count: Int) throws(CaptureError) -> Bool {
    if count <= end - start { return true }
    return try fill(count)
  }

  /// Gives up `count` octets that are in memory.
  @inline(__always)
  func advance(_ count: Int) {
    precondition(count >= 0 && count <= end - start, "octets are given up that are not in memory")
    start += count
  }

  /// Gives up `count` octets, in memory or not, and says how many there were.
  func skip(_ count: Int) throws(CaptureError) -> Int {
    var left = count
    while left > 0, try has(1) {
      let step = min(left, available)
      advance(step)
      left -= step
    }
    return count - left
  }

  /// The octet `offset` octets after the first that was not given up.
  @inline(__always)
  subscript(offset: Int) -> UInt8 { (base + start + offset).load(as: UInt8.self) }

  /// A number of 16 bits, `offset` octets after the first that was not given up.
  @inline(__always)
  func u16(_ offset: Int, _ isBigEndian: Bool) -> UInt16 {
    let value = (base + start + offset).loadUnaligned(as: UInt16.self)
    return isBigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value)
  }

  /// A number of 32 bits.
  @inline(__always)
  func u32(_ offset: Int, _ isBigEndian: Bool) -> UInt32 {
    let value = (base + start + offset).loadUnaligned(as: UInt32.self)
    return isBigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value)
  }

  /// A number of 64 bits.
  @inline(__always)
  func u64(_ offset: Int, _ isBigEndian: Bool) -> UInt64 {
    let value = (base + start + offset).loadUnaligned(as: UInt64.self)
    return isBigEndian ? UInt64(bigEndian: value) : UInt64(littleEndian: value)
  }

  /// The octets of a range that counts from the first that was not given up.
  func octets(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + start + range.lowerBound, count: range.count)
  }

  @inline(never)
  private func fill(_ count: Int) throws(CaptureError) -> Bool {
    guard !isAtEnd, count <= Self.longest else { return false }
    makeRoom(count)
    while available < count {
      let got = read(descriptor, base + end, capacity - end)
      if got > 0 {
        end += got
      } else if got == 0 {
        isAtEnd = true
        return false
      } else if errno != EINTR {
        throw .cannotRead(path: path, reason: SystemReason(code: errno))
      }
    }
    return true
  }

  private func makeRoom(_ count: Int) {
    let held = available
    if count > capacity {
      capacity = min(Self.longest, max(2 * capacity, count)) + Self.piece
      let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      larger.copyMemory(from: base + start, byteCount: held)
      base.deallocate()
      base = larger
    } else {
      memmove(base, base + start, held)
    }
    place.pointee.droppedCount += start
    start = 0
    end = held
  }
}
