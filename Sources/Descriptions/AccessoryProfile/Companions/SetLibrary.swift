/// The requirement sets that a set may extend by name.
public struct SetLibrary: Sendable {
  private var files: [(name: String, file: String)] = []

  public init() {}

  /// A library of files, each called by its name without folders and ending.
  public init(files: [String]) {
    self.files = files.map { file in
      let name = file.split(separator: "/").last.map(String.init) ?? file
      return (name.hasSuffix(".yaml") ? String(name.dropLast(5)) : name, file)
    }
  }

  /// The names in the order of the files.
  public var names: [String] { files.map(\.name) }

  /// The file of a name; nil if there is none.
  func file(_ name: String) -> String? { files.first { $0.name == name }?.file }
}
