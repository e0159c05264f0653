internal import Capture
internal import Gate
internal import Glibc
internal import Verdicts

/// Finds and compares the captures of two reports: where the user says, else where a report says, else beside it.
struct GateCaptures {
  private let options: GateOptions
  private let baseline: StoredReports?
  private let candidate: StoredReports

  /// Throws if captures are named for one pair of reports, and there are several.
  init(
    _ options: GateOptions, _ baseline: StoredReports?, _ candidate: StoredReports, pairCount: Int
  ) throws(BadInput) {
    self.options = options
    self.baseline = baseline
    self.candidate = candidate
    guard let option = options.captureOption, pairCount != 1 else { return }
    throw BadInput("found \(option) with \(pairCount) accessories, expected only one; drop it")
  }

  func compare(_ pair: ReportPair) throws(BadInput) -> Gate.Captures {
    let before = Self.path(options.baselineCapture, pair.baseline.capturePath, baseline?.path ?? "")
    let after = Self.path(options.candidateCapture, pair.candidate.capturePath, candidate.path)
    // No report of the gate takes the place of one of them, not even if they are not compared.
    for path in [before, after].compactMap(\.self) { InputRegister.note(path) }
    if options.noCapture { return .skipped("--no-capture") }
    guard let before else { return .skipped("the capture of the baseline is not there") }
    guard let after else { return .skipped("the capture of the candidate is not there") }
    // A later run replaced the capture of an earlier one.
    if options.baselineCapture == nil, before == after {
      return .skipped("both reports name \(before); keep each with its report, or use --baseline-capture")
    }
    return .compared(try Self.difference(before, after))
  }

  private static func path(_ named: String?, _ reported: String?, _ report: String) -> String? {
    if let named { return named }
    guard let reported, let name = reported.split(separator: "/").last else { return nil }
    let folder = report.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let beside = (folder + [name]).joined(separator: "/")
    // Beside the report first: an artifact is kept as a folder, and the other path is that of the last run.
    return [beside, reported].first { access($0, R_OK) == 0 }
  }

  private static func difference(_ before: String, _ after: String) throws(BadInput) -> CaptureDifference? {
    let (old, new) = (try open(before), try open(after))
    let difference: CaptureDifference?
    do throws(CaptureError) {
      difference = try CaptureDifference(old, new)
    } catch {
      throw refusal(before, "\(error)")
    }
    for (recording, path) in [(old, before), (new, after)] {
      if let warning = recording.warnings.first { throw refusal(path, "\(warning)") }
    }
    return difference
  }

  private static func open(_ path: String) throws(BadInput) -> RecordingReader {
    do throws(CaptureError) {
      return try RecordingFiles.opened(path)
    } catch {
      throw refusal(path, "\(error)")
    }
  }

  private static func refusal(_ path: String, _ reason: String) -> BadInput {
    BadInput("cannot read \(path): \(reason); give a capture that 'reflector check' wrote")
  }
}
