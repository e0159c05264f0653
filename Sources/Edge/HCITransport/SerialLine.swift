internal import Glibc

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

  /// Makes a terminal pass every octet on as it is: 8 data bits, no parity, 1 stop bit, nothing echoed.
  ///
  /// - Returns: whether the system did so; `errno` says why not.
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
