/// Writes the link interface of a log as a classic pcap file with nanosecond times.
///
/// For tools that do not read pcapng. Comments and the HCI interfaces have no place in it, and frame numbers
/// count link frames only. The file is little-endian on every machine.
public enum PcapWriter {
  private static let snapLength: UInt32 = 262_144
  private static let chunk = 1 << 16

  /// Writes the link frames of `log` to the file at `path`, which appears only when it is whole.
  public static func writeFile(_ log: CaptureLog, at path: String) throws(CaptureError) {
    try AtomicFile.write(at: path) { sink throws(CaptureError) in try write(log, to: &sink) }
  }

  private static func write(_ log: CaptureLog, to sink: inout some ByteSink) throws(CaptureError) {
    var octets: [UInt8] = []
    // The magic number of nanoseconds, version 2.4, no time zone, and the accuracy of times, which nobody fills in.
    append(0xA1B2_3C4D, 2 | 4 << 16, 0, 0, to: &octets)
    append(snapLength, UInt32(CaptureInterface.link.linkType), to: &octets)
    try log.eachFrame { frame throws(CaptureError) in
      guard frame.interface == .link else { return }
      let (second, fraction) = frame.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      let count = UInt32(frame.octets.count)
      append(UInt32(truncatingIfNeeded: second), UInt32(fraction), count, count, to: &octets)
      octets.append(contentsOf: frame.octets)
      if octets.count >= chunk {
        try sink.write(octets)
        octets.removeAll(keepingCapacity: true)
      }
    }
    try sink.write(octets)
  }

  private static func append(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, to octets: inout [UInt8]) {
    let numbers = (a.littleEndian, b.littleEndian, c.littleEndian, d.littleEndian)
    withUnsafeBytes(of: numbers) { octets.append(contentsOf: $0) }
  }

  private static func append(_ a: UInt32, _ b: UInt32, to octets: inout [UInt8]) {
    withUnsafeBytes(of: (a.littleEndian, b.littleEndian)) { octets.append(contentsOf: $0) }
  }
}
