internal import CPcap
internal import Glibc

/// Writes the link interface of a log as a classic pcap file through libpcap, with nanosecond times.
///
/// For tools that do not read pcapng. Comments and the HCI interfaces have no place in it, and frame numbers
/// count link frames only. libpcap writes in the byte order of the machine.
public enum PcapWriter {
  private static let snapLength: Int32 = 262_144

  /// Writes the link frames of `log` to the file at `path`, which appears only when it is whole.
  public static func writeFile(_ log: CaptureLog, at path: String) throws(CaptureError) {
    try AtomicFile.write(at: path) { sink throws(CaptureError) in try write(log, to: sink) }
  }

  private static func write(_ log: CaptureLog, to sink: FileSink) throws(CaptureError) {
    let precision = UInt32(PCAP_TSTAMP_PRECISION_NANO)
    guard
      let pcap = pcap_open_dead_with_tstamp_precision(
        DLT_BLUETOOTH_LE_LL_WITH_PHDR, snapLength, precision)
    else { throw .cannotWrite(path: sink.path, reason: SystemReason(code: errno)) }
    defer { pcap_close(pcap) }
    // libpcap closes its stream, and `AtomicFile` its descriptor: each needs one of its own.
    guard let stream = fdopen(dup(sink.descriptor), "w") else {
      throw .cannotWrite(path: sink.path, reason: SystemReason(code: errno))
    }
    guard let dumper = pcap_dump_fopen(pcap, stream) else {
      fclose(stream)
      throw .libpcap(path: sink.path, message: String(cString: pcap_geterr(pcap)))
    }
    defer { pcap_dump_close(dumper) }
    for frame in log.frames where frame.interface == .link {
      dump(frame, to: dumper)
      // pcap_dump reports nothing, and pcap_dump_close forgets what went wrong.
      guard ferror(stream) == 0 else {
        throw .cannotWrite(path: sink.path, reason: SystemReason(code: errno))
      }
    }
    guard pcap_dump_flush(dumper) == 0 else {
      throw .cannotWrite(path: sink.path, reason: SystemReason(code: errno))
    }
  }

  private static func dump(_ frame: CapturedFrame, to dumper: OpaquePointer) {
    var header = pcap_pkthdr()
    header.ts.tv_sec = Int(frame.nanoseconds / 1_000_000_000)
    header.ts.tv_usec = Int(frame.nanoseconds % 1_000_000_000)
    header.caplen = UInt32(frame.octets.count)
    header.len = header.caplen
    frame.octets.withUnsafeBufferPointer { octets in
      pcap_dump(UnsafeMutablePointer<UInt8>(dumper), &header, octets.baseAddress)
    }
  }
}
