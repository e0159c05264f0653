internal import CryptoToolbox
internal import Documents
internal import Profiles

/// Reads the files of studies and checks, each once with the same settings: a grid of studies names them again and again.
final class StudyFiles {
  /// A document with SHA-256 of its octets and of those it extends, hex.
  struct Read<Document> {
    let document: Document
    let digest: String
  }

  private struct Key: Hashable {
    let path: String
    let settings: [DocumentSetting]
  }

  private typealias Cache<Document> = [Key: Result<Read<Document>, DocumentErrors>]

  private var accessories: Cache<AccessoryProfile> = [:]
  private var phones: Cache<PhoneProfile> = [:]
  private var environments: Cache<EnvironmentPreset> = [:]
  private var sets: Cache<RequirementSet> = [:]
  /// The first file with the id of an environment or a phone.
  private var owners: [String: (path: String, digest: String)] = [:]
  private let shippedSets = SetLibrary(files: DataLibrary().files(in: .requirements))

  func accessory(
    _ path: String, _ settings: [DocumentSetting] = []
  ) throws(DocumentErrors) -> Read<AccessoryProfile> {
    try Self.read(path, settings, &accessories) { file, load throws(DocumentErrors) in
      try AccessoryProfile.read(file: file, settings: settings, load: load)
    }
  }

  func phone(
    _ path: String, _ settings: [DocumentSetting] = []
  ) throws(DocumentErrors) -> Read<PhoneProfile> {
    try Self.read(path, settings, &phones) { file, load throws(DocumentErrors) in
      try PhoneProfile.read(file: file, settings: settings, load: load)
    }
  }

  func environment(
    _ path: String, _ settings: [DocumentSetting] = []
  ) throws(DocumentErrors) -> Read<EnvironmentPreset> {
    try Self.read(path, settings, &environments) { file, load throws(DocumentErrors) in
      try EnvironmentPreset.read(file: file, settings: settings, load: load)
    }
  }

  /// Throws if a file of a `kind`, as "phone", has the id of another one that differs: results name both by it.
  func claim(_ id: String, of kind: String, _ path: String, digest: String) throws(BadInput) {
    guard let owner = owners["\(kind) \(id)"] else {
      owners["\(kind) \(id)"] = (path, digest)
      return
    }
    guard owner.digest != digest else { return }
    throw BadInput(
      "found the id '\(id)' in \(owner.path) and in \(path), expected an id of its own in each: results name"
        + " the \(kind) by it.")
  }

  func requirements(_ path: String) throws(DocumentErrors) -> Read<RequirementSet> {
    let shippedSets = shippedSets
    return try Self.read(path, [], &sets) { file, load throws(DocumentErrors) in
      try CheckPlan.requirements(file: file, library: shippedSets, load: load)
    }
  }

  private static func read<Document>(
    _ path: String, _ settings: [DocumentSetting], _ cache: inout Cache<Document>,
    _ body: (String, DocumentLoader) throws(DocumentErrors) -> Document
  ) throws(DocumentErrors) -> Read<Document> {
    let key = Key(path: path, settings: settings)
    if let known = cache[key] { return try known.get() }
    var reader = DocumentReader()
    let result: Result<Read<Document>, DocumentErrors>
    if let document = reader.read(path, body) {
      result = .success(Read(document: document, digest: ContentDigest.sha256(reader.octets)))
    } else {
      result = .failure(reader.errors[0])
    }
    cache[key] = result
    return try result.get()
  }
}
