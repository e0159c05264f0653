internal import Documents
internal import Foundation
internal import Profiles

/// Something that a virtual world cannot be made of, or cannot do; the message says what, where and how to mend it.
public struct WorldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One line for each thing that is wrong.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The files that worlds are made of.
enum WorldFiles {
  enum Folder: String {
    case accessories, phones, environments, scenarios
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

  /// Reads the files that a scenario names.
  static func cast(of scenario: Scenario) throws(WorldError) -> Scenario.Cast {
    let library = Scenario.Library(
      phones: files(in: .phones), environments: files(in: .environments), accessories: files(in: .accessories)
    )
    do throws(DocumentErrors) {
      return try scenario.cast(from: library, load: load)
    } catch {
      throw WorldError(error.description)
    }
  }

  private static func path(_ name: String, in folder: Folder) throws(DocumentErrors) -> String {
    if name.contains("/") || name.hasSuffix(".yaml") { return name }
    let known = files(in: folder)
    if let path = known.first(where: { stem($0) == name }) { return path }
    throw DocumentErrors(
      .unreadable(
        reason: "there is none of this name, expected one of "
          + "\(known.map(stem).joined(separator: ", ")), or a path"),
      at: SourcePosition(file: name))
  }

  /// The paths of all in order.
  private static func files(in folder: Folder) -> [String] {
    let place = shipped.appending(path: folder.rawValue)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { place.appending(path: $0).path }
  }

  private static func stem(_ path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
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
