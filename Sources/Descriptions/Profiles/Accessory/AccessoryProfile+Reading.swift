internal import ChannelSounding
internal import CoreTypes
public import Documents
internal import Faults
internal import Notation
internal import RadioModel

extension AccessoryProfile {
  /// Reads a profile, and the one it extends. Throws everything that is wrong with it, with lines.
  public static func read(file: String, load: DocumentLoader) throws(DocumentErrors) -> AccessoryProfile {
    try read(file: file, settings: [], load: load)
  }

  /// The same with `settings` in place of what the file says.
  public static func read(
    file: String, settings: [DocumentSetting], load: DocumentLoader
  ) throws(DocumentErrors) -> AccessoryProfile {
    let document = try CheckedDocument(
      file: file, schema: AccessoryKeys.schema, settings: settings, load: load)
    let profile = AccessoryProfile(file: file, document: document)
    let errors =
      UnknownRules.errors(in: document.root, declarations: document.declarations)
      + AccessoryContradictions.errors(in: document.root, profile: profile)
    if !errors.isEmpty { throw DocumentErrors(errors) }
    return profile
  }

  private init(file: String, document: CheckedDocument) {
    let root = document.root
    self.init(identity: Identity())
    self.file = file
    declarations = document.declarations
    AccessoryKeys.all.read(root, into: &self)
    if !root.section("radio").has("pll_settling_tau_us") {
      radio.pllSettlingTauMicroseconds = RadioDescription.settlingTau(for: csCapabilities)
    }
    if !root.section("radio").has("timing_noise_ns") {
      radio.timingNoiseNanoseconds = RadioDescription.timingNoise(for: csCapabilities)
    }
    unknown = UnknownRules.parts(in: root)
    declarations += unknown.filter { $0.path != UnknownPart.conduct }.map {
      DeclaredValue(path: $0.path, text: "unknown", position: $0.position, source: .assumed)
    }
    notices = AccessoryContradictions.notices(in: root, profile: self)
  }
}
