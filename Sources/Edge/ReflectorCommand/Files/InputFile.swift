internal import Capture
internal import Documents
internal import Glibc
internal import Profiles
internal import Session

/// Reads the files that a user names, and no more of them than a profile can have.
enum InputFile {
  /// The octets of `path`, which is a document of YAML; a shipped one may be named from `Profiles` on.
  static func octets(_ path: String) throws(DocumentErrors) -> [UInt8] {
    try octets(path, most: Document.maximumOctets)
  }

  /// The octets of `path`, at most `limit`; `fix` says what to do about a larger file.
  static func octets(_ path: String, limit: Int, fix: String) throws(BadInput) -> [UInt8] {
    do throws(DocumentErrors) {
      return try octets(path, most: limit)
    } catch {
      if case .tooLarge(let count) = error.errors[0].problem {
        throw BadInput("found \(count) octets or more in \(path), expected at most \(limit). \(fix)")
      }
      throw BadInput([error])
    }
  }

  private static func octets(_ path: String, most limit: Int) throws(DocumentErrors) -> [UInt8] {
    let place = SourcePosition(file: path)
    let location = DataLibrary.location(of: path)
    InputRegister.note(location)
    if path == "-" {
      guard InputRegister.takeStandardInput() else { throw DocumentErrors(.standardInputTwice, at: place) }
      return try read(STDIN_FILENO, most: limit, at: place)
    }
    let descriptor = open(location, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT, let octets = BuiltInFiles.octets[path] { return Array(octets) }
    guard descriptor >= 0 else { throw refusal(errno, at: place) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw refusal(errno, at: place) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else {
      throw DocumentErrors(.unreadable(reason: "it is a folder, expected a file"), at: place)
    }
    let size = Int(status.st_size)
    if kind == S_IFREG, size > limit {
      throw DocumentErrors(.tooLarge(octets: size), at: place)
    }
    return try read(descriptor, most: limit, at: place)
  }

  /// Whether a path is of standard input or another open file of this process, which the next one does not have.
  static func isStream(_ path: String) -> Bool {
    path == "-" || ["/dev/", "/proc/"].contains(where: path.hasPrefix)
  }

  private static func read(
    _ descriptor: Int32, most limit: Int, at place: SourcePosition
  ) throws(DocumentErrors) -> [UInt8] {
    var octets: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    // A pipe has no size to look at, so the limit holds here too.
    while octets.count <= limit {
      let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        octets += piece.prefix(count)
      } else if count == 0 {
        return octets
      } else if errno != EINTR {
        throw refusal(errno, at: place)
      }
    }
    throw DocumentErrors(.tooLarge(octets: octets.count), at: place)
  }

  private static func refusal(_ code: Int32, at place: SourcePosition) -> DocumentErrors {
    let nearest = code == ENOENT ? DataLibrary.nearestName(to: place.file) : nil
    let words = code == EBADF ? "\(SystemReason(code: code))" : String(cString: strerror(code))
    let reason = words + (nearest.map { " (the nearest that ships is \($0))" } ?? "")
    return DocumentErrors(.unreadable(reason: reason), at: place)
  }
}

/// Reads documents one after another and keeps what is wrong with them.
struct DocumentReader {
  /// What was wrong, in the order of reading.
  private(set) var errors: [DocumentErrors] = []
  /// The files of the document read last: its own, followed by the one it extends.
  private(set) var files: [(path: String, octets: [UInt8])] = []

  /// The octets of those files, one after another.
  var octets: [UInt8] { files.flatMap(\.octets) }

  /// The document, or nil and one error more.
  mutating func read<Document>(
    _ path: String, _ body: (String, DocumentLoader) throws(DocumentErrors) -> Document
  ) -> Document? {
    var read: [(path: String, octets: [UInt8])] = []
    defer { files = read }
    do throws(DocumentErrors) {
      return try body(DataLibrary.shown(path)) { file throws(DocumentErrors) in
        // A pipe can be read once.
        if let known = read.first(where: { $0.path == file }) { return known.octets }
        let octets = try InputFile.octets(file)
        read.append((file, octets))
        return octets
      }
    } catch {
      errors.append(error)
      return nil
    }
  }
}

extension AirWorld.Description {
  /// Reads the files of an air, each by name or path. Throws everything that is wrong with any of them.
  init(
    reading profile: String, phone: String, environment: String, distanceMetres: Double, seed: UInt64,
    settings: [DocumentSetting] = []
  ) throws(BadInput) {
    let library = DataLibrary()
    var reader = DocumentReader()
    let phonePath = try library.path(phone, in: .phones)
    let environmentPath = try library.path(environment, in: .environments)
    let profilePath = try library.path(profile, in: .accessories)
    let phone = reader.read(phonePath, PhoneProfile.read)
    let environment = reader.read(environmentPath, EnvironmentPreset.read)
    let accessory = reader.read(profilePath) { (file, load) throws(DocumentErrors) in
      try AccessoryProfile.read(file: file, settings: settings, load: load)
    }
    guard reader.errors.isEmpty, let phone, let environment, let accessory else {
      throw BadInput(reader.errors)
    }
    self.init(
      accessory: accessory, phone: phone, environment: environment, distanceMetres: distanceMetres,
      seed: seed)
  }
}

/// The files of an accessory as they were read: its own first, then the one that it extends.
struct AccessoryFiles: Sendable {
  let files: [(path: String, octets: [UInt8])]

  init(_ files: [(path: String, octets: [UInt8])]) { self.files = files }

  /// The accessory with `settings` in place of what the files say. Throws if the values contradict each other.
  func profile(_ settings: [DocumentSetting] = []) throws(DocumentErrors) -> AccessoryProfile {
    try AccessoryProfile.read(file: files[0].path, settings: settings) { file throws(DocumentErrors) in
      guard let known = files.first(where: { $0.path == file }) else {
        preconditionFailure("\(file) was not read before")
      }
      return known.octets
    }
  }
}
