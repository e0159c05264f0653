internal import Capture
internal import CoreTypes
internal import Glibc
internal import PacketTap
internal import Statistics

/// Captures written and recordings read, each beside a plain copy of the same octets in the same run.
struct CaptureBenchmark {
  private static let repetitions = 5
  private static let frameCount = 600_000

  enum Failure: Error, CustomStringConvertible {
    case noFile(String)
    case lostFrames(read: Int, written: Int)
    case warnings([RecordingWarning])

    var description: String {
      switch self {
      case .noFile(let path): "\(path) cannot be made, read or written"
      case .lostFrames(let read, let written): "\(written) frames are written, and \(read) read"
      case .warnings(let warnings): "a sound file is warned of: \(warnings.prefix(3))"
      }
    }
  }

  /// In megabytes a second, beside the copy.
  private var figures: [ComparedSeries] = []
  private var copyRate = 0.0

  /// Writes and reads the frames of one log in each format.
  static func run() throws -> CaptureBenchmark {
    let folder = try makeFolder()
    defer { removeFolder(folder) }
    let log = sampleLog()
    let btsnoop = btsnoopFile(of: log)
    let formats: [(name: String, path: String, count: Int, write: () throws -> Void)] = [
      (
        "pcapng", folder + "/run.pcapng", log.count,
        { try PcapngWriter(application: "reflector-bench").writeFile(log, at: folder + "/run.pcapng") }
      ),
      (
        "pcap", folder + "/run.pcap", log.frames.count { $0.interface == .link },
        { try PcapWriter().writeFile(log, at: folder + "/run.pcap") }
      ),
      (
        "btsnoop", folder + "/run.btsnoop", log.frames.count { $0.interface != .link },
        {
          try AtomicFile.write(at: folder + "/run.btsnoop") { sink throws(CaptureError) in
            try sink.write(btsnoop)
          }
        }
      ),
    ]
    var benchmark = CaptureBenchmark()
    var copies: [Double] = []
    for format in formats {
      var writes = ComparedSeries("write \(format.name)")
      var reads = ComparedSeries("read \(format.name)")
      try format.write()
      for _ in 0..<repetitions {
        let copy = try copySpeed(format.path)
        copies.append(copy)
        writes.add(try speed(of: format.path, format.write), beside: copy)
        reads.add(
          try speed(of: format.path) { try read(format.path, count: format.count) }, beside: copy)
      }
      // A whole btsnoop file in memory is no work of a writer.
      if format.name != "btsnoop" { benchmark.figures.append(writes) }
      benchmark.figures.append(reads)
    }
    benchmark.copyRate = copies.median
    return benchmark
  }

  func add(to table: inout FigureTable) {
    table.add("plain copy of a capture, file to file", "\(copyRate.text(digits: 0)) MB/s")
    for figure in figures {
      table.add(
        "  \(figure.name)", "\(figure.value.text(digits: 0)) MB/s",
        "\(figure.ratio.text(digits: 2)) of the copy")
    }
  }

  /// A run as it stands in memory: for each results event of either end, three packets of the air.
  private static func sampleLog() -> CaptureLog {
    let log = CaptureLog()
    let event: [UInt8] = [4, 0x3E, 250] + [UInt8](repeating: 0x5A, count: 250)
    for number in 0..<frameCount {
      let time = Instant(picoseconds: Int64(number) * 150_000_000)
      if number % 4 == 3 {
        log.append(
          HCIFrame(
            time: time, role: number % 8 == 3 ? .initiator : .reflector, direction: .controllerToHost,
            packet: event))
      } else {
        log.append(
          LinkFrame(
            time: time, rfChannel: 12, accessAddress: 0x71F1_3A5C,
            pdu: [UInt8](repeating: 0x11, count: 2 + number % 28), crc: [1, 2, 3],
            direction: .centralToPeripheral, signalDbm: -60))
      }
    }
    return log
  }

  /// The HCI packets of `log` as a btsnoop file of datalink 1002.
  private static func btsnoopFile(of log: CaptureLog) -> [UInt8] {
    var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
    for frame in log.frames where frame.interface != .link {
      let packet = frame.octets.dropFirst(4)
      let time = UInt64(frame.nanoseconds / 1_000) + 0x00DC_DDB3_0F2F_8000
      for number in [UInt32(packet.count), UInt32(packet.count), 3, 0] { append(number, to: &file) }
      append(UInt32(time >> 32), to: &file)
      append(UInt32(truncatingIfNeeded: time), to: &file)
      file += packet
    }
    return file
  }

  private static func append(_ number: UInt32, to file: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { file.append(contentsOf: $0) }
  }

  private static func read(_ path: String, count: Int) throws {
    let reader = try RecordingReader(path: path)
    var sum = 0
    while let frame = try reader.next() {
      sum &+= frame.originalCount
      reader.withOctets { sum &+= Int($0[0]) }
    }
    precondition(sum > 0, "packets have octets")
    guard reader.frameCount == count else {
      throw Failure.lostFrames(read: reader.frameCount, written: count)
    }
    guard reader.warnings.isEmpty else { throw Failure.warnings(reader.warnings) }
  }

  /// Megabytes of the file at `path` that `body` gets through in a second.
  private static func speed(of path: String, _ body: () throws -> Void) throws -> Double {
    let start = ContinuousClock().now
    try body()
    let seconds = (ContinuousClock().now - start).inSeconds
    var status = stat()
    guard stat(path, &status) == 0 else { throw Failure.noFile(path) }
    return Double(status.st_size) / 1e6 / seconds
  }

  private static func copySpeed(_ path: String) throws -> Double {
    try speed(of: path) {
      let source = open(path, O_RDONLY)
      let target = open(path + ".copy", O_WRONLY | O_CREAT | O_TRUNC, 0o666)
      defer {
        close(source)
        close(target)
        unlink(path + ".copy")
      }
      var piece = [UInt8](repeating: 0, count: 1 << 18)
      while case let count = Glibc.read(source, &piece, piece.count), count != 0 {
        guard count > 0, Glibc.write(target, piece, count) == count else { throw Failure.noFile(path) }
      }
    }
  }

  private static func makeFolder() throws -> String {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = "\(base)/reflector-bench-\(getpid())"
    guard mkdir(path, 0o700) == 0 else { throw Failure.noFile(path) }
    return path
  }

  private static func removeFolder(_ path: String) {
    for name in ["run.pcapng", "run.pcap", "run.btsnoop"] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
