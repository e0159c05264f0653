internal import Glibc

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
    if let sink { Glibc.close(sink.descriptor) }
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
