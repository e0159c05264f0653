/// A file that a document names. Where the file cannot be read, the name is at fault, so the error has its line.
public struct NamedFile {
  public let file: String
  private let position: SourcePosition
  private let path: String

  /// Takes the file with the position and the dotted path of its name.
  public init(_ file: String, at position: SourcePosition, path: String) {
    (self.file, self.position, self.path) = (file, position, path)
  }

  /// Loads `asked` on behalf of a reader of this file, which may ask for more files.
  public func octets(of asked: String, _ load: DocumentLoader) throws(DocumentErrors) -> [UInt8] {
    do throws(DocumentErrors) {
      return try load(asked)
    } catch {
      guard asked == file else { throw error }
      throw DocumentErrors(
        error.errors.map { DocumentError(.namedFile(file, $0.problem), at: position, path: path) })
    }
  }
}
