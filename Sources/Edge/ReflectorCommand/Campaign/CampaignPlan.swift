internal import CampaignStore
internal import Campaigns
internal import ConformanceTester
internal import Documents
internal import Notation
internal import Profiles
internal import RangeStudy
internal import Ranging

/// A campaign with the contents of all files that it names.
struct CampaignPlan {
  /// A study, and its accessory as the campaign names it.
  struct Study {
    let plan: RangePlan
    let accessory: String
  }

  let campaign: Campaign
  /// In the order of the campaign's lists.
  let studies: [Study]
  let units: CampaignUnits
  /// What the results depend on.
  let edition: Edition

  /// An accessory with a phone in an environment, as the campaign names them.
  private struct Place {
    var accessory: Campaign.Item
    var phone: Campaign.Item
    var environment: Campaign.Item

    /// The names of its files, which are at `paths`.
    func names(_ paths: [String]) -> [FileName] {
      let items = [("accessories", accessory), ("phones", phone), ("environments", environment)]
      return zip(items, paths).map { FileName(key: $0.0, item: $0.1, path: $1) }
    }
  }

  /// The name of a file under a key of the campaign.
  private struct FileName {
    let key: String
    let item: Campaign.Item
    let path: String

    /// Places the error of a file that cannot be read at its name, which is at fault.
    func place(_ error: DocumentError) -> DocumentError {
      guard error.position.file == path else { return error }
      switch error.problem {
      case .unreadable, .tooLarge, .standardInputTwice:
        return DocumentError(.namedFile(path, error.problem), at: item.position, path: key)
      default: return error
      }
    }
  }

  /// The most units, so that their numbers stay whole in every reader.
  private static let maximumUnits = 1 << 40
  /// The most checks but for their seeds, which all are in memory.
  private static let maximumChecks = 100_000

  /// Reads a campaign and all files that it names. Throws everything that is wrong with the campaign, or with the first
  /// file that is.
  init(path: String) throws(BadInput) {
    var reader = DocumentReader()
    guard let campaign = reader.read(path, Campaign.read) else { throw BadInput(reader.errors) }
    let document = String(decoding: reader.octets, as: UTF8.self)
    var sources: [Edition.Source] = []
    // By the words of the campaign, so that it is the same from every folder.
    func note(_ item: Campaign.Item, _ digest: String) {
      if !sources.contains(where: { $0.path == item.text }) {
        sources.append(.init(path: item.text, digest: digest))
      }
    }
    try Self.checkSize(of: campaign)
    let files = StudyFiles()
    let studies = try Self.studies(campaign, files, note)
    let checks = try Self.checks(campaign, files, note)
    let units = CampaignUnits(
      studies: studies.map(\.plan.study), checks: checks, p90WithinMetres: campaign.ranging?.p90WithinMetres)
    guard units.count <= Self.maximumUnits else {
      throw BadInput(
        BadInput("found \(units.count) units of work, expected at most \(Self.maximumUnits)."),
        at: (campaign.ranging?.distances.first ?? campaign.accessories[0]).position)
    }
    self.campaign = campaign
    self.studies = studies
    self.units = units
    edition = Edition(
      campaign: campaign.id, tool: ReflectorTool.signature, document: document, sources: sources,
      unitCount: units.count)
  }

  /// Each accessory with each phone in each environment.
  private static func places(_ campaign: Campaign) -> [Place] {
    campaign.accessories.flatMap { accessory in
      campaign.phones.flatMap { phone in
        campaign.environments.map { Place(accessory: accessory, phone: phone, environment: $0) }
      }
    }
  }

  /// Throws if there is more to check than memory is for. Of lists that short the product is no overflow.
  private static func checkSize(of campaign: Campaign) throws(BadInput) {
    guard let checks = campaign.checks else { return }
    let lists = [campaign.accessories, campaign.phones, campaign.environments, checks.requirements]
    let count = lists.map(\.count).reduce(1, *)
    guard count <= maximumChecks else {
      throw BadInput(
        BadInput(
          "found \(DecimalText.grouped(count)) combinations of accessories, phones, environments and requirement"
            + " sets to check, expected at most \(DecimalText.grouped(maximumChecks)); divide the campaign."),
        at: largest(of: lists, counts: lists.map(\.count)))
    }
  }

