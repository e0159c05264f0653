internal import CLibrary
public import CoreTypes
internal import Wire

/// A pcapng file that grows while a run goes on. It can be read at any moment: every packet is written whole, in
/// one call, before the next one is taken. A pipe whose reader stops does not stop the run.
///
/// With a limit it is a ring of two files: when the file has half the size it becomes the other one, `air.1.pcapng`
/// beside `air.pcapng`, in place of the last of that name, and begins again.
public final class LiveCapture {
  /// Why no more can be written; nil while all is well.
  public private(set) var failure: CaptureError?
  /// The frames written.
  public private(set) var frameCount = 0
  /// The files that have the frames, the older one first.
  public private(set) var paths: [String]
  private let writer: PcapngWriter
  private var sink: LiveSink
  private var descriptor: Int32
  /// Where the keys of encrypted links go; nil where the capture has these links in the clear.
  private var keySink: FileSink?
  private let path: String
  /// The most octets of both files of the ring; nil for one file without end.
  private let limit: Int?
  /// More than a block has beside its packet.
  private static let blockOverhead = 128

  private var blocks = PcapngBlocks()
  private var steps = AwaitedSteps()
  /// Whether the file has the interface `cs-steps`.
  public let keepsSteps: Bool

  /// Makes or empties the file at `path` and writes what stands before the first packet.
  ///
  /// - Parameters:
  ///   - path: the file; `-` is standard output.
  ///   - keepsSteps: whether it is to have the steps of Channel Sounding.
  ///   - keysPath: where the keys of encrypted links go, which then are in the capture as they were on the air; nil to
  ///     have these links in the clear.
  ///   - limit: the most octets that are kept; nil for all.
  ///   - waits: whether to go on waiting for the reader of a pipe; asked again and again while there is none.
  /// - Throws: also if a pipe has no reader and `waits` is false.
  public init(
    at path: String, _ writer: PcapngWriter, keepsSteps: Bool = false, keysAt keysPath: String? = nil,
    limit: Int? = nil, whileUnread waits: () -> Bool = { true }
  ) throws(CaptureError) {
    (self.path, self.writer, self.keepsSteps, self.limit) = (path, writer, keepsSteps, limit)
    paths = [path]
    descriptor = path == "-" ? dup(STDOUT_FILENO) : try AtomicFile.openForGrowth(path, whileUnread: waits)
    sink = LiveSink(FileSink(path: path == "-" ? "standard output" : path, descriptor: descriptor))
    do throws(CaptureError) {
      try begin()
      guard let keysPath else { return }
      var keySink = FileSink(path: keysPath, descriptor: try AtomicFile.openForGrowth(keysPath))
      self.keySink = keySink
      try keySink.write(Array(KeyFile.heading.utf8))
    } catch {
      closeFiles()
      throw error
    }
  }

  deinit { closeFiles() }

  private func closeFiles() {
    CLibrary.close(descriptor)
    if let keySink { CLibrary.close(keySink.descriptor) }
  }

  /// Whether encrypted links are in the capture as they were on the air.
  public var isEncrypted: Bool { keySink != nil }

  /// The packets that were lost since the reader of a pipe did not take them.
  public var lostCount: Int { sink.lostCount }

  /// Writes what a reader has not taken yet, for so many milliseconds at most. A file that was removed meanwhile is a
  /// failure.
  public func finish(within milliseconds: Int32) {
    guard failure == nil else { return }
    do throws(CaptureError) {
      try sink.finish(within: milliseconds)
      if path != "-", !sink.isPipe, access(path, F_OK) != 0 {
        throw .cannotRead(path: path, reason: SystemReason(code: errno))
      }
    } catch {
      failure = error
    }
  }

  /// Writes what stands before the first packet.
  private func begin() throws(CaptureError) {
    blocks.octets.removeAll(keepingCapacity: true)
    writer.appendSectionHeader(to: &blocks)
    for interface in CaptureInterface.all(withSteps: keepsSteps) { writer.append(interface, to: &blocks) }
    try sink.write(blocks.octets)
  }

  /// Makes room in the ring for so many octets.
  private func makeRoom(for count: Int) throws(CaptureError) {
    guard let limit, sink.length + count > limit / 2 else { return }
    let fresh = try AtomicFile.rotate(path)
    paths = [AtomicFile.otherName(of: path), path]
    CLibrary.close(descriptor)
    descriptor = fresh
    sink = LiveSink(FileSink(path: path, descriptor: descriptor))
    try begin()
  }

  /// Adds a frame of the air.
  public func append(_ frame: LinkFrame) {
    appendSteps(by: frame.time)
    write(.link, frame.time.nanoseconds, nil, LinkFrameRecord(frame).encoded())
  }

  /// Adds a packet of an HCI.
  public func append(_ frame: HCIFrame) {
    appendSteps(by: frame.time)
    write(
      CaptureInterface(hciOf: frame.role), frame.time.nanoseconds, frame.direction,
      [0, 0, 0, frame.direction.rawValue] + frame.packet)
  }

  /// Adds the keys of a link.
  public func append(_ keys: CapturedKeys) {
    guard failure == nil else { return }
    do throws(CaptureError) {
      try keySink?.write(Array(KeyFile.line(keys).utf8))
    } catch {
      failure = error
    }
  }

  /// Takes the steps of a subevent. Each is written when its time has come: before the next packet that is not
  /// earlier, or when `appendSteps` is called.
  public func queue(_ steps: [StepFrame]) {
    if keepsSteps { self.steps.add(steps) }
  }

  /// Writes the steps that begin by `time`.
  public func appendSteps(by time: Instant) {
    while let step = steps.take(by: time) {
      write(.steps, step.time.nanoseconds, nil, step.record.encoded())
    }
  }

  private func write(
    _ interface: CaptureInterface, _ nanoseconds: Int64, _ direction: HCIFrame.Direction?, _ octets: [UInt8]
  ) {
    guard failure == nil else { return }
    do throws(CaptureError) {
      try makeRoom(for: octets.count + Self.blockOverhead)
    } catch {
      return failure = error
    }
    frameCount += 1
    blocks.octets.removeAll(keepingCapacity: true)
    octets.withUnsafeBytes { octets in
      writer.append(
        LentFrame(
          interface: interface, nanoseconds: nanoseconds, direction: direction, octets: octets, comments: []),
        to: &blocks)
    }
    do throws(CaptureError) {
      try sink.write(blocks.octets)
    } catch {
      failure = error
    }
  }
}

/// Where a live capture goes: a file, which takes all at once, or a pipe, whose reader may be slow or stop.
///
/// Nothing here waits for a reader. What a pipe does not take waits in memory, whole packets, up to a bound; beyond it
/// packets are lost and counted.
struct LiveSink {
  /// The octets that wait for a reader at most.
  private static let longestBacklog = 16 << 20
  /// What a pipe that can be written takes without making the writer wait. [POSIX, PIPE_BUF]
  private static let pieceLength = 4096

  private var file: FileSink
  /// Whether it is a pipe or a device, and no file.
  let isPipe: Bool
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
