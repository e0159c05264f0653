internal import Conformance
internal import ConformanceCases
internal import ConformanceTester
internal import CryptoToolbox
internal import Documents
internal import Faults
internal import PacketTap
internal import Profiles

/// Everything that a check needs, read and found right.
struct CheckPlan {
  /// In the order of the profiles, and for each in the order of the requirement sets.
  private(set) var runs: [CheckRun] = []
  /// The waived failures; nil without `--waivers`.
  private(set) var waivers: WaiverPlan?
  /// The files of the profiles, each once.
  private(set) var sources: [(path: String, octets: [UInt8])] = []

  /// A profile with the name and the digest of its octets.
  private struct Accessory {
    var path: String
    var profile: AccessoryProfile
    var digest: String
    /// The files that it was read from, its own first; none where nothing describes it.
    var files = AccessoryFiles([])
  }

  /// Reads all files that `options` name. Throws everything that is wrong with any of them.
  init(_ options: CheckOptions) throws(BadInput) {
    let library = DataLibrary()
    var reader = DocumentReader()
    let phonePath = try library.path(options.place.phone, in: .phones)
    let environmentPath = try library.path(options.place.environment, in: .environments)
    let setNames = Self.setNames(options.requirementSets, of: library)
    let setPaths = try Self.paths(setNames, in: .requirements, of: library)
    let profilePaths = try Self.paths(options.profiles, in: .accessories, of: library)

    let app = try Self.app(options.app)
    let phone = reader.read(phonePath, PhoneProfile.read)
    let environment = reader.read(environmentPath, EnvironmentPreset.read)
    let shipped = SetLibrary(files: library.files(in: .requirements))
    let sets = setPaths.compactMap { path in
      reader.read(path) { (file, load) throws(DocumentErrors) in
        try Self.requirements(file: file, library: shipped, load: load)
      }
    }
    var sources: [(path: String, octets: [UInt8])] = []
    var accessories = profilePaths.compactMap { path -> Accessory? in
      let profile = reader.read(path) { (file, load) throws(DocumentErrors) in
        try AccessoryProfile.read(file: file, settings: options.changes.settings, load: load)
      }
      guard let profile else { return nil }
      for file in reader.files where !sources.contains(where: { $0.path == file.path }) {
        sources.append(file)
      }
      return Accessory(
        path: path, profile: profile, digest: ContentDigest.sha256(reader.octets),
        files: AccessoryFiles(reader.files))
    }
    if profilePaths.isEmpty, let attached = options.attached.iut {
      accessories.append(try Self.undescribed(attached))
    }
    let waivers = options.waiving.waivers.flatMap { path in
      reader.read(path) { (file, load) throws(DocumentErrors) in
        let list = try WaiverList.read(file: file, load: load)
        try list.check(against: sets)
        return list
      }
    }
    guard reader.errors.isEmpty, let phone, let environment else { throw BadInput(reader.errors) }
    try Self.checkIDs(of: sets, setPaths)
    try options.selection.check(against: sets)
    let faults = try options.faults.faults()
    for index in accessories.indices {
      try options.faults.plant(in: &accessories[index].profile, path: accessories[index].path)
    }
    self.sources = sources
    self.waivers = waivers.map { WaiverPlan(list: $0, today: options.waiving.day, sets: sets) }

    let pcap = try options.pcap ? Self.pcapWriter() : nil
    var names = options.capturePlace.map(CaptureNames.init)
    for accessory in accessories {
      for (set, name) in zip(sets, setNames) {
        let ids = options.selection.isWhole ? [] : options.selection.ids(in: set)
        if ids.isEmpty && !options.selection.isWhole { continue }
        var request = Self.request(accessory, set, phone, environment, ids: ids, options)
        request.crashed = options.trouble.crashed(in: runs.count)
        request.app = app
        let base = names?.next(for: accessory.path, set: sets.count > 1 ? set.id : nil)
        runs.append(
          CheckRun(
            request: request, onCase: options.trouble.signals, index: runs.count,
            suspectReading: options.noSuspects || options.attached.iut != nil
              ? nil : Self.reading(accessory.files, options.changes.settings, faults),
            notices: options.changes.notices,
            captureBase: base, pcap: pcap, isExplained: options.outputs.html != nil,
            trace: options.trace.text,
            replay: ReplayCommand(options, profile: accessory.path, requirements: name)))
      }
    }
  }

