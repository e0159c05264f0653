internal import Capture
internal import Foundation
internal import Glibc
internal import Reports

/// Standard output or standard error, for what a command has to say: a write that fails ends the command.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  var isTerminal: Bool { isatty(rawValue) == 1 }

  /// How text for people is laid out on it: by the terminal, or plain and always the same.
  var style: TextStyle {
    guard isTerminal else { return TextStyle() }
    let isColoured = Self.environment("NO_COLOR") == nil && !Self.isDumb
    return TextStyle(width: columns ?? TextStyle.plainWidth, isColoured: isColoured)
  }

  /// Whether the terminal shows escape codes as characters.
  fileprivate static var isDumb: Bool { environment("TERM") == "dumb" }

  private var columns: Int? {
    var size = winsize()
    let isKnown = ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }

  /// Writes `text`, or throws as files do when the stream takes no more.
  func pour(_ text: String) throws(CaptureError) {
    let code = writeAll(text)
    guard code == 0 else {
      throw .cannotWrite(
        path: self == .output ? "standard output" : "standard error", reason: SystemReason(code: code))
    }
  }

  /// Writes `text`, or throws when the stream takes no more, as on a full disk.
  func writeOrThrow(_ text: String) throws(BadInput) {
    try BadInput.of { () throws(CaptureError) in try pour(text) }
  }

  /// The `errno` of the failure; 0 for none.
  fileprivate func writeAll(_ text: String) -> Int32 {
    var octets = Array(text.utf8)[...]
    while !octets.isEmpty {
      let count = octets.withUnsafeBytes { Glibc.write(rawValue, $0.baseAddress, $0.count) }
      if count >= 0 {
        octets.removeFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }

  /// The value of an environment variable that is set and not empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

/// The standard streams that are closed when the program starts.
enum ClosedStreams {
  /// Takes their descriptors, which files that are opened later would get. Reading or writing them still fails with
  /// `EBADF`, and programs that are started have them closed.
  static func hold() {
    let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode | O_CLOEXEC)
    }
  }
}

/// Notes and messages for people on standard error.
enum StandardError {
  /// Writes `text`. A failure is ignored: no command fails for a lost note.
  static func write(_ text: String) { _ = StandardStream.error.writeAll(text) }
}

/// One line on a terminal that says how far a run is.
struct ProgressLine: Sendable {
  private let isShown: Bool

  /// A line that shows nothing unless asked to, and nothing on a terminal that cannot take it away.
  init(isShown: Bool) { self.isShown = isShown && !StandardStream.isDumb }

  /// Shows `text` in place of what stood there.
  func show(_ text: String) {
    guard isShown else { return }
    // A line that wraps could not be taken away again.
    let line = DisplayText.truncated(text, to: StandardStream.error.style.width - 1)
    StandardError.write("\r\u{1B}[K" + line)
  }

  /// Takes the line away.
  func clear() {
    if isShown { StandardError.write("\r\u{1B}[K") }
  }
}

/// Lines of a log that say how far a run of hours is, at most one a minute.
struct ProgressLog {
  private static let interval = Duration.seconds(60)

  private let isKept: Bool
  private var last = ContinuousClock.now

  /// A log that has no line unless it is kept.
  init(isKept: Bool) { self.isKept = isKept }

  /// Writes `text`, if the last line is a minute old.
  mutating func note(_ text: String) {
    let now = ContinuousClock.now
    guard isKept, now - last >= Self.interval else { return }
    last = now
    StandardError.write("reflector: \(text)\n")
  }
}
