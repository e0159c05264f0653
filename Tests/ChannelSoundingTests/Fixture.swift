import Foundation
import Testing

/// A file of test vectors in Tests/Fixtures.
struct Fixture {
  private let root: Any

  init(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: folder.appending(path: "Fixtures/" + name))
    root = try JSONSerialization.jsonObject(with: data)
  }

  /// The value at a path of keys.
  func decode<Value: Decodable>(_ type: Value.Type, _ path: String...) throws -> Value {
    let value = try path.reduce(root) { node, key in
      try #require((node as? [String: Any])?[key], "the fixture has no \(path)")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    return try decoder.decode(type, from: data)
  }

  /// The cases of one function of the DRBG vectors that several implementations agree on.
  static func measured<Case: Decodable>(_ function: String) throws -> [Case] {
    try Fixture("vectors-drbg.json").decode([Case].self, "measured", function, "cases")
  }
}

/// A number written in hexadecimal, as the vectors carry it.
struct Hex: Decodable, Equatable, CustomStringConvertible {
  let octets: [UInt8]

  init(_ text: String) throws {
    let digits = Array(text.filter { $0 != " " })
    octets = try stride(from: 0, to: digits.count, by: 2).map { index in
      try #require(UInt8(String(digits[index...(index + 1)]), radix: 16))
    }
  }

  init(from decoder: any Decoder) throws {
    try self.init(decoder.singleValueContainer().decode(String.self))
  }

  /// The number of at most 16 octets.
  var value: UInt128 { octets.reduce(0) { $0 << 8 | UInt128($1) } }

  /// The octets in blocks of 16.
  var blocks: [UInt128] {
    stride(from: 0, to: octets.count, by: 16).map { start in
      octets[start..<(start + 16)].reduce(0) { $0 << 8 | UInt128($1) }
    }
  }

  var description: String { String(value, radix: 16) }
}
