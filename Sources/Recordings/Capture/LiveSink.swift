internal import Glibc

/// Where a live capture goes: a file, which takes all at once, or a pipe, whose reader may be slow or stop.
///
/// Nothing here waits for a reader. What a pipe does not take waits in memory, whole packets, up to a bound; beyond it
/// packets are lost and counted.
struct LiveSink {
  /// The octets that wait for a reader at most.
  static let longestBacklog = 16 << 20
  /// What a pipe that can be written takes without making the writer wait. [POSIX, PIPE_BUF]
  private static let pieceLength = 4096

  private var file: FileSink
  private let isPipe: Bool
  private let bound: Int
  private var backlog: [UInt8] = []
  private var start = 0
  /// The packets that were lost because the reader stopped.
  private(set) var lostCount = 0
  /// The octets written or waiting.
  private(set) var length = 0

  /// Writes to an open file, which the caller closes.
  init(_ file: FileSink, bound: Int = LiveSink.longestBacklog) {
    self.file = file
    self.bound = bound
    var status = stat()
    isPipe = fstat(file.descriptor, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Takes one whole packet.
  mutating func write(_ packet: [UInt8]) throws(CaptureError) {
    length += packet.count
    guard isPipe else { return try file.write(packet) }
    if backlog.count - start + packet.count > bound {
      lostCount += 1
    } else {
      backlog += packet
    }
    try drain(waiting: 0)
  }

  /// Writes what waits, for so many milliseconds at most.
  mutating func finish(within milliseconds: Int32) throws(CaptureError) {
    var left = milliseconds
    while start < backlog.count, left > 0 {
      let step = min(left, 100)
      try drain(waiting: step)
      left -= step
    }
  }

  /// Writes as long as the reader takes it, having waited for that once.
  private mutating func drain(waiting milliseconds: Int32) throws(CaptureError) {
    var limit = milliseconds
    while start < backlog.count {
      var wait = pollfd(fd: file.descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&wait, 1, limit) > 0 else { break }
      limit = 0
      let end = min(backlog.count, start + Self.pieceLength)
      try file.write(Array(backlog[start..<end]))
      start = end
    }
    if start == backlog.count {
      backlog.removeAll(keepingCapacity: true)
      start = 0
    } else if start > bound / 2 {
      backlog.removeSubrange(..<start)
      start = 0
    }
  }
}
