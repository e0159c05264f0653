public import ChannelSounding
public import CoreTypes
public import Documents
public import Faults
internal import Notation
internal import RadioModel

/// What a vendor declares about an accessory: its chipset, its firmware, its radio, and the faults that a
/// self-test plants. `Profiles/accessories` has the files.
public struct AccessoryProfile: Sendable, Equatable {
  /// The schema that this version reads.
  public static let schemaName = "reflector/accessory/1"

  public struct Identity: Sendable, Equatable {
    public var vendor = ""
    public var chipset = ""
    public var firmware = ""
    public var summary = ""

    public init() {}
  }

  /// What LL_VERSION_IND says. [Vol 6, Part B, 2.4.2.13]
  public struct VersionInformation: Sendable, Equatable {
    public var core = CoreVersion.v6_3
    /// The company identifier that the Bluetooth SIG assigned.
    public var companyID: UInt16 = 0xFFFF
    /// The company's own number.
    public var subversion: UInt16 = 0
  }

  /// Where the profile was read from.
  public internal(set) var file: String
  public var identity = Identity()
  /// Version, company and subversion.
  public var version = VersionInformation()
  /// The LE features as the feature pages report them.
  public var features = FeatureSet()
  /// The Channel Sounding capabilities, with the tail of version [v2].
  public var csCapabilities = CSCapabilities()
  /// The antennas that its host selects for CS_SYNC packets.
  public var syncAntennas = CSSyncAntennaSelection.noRecommendation
  /// The frequency actuation error of the 72 allowed channels in ascending order, in units of 1/32 ppm.
  /// [Vol 6, Part B, 2.4.2.52]
  public var faeTable = FAETable()
  public var advertising = AdvertisingDescription()
  public var security = SecurityDescription()
  public var gatt = GATTDescription()
  /// Its own L2CAP channels.
  public var channels: [ChannelDescription] = []
  /// What it does on a connection by itself.
  public var link = LinkDescription()
  public var radio = RadioDescription()
  /// The readings of the specification that its firmware follows.
  public var interpretations = Interpretations()
  public var faults: [Fault] = []
  /// What nobody has seen of it, in the order of the file; a default stands in for each key.
  public var unknown: [UnknownPart] = []
  /// Each declared value with its source and its line, in the order of the files.
  public internal(set) var declarations: [DeclaredValue] = []
  /// What is unusual but allowed.
  public internal(set) var notices: [ProfileNotice] = []

  init(identity: Identity) {
    file = ""
    self.identity = identity
  }

  public var declaresInlinePCT: Bool { csCapabilities.subfeatures.contains(.inlinePCT) }

  /// The declared value at a dotted path as `channel_sounding.t_fcs_us`; nil if the file leaves it out.
  public func declaration(of path: String) -> DeclaredValue? { declarations.first { $0.path == path } }

  /// The declared value that says most about something declared at one of `paths`: the first of them that is
  /// there, else the first value below or beside one of them, else the first of Channel Sounding. Nil if nothing
  /// is declared.
  public func declaration(nearest paths: [String]) -> DeclaredValue? {
    for path in paths {
      if let value = declaration(of: path) { return value }
    }
    for path in paths {
      if let value = declarations.first(where: { $0.path.hasPrefix(path + ".") }) { return value }
    }
    for path in paths + ["channel_sounding.roles"] {
      let parts = path.split(separator: ".")
      for count in (1..<max(2, parts.count)).reversed() {
        let parent = parts.prefix(count).joined(separator: ".") + "."
        if let value = declarations.first(where: { $0.path.hasPrefix(parent) }) { return value }
      }
    }
    return declarations.first
  }
}

/// Something in a profile that is allowed and still worth a word.
public struct ProfileNotice: Hashable, Sendable, CustomStringConvertible {
  public var position: SourcePosition
  public var text: String

  /// One line with the place.
  public var description: String { "\(position): \(text)" }
}

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

  /// The values with a source as YAML text, in the order of a file; nil where a file leaves one out.
  public var texts: [(path: String, text: String?)] { AccessoryKeys.lines(self) }

  /// The value at a path as YAML text; nil where a file leaves it out.
  public func text(at path: String) -> String? { texts.first { $0.path == path }?.text }
}
