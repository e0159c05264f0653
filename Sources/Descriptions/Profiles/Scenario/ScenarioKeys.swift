internal import Documents
internal import Faults

/// The keys of a scenario: the one table that reader and JSON Schema follow.
enum ScenarioKeys {
  private static let times = 0.0...3600
  private static let places = -1000.0...1000
  private static let line = TextForm.free(maximum: 200)
  /// Names that people read in a picker.
  private static let name = TextForm.free(maximum: 29)

  static let all: [Key<Scenario>] = [
    .text("id", \.id, .name, required: true, example: "example", "The name of the scenario."),
    .text("title", \.title, line, required: true, example: "Example", "One line."),
    .text(
      "description", \.summary, .free(maximum: 2000), example: "Text.", "Description of the scenario."),
    .number(
      "duration_s", \.durationSeconds, 1...3600, .seconds, required: true, example: "30",
      "Duration of the scenario."),
    .file("phone", \.phone, example: "iphone-ios27", "The phone; defaults to iphone-ios27."),
    .file(
      "environment", \.environment, example: "line-of-sight", "The environment; defaults to line-of-sight."),
    .sections(
      "track", \.track, wayPoint, count: 1...256, example: "[{at_s: 0, x_m: 0, y_m: 0}]",
      "Way points of the phone with their times; between two way points the phone moves in a straight line."
    ) { _ in .init() },
    .sections(
      "accessories", \.accessories, accessory, count: 1...16, required: true,
      example: "[{name: Tag, profile: nordic-nrf54l15-ipt, x_m: 3, y_m: 0}]",
      "The accessories and their positions."
    ) { .init(profile: .init(text: "", position: $0), position: $0) },
    Key("app", \.app, app, "The behaviour of the app."),
    .sections(
      "script", \.script, step, count: 0...1000, isDistinct: false,
      example: "[{at_s: 1, action: picker, accessory: Tag}]", "The actions, in the order of time."
    ) { _ in .init() },
    .sections(
      "expect", \.expectations, expectation, count: 1...200, required: true,
      example: "[{measure: set-ups, is: 1}]", "The expectations."
    ) { _ in .init() },
  ]

  static let schema = DocumentSchema(
    name: Scenario.schemaName,
    fields: all.described(by: Scenario(file: "", at: SourcePosition(file: ""))),
    sourcing: .init(
      except: all.map(\.rule.key).filter { !["app", "expect"].contains($0) }, shippedIn: "scenarios"))

  private static let wayPoint: [Key<Scenario.WayPoint>] = [
    .number(
      "at_s", \.seconds, times, .seconds, required: true, example: "0",
      "Time at which the phone is at the way point."),
    .number("x_m", \.xMetres, places, .metres, required: true, example: "0", "Position along the x axis."),
    .number(
      "y_m", \.yMetres, places, .metres, required: true, example: "0",
      "Position along the y axis, a quarter turn to the left of x."),
  ]

  private static let accessory: [Key<Scenario.Accessory>] = [
    .text(
      "name", \.name, name, required: true, example: "Tag",
      "The advertised name; other keys refer to the accessory by this name."),
    .file(
      "profile", \.profile, required: true, example: "nordic-nrf54l15-ipt",
      "The profile of the accessory."),
    .number("x_m", \.xMetres, places, .metres, required: true, example: "3", "Position along the x axis."),
    .number("y_m", \.yMetres, places, .metres, required: true, example: "0", "Position along the y axis."),
    .flag(
      "power", \.isOn, example: "true", "Whether the accessory has power at the start; defaults to true."),
    .list(
      "faults", \.faults, of: .word(Fault.allCases.map(\.id), listedBy: "reflector list faults"),
      count: 0...Fault.allCases.count, example: "[]",
      "Faults planted in the accessory, besides those of its profile.", value: Fault.init(id:), text: \.id),
  ]

