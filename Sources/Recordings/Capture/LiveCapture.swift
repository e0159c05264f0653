public import CoreTypes
internal import Glibc
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
  public init(
    at path: String, _ writer: PcapngWriter, keepsSteps: Bool = false, keysAt keysPath: String? = nil,
    limit: Int? = nil
  ) throws(CaptureError) {
    (self.path, self.writer, self.keepsSteps, self.limit) = (path, writer, keepsSteps, limit)
    descriptor = path == "-" ? dup(STDOUT_FILENO) : try AtomicFile.openForGrowth(path)
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
    Glibc.close(descriptor)
    if let keySink { Glibc.close(keySink.descriptor) }
  }

  /// Whether encrypted links are in the capture as they were on the air.
  public var isEncrypted: Bool { keySink != nil }

  /// The packets that were lost since the reader of a pipe did not take them.
  public var lostCount: Int { sink.lostCount }

  /// Writes what a reader has not taken yet, for so many milliseconds at most.
  public func finish(within milliseconds: Int32) {
    guard failure == nil else { return }
    do throws(CaptureError) {
      try sink.finish(within: milliseconds)
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
    Glibc.close(descriptor)
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
