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

/// Terminals as a plain line for octets.
enum SerialLine {
  /// The speeds that a line can have, with the system's names of them.
  static let speeds: [(baud: Int, code: Int32)] = [
    (9_600, B9600), (19_200, B19200), (38_400, B38400), (57_600, B57600), (115_200, B115200),
    (230_400, B230400), (460_800, B460800), (500_000, B500000), (576_000, B576000), (921_600, B921600),
    (1_000_000, B1000000), (1_152_000, B1152000), (1_500_000, B1500000), (2_000_000, B2000000),
    (2_500_000, B2500000), (3_000_000, B3000000), (3_500_000, B3500000), (4_000_000, B4000000),
  ]

  /// Opens the line at `path` and gives its descriptor.
  static func open(
    _ path: String, baud: Int, hasFlowControl: Bool, for address: TransportAddress
  ) throws(TransportError) -> Int32 {
    let line = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard line >= 0 else { throw .system(address, reason: systemReason()) }
    let code = speeds.first { $0.baud == baud }?.code
    guard makeRaw(line, speed: code.map { speed_t($0) }, hasFlowControl: hasFlowControl) else {
      let reason = systemReason()
      close(line)
      throw .system(address, reason: reason)
    }
    tcflush(line, TCIOFLUSH)
    return line
  }

  /// Makes a terminal pass every octet as it is: 8 data bits, no parity, 1 stop bit, no echo. False: see `errno`.
  static func makeRaw(_ terminal: Int32, speed: speed_t? = nil, hasFlowControl: Bool = false) -> Bool {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { return false }
    cfmakeraw(&modes)
    modes.c_cflag |= tcflag_t(CLOCAL | CREAD)
    modes.c_cflag &= ~(tcflag_t(CSTOPB) | flowControl)
    if hasFlowControl { modes.c_cflag |= flowControl }
    if let speed { cfsetspeed(&modes, speed) }
    return tcsetattr(terminal, TCSANOW, &modes) == 0
  }

  private static let flowControl = tcflag_t(CRTSCTS)

  /// The system's words for what went wrong last.
  static func systemReason() -> String { String(cString: strerror(errno)) }
}
