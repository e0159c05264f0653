internal import AccessoryProfile
internal import Capture

/// What is wrong with what the user gave, in words that say how to mend it.
struct BadInput: Error, CustomStringConvertible {
  let description: String

  init(_ message: String) { description = "Error: \(message)" }

  /// Lines that begin with their place, as editors understand it.
  init(_ errors: [ProfileErrors]) { description = errors.map(\.description).joined(separator: "\n") }

  init(_ error: CaptureError) { self.init(error.description) }
}
