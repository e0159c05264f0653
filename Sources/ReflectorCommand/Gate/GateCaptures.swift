internal import Capture
internal import Conformance
internal import Gate
internal import Glibc

/// Finds and compares the captures of two reports: where the user says, else where a report says, else beside it.
struct GateCaptures {
  private static let maximumOctets = 1 << 30

  private let options: GateOptions
  private let baseline: StoredReports
  private let candidate: StoredReports

  /// Throws if captures are named for one pair of reports, and there are several.
  init(
    _ options: GateOptions, _ baseline: StoredReports, _ candidate: StoredReports, pairCount: Int
  ) throws(BadInput) {
    self.options = options
    self.baseline = baseline
    self.candidate = candidate
    guard options.baselineCapture != nil || options.candidateCapture != nil, pairCount != 1 else { return }
    let option = options.baselineCapture != nil ? "--baseline-capture" : "--candidate-capture"
    throw BadInput("found \(option) with \(pairCount) accessories, expected it with one alone; drop it")
  }

  /// Compares the captures of a pair.
  func compare(_ pair: ReportPair) throws(BadInput) -> Gate.Captures {
    if options.noCapture { return .skipped("--no-capture") }
    guard let before = Self.path(options.baselineCapture, pair.baseline.capturePath, baseline.path) else {
      return .skipped("the capture of the baseline is not there")
    }
    guard let after = Self.path(options.candidateCapture, pair.candidate.capturePath, candidate.path) else {
      return .skipped("the capture of the candidate is not there")
    }
    // A later run replaced the capture of an earlier one.
    if options.baselineCapture == nil, before == after {
      return .skipped("both reports name \(before); keep each with its report, or use --baseline-capture")
    }
    return .compared(CaptureDifference(try Self.read(before), try Self.read(after)))
  }

  private static func path(_ named: String?, _ reported: String?, _ report: String) -> String? {
    if let named { return named }
    guard let reported, let name = reported.split(separator: "/").last else { return nil }
    let folder = report.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let beside = (folder + [name]).joined(separator: "/")
    // Beside the report first: an artifact is kept as a folder, and the other path is that of the last run.
    return [beside, reported].first { access($0, R_OK) == 0 }
  }

  private static func read(_ path: String) throws(BadInput) -> PcapngFile {
    let octets = try InputFile.octets(path, limit: maximumOctets)
    do throws(CaptureError) {
      return try PcapngReader().read(octets)
    } catch {
      throw BadInput("cannot read \(path): \(error); give a capture that 'reflector check' wrote")
    }
  }
}
