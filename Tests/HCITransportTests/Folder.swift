import Foundation

/// A folder of a test's own, gone with it.
final class Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "hci-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("\(path) stays: \(error)") }
  }

  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Whether something has this name, a link that leads nowhere included.
  func has(_ name: String) -> Bool {
    do {
      _ = try FileManager.default.attributesOfItem(atPath: path(of: name))
      return true
    } catch {
      return false
    }
  }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(of: name), atomically: false, encoding: .utf8)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(of: name), withDestinationPath: target)
  }
}
