internal import Glibc

/// Wakes what waits for descriptors, from any thread, when the program is to end.
final class StopBell: Sendable {
  /// Readable once it rang; -1 if the system has no descriptor left, and then nothing wakes early.
  let descriptor: Int32
  private let clapper: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (descriptor, clapper) = (ends[0], ends[1])
  }

  deinit {
    for end in [descriptor, clapper] where end >= 0 { close(end) }
  }

  func ring() {
    var octet: UInt8 = 1
    _ = write(clapper, &octet, 1)
  }

  /// Whether it rang.
  var rang: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }
}
