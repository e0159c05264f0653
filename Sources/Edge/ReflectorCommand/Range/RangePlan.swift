internal import Documents
internal import Notation
internal import Profiles
internal import RangeStudy
internal import Ranging
internal import Reports

/// Everything that a study needs, read and found right.
struct RangePlan {
  let study: StudyPlan
  let sweeps: [RangeReport.Sweep]
  private let request: RangeRequest
  private let subject: RangeSubject
  /// How reports name the file of the accessory.
  let profilePath: String
  /// SHA-256 of the octets of accessory, phone and environment, each with what they extend, hex.
  let digests: [String]

  /// The files, by path.
  private struct Paths {
    let accessory: String
    let phone: String
    let environment: String
  }

  /// The documents, with a knob turned.
  private struct Documents {
    let accessory: AccessoryProfile
    let phone: PhoneProfile
    let environment: EnvironmentPreset
    let digests: [String]
  }

  /// A knob that is swept, at one of its values.
  private typealias Turned = (knob: SweepKnob, value: Double)

  /// The keys of a phone that decide what its steps have for an estimator.
  private static let modePaths = ["channel_sounding.main_mode", "channel_sounding.sub_mode"]

  /// Takes the files of a subject from `files`, as reports name them. Throws all their errors.
  init(
    _ request: RangeRequest, _ subject: RangeSubject, _ files: StudyFiles, profilePath: String? = nil
  ) throws(BadInput) {
    let library = DataLibrary()
    let paths = Paths(
      accessory: try library.path(subject.profile, in: .accessories),
      phone: try library.path(subject.phone, in: .phones),
      environment: try library.path(subject.environment, in: .environments))
    let plain = try Self.read(paths, request, [], files)
    var points: [StudyPoint] = []
    var settings: [[Turned]] = [[]]
    for sweep in request.sweeps {
      settings = settings.flatMap { turned in sweep.values.map { turned + [(sweep.knob, $0)] } }
    }
    for turned in settings {
      let documents = turned.isEmpty ? plain : try Self.read(paths, request, turned, files)
      points += request.distances.map { Self.point(documents, $0, request, subject, turned) }
    }
    sweeps = request.sweeps.map {
      RangeReport.Sweep(name: $0.name, path: $0.knob.path, unit: $0.knob.unit)
    }
    try Self.checkEstimator(points, request.sweeps)
    study = StudyPlan(points: points, procedureCount: request.procedureCount, seed: request.seed)
    self.request = request
    self.subject = subject
    self.profilePath = profilePath ?? paths.accessory
    digests = plain.digests
  }

  func report(_ result: StudyReport, causes: [Int: DominatingCause]) -> RangeReport {
    let point = study.points[0]
    return RangeReport(
      accessory: point.accessory.identity.name,
      profilePath: profilePath, profileDigest: digests[0], phone: point.phone.id,
      environment: point.environment.id, estimator: subject.estimator.rawValue,
      filter: request.filter.rawValue,
      speedMetresPerSecond: request.speed, sweeps: sweeps, procedureCount: request.procedureCount,
      seed: request.seed, notices: notices(result), study: result, causes: causes)
  }

  /// What the figures alone would not tell.
  private func notices(_ result: StudyReport) -> [String] {
    var notices = request.changes?.notices ?? []
    if let notice = study.points[0].accessory.faultNotice { notices.append(notice) }
    if study.points.contains(where: \.sharesEchoes) {
      notices.append(
        "the environment draws its echoes once per session, and a session has \(StudyPlan.usualSessionLength)"
          + " procedures at most; with 'redraw: procedure' each procedure has new echoes")
    }
    return notices + DistanceAmbiguity.all(result, of: study).map(Self.notice)
  }

  private static func notice(_ ambiguity: DistanceAmbiguity) -> String {
    let metres = DecimalText.fixed(ambiguity.metres, digits: 1)
    let (least, most) = (ambiguity.distances.lowerBound, ambiguity.distances.upperBound)
    let places = (least == most ? [least] : [least, most])
      .map { DecimalText.plain(($0 * 10).rounded() / 10) }.joined(separator: " to ")
    return
      "the phases of tones \(ambiguity.spacingMegahertz) MHz apart repeat after \(metres) m: estimates beyond"
      + " \(DecimalText.fixed(ambiguity.limitMetres, digits: 1)) m, here at \(places) m, are \(metres) m"
      + (ambiguity.isRepeated ? " or a multiple of it" : "") + " too short"
  }

