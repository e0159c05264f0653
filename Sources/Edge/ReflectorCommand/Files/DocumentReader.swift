internal import AccessoryProfile

/// Reads documents one after another and keeps what is wrong with them.
struct DocumentReader {
  /// What was wrong, in the order of reading.
  private(set) var errors: [ProfileErrors] = []
  /// The octets of the document read last, followed by those of the one it extends.
  private(set) var octets: [UInt8] = []

  /// The document, or nil and one error more.
  mutating func read<Document>(
    _ path: String, _ body: (String, ProfileLoader) throws(ProfileErrors) -> Document
  ) -> Document? {
    var read: [UInt8] = []
    defer { octets = read }
    do throws(ProfileErrors) {
      return try body(DataLibrary.shown(path)) { file throws(ProfileErrors) in
        let octets = try InputFile.octets(file)
        read += octets
        return octets
      }
    } catch {
      errors.append(error)
      return nil
    }
  }
}
