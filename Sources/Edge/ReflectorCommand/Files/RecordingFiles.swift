internal import Analysis
internal import Capture
internal import Glibc
internal import Ranging

/// Opens the recordings that a user names.
enum RecordingFiles {
  /// The most that are read together.
  static let maximum = 16

  private static let pieceCount = 1 << 16

  /// Opens all of them before anything is read, and refuses one that is given twice.
  static func recordings(
    _ paths: [String], accepts: RecordingAnalyzer.Recording.FrameFilter? = nil
  ) throws(BadInput) -> [RecordingAnalyzer.Recording] {
    try checkOnce(paths)
    var recordings: [RecordingAnalyzer.Recording] = []
    for path in paths { recordings.append(.init(try reader(path), name: name(path), accepts: accepts)) }
    return recordings
  }

  /// Opens all of them for an analysis.
  static func analyzer(
    _ paths: [String], estimators: [RangingEstimatorKind]
  ) throws(BadInput) -> RecordingAnalyzer {
    RecordingAnalyzer(try recordings(paths), estimators: estimators)
  }

  /// Opens one; `-` is standard input.
  static func opened(_ path: String) throws(CaptureError) -> RecordingReader {
    InputRegister.note(path)
    return try RecordingReader(path: path)
  }

  /// The same for commands, whose message is that of the capture.
  static func reader(_ path: String) throws(BadInput) -> RecordingReader {
    try BadInput.of { () throws(CaptureError) in try opened(path) }
  }

  /// How reports and messages call one.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }

  // MARK: Recordings given twice

  /// Throws if two names are of one recording, whose procedures would count twice and make intervals too narrow.
  private static func checkOnce(_ paths: [String]) throws(BadInput) {
    for (index, path) in paths.enumerated() {
      guard let twin = paths[..<index].first(where: { areSame($0, path) }) else { continue }
      throw BadInput(
        "found the same recording in \(name(twin)) and \(name(path)), expected each recording once; leave one out"
      )
    }
  }

  private static func areSame(_ one: String, _ other: String) -> Bool {
    let (file, twin) = (location(one), location(other))
    if let identity = FileIdentity(file), identity == FileIdentity(twin) { return true }
    guard let size = regularSize(file), size > 0, size == regularSize(twin) else { return false }
    return haveSameOctets(file, twin, size)
  }

  private static func location(_ path: String) -> String { path == "-" ? "/dev/stdin" : path }

  /// The octets of a file; nil if it is a pipe or a device, which can be read once.
  private static func regularSize(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  private static func haveSameOctets(_ one: String, _ other: String, _ size: Int) -> Bool {
    let (file, twin) = (open(one, O_RDONLY | O_CLOEXEC), open(other, O_RDONLY | O_CLOEXEC))
    defer { for descriptor in [file, twin] where descriptor >= 0 { close(descriptor) } }
    guard file >= 0, twin >= 0 else { return false }
    var count = 0
    while count < size {
      let piece = piece(of: file)
      guard !piece.isEmpty, piece == self.piece(of: twin) else { return false }
      count += piece.count
    }
    return true
  }

  private static func piece(of descriptor: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pieceCount) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, pieceCount))
    }
  }
}
