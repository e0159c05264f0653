internal import Foundation

/// A text that was looked at by eye once and must not change unseen. `UPDATE_GOLDEN=1` writes it anew.
public enum Golden {
  /// The first line in which a text differs from a fixture; nil if they are equal.
  public static func difference(_ text: String, _ name: String) throws -> String? {
    let url = Fixture(name).url
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: url)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    guard text != expected else { return nil }
    let pairs = zip(text.split(separator: "\n"), expected.split(separator: "\n"))
    let line = pairs.first { $0 != $1 }.map { "found '\($0)', expected '\($1)'" } ?? "one is longer"
    return "\(name) differs: \(line)"
  }
}
