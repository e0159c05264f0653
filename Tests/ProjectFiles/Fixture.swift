public import Foundation

/// A file of `Tests/Fixtures`; the vectors among them are JSON whose keys are in snake_case.
public struct Fixture {
  /// Where the file stands.
  public let url: URL

  /// What a file of vectors lacks.
  public struct Missing: Error {
    let file: URL
    let path: [String]
  }

  /// The fixture called `name`, which is looked for when it is read.
  public init(_ name: String) { url = ProjectFolder.url.appending(path: "Tests/Fixtures/" + name) }

  /// The octets of the file.
  public func octets() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// The JSON value at a path of keys. Throws `Missing` where there is none.
  public func decode<Value: Decodable>(
    _ type: Value.Type, _ path: String..., keys: JSONDecoder.KeyDecodingStrategy = .convertFromSnakeCase
  ) throws -> Value {
    let root = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    let value = try path.reduce(root) { node, key in
      guard let next = (node as? [String: Any])?[key] else { throw Missing(file: url, path: path) }
      return next
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keys
    return try decoder.decode(
      type, from: JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed))
  }

  /// The cases of one function of the DRBG vectors that several implementations agree on.
  public static func measured<Case: Decodable>(_ function: String) throws -> [Case] {
    try Fixture("vectors-drbg.json").decode([Case].self, "measured", function, "cases")
  }
}