  /// Where the list with the most values begins; each stands for as many as its count says.
  private static func largest(of lists: [[Campaign.Item]], counts: [Int]) -> SourcePosition {
    let place = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return lists[place][0].position
  }

  private static func studies(
    _ campaign: Campaign, _ files: StudyFiles, _ note: (Campaign.Item, String) -> Void
  ) throws(BadInput) -> [Study] {
    guard let ranging = campaign.ranging else { return [] }
    var request = RangeRequest(
      distances: [], procedureCount: ranging.procedureCount, seed: campaign.seed,
      filter: try ranging.filter.map { item throws(BadInput) in
        try word(item, "ranging.smooth", PhoneFilter.self)
      } ?? .none)
    for item in ranging.distances {
      let values = try at(item) { () throws(BadInput) in
        try RangeRequest.distances(item.text, of: "distances_m \(item.text)", name: "distances_m")
      }
      request.distances += values.filter { !request.distances.contains($0) }
    }
    for sweep in ranging.sweeps {
      let place = Campaign.Item(text: sweep.knob, position: sweep.position)
      var values: [Double] = []
      for item in sweep.values {
        let read = try at(item) { () throws(BadInput) in
          try RangeRequest.sweep(sweep.knob, item.text, of: "\(sweep.knob) \(item.text)").values
        }
        values += read.filter { !values.contains($0) }
      }
      let knob = try at(place) { () throws(BadInput) in try SweepKnob.named(sweep.knob) }
      guard !request.sweeps.contains(where: { $0.knob.path == knob.path }) else {
        throw BadInput(
          BadInput("found the knob \(sweep.knob) twice, expected two knobs."), at: sweep.position)
      }
      request.sweeps.append(.init(knob: knob, name: sweep.knob, values: values))
    }
    let library = DataLibrary()
    let kinds = try ranging.estimators.map { item throws(BadInput) in
      (kind: try word(item, "ranging.estimators", RangingEstimatorKind.self), item: Optional(item))
    }
    var studies: [Study] = []
    let places = places(campaign)
    let named = [campaign.accessories, campaign.phones, campaign.environments]
    let largest = largest(
      of: [ranging.distances] + ranging.sweeps.map(\.values) + named,
      counts: [request.distances.count] + request.sweeps.map(\.values.count) + named.map(\.count))
    try request.checkSize(
      combinationCount: places.count * max(1, kinds.count), at: "\(largest): ", fix: "divide the campaign")
    for place in places {
      let paths = [
        try path(place.accessory, in: .accessories, of: library, campaign),
        try path(place.phone, in: .phones, of: library, campaign),
        try path(place.environment, in: .environments, of: library, campaign),
      ]
      for (kind, item) in kinds.isEmpty ? [(.usual, nil)] : kinds {
        let subject = RangeSubject(profile: paths[0], phone: paths[1], environment: paths[2], estimator: kind)
        let plan = try at(item ?? place.accessory, place.names(paths)) { () throws(BadInput) in
          try RangePlan(request, subject, files, profilePath: place.accessory.shown(paths[0]))
        }
        let point = plan.study.points[0]
        try at(place.phone) { () throws(BadInput) in
          try files.claim(point.phone.id, of: "phone", paths[1], digest: plan.digests[1])
        }
        try at(place.environment) { () throws(BadInput) in
          try files.claim(point.environment.id, of: "environment", paths[2], digest: plan.digests[2])
        }
        for (item, digest) in zip([place.accessory, place.phone, place.environment], plan.digests) {
          note(item, digest)
        }
        studies.append(Study(plan: plan, accessory: place.accessory.text))
      }
    }
    return studies
  }

