internal import CLibrary
internal import Notation

/// Why the system refused something.
public struct SystemReason: Hashable, Sendable, CustomStringConvertible {
  /// The `errno` number.
  public var code: Int32

  public init(code: Int32) { self.code = code }

  /// The system's words, and what to do about the common ones.
  public var description: String {
    let words = String(cString: strerror(code))
    return switch code {
    case ENOSPC, EDQUOT: words + "; free some space or choose another folder"
    case EACCES, EPERM, EROFS: words + "; choose a writable folder"
    case EBADF: "the stream is closed; give it a file, a pipe or /dev/null"
    case EISDIR: words + "; give the name of a file"
    default: words
    }
  }
}

/// Why a capture could not be written or read.
public enum CaptureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder for a file is missing and cannot be made.
  case cannotCreateFolder(path: String, reason: SystemReason)
  /// The file cannot be made in its folder, or cannot be given its final name.
  case cannotCreateFile(path: String, reason: SystemReason)
  /// Another capture grows in the file.
  case inUse(path: String)
  /// The file is a pipe, and nothing opened it to read.
  case unread(path: String)
  /// The file took some octets and then no more.
  case cannotWrite(path: String, reason: SystemReason)
  /// The file is missing, or its octets cannot be had.
  case cannotRead(path: String, reason: SystemReason)
  /// The file holds no octets.
  case empty(path: String)
  /// The file starts as no recording does that is read here.
  case unknownFormat(path: String, start: [UInt8])
  /// The file describes more interfaces than the reader accepts.
  case tooManyInterfaces(offset: Int, limit: Int)

  /// The message for people.
  public var description: String {
    switch self {
    case .cannotCreateFolder(let path, let reason): "cannot create the folder \(path): \(reason)"
    case .cannotCreateFile(let path, let reason): "cannot create \(path): \(reason)"
    case .inUse(let path):
      "found a capture under way in \(path), expected a file that no other run writes; choose another"
    case .unread(let path): "found nothing that reads the pipe \(path), expected a reader"
    case .cannotWrite(let path, let reason): "cannot write \(path): \(reason)"
    case .cannotRead(let path, let reason): "cannot read \(path): \(reason)"
    case .empty(let path): "\(path) is empty, expected a recording"
    case .unknownFormat(let path, let start): Self.unknownFormat(path, start)
    case .tooManyInterfaces(let offset, let limit):
      "the file is not read past octet \(offset), where it has more than \(limit) interfaces"
    }
  }

  private static func unknownFormat(_ path: String, _ start: [UInt8]) -> String {
    let packed: [([UInt8], String)] = [
      ([0x1F, 0x8B], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x50, 0x4B, 0x03, 0x04], "zip"),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"), ([0x42, 0x5A, 0x68], "bzip2"),
    ]
    if let (_, name) = packed.first(where: { start.starts(with: $0.0) }) {
      return "\(path) is compressed with \(name); decompress it first"
    }
    if let encoding = TextEncoding(start: start) { return "\(path): \(encoding.complaint)" }
    let octets = start.prefix(8).hex(separator: " ")
    return """
      \(path) starts with \(octets), as no recording does that is read here; expected pcapng, pcap, btsnoop, \
      PacketLogger, a log of the waves firmware, or a log or an API trace of Silicon Labs
      """
  }
}
