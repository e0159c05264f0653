internal import CPcap
package import Capture
internal import Glibc

/// Writes the link interface of a log as a classic pcap file with nanosecond times, by libpcap.
///
/// For tools that do not read pcapng. Comments and the HCI interfaces have no place in it, and frame numbers
/// count link frames only.
package enum PcapWriter {
  private static let snapLength: Int32 = 262_144

  /// Writes the link frames of `log` to the file at `path`, which appears only when it is whole.
  package static func writeFile(_ log: CaptureLog, at path: String) throws(CaptureError) {
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
  private static func write(
    _ log: CaptureLog, to stream: UnsafeMutablePointer<FILE>, _ path: String
  ) throws(CaptureError) {
    let handle = pcap_open_dead_with_tstamp_precision(
      Int32(CaptureInterface.link.linkType), snapLength, UInt32(PCAP_TSTAMP_PRECISION_NANO))
    defer { pcap_close(handle) }
    guard let dump = pcap_dump_fopen(handle, stream) else {
      let reason = SystemReason(code: errno)
      fclose(stream)
      throw .cannotWrite(path: path, reason: reason)
    }
    defer { pcap_dump_close(dump) }
    let user = UnsafeMutableRawPointer(dump).assumingMemoryBound(to: UInt8.self)
    for frame in log.frames where frame.interface == .link {
      let (second, fraction) = frame.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      var header = pcap_pkthdr()
      header.ts = timeval(tv_sec: Int(second), tv_usec: Int(fraction))
      header.caplen = UInt32(frame.octets.count)
      header.len = header.caplen
      frame.octets.withUnsafeBufferPointer { pcap_dump(user, &header, $0.baseAddress) }
      guard ferror(stream) == 0 else { throw .cannotWrite(path: path, reason: SystemReason(code: errno)) }
    }
    guard pcap_dump_flush(dump) == 0 else {
      throw .cannotWrite(path: path, reason: SystemReason(code: errno))
    }
  }
}

/// Why something cannot be had of libpcap.
package enum PcapError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A BPF expression has no meaning.
  case badExpression(String, reason: String, linkType: UInt32)
  /// There is no such interface.
  case noInterface(String, known: [String])
  /// The interface cannot be opened.
  case cannotOpen(String, reason: String)
  /// The interface is not one of Bluetooth.
  case noBluetooth(String, linkType: Int32, name: String)
  /// The interface failed.
  case failed(String, reason: String)

  /// The message for people.
  package var description: String {
    switch self {
    case .badExpression(let expression, let reason, let linkType):
      "found '\(expression)', which is not a BPF expression for link type \(linkType): \(reason)"
    case .noInterface(let name, let known):
      "found no interface '\(name)', expected "
        + (known.isEmpty
          ? "one, but this computer has no Bluetooth interface" : known.joined(separator: ", "))
    case .cannotOpen(let name, let reason): "cannot capture on '\(name)': \(reason)"
    case .noBluetooth(let name, let linkType, let text):
      "'\(name)' has link type \(linkType) (\(text)), which has no Bluetooth; expected an interface like bluetooth0 or "
        + "bluetooth-monitor"
    case .failed(let name, let reason): "the capture on '\(name)' failed: \(reason)"
    }
  }
}
