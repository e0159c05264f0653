internal import Documents
internal import Notation
internal import RangeStudy
internal import Reports

/// The parameters that all studies of a command share.
struct RangeRequest {
  struct Sweep {
    let knob: SweepKnob
    /// As the user called it.
    let name: String
    let values: [Double]
  }

  /// In metres.
  var distances: [Double]
  var sweeps: [Sweep] = []
  /// At each point.
  var procedureCount: Int
  var seed: UInt64
  /// How fast the phone goes away, in metres a second.
  var speed = 0.0
  var filter = PhoneFilter.none
  /// What is planted in each accessory, besides the faults of its profile.
  var faults: FaultOptions?
  /// What holds in each accessory in place of what its profile says.
  var changes: SettingOptions?

  /// Each distance with each value of each knob; `Int.max` where these are more.
  var pointCount: Int {
    sweeps.reduce(distances.count) { count, sweep in
      let (product, overflows) = count.multipliedReportingOverflow(by: sweep.values.count)
      return overflows ? .max : product
    }
  }

  private static let distances = 0.1...149.0
  /// The most points of all studies together, which all are in memory.
  private static let maximumPoints = 1_000_000

  /// Throws if so many combinations have more points than memory is for.
  func checkSize(combinationCount: Int, at place: String = "", fix: String) throws(BadInput) {
    let (count, overflows) = pointCount.multipliedReportingOverflow(by: combinationCount)
    guard overflows || count > Self.maximumPoints else { return }
    throw BadInput(
      "\(place)found \(DecimalText.grouped(pointCount)) points for each of"
        + " \(DecimalText.counted(combinationCount, "combination")) of accessory, phone, environment and estimator,"
        + " expected at most \(DecimalText.grouped(Self.maximumPoints)) in all; \(fix).")
  }

  /// Distances as a user lists them. `option` is what the user gave, and `name` its short form.
  static func distances(_ text: String, of option: String, name: String) throws(BadInput) -> [Double] {
    let values = try NumberList(text, of: option).values
    for value in values where !distances.contains(value) {
      throw BadInput("found \(DecimalText.plain(value)) in \(name), expected 0.1 to 149 metres.")
    }
    return values
  }

  /// The values of a knob as a user lists them. `option` is what the user gave.
  static func sweep(_ name: String, _ text: String, of option: String) throws(BadInput) -> Sweep {
    let knob = try SweepKnob.named(name)
    let values = try NumberList(text, of: option, choices: knob.choices).values
    for value in values where !knob.accepts(value) {
      throw BadInput("found \(DecimalText.plain(value)) in \(option), expected \(knob.expectation).")
    }
    return Sweep(knob: knob, name: name, values: values)
  }
}

extension RangeOptions {
  /// The parameters that the options give.
  func request() throws(BadInput) -> RangeRequest {
    var request = RangeRequest(
      distances: try RangeRequest.distances(distance, of: "--distance \(distance)", name: "--distance"),
      procedureCount: procedures, seed: seed, speed: speed, filter: smooth, faults: faults,
      changes: changes)
    for text in sweep {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
        throw BadInput("found --sweep \(text), expected KNOB=VALUES, as tau=1:15:1.")
      }
      let sweep = try RangeRequest.sweep(parts[0], parts[1], of: "--sweep \(text)")
      if case .speed = sweep.knob.place, speed != 0 {
        throw BadInput("--sweep speed and --speed contradict each other; drop one.")
      }
      if case .accessory(let knob) = sweep.knob.place,
        changes.settings.contains(where: { $0.path == knob.path })
      {
        throw BadInput("--sweep \(sweep.name) and --set \(knob.path) contradict each other; drop one.")
      }
      if let first = request.sweeps.first(where: { $0.knob.path == sweep.knob.path }) {
        throw BadInput("found --sweep \(first.name) twice, expected two knobs.")
      }
      request.sweeps.append(sweep)
    }
    return request
  }
}
