public import CoreTypes
internal import Notation

/// The keys that an encrypted link uses from a moment on. Octets stand with the most significant first.
public struct CapturedKeys: Hashable, Sendable {
  /// When the central takes them up, before it sends LL_START_ENC_RSP.
  public var time: Instant
  /// The access address of the link.
  public var accessAddress: UInt32
  /// LTK, 16 octets.
  public var longTermKey: [UInt8]
  /// SKD, 16 octets: the peripheral's half, then the central's. [Vol 6, Part B, 5.1.3.1]
  public var diversifier: [UInt8]
  /// IV, 8 octets: the peripheral's half, then the central's.
  public var iv: [UInt8]
  /// SK, 16 octets.
  public var sessionKey: [UInt8]

  /// Makes the keys of a link.
  public init(
    time: Instant, accessAddress: UInt32, longTermKey: [UInt8], diversifier: [UInt8], iv: [UInt8],
    sessionKey: [UInt8]
  ) {
    self.time = time
    self.accessAddress = accessAddress
    self.longTermKey = longTermKey
    self.diversifier = diversifier
    self.iv = iv
    self.sessionKey = sessionKey
  }
}

/// Writes the keys of the links that a capture has as they were on the air: a heading, and a line for each start of
/// encryption, with tabs between the fields.
public enum KeyFile {
  /// The first line.
  static let heading = "time\taccess_address\tltk\tskd\tiv\tsession_key\n"

  /// The key file of the capture at `capture`: `air.keys` for `air.pcapng`.
  public static func path(beside capture: String) -> String {
    (capture.hasSuffix(".pcapng") ? String(capture.dropLast(7)) : capture) + ".keys"
  }

  /// Writes the keys of `log` to the file at `path`, which appears only when it is whole.
  public static func writeFile(_ log: CaptureLog, at path: String) throws(CaptureError) {
    let text = heading + log.keys.map(line).joined()
    try AtomicFile.write(at: path) { sink throws(CaptureError) in try sink.write(Array(text.utf8)) }
  }

  /// The line of a start, with the time in seconds as Wireshark shows it.
  static func line(_ keys: CapturedKeys) -> String {
    let (second, fraction) = keys.time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let fields = [
      "\(second)." + fraction.decimalDigits(9),
      keys.accessAddress.hex(8, .lower),
      keys.longTermKey.hex(), keys.diversifier.hex(), keys.iv.hex(), keys.sessionKey.hex(),
    ]
    return fields.joined(separator: "\t") + "\n"
  }
}
