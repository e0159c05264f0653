internal import CoreTypes
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

  /// Makes or empties the file at `path` and writes what stands before the first packet.
  public init(at path: String, _ writer: PcapngWriter) throws(CaptureError) {
    self.writer = writer
    sink = FileSink(path: path, descriptor: try AtomicFile.openForGrowth(path))
    writer.appendSectionHeader(to: &blocks)
    for interface in CaptureInterface.allCases { writer.append(interface, to: &blocks) }
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
    write(.link, frame.time.nanoseconds, nil, LinkFrameRecord(frame).encoded())
  }

  /// Adds a packet of an HCI.
  public func append(_ frame: HCIFrame) {
    write(
      CaptureInterface(hciOf: frame.role), frame.time.nanoseconds, frame.direction,
      [0, 0, 0, frame.direction.rawValue] + frame.packet)
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