  private static func pcapWriter() throws(BadInput) -> PcapWriter {
    do throws(PcapError) {
      return try PcapWriter()
    } catch {
      throw BadInput("--pcap: \(error)")
    }
  }

  private static func request(
    _ accessory: Accessory, _ set: RequirementSet, _ phone: PhoneProfile, _ environment: EnvironmentPreset,
    ids: [String], _ options: CheckOptions
  ) -> CheckRequest {
    var request = CheckRequest(
      profile: accessory.profile, profilePath: accessory.path, profileDigest: accessory.digest,
      requirements: set, phone: phone, environment: environment, seed: options.place.seed,
      distanceMetres: options.place.distance, onlyIDs: ids)
    request.onCase = options.trouble.mishaps
    request.requiresSources = options.requireSources
    request.keepsSteps = options.captures.content.steps
    request.notesSubeventStarts = options.outputs.html != nil
    request.isEncrypted = options.captures.content.encrypted
    return request
  }

  /// Reads an accessory again from files that were read before, and plants faults in it.
  private static func reading(
    _ files: AccessoryFiles, _ settings: [DocumentSetting], _ faults: [Fault]
  ) -> SuspectSearch.Reading {
    { further in
      do throws(DocumentErrors) {
        var profile = try files.profile(settings + further)
        // Other values may leave an accessory that cannot have the fault.
        return faults.allSatisfy { profile.plant($0) } ? profile : nil
      } catch {
        return nil
      }
    }
  }

  /// The sets that are asked for, each once; `all` stands for every shipped one.
  private static func setNames(_ asked: [String], of library: DataLibrary) -> [String] {
    var names: [String] = []
    for name in asked {
      let meant = name == "all" ? library.files(in: .requirements).map(DataLibrary.stem) : [name]
      names += meant.filter { !names.contains($0) }
    }
    return names
  }

  /// Throws if two files are of one set, as reports tell sets apart by their ids alone.
  private static func checkIDs(of sets: [RequirementSet], _ paths: [String]) throws(BadInput) {
    for (index, set) in sets.enumerated() {
      guard let twin = sets[..<index].firstIndex(where: { $0.id == set.id }) else { continue }
      throw BadInput(
        "found requirement set '\(set.id)' in \(paths[twin]) and \(paths[index]), expected an id in one file: reports"
          + " tell sets apart by it. Change 'id' in one of them, or leave one out.")
    }
  }

  private static func app(_ path: String?) throws(BadInput) -> AppDescription? {
    guard let path else { return nil }
    return try AppFile.read(path)
  }

  /// What is attached without a profile: nothing is known of it but where it is.
  private static func undescribed(_ attached: AttachedIUT) throws(BadInput) -> Accessory {
    let text = Array(ProfileTemplate.text(vendor: "Controller at", chipset: attached.transport).utf8)
    do throws(DocumentErrors) {
      let profile = try AccessoryProfile.read(file: "template") { _ throws(DocumentErrors) in text }
      return Accessory(path: attached.kind.rawValue, profile: profile, digest: "")
    } catch {
      throw BadInput([error])
    }
  }

  /// A requirement set that the test cases can run.
  static func requirements(
    file: String, library: SetLibrary, load: DocumentLoader
  ) throws(DocumentErrors) -> RequirementSet {
    let set = try RequirementSet.read(file: file, library: library, load: load)
    try set.check(against: TestCase.catalogue)
    return set
  }

  private static func paths(
    _ names: [String], in folder: DataLibrary.Folder, of library: DataLibrary
  ) throws(BadInput) -> [String] {
    var paths: [String] = []
    for name in names { paths.append(try library.path(name, in: folder)) }
    return paths
  }
}
