internal import CryptoToolbox
internal import Glibc

/// What was installed: the files, and the digest that each had then. What a user has changed since is told by it.
struct WiresharkManifest {
  private static let limit = 1 << 16

  /// SHA-256 by path.
  private(set) var digests: [String: String] = [:]
  private let path: String

  /// Reads the list at `path`; there is none before the first installation.
  init(at path: String) throws(BadInput) {
    self.path = path
    guard access(path, F_OK) == 0 else { return }
    let text = String(decoding: try InputFile.octets(path, limit: Self.limit), as: UTF8.self)
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { digests[String(parts[1])] = String(parts[0]) }
    }
  }

  /// Whether `octets` are those that were installed at `place`.
  func isOurs(_ octets: [UInt8], at place: String) -> Bool {
    digests[place] == ContentDigest.sha256(octets)
  }

  mutating func add(_ octets: [UInt8], at place: String) { digests[place] = ContentDigest.sha256(octets) }

  mutating func remove(_ place: String) { digests[place] = nil }

  /// Writes the list, or removes it if nothing is left.
  func write() throws(BadInput) {
    if digests.isEmpty {
      unlink(path)
      return
    }
    let lines = digests.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }
    try OutputFile.write(lines.joined(), at: path)
  }
}
