internal import Analysis
internal import ChannelSounding
package import CoreTypes
package import Documents
internal import Notation
package import Profiles
internal import RadioModel

/// Makes a profile of an accessory that recordings show.
package struct ProfileImporter {
  /// Which value of a fitted knob a profile takes.
  package enum Fitted: Sendable {
    /// The likeliest.
    case estimate
    /// The least of the 95 % interval.
    case least
    /// The greatest of the 95 % interval.
    case most
  }

  /// What is not in the recordings.
  package struct Options: Sendable {
    /// The maker of the chipset; nil for what the recordings tell.
    package var vendor: String?
    /// The chipset; nil for what the recordings tell.
    package var chipset: String?
    /// Keys and sections, or `conduct`, for which defaults are taken for the truth; or `all`.
    package var assumed: [String] = []
    /// Which values fitted knobs take.
    package var fitted = Fitted.estimate

    /// Nothing is known beside the recordings.
    package init() {}
  }

  package struct Outcome: Sendable {
    /// The file; it reads back without an error.
    package let text: String
    package let profile: AccessoryProfile
    /// Keys with where each was seen, one line a source.
    package let seen: [String]
    /// Knobs with value and interval.
    package let fitted: [String]
    package let assumed: [String]
    package let unknown: [String]
    /// What was seen and could not be used, and why.
    package let remarks: [String]
    /// Features that the recordings do not show, and that the accessory may have.
    package let openFeatures: [FeatureSet.Feature]
  }

  /// The word that assumes everything.
  package static let everything = "all"

  let accessory: SeenAccessory
  let options: Options
  var draft: ProfileDraft
  var remarks: [String] = []
  private var openFeatures: [FeatureSet.Feature] = []
  private var seen: [(citation: String, paths: [String])] = []
  var fitted: [String] = []
  /// Faults that the recording shows, with their frames.
  var planted: [String] = []
  /// Keys whose default the recording contradicts without showing the right value; `--assume` leaves them unknown.
  var disputed: [String] = []

  /// The paths that an assumption may name.
  package static var assumable: [String] { [everything, UnknownPart.conduct] + ProfileDraft.paths }

  /// The profile of `accessory`; `file` is the name that its places have.
  ///
  /// - Throws: what is wrong with the given names, or with the file, if it cannot be mended by leaving keys out.
  package static func profile(
    of accessory: SeenAccessory, options: Options, file: String
  ) throws(DocumentErrors) -> Outcome {
    var importer = ProfileImporter(accessory, options)
    importer.readVersion()
    importer.readFeatures()
    importer.readCapabilities()
    importer.readSyncAntennas()
    importer.readAdvertising()
    importer.readSecurity()
    importer.readLostBonds()
    importer.readAttributes()
    importer.readLink()
    let proven = importer.readProcedures()
    importer.fitRadio()
    importer.remarks += accessory.notKept.texts.map { "not kept: \($0)" }
    let assumed = importer.assume(proven)
    let profile = try importer.settle(file)
    return Outcome(
      text: importer.draft.text, profile: profile, seen: importer.seenLines + importer.planted,
      fitted: importer.fitted,
      assumed: assumed, unknown: importer.draft.unknown, remarks: importer.remarks,
      openFeatures: importer.openFeatures)
  }

  private init(_ accessory: SeenAccessory, _ options: Options) {
    self.accessory = accessory
    self.options = options
    var identity = AccessoryProfile.Identity()
    let version = accessory.fact(\.version)
    identity.vendor =
      options.vendor ?? version.map { "company " + $0.value.company.rawValue.hex(4) } ?? "not seen"
    identity.chipset = options.chipset ?? "not seen"
    identity.summary = "Made from recordings of \(accessory.name)."
    draft = ProfileDraft(identity)
    draft.heading = [
      "Made by 'reflector import' from \(accessory.files).",
      "Values are from the recording; fitted values have their 95 % confidence interval.",
    ]
  }

  /// Records that values are known from a place of a recording.
  mutating func see(_ paths: [String], _ citation: String, note: String? = nil) {
    let source = draft.cite("SEEN", citation)
    for path in paths { draft.see(path, source, note: note) }
    if let place = seen.firstIndex(where: { $0.citation == citation }) {
      seen[place].paths += paths
    } else {
      seen.append((citation, paths))
    }
  }

  mutating func see(_ path: String, _ citation: String) { see([path], citation) }

  private var seenLines: [String] {
    seen.compactMap { citation, paths in
      let kept = paths.filter { draft.knows($0) }
      return kept.isEmpty ? nil : "\(kept.joined(separator: ", ")): \(citation)"
    }
  }

  // MARK: The controller

  private mutating func readVersion() {
    guard let version = accessory.fact(\.version) else { return }
    draft.profile.version.companyID = version.value.company.rawValue
    draft.profile.version.subversion = version.value.subversion
    see(["core.company_id", "core.subversion"], version.citation)
    guard CoreVersion.knownNames.contains("\(version.value.core)") else {
      remarks.append("core.version: found \(version.value.core), which a profile cannot have")
      return
    }
    draft.profile.version.core = version.value.core
    see("core.version", version.citation)
  }

  private mutating func readFeatures() {
    let closed = accessory.fact { $0.openFeatures.isEmpty ? $0.features : nil }
    guard let page0 = closed ?? accessory.fact(\.features) else { return }
    var features = FeatureSet(page0: page0.value)
    let page1 = accessory.fact { device in device.featurePages.first { $0.value.number == 1 } }
    if let page1 {
      features.page1 = page1.value.octets
    } else if features[.extendedFeatureSet] {
      remarks.append("features: the accessory has a second page, which was not read")
      return
    }
    if closed == nil { readOpenFeatures(into: &features, page0.citation) }
    draft.profile.features = FeatureSet(FeatureSet.Feature.allCases.filter { features[$0] })
    let pages = page1.map { $0.frame == page0.frame ? "" : " and \($0.frame)" } ?? ""
    see("features", page0.citation + pages)
  }

  /// Adds the features that the accessory used of those that its answer leaves open, and notes the others.
  private mutating func readOpenFeatures(into features: inout FeatureSet, _ citation: String) {
    let device = accessory.accounts.first { $0.device.features != nil }?.device
    let open = FeatureSet(page0: device?.openFeatures ?? [])
    let isEncrypted = accessory.accounts.flatMap(\.connections).contains(where: \.isEncrypted)
    if open[.leEncryption], isEncrypted { features[.leEncryption] = true }
    if open[.dataPacketLengthExtension], accessory.fact(\.dataLength) != nil {
      features[.dataPacketLengthExtension] = true
    }
    openFeatures = FeatureSet.Feature.allCases.filter { open[$0] && !features[$0] }
    guard !openFeatures.isEmpty else { return }
    draft.openFeatures = openFeatures
    let words = openFeatures.map(\.word).joined(separator: ", ")
    remarks.append("features: \(citation) does not show whether the accessory has \(words)")
  }

  /// Takes the antenna of CS_SYNC packets from the HCI of the accessory.
  private mutating func readSyncAntennas() {
    guard let selection = accessory.fact(\.syncAntennas), selection.value.isDefined,
      selection.value != .noRecommendation
    else { return }
    let path = "channel_sounding.sync_antenna"
    guard selection.value.isSupported(byAntennas: draft.profile.csCapabilities.numAntennas) else {
      remarks.append("\(path): \(selection.citation) selects an antenna that the accessory does not have")
      return
    }
    draft.profile.syncAntennas = selection.value
    see(path, selection.citation)
  }

  private mutating func readCapabilities() {
    let whole = accessory.fact { $0.hasCapabilityTail ? $0.capabilities : nil }
    guard let capabilities = whole ?? accessory.fact(\.capabilities) else { return }
    let problems = CapabilityRules.problems(capabilities.value)
    guard problems.isEmpty else {
      remarks.append("channel_sounding: \(capabilities.citation) has \(problems.joined(separator: "; "))")
      return
    }
    draft.profile.csCapabilities = capabilities.value
    see("channel_sounding", capabilities.citation)
    if accessory.traces.contains(capabilities.source) { draft.forget("channel_sounding.nadm") }
    if whole == nil, capabilities.value.subfeatures.contains(.inlinePCT) {
      // Version [v1] tells of inline PCT, and not of its times.
      for key in ["t_ip2_us", "t_sw_us"] { draft.forget("channel_sounding.inline_pct.\(key)") }
    }
    let tau = RadioDescription.settlingTau(for: capabilities.value)
    draft.profile.radio.pllSettlingTauMicroseconds = tau
    draft.profile.radio.timingNoiseNanoseconds = RadioDescription.timingNoise(for: capabilities.value)
    draft.heading.append(
      "No recording shows how fast the PLL settles: \(Rounding.text(tau)) us is the default, which is enough for the shortest T_FCS "
        + "declared.")
    if capabilities.value.subfeatures.contains(.noFAE) { return }
    draft.forget("channel_sounding.fae_ppm")
    guard let table = accessory.fact(\.faeTable) else { return }
    draft.profile.faeTable = table.value
    see("channel_sounding.fae_ppm", table.citation)
  }

  // MARK: What is left

  /// Takes what procedures prove, and else defaults, for the truth where the user says so; gives the keys.
  private mutating func assume(_ proven: [String]) -> [String] {
    var lines: [String] = []
    // Service Changed is there for a purpose.
    draft.profile.gatt.canChange = draft.profile.gatt.hasServiceChanged
    let all = options.assumed.contains(Self.everything)
    if all || options.assumed.contains(UnknownPart.conduct) {
      draft.isConductUnknown = false
      lines.append(UnknownPart.conduct)
      draft.heading.append("Assumed, not seen: conduct as in the specification.")
    }
    for path in all ? ProfileDraft.paths : options.assumed where ProfileDraft.paths.contains(path) {
      for key in draft.missing(below: path) where !disputed.contains(key) {
        let isProven = proven.contains { key == $0 || key.hasPrefix($0 + ".") }
        draft.see(key, nil, note: isProven ? "the least that \(accessory.proof.count) procedures show" : nil)
        lines.append(key)
      }
    }
    if all || options.assumed.contains("features"), !draft.openFeatures.isEmpty {
      let words = draft.openFeatures.map(\.word).joined(separator: ", ")
      draft.heading.append("Assumed, not seen: the accessory does not have \(words).")
      lines += draft.openFeatures.map(\.path)
      draft.openFeatures = []
    }
    return lines
  }

  /// Leaves out what cannot be said in a profile, until the file reads.
  private mutating func settle(_ file: String) throws(DocumentErrors) -> AccessoryProfile {
    while true {
      let octets = Array(draft.text.utf8)
      do throws(DocumentErrors) {
        return try AccessoryProfile.read(file: file) { (_: String) throws(DocumentErrors) in octets }
      } catch {
        let broken = error.errors.filter { draft.knows($0.path) }
        guard !broken.isEmpty else { throw error }
        for one in broken {
          draft.forget(one.path)
          remarks.append("\(one.path): \(one.problemText)")
        }
      }
    }
  }
}
