internal import AccessoryProfile
internal import Glibc

/// Reads the files that a user names, and no more of them than a profile can have.
enum InputFile {
  /// The octets of `path`, which is a document of YAML; a shipped one may be named from `Profiles` on.
  static func octets(_ path: String) throws(ProfileErrors) -> [UInt8] {
    try octets(path, most: ProfileDocument.maximumOctets)
  }

  /// The octets of `path`, at most `limit`.
  static func octets(_ path: String, limit: Int) throws(BadInput) -> [UInt8] {
    do throws(ProfileErrors) {
      return try octets(path, most: limit)
    } catch {
      if case .tooLarge(let count) = error.errors[0].problem {
        throw BadInput("found \(count) octets or more in \(path), expected at most \(limit)")
      }
      throw BadInput([error])
    }
  }

  private static func octets(_ path: String, most limit: Int) throws(ProfileErrors) -> [UInt8] {
    let place = SourcePosition(file: path)
    let descriptor = open(DataLibrary.location(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw refusal(errno, at: place) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal(errno, at: place) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else {
      throw ProfileErrors(.unreadable(reason: "it is a folder, and a file is wanted"), at: place)
    }
    let size = Int(status.st_size)
    if kind == S_IFREG, size > limit {
      throw ProfileErrors(.tooLarge(octets: size), at: place)
    }
    return try read(descriptor, most: limit, at: place)
  }

  private static func read(
    _ descriptor: Int32, most limit: Int, at place: SourcePosition
  ) throws(ProfileErrors) -> [UInt8] {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    // A pipe has no size to look at, so the limit holds here too.
    while octets.count <= limit {
      let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        octets += piece.prefix(count)
      } else if count == 0 {
        return octets
      } else if errno != EINTR {
        throw refusal(errno, at: place)
      }
    }
    throw ProfileErrors(.tooLarge(octets: octets.count), at: place)
  }

  private static func refusal(_ code: Int32, at place: SourcePosition) -> ProfileErrors {
    ProfileErrors(.unreadable(reason: String(cString: strerror(code))), at: place)
  }
}
