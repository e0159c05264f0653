/// An encoding of text other than UTF-8, which some programs write unasked, as `>` of PowerShell 5 does.
public enum TextEncoding: String, Sendable {
  /// Units of 2 octets, the low one first.
  case utf16LittleEndian = "UTF-16LE"
  /// Units of 2 octets, the high one first.
  case utf16BigEndian = "UTF-16BE"
  /// Units of 4 octets, the lowest first.
  case utf32LittleEndian = "UTF-32LE"
  /// Units of 4 octets, the highest first.
  case utf32BigEndian = "UTF-32BE"

  /// Longer marks first: that of UTF-16LE begins that of UTF-32LE.
  private static let marks: [([UInt8], Self)] = [
    ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
    ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
  ]
  /// The characters of ASCII that show UTF-16 where there is no mark.
  private static let leastCount = 4

  /// The encoding of a file that starts with `octets`: by its byte order mark, or by ASCII in units of 2 octets; nil
  /// for all else.
  public init?(start octets: some Sequence<UInt8>) {
    let start = Array(octets.prefix(2 * Self.leastCount))
    if let (_, encoding) = Self.marks.first(where: { start.starts(with: $0.0) }) {
      self = encoding
      return
    }
    let even = stride(from: 0, to: start.count, by: 2).map { start[$0] }
    let odd = stride(from: 1, to: start.count, by: 2).map { start[$0] }
    guard odd.count == Self.leastCount else { return nil }
    if even.allSatisfy(Self.isASCIIText), odd.allSatisfy({ $0 == 0 }) {
      self = .utf16LittleEndian
    } else if odd.allSatisfy(Self.isASCIIText), even.allSatisfy({ $0 == 0 }) {
      self = .utf16BigEndian
    } else {
      return nil
    }
  }

  private static func isASCIIText(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: true
    default: false
    }
  }

  /// What was found, what was expected, and what to do, in one line.
  public var complaint: String {
    "found \(rawValue) text, expected UTF-8. Convert it with 'iconv -f \(rawValue) -t UTF-8'; in PowerShell, "
      + "write it with 'Out-File -Encoding utf8' in place of '>'."
  }
}
