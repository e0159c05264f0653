internal import Glibc
internal import Notation

/// A folder with the reports of earlier versions, which a pipeline keeps from one run to the next: `000001.json` and
/// so on, the oldest first. Several gates may add to it at one time.
struct ReportHistory {
  /// How many reports are kept. The oldest stays, since a trend is measured from it.
  static let capacity = 20

  private static let leastDigits = 6
  /// A file with a longer number is none of the history, which no gate ever brings so far.
  private static let mostDigits = 15
  private static let ending = ".json"

  private let folder: String
  /// In ascending order.
  private let numbers: [Int]

  /// Looks into a folder, which may be missing.
  init(_ folder: String) throws(BadInput) {
    self.folder = folder
    numbers = try Self.numbers(in: folder)
  }

  /// The files, the oldest first.
  var paths: [String] { numbers.map(path) }

  /// Whether `path` is the place of a report of the history, or of one to come.
  func holds(_ path: String) -> Bool {
    guard let number = Self.number(of: String(path.split(separator: "/").last ?? "")) else { return false }
    return OutputFile.place(ofFile: path) == OutputFile.place(ofFile: self.path(number))
  }

  /// Adds a report as the newest one, and takes off the ones after the oldest when there are too many.
  func add(_ octets: [UInt8]) throws(BadInput) {
    var number = (numbers.last ?? 0) + 1
    while try !OutputFile.create(octets, at: path(number)) { number += 1 }
    let kept = try Self.numbers(in: folder)
    for path in kept.dropFirst().prefix(max(0, kept.count - Self.capacity)).map(path) {
      // Another gate may have taken it off.
      guard unlink(path) == 0 || errno == ENOENT else {
        throw BadInput("cannot remove \(path): \(String(cString: strerror(errno)))")
      }
    }
  }

  private func path(_ number: Int) -> String { "\(folder)/\(Self.name(number))" }

  private static func name(_ number: Int) -> String { number.decimalDigits(leastDigits) + ending }

  /// The number that a name stands for; nil if it is none of a report.
  private static func number(of name: String) -> Int? {
    let digits = name.dropLast(ending.count)
    guard name.hasSuffix(ending), digits.count <= mostDigits, let number = Int(digits), number >= 0,
      name == self.name(number)
    else { return nil }
    return number
  }

  /// The numbers of the reports in a folder in ascending order; none if it is missing.
  private static func numbers(in folder: String) throws(BadInput) -> [Int] {
    guard let stream = opendir(folder) else {
      guard errno == ENOENT else {
        throw BadInput("cannot read the folder \(folder): \(String(cString: strerror(errno)))")
      }
      return []
    }
    defer { closedir(stream) }
    var numbers: [Int] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let number = number(of: name) { numbers.append(number) }
    }
    return numbers.sorted()
  }
}
