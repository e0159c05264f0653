internal import Analysis
internal import Capture
internal import Ranging

/// Opens the recordings that a user names.
enum RecordingFiles {
  /// The most that are read together.
  static let maximum = 16

  /// Opens all of them before anything is read.
  static func analyzer(
    _ paths: [String], estimators: [RangingEstimatorKind]
  ) throws(BadInput) -> RecordingAnalyzer {
    var recordings: [RecordingAnalyzer.Recording] = []
    for path in paths { recordings.append(.init(try reader(path), name: name(path))) }
    return RecordingAnalyzer(recordings, estimators: estimators)
  }

  /// Opens one; `-` is standard input.
  static func reader(_ path: String) throws(BadInput) -> RecordingReader {
    do throws(CaptureError) {
      return try RecordingReader(path: path)
    } catch {
      throw BadInput(error)
    }
  }

  /// How reports and messages call one.
  static func name(_ path: String) -> String { path == "-" ? "standard input" : path }
}
