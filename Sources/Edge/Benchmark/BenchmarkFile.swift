internal import Documents
internal import Glibc
internal import Profiles

/// The files that a benchmark reads, by paths from the folder of the project.
enum BenchmarkFile {
  /// The octets of a file.
  static func octets(_ path: String) throws(DocumentErrors) -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw DocumentErrors(
        .unreadable(reason: "start reflector-bench in the folder of the project"),
        at: SourcePosition(file: path))
    }
    defer { fclose(file) }
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 { octets += piece.prefix(count) }
    return octets
  }

  /// The YAML files of a folder in order.
  static func profiles(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var paths: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".yaml") { paths.append("\(folder)/\(name)") }
    }
    return paths.sorted()
  }
}
