public import Documents
internal import Faults

extension Scenario {
  /// A scenario of defaults, which stand at `start`.
  init(file: String, at start: SourcePosition) {
    self.init(
      file: file, phone: FileName(text: "iphone-ios27", position: start),
      environment: FileName(text: "line-of-sight", position: start))
  }

  /// The phones, environments and accessories that a scenario may name.
  public struct Library: Sendable {
    fileprivate let phones: SetLibrary
    fileprivate let environments: SetLibrary
    fileprivate let accessories: SetLibrary

    /// Takes the shipped files of each kind.
    public init(phones: [String], environments: [String], accessories: [String]) {
      self.phones = SetLibrary(files: phones)
      self.environments = SetLibrary(files: environments)
      self.accessories = SetLibrary(files: accessories)
    }
  }

  /// The contents of the files that a scenario names.
  public struct Cast: Sendable {
    public var phone: PhoneProfile
    public var environment: EnvironmentPreset
    /// The accessories in the order of the scenario, with the names and faults of the scenario.
    public var accessories: [AccessoryProfile]
  }

  /// Reads a scenario. Throws all errors of the file, with their lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> Scenario {
    let document = try CheckedDocument(file: file, schema: ScenarioKeys.schema, load: load)
    var scenario = Scenario(file: file, at: document.root.position ?? SourcePosition(file: file))
    ScenarioKeys.all.read(document.root, into: &scenario)
    scenario.declarations = document.declarations
    let errors = ScenarioContradictions.errors(in: document.root, scenario: scenario)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    return scenario
  }

  /// Reads the files that the scenario names. Throws all errors of the first invalid file, or the error of an unknown
  /// name.
  public func cast(from library: Library, load: DocumentLoader) throws(DocumentErrors) -> Cast {
    let phoneFile = try file(phone, in: library.phones, path: "phone")
    let placeFile = try file(environment, in: library.environments, path: "environment")
    var cast = Cast(
      phone: try PhoneProfile.read(file: phoneFile.file) { file throws(DocumentErrors) in
        try phoneFile.octets(of: file, load)
      },
      environment: try EnvironmentPreset.read(file: placeFile.file) { file throws(DocumentErrors) in
        try placeFile.octets(of: file, load)
      }, accessories: [])
    if cast.environment.motion != .still {
      throw DocumentErrors(
        .contradiction(
          "found an environment with motion, expected an environment without because the track moves the phone",
          other: nil, fix: "Name another environment."), at: environment.position, path: "environment")
    }
    for accessory in accessories {
      let named = try file(accessory.profile, in: library.accessories, path: "accessories.profile")
      var profile = try AccessoryProfile.read(file: named.file) { file throws(DocumentErrors) in
        try named.octets(of: file, load)
      }
      profile.advertising.name = accessory.name
      let octets = profile.advertising.scanResponseOctets
      if octets > AdvertisingDescription.legacyLimit {
        throw DocumentErrors(
          .contradiction(
            "found a name that makes \(octets) octets of scan response, expected at most "
              + "\(AdvertisingDescription.legacyLimit)", other: accessory.profile.position,
            fix: "Write a shorter name."), at: accessory.position, path: "accessories.name")
      }
      for fault in accessory.faults where !profile.plant(fault) {
        throw DocumentErrors(
          .contradiction(
            "found \(fault.id), expected an accessory with inline PCT", other: accessory.profile.position,
            fix: "Remove the fault, or name another profile."), at: accessory.position,
          path: "accessories.faults")
      }
      if let first = cast.accessories.first, profile.interpretations != first.interpretations {
        throw DocumentErrors(
          .contradiction(
            "found interpretations that differ from those of \(first.advertising.name), expected the same because the "
              + "phone follows one reading of the specification", other: accessories[0].profile.position,
            fix: "Name another profile."), at: accessory.profile.position, path: "accessories.profile")
      }
      cast.accessories.append(profile)
    }
    return cast
  }

  /// The file that a name at a dotted path means.
  private func file(
    _ name: FileName, in library: SetLibrary, path: String
  ) throws(DocumentErrors) -> NamedFile {
    if TextForm.name.accepts(name.text) {
      if let file = library.file(name.text) { return NamedFile(file, at: name.position, path: path) }
      throw DocumentErrors(
        .unknownWord(
          found: name.text, expected: library.names + ["a path that ends in .yaml"],
          nearest: NearestWord.match(name.text, in: library.names)), at: name.position, path: path)
    }
    let file =
      name.text.hasPrefix("/")
      ? name.text : CheckedDocument.resolve(name.text, relativeTo: name.position.file)
    return NamedFile(file, at: name.position, path: path)
  }
}
