internal import Capture
internal import Glibc

/// A capture that is under way: its file, its limits, and when it is to end.
final class CaptureRun {
  private let capture: TapCapture
  private let options: CaptureOptions
  private let start = CaptureRun.now(CLOCK_MONOTONIC)
  private let bell: StopBell
  /// Whether what is captured has come to its own end.
  var isOver = false

  init(_ options: CaptureOptions, _ interface: TapCapture.Interface, _ bell: StopBell) throws(BadInput) {
    self.options = options
    self.bell = bell
    try options.folders.checkFile(options.out ?? "", option: "--out")
    do throws(CaptureError) {
      capture = try TapCapture(
        at: options.out ?? "", application: ReflectorTool.signature, interface)
    } catch {
      throw BadInput(error, option: "--out")
    }
  }

  /// The frames so far.
  var frameCount: Int { capture.frameCount }
  /// Seconds since the beginning.
  var seconds: Double { Double(Self.now(CLOCK_MONOTONIC) - start) / 1e9 }

  /// Whether there is more to come.
  var goesOn: Bool {
    !isOver && !bell.rang && (options.frames.map { frameCount < $0 } ?? true)
      && (options.seconds.map { seconds < $0 } ?? true)
  }

  /// The longest wait for a packet, in milliseconds; negative for any.
  var timeout: Int32 {
    guard let limit = options.seconds else { return -1 }
    return Int32(max(0, min(60_000, 1000 * (limit - seconds) + 1)))
  }

  /// Adds a packet, unless there are enough.
  func append(
    _ octets: UnsafeRawBufferPointer, nanoseconds: Int64, originalCount: Int, isFromHost: Bool? = nil
  ) throws(CaptureError) {
    if let limit = options.frames, frameCount >= limit { return }
    try capture.append(
      octets, nanoseconds: nanoseconds, originalCount: originalCount, isFromHost: isFromHost)
  }

  /// A clock of the system in nanoseconds.
  static func now(_ clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

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
