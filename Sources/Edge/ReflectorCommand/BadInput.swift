internal import AccessoryProfile
internal import Capture
internal import Reports

/// What is wrong with what the user gave, in words that say how to mend it.
struct BadInput: Error, CustomStringConvertible {
  let description: String

  init(_ message: String) { description = "Error: \(message)" }

  /// Lines that begin with their place, as editors understand it.
  init(_ errors: [ProfileErrors]) { description = errors.map(\.description).joined(separator: "\n") }

  /// A line that begins with its place.
  init(_ error: ReportFileError) { description = error.description }

  init(_ error: CaptureError) { self.init(error.description) }
}
