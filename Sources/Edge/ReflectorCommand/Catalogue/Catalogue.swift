internal import ArgumentParser
internal import Documents
internal import Profiles

/// The shipped files, read when they are asked for.
struct Catalogue {
  struct Named<Document: Sendable>: Sendable {
    let path: String
    let document: Document

    /// What commands take for it. The id that the document gives itself may be another.
    var name: String { DataLibrary.stem(path) }
  }

  private let library = DataLibrary()

  func requirementSets() throws(BadInput) -> [RequirementSet] { try namedSets().map(\.document) }

  /// The shipped sets, each with the name that commands take, which is that of its file.
  func namedSets() throws(BadInput) -> [Named<RequirementSet>] {
    let shipped = SetLibrary(files: library.files(in: .requirements))
    return try documents(in: .requirements) { (file, load) throws(DocumentErrors) in
      try RequirementSet.read(file: file, library: shipped, load: load)
    }
  }

  /// Requirement sets by name or path.
  func requirementSets(_ names: [String]) throws(BadInput) -> [RequirementSet] {
    let shipped = SetLibrary(files: library.files(in: .requirements))
    var reader = DocumentReader()
    var sets: [RequirementSet] = []
    for name in names {
      let path = try library.path(name, in: .requirements)
      let set = reader.read(path) { (file, load) throws(DocumentErrors) in
        try RequirementSet.read(file: file, library: shipped, load: load)
      }
      if let set { sets.append(set) }
    }
    if !reader.errors.isEmpty { throw BadInput(reader.errors) }
    return sets
  }

  func profiles() throws(BadInput) -> [Named<AccessoryProfile>] {
    try documents(in: .accessories, AccessoryProfile.read)
  }

  /// One profile, by name or path.
  func profile(_ name: String) throws(BadInput) -> AccessoryProfile {
    let path = try library.path(name, in: .accessories)
    var reader = DocumentReader()
    guard let profile = reader.read(path, AccessoryProfile.read) else { throw BadInput(reader.errors) }
    return profile
  }

  func phones() throws(BadInput) -> [Named<PhoneProfile>] {
    try documents(in: .phones, PhoneProfile.read)
  }

  func environments() throws(BadInput) -> [Named<EnvironmentPreset>] {
    try documents(in: .environments, EnvironmentPreset.read)
  }

  func scenarios() throws(BadInput) -> [Named<Scenario>] {
    try documents(in: .scenarios, Scenario.read)
  }

  /// The names that commands take for the files of a folder, none of which is read: a shell asks at every completion.
  func names(in folder: DataLibrary.Folder) throws(BadInput) -> [String] {
    try files(in: folder).map(DataLibrary.stem)
  }

  private func files(in folder: DataLibrary.Folder) throws(BadInput) -> [String] {
    let files = library.files(in: folder)
    guard !files.isEmpty else {
      throw BadInput(
        "found no folder Profiles/\(folder.rawValue) here or beside the executable; "
          + "run the command in the folder that holds Profiles")
    }
    return files
  }

  /// All documents of a folder, in the order of their names. Each is read by itself, on as many threads as there are
  /// processors, since a shell waits for this.
  private func documents<Document: Sendable>(
    in folder: DataLibrary.Folder,
    _ read: @escaping @Sendable (String, DocumentLoader) throws(DocumentErrors) -> Document
  ) throws(BadInput) -> [Named<Document>] {
    let files = try files(in: folder)
    let runner = OrderedRunner<Result<Named<Document>, DocumentErrors>>(
      jobs: min(files.count, JobOptions.oneForEachProcessor)
    ) { number in
      guard files.indices.contains(number) else { return nil }
      let path = files[number]
      return {
        var reader = DocumentReader()
        guard let document = reader.read(path, read) else { return .failure(reader.errors[0]) }
        return .success(Named(path: path, document: document))
      }
    }
    var documents: [Named<Document>] = []
    var errors: [DocumentErrors] = []
    while let outcome = runner.next() {
      switch outcome {
      case .success(let document): documents.append(document)
      case .failure(let error): errors.append(error)
      }
    }
    if !errors.isEmpty { throw BadInput(errors) }
    return documents
  }
}

/// Names as a person lists them: joined by commas, in an option that may be given again.
enum NameList {
  /// The names, each once, in the order of their first appearance.
  static func items(_ lists: [String]) -> [String] {
    var items: [String] = []
    for item in lists.flatMap({ $0.split(separator: ",") }).map(String.init) where !items.contains(item) {
      items.append(item)
    }
    return items
  }

  /// Throws if the value of `--requirements` names no set.
  static func checkSets(_ list: String) throws {
    if items([list]).isEmpty { throw ValidationError("found no name in --requirements, expected a set.") }
  }
}