  /// Refuses an estimator that no procedure of any point has the input for.
  private static func checkEstimator(
    _ points: [StudyPoint], _ sweeps: [RangeRequest.Sweep]
  ) throws(BadInput) {
    let lacks = points.compactMap(\.lack)
    guard let first = lacks.first, lacks.count == points.count else { return }
    let (estimator, phone) = (points[0].estimator.rawValue, points[0].phone.id)
    let swept = sweeps.first { modePaths.contains($0.knob.path) }
    let setting = swept.map { sweep in
      " with --sweep \(sweep.name)=\(sweep.values.map(DecimalText.plain).joined(separator: ","))"
    }
    let fix = swept.map { "sweep other values of \($0.name), or choose" } ?? "choose"
    // A point that lacks only the accessory's times is the nearest to a study that works.
    switch lacks.contains(.accessoryTimes) ? .accessoryTimes : first {
    case .accessoryTimes:
      throw BadInput(
        "--estimator \(estimator) needs the times of both devices, and with inline PCT \(phone) has only its own;"
          + " choose a phone with 'inline_pct: false'.")
    case .roundTrips:
      throw BadInput(
        "--estimator \(estimator) needs steps of mode-1 or mode-3, and \(phone) uses only mode-2\(setting ?? "");"
          + " \(fix) another phone.")
    case .tones:
      throw BadInput(
        "--estimator \(estimator) needs steps of mode-2 or mode-3, and \(phone) uses only mode-1\(setting ?? "");"
          + " \(fix) --estimator rtt or another phone.")
    }
  }

  private static func read(
    _ paths: Paths, _ request: RangeRequest, _ turned: [Turned], _ files: StudyFiles
  ) throws(BadInput) -> Documents {
    func settings(_ pick: (SweepKnob.Place) -> Knob?) -> [DocumentSetting] {
      turned.compactMap { pick($0.knob.place)?.setting($0.value)?.given(by: "--sweep") }
    }
    let ofAccessory =
      (request.changes?.settings ?? []) + settings { if case .accessory(let knob) = $0 { knob } else { nil } }
    let ofPhone = settings { if case .phone(let knob) = $0 { knob } else { nil } }
    let ofEnvironment = settings { if case .environment(let knob) = $0 { knob } else { nil } }
    var errors: [DocumentErrors] = []
    func read<Value>(_ body: () throws(DocumentErrors) -> Value) -> Value? {
      do throws(DocumentErrors) {
        return try body()
      } catch {
        errors.append(error)
        return nil
      }
    }
    let phone = read { () throws(DocumentErrors) in try files.phone(paths.phone, ofPhone) }
    let environment = read { () throws(DocumentErrors) in
      try files.environment(paths.environment, ofEnvironment)
    }
    let accessory = read { () throws(DocumentErrors) in try files.accessory(paths.accessory, ofAccessory) }
    guard let phone, let environment, let accessory else {
      if turned.isEmpty { throw BadInput(errors) }
      let knobs = turned.map { "\($0.knob.path) cannot be \(DecimalText.plain($0.value))" }
      throw BadInput("\(knobs.joined(separator: ", or ")) here: \(errors[0])")
    }
    var profile = accessory.document
    try request.faults?.plant(in: &profile, path: paths.accessory)
    return Documents(
      accessory: profile, phone: phone.document, environment: environment.document,
      digests: [accessory.digest, phone.digest, environment.digest])
  }

  private static func point(
    _ documents: Documents, _ distance: Double, _ request: RangeRequest, _ subject: RangeSubject,
    _ turned: [Turned]
  ) -> StudyPoint {
    var point = StudyPoint(
      accessory: documents.accessory, phone: documents.phone, environment: documents.environment,
      distanceMetres: distance, speedMetresPerSecond: request.speed, estimator: subject.estimator,
      filter: request.filter, knobValues: turned.map(\.value))
    for (knob, value) in turned {
      switch knob.place {
      case .toneSNR: point.toneSNRDecibels = value
      case .speed: point.speedMetresPerSecond = value
      default: break
      }
    }
    return point
  }
}

extension AccessoryProfile.Identity {
  /// Vendor, chipset and firmware, as reports name an accessory.
  var name: String { [vendor, chipset, firmware].filter { !$0.isEmpty }.joined(separator: " ") }
}
