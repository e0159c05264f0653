internal import Glibc

/// A pseudo-terminal: we hold one end, a host opens the other by its path.
struct PseudoTerminal {
  /// Our end.
  let descriptor: Int32
  /// The path of the other end.
  let path: String
  /// A symbolic link to it.
  let link: String?

  /// Makes a terminal, and the link if there is to be one.
  init(link: String?, for address: TransportAddress) throws(TransportError) {
    var (ours, theirs) = (Int32(-1), Int32(-1))
    guard openpty(&ours, &theirs, nil, nil, nil) == 0 else {
      throw .system(address, reason: SerialLine.systemReason())
    }
    defer { close(theirs) }
    var name = [CChar](repeating: 0, count: 128)
    guard ttyname_r(theirs, &name, name.count) == 0, SerialLine.makeRaw(theirs),
      fcntl(ours, F_SETFL, O_RDWR | O_NONBLOCK) == 0, fcntl(ours, F_SETFD, FD_CLOEXEC) == 0
    else {
      let reason = SerialLine.systemReason()
      close(ours)
      throw .system(address, reason: reason)
    }
    descriptor = ours
    self.link = link
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(TransportError) {
      try makeLink(for: address)
    } catch {
      close(ours)
      throw error
    }
  }

  /// Opens the other end ourselves, which keeps the terminal quiet while no host has it, and clears what
  /// one did not read.
  func hold() -> Int32 {
    let held = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    if held >= 0 {
      // What comes from a host must stay: the next one may have written already.
      tcflush(held, TCIFLUSH)
      _ = SerialLine.makeRaw(held)
    }
    return held
  }

  /// Removes the link if it still leads here.
  func removeLink() {
    if let link, Self.target(of: link) == path { unlink(link) }
  }

  /// Makes the link; one that leads to another terminal is left over from an earlier run, and replaced.
  private func makeLink(for address: TransportAddress) throws(TransportError) {
    guard let link else { return }
    if let target = Self.target(of: link), target.hasPrefix("/dev/pts/") { unlink(link) }
    guard symlink(path, link) == 0 else {
      if errno == EEXIST { throw .occupied(address, by: "something else") }
      throw .system(address, reason: SerialLine.systemReason())
    }
  }

  private static func target(of link: String) -> String? {
    var target = [CChar](repeating: 0, count: 4_096)
    let count = readlink(link, &target, target.count)
    guard count >= 0 else { return nil }
    return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
