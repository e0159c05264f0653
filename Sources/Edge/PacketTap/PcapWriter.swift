internal import CPcap
package import Capture
internal import Glibc

/// Writes the link interface of a log as a classic pcap file with nanosecond times, by libpcap.
///
/// For tools that do not read pcapng. Comments and the HCI interfaces have no place in it, and frame numbers
/// count link frames only.
package struct PcapWriter: Sendable {
  private static let snapLength: Int32 = 262_144

  private let pcap: PcapFunctions

  /// Throws `PcapError.noLibrary` where nothing can be written.
  package init() throws(PcapError) { pcap = try PcapFunctions.loaded() }

  /// Writes the link frames of `log` to the file at `path`, which appears only when it is whole.
  package func writeFile(_ log: CaptureLog, at path: String) throws(CaptureError) {
    try AtomicFile.write(at: path) { sink throws(CaptureError) in
      let descriptor = dup(sink.descriptor)
      guard let stream = fdopen(descriptor, "w") else {
        let reason = SystemReason(code: errno)
        close(descriptor)
        throw .cannotWrite(path: path, reason: reason)
      }
      try write(log, to: stream, path)
    }
  }

  /// Writes the frames and closes the stream, in which libpcap gathers them.
  private func write(
    _ log: CaptureLog, to stream: UnsafeMutablePointer<FILE>, _ path: String
  ) throws(CaptureError) {
    let handle = pcap.open_dead_with_tstamp_precision(
      Int32(CaptureInterface.link.linkType), Self.snapLength, UInt32(PCAP_TSTAMP_PRECISION_NANO))
    defer { pcap.close(handle) }
    guard let dump = pcap.dump_fopen(handle, stream) else {
      let reason = SystemReason(code: errno)
      fclose(stream)
      throw .cannotWrite(path: path, reason: reason)
    }
    defer { pcap.dump_close(dump) }
    let user = UnsafeMutableRawPointer(dump).assumingMemoryBound(to: UInt8.self)
    for frame in log.frames where frame.interface == .link {
      let (second, fraction) = frame.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      var header = pcap_pkthdr()
      header.ts = timeval(tv_sec: Int(second), tv_usec: Int(fraction))
      header.caplen = UInt32(frame.octets.count)
      header.len = header.caplen
      frame.octets.withUnsafeBufferPointer { pcap.dump(user, &header, $0.baseAddress) }
      guard ferror(stream) == 0 else { throw .cannotWrite(path: path, reason: SystemReason(code: errno)) }
    }
    guard pcap.dump_flush(dump) == 0 else {
      throw .cannotWrite(path: path, reason: SystemReason(code: errno))
    }
  }
}
