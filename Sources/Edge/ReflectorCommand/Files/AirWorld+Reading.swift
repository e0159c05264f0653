internal import AccessoryProfile
internal import Session

extension AirWorld.Description {
  /// Reads the files of an air. Throws everything that is wrong with any of them.
  ///
  /// - Parameters:
  ///   - profile: the accessory, by name or path.
  ///   - phone: the phone, by name or path.
  ///   - environment: what lies between them, by name or path.
  init(
    reading profile: String, phone: String, environment: String, distanceMetres: Double, seed: UInt64
  ) throws(BadInput) {
    let library = DataLibrary()
    var reader = DocumentReader()
    let phonePath = try library.path(phone, in: .phones)
    let environmentPath = try library.path(environment, in: .environments)
    let profilePath = try library.path(profile, in: .accessories)
    let phone = reader.read(phonePath, PhoneProfile.read)
    let environment = reader.read(environmentPath, EnvironmentPreset.read)
    let accessory = reader.read(profilePath, AccessoryProfile.read)
    guard reader.errors.isEmpty, let phone, let environment, let accessory else {
      throw BadInput(reader.errors)
    }
    self.init(
      accessory: accessory, phone: phone, environment: environment, distanceMetres: distanceMetres,
      seed: seed)
  }
}