  private static let app: [Key<Scenario.App>] = [
    .list(
      "services", \.services, of: .text(.serviceUUID), count: 1...8, example: "[0x185B]",
      "The accessory picker offers accessories that advertise one of these services; defaults to 0x185B.",
      value: AttributeUUID.init(text:), text: \.description),
    .word(
      "ranges", \.ranging, example: "when-connected",
      "When the app starts a session by itself; defaults to when-connected."),
    .part("watch", \.watch, .init(), watch, "A characteristic that the app subscribes to."),
    .flag("smooths", \.isSmoothing, example: "true", "Whether the app smooths distances; defaults to true."),
    .sections(
      "zones", \.zones, zone, count: 0...16, example: "[{name: A, radius_m: 3}]",
      "Zones around each accessory."
    ) { _ in .init() },
    .number(
      "hysteresis_m", \.hysteresisMetres, 0...10, .metres, example: "0.2",
      "Distance beyond the radius at which the phone leaves a zone; defaults to 0."),
    .integer(
      "rssi_at_1_m_dbm", \.rssiAtOneMetreDbm, -100...0, .decibelsMilliwatt, example: "-40",
      "RSSI at 1 m, for distances estimated from the RSSI; defaults to -40."),
  ]

  private static let watch: [Key<Scenario.App.Watch>] = [
    .uuid("service", \.service, .serviceUUID, example: "0x1809", "The service."),
    .uuid(
      "characteristic", \.characteristic, .characteristicUUID, example: "0x2A1C",
      "The characteristic: a signed number of 16 bits, least significant octet first."),
    .number(
      "scale", \.scale, 0.0001...10_000, nil, example: "0.1",
      "Value of the least significant bit; defaults to 1."),
    .text("unit", \.unit, .free(maximum: 8), example: "C", "The unit, for reports."),
    .number(
      "alarm_at_least", \.alarm, -1e9...1e9, nil, example: "90", "The least value that is an alarm."),
  ]

  private static let zone: [Key<Scenario.App.Zone>] = [
    .text("name", \.name, name, required: true, example: "A", "The name of the zone."),
    .number(
      "radius_m", \.radiusMetres, 0.1...149, .metres, required: true, example: "3", "The radius of the zone."),
  ]

  private static let step: [Key<Scenario.ScriptStep>] = [
    .number("at_s", \.seconds, times, .seconds, required: true, example: "1", "Time of the action."),
    .word("action", \.action, required: true, example: "picker", "The action."),
    .text("accessory", \.accessory, name, example: "Tag", "The accessory of the action."),
    .integer(
      "factor", \.factor, 1...100, example: "4", "Factor by which load lengthens the interval of procedures."
    ).withoutDefault,
  ]

  private static let expectation: [Key<ScenarioExpectation>] = [
    .text(
      "title", \.title, line, example: "Distance to the tag",
      "The name in reports; defaults to the measure and its accessory."),
    .word("measure", \.measure, required: true, example: "distance", "The measure."),
    .text("accessory", \.accessory, name, example: "Tag", "Count this accessory only; defaults to all."),
    .text("zone", \.zone, name, example: "A", "Count this zone only; defaults to all."),
    .number("from_s", \.fromSeconds, times, .seconds, example: "10", "The start of the span; defaults to 0."),
    .number("to_s", \.toSeconds, times, .seconds, example: "20", "The end of the span; defaults to the end."),
    .number("is", \.exact, values, nil, example: "3", "The number expected."),
    .number(
      "within", \.tolerance, 0...1e9, nil, example: "0.3", "Tolerance of 'is'; defaults to 0."),
    .number("at_least", \.least, values, nil, example: "1", "The least number."),
    .number("at_most", \.most, values, nil, example: "5", "The greatest number."),
    Key(
      FieldRule(
        "error", .word(ScenarioExpectation.ErrorName.allCases.map(\.rawValue)), example: "connectionTimeout",
        "The expected error.")
    ) {
      $1.error = $0.text("error").flatMap(ScenarioExpectation.ErrorName.init(rawValue:))
    } text: {
      $0.error?.rawValue
    },
  ]

  private static let values = -1e9...1e9
}

extension Key {
  /// The name of a shipped file, or a path.
  fileprivate static func file(
    _ key: String, _ place: Place<Scenario.FileName>, required: Bool = false, example: String,
    _ summary: String
  ) -> Key {
    Key(FieldRule(key, .text(.nameOrPath), required: required, example: example, summary)) {
      guard let text = $0.text(key), let position = $0.position(key) else { return }
      $1[keyPath: place] = .init(text: text, position: position)
    } text: {
      $0[keyPath: place].text
    }
  }
}
