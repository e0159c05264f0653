internal import Glibc

/// One direction of a relay: what was read from one descriptor and not yet written to the other.
struct RelayedOctets {
  private let source: Int32
  private let target: Int32
  private var octets = [UInt8](repeating: 0, count: 4_096)
  private var pending = 0..<0

  init(from source: Int32, to target: Int32) {
    self.source = source
    self.target = target
  }

  /// What to ask `poll` of the source: octets, unless some are still to be written.
  var wantedOfSource: Int16 { pending.isEmpty ? Int16(POLLIN) : 0 }

  /// What to ask `poll` of the target.
  var wantedOfTarget: Int16 { pending.isEmpty ? 0 : Int16(POLLOUT) }

  /// Reads, if nothing is pending.
  ///
  /// - Returns: whether the source is still there.
  mutating func read() -> Bool {
    guard pending.isEmpty else { return true }
    let count = Glibc.read(source, &octets, octets.count)
    if count > 0 { pending = 0..<count }
    return count > 0 || count < 0 && Self.isMomentary
  }

  /// Writes what is pending, as far as it goes.
  ///
  /// - Returns: whether the target is still there.
  mutating func write() -> Bool {
    guard !pending.isEmpty else { return true }
    let count = octets.withUnsafeBytes {
      Glibc.write(target, $0.baseAddress?.advanced(by: pending.lowerBound), pending.count)
    }
    if count > 0 { pending = pending.lowerBound + count..<pending.upperBound }
    return count > 0 || Self.isMomentary
  }

  /// Forgets what is pending.
  mutating func clear() { pending = 0..<0 }

  private static var isMomentary: Bool { errno == EAGAIN || errno == EINTR }
}
