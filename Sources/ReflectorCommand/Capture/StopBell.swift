internal import Glibc

/// Wakes what waits for descriptors, from any thread, when the program is to end.
final class StopBell: Sendable {
  /// Readable once it rang.
  let descriptor = eventfd(0, Int32(EFD_CLOEXEC.rawValue) | Int32(EFD_NONBLOCK.rawValue))

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }

  /// Whether it rang.
  var rang: Bool {
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wait, 1, 0) > 0
  }
}
