internal import Glibc

/// The files that `Pipelines/embed.sh` has put behind the end of the executable, so that it works alone: each with a line
/// of its length and its path before it, and at the very end a mark with the length of all.
enum BuiltInFiles {
  private static let mark = "\nreflector-data "
  private static let digits = 12
  /// More than all files together.
  private static let limit = 1 << 24

  /// Each file by its path, as `Profiles/phones/iphone-ios27.yaml`; empty in an executable that was not packed.
  static let octets: [String: ArraySlice<UInt8>] = files(of: "/proc/self/exe")

  static func files(of executable: String) -> [String: ArraySlice<UInt8>] {
    let descriptor = open(executable, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [:] }
    defer { close(descriptor) }
    let end = Int(lseek(descriptor, 0, SEEK_END))
    let trailer = read(descriptor, from: end - mark.utf8.count - digits, count: mark.utf8.count + digits)
    guard trailer.starts(with: mark.utf8),
      let count = Int(String(decoding: trailer.dropFirst(mark.utf8.count), as: UTF8.self)), count <= limit
    else { return [:] }
    return split(read(descriptor, from: end - trailer.count - count, count: count))
  }

  /// The octets of a file from a place on; fewer where it has not so many.
  private static func read(_ descriptor: Int32, from offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0 else { return [] }
    var octets = [UInt8](repeating: 0, count: count)
    let length = octets.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, count, off_t(offset)) }
    return Array(octets.prefix(max(0, length)))
  }

  private static func split(_ octets: [UInt8]) -> [String: ArraySlice<UInt8>] {
    var files: [String: ArraySlice<UInt8>] = [:]
    var rest = octets[...]
    while let lineEnd = rest.firstIndex(of: 0x0A) {
      let words = String(decoding: rest[..<lineEnd], as: UTF8.self).split(separator: " ", maxSplits: 1)
      let content = rest[(lineEnd + 1)...]
      guard words.count == 2, let length = Int(words[0]), (0...content.count).contains(length) else {
        return [:]
      }
      files[String(words[1])] = content.prefix(length)
      rest = content.dropFirst(length)
    }
    return files
  }
}
