public import CoreTypes
internal import Glibc
internal import Wire

/// A pcapng file that grows while a run goes on. It can be read at any moment: every packet is written whole, in
/// one call, before the next one is taken.
public final class LiveCapture {
  /// Why no more can be written; nil while all is well.
  public private(set) var failure: CaptureError?
  /// The frames written.
  public private(set) var frameCount = 0
  private let writer: PcapngWriter
  private var sink: FileSink
  private var blocks = PcapngBlocks()
  private var steps = AwaitedSteps()
  /// Whether the file has the interface `cs-steps`.
  public let keepsSteps: Bool

  /// Makes or empties the file at `path` and writes what stands before the first packet.
  ///
  /// - Parameter keepsSteps: whether it is to have the steps of Channel Sounding.
  public init(at path: String, _ writer: PcapngWriter, keepsSteps: Bool = false) throws(CaptureError) {
    self.writer = writer
    self.keepsSteps = keepsSteps
    sink = FileSink(path: path, descriptor: try AtomicFile.openForGrowth(path))
    writer.appendSectionHeader(to: &blocks)
    for interface in CaptureInterface.all(withSteps: keepsSteps) { writer.append(interface, to: &blocks) }
    do throws(CaptureError) {
      try sink.write(blocks.octets)
    } catch {
      Glibc.close(sink.descriptor)
      throw error
    }
  }

  deinit { Glibc.close(sink.descriptor) }

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
