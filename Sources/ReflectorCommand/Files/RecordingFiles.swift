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
    for path in paths {
      do throws(CaptureError) {
        recordings.append(.init(try RecordingReader(path: path), name: path))
      } catch {
        throw BadInput(error)
      }
    }
    return RecordingAnalyzer(recordings, estimators: estimators)
  }
}