  private static func word<Value: RawRepresentable<String> & CaseIterable>(
    _ item: Campaign.Item, _ path: String, _ type: Value.Type
  ) throws(BadInput) -> Value {
    if let value = Value(rawValue: item.text) { return value }
    let names = Value.allCases.map(\.rawValue)
    throw BadInput([
      DocumentErrors(
        .unknownWord(found: item.text, expected: names, nearest: NearestWord.match(item.text, in: names)),
        at: item.position, path: path)
    ])
  }

  private static func path(
    _ item: Campaign.Item, in folder: DataLibrary.Folder, of library: DataLibrary, _ campaign: Campaign
  ) throws(BadInput) -> String {
    try at(item) { () throws(BadInput) in try library.path(campaign.path(item), in: folder) }
  }

  private static func checks(
    _ campaign: Campaign, _ files: StudyFiles, _ note: (Campaign.Item, String) -> Void
  ) throws(BadInput) -> CampaignChecks {
    guard let checks = campaign.checks else { return CampaignChecks([], seedCount: 1) }
    let library = DataLibrary()
    func read<Value>(
      _ item: Campaign.Item, of key: String, in folder: DataLibrary.Folder,
      _ body: (String) throws(DocumentErrors) -> StudyFiles.Read<Value>
    ) throws(BadInput) -> (value: Value, path: String, digest: String) {
      let path = try path(item, in: folder, of: library, campaign)
      let read = try at(item, [FileName(key: key, item: item, path: path)]) {
        () throws(BadInput) -> StudyFiles.Read<Value> in
        do throws(DocumentErrors) {
          return try body(path)
        } catch {
          throw BadInput([error])
        }
      }
      note(item, read.digest)
      return (read.document, path, read.digest)
    }
    var requests: [CheckRequest] = []
    for place in places(campaign) {
      let accessory = try read(place.accessory, of: "accessories", in: .accessories) {
        path throws(DocumentErrors) in
        try files.accessory(path)
      }
      let phone = try read(place.phone, of: "phones", in: .phones) { path throws(DocumentErrors) in
        try files.phone(path)
      }
      let environment = try read(place.environment, of: "environments", in: .environments) {
        path throws(DocumentErrors) in
        try files.environment(path)
      }
      try at(place.phone) { () throws(BadInput) in
        try files.claim(phone.value.id, of: "phone", phone.path, digest: phone.digest)
      }
      try at(place.environment) { () throws(BadInput) in
        try files.claim(environment.value.id, of: "environment", environment.path, digest: environment.digest)
      }
      for item in checks.requirements {
        let set = try read(item, of: "checks.requirements", in: .requirements) {
          path throws(DocumentErrors) in
          try files.requirements(path)
        }
        requests.append(
          CheckRequest(
            profile: accessory.value, profilePath: place.accessory.shown(accessory.path),
            profileDigest: accessory.digest,
            requirements: set.value, phone: phone.value, environment: environment.value,
            seed: campaign.seed, distanceMetres: checks.distanceMetres))
      }
    }
    return CampaignChecks(requests, seedCount: checks.seedCount)
  }

  /// Adds the position of an item to an error without one, and places errors of files that cannot be read at `names`.
  @discardableResult
  private static func at<Value>(
    _ item: Campaign.Item, _ names: [FileName] = [], _ body: () throws(BadInput) -> Value
  ) throws(BadInput) -> Value {
    do throws(BadInput) {
      return try body()
    } catch {
      if error.documents.isEmpty { throw BadInput(error, at: item.position) }
      throw BadInput(
        error.documents.map { document -> DocumentErrors in
          let errors = document.errors.map { error in names.reduce(error) { $1.place($0) } }
          return DocumentErrors(errors, furtherCount: document.furtherCount)
        })
    }
  }
}

extension Campaign.Item {
  /// How reports name the file at `path`, which the item names: a shipped one by its path, any other by the words of the
  /// campaign, so that they are the same from every folder.
  fileprivate func shown(_ path: String) -> String { isName ? path : text }
}
