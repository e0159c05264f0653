internal import Documents
internal import Foundation

/// Something that a virtual world cannot be made of, or cannot do; the message says what, where and how to mend it.
public struct WorldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for each thing that is wrong.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The files that worlds are made of.
enum WorldFiles {
  enum Folder: String {
    case accessories, phones, environments
  }

  /// `Profiles` of this package, wherever it was checked out.
  private static let shipped = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Profiles").standardizedFileURL

  /// Reads a shipped file by its name, or any file by its path.
  static func read<Document>(
    _ name: String, in folder: Folder,
    _ read: (String, DocumentLoader) throws(DocumentErrors) -> Document
  ) throws(WorldError) -> Document {
    do throws(DocumentErrors) {
      return try read(try path(name, in: folder), load)
    } catch {
      throw WorldError(error.description)
    }
  }

  private static func path(_ name: String, in folder: Folder) throws(DocumentErrors) -> String {
    if name.contains("/") || name.hasSuffix(".yaml") { return name }
    let files = shipped.appending(path: folder.rawValue)
    let path = files.appending(path: name + ".yaml").path
    if FileManager.default.fileExists(atPath: path) { return path }
    let known = (FileManager.default.subpaths(atPath: files.path) ?? []).filter {
      $0.hasSuffix(".yaml") && !$0.contains("/")
    }
    .map { String($0.dropLast(5)) }.sorted()
    throw DocumentErrors(
      .unreadable(
        reason: "there is none of this name, expected one of \(known.joined(separator: ", ")), or a path"),
      at: SourcePosition(file: name))
  }

  private static func load(_ file: String) throws(DocumentErrors) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(filePath: file)))
    } catch {
      throw DocumentErrors(
        .unreadable(reason: error.localizedDescription), at: SourcePosition(file: file))
    }
  }
}
