internal import Reports
internal import Verdicts

/// The reports of a file.
struct StoredReports {
  /// As the user named it.
  let path: String
  let octets: [UInt8]
  let reports: [CheckReport]
  /// The program that made it, with its version.
  let tool: String

  init(_ path: String) throws(BadInput) {
    self.path = path
    octets = try InputFile.octets(path, limit: CheckReportReader.maximumOctets)
    do throws(ReportFileError) {
      let (reports, tool) = try CheckReportReader.reports(octets, file: path)
      self.reports = reports
      self.tool = "\(tool.name) \(tool.version)"
    } catch {
      throw BadInput(error)
    }
  }
}
