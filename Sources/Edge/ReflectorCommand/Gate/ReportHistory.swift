internal import Glibc
internal import Notation

/// A folder with the reports of earlier versions, which a pipeline keeps from one run to the next: `000001.json` and
/// so on, the oldest first.
struct ReportHistory {
  /// How many reports are kept. The oldest stays, since a trend is measured from it.
  static let capacity = 20

  private let folder: String
  private let names: [String]

  /// Looks into a folder, which may be missing.
  init(_ folder: String) throws(BadInput) {
    self.folder = folder
    var names: [String] = []
    guard let stream = opendir(folder) else {
      guard errno == ENOENT else {
        throw BadInput("cannot read the folder \(folder): \(String(cString: strerror(errno)))")
      }
      self.names = []
      return
    }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.wholeMatch(of: #/\d{6}\.json/#) != nil { names.append(name) }
    }
    self.names = names.sorted()
  }

  /// The files, the oldest first.
  var paths: [String] { names.map { "\(folder)/\($0)" } }

  /// Adds a report as the newest one, and takes off the one after the oldest when there are too many.
  func add(_ octets: [UInt8]) throws(BadInput) {
    let number = (names.last.flatMap { Int($0.dropLast(5)) } ?? 0) + 1
    let name = number.decimalDigits(6) + ".json"
    try OutputFile.write(String(decoding: octets, as: UTF8.self), at: "\(folder)/\(name)")
    let surplus = names.count + 1 - Self.capacity
    guard surplus > 0 else { return }
    for name in names.dropFirst().prefix(surplus) {
      guard unlink("\(folder)/\(name)") == 0 else {
        throw BadInput("cannot remove \(folder)/\(name): \(String(cString: strerror(errno)))")
      }
    }
  }
}
