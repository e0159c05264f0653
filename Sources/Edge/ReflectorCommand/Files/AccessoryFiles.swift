internal import Documents
internal import Profiles

/// The files of an accessory as they were read: its own first, then the one that it extends.
struct AccessoryFiles: Sendable {
  let files: [(path: String, octets: [UInt8])]

  init(_ files: [(path: String, octets: [UInt8])]) { self.files = files }

  /// The accessory with `settings` in place of what the files say. Throws if the values contradict each other.
  func profile(_ settings: [DocumentSetting] = []) throws(DocumentErrors) -> AccessoryProfile {
    try AccessoryProfile.read(file: files[0].path, settings: settings) { file throws(DocumentErrors) in
      guard let known = files.first(where: { $0.path == file }) else {
        preconditionFailure("\(file) was not read before")
      }
      return known.octets
    }
  }
}
