internal import Documents

/// The keys of a campaign: the one table that reader and JSON Schema follow.
enum CampaignKeys {
  private static let most = 64

  static let all: [Key<Campaign>] = [
    .text("id", \.id, .name, required: true, example: "example", "The name of the campaign."),
    .text(
      "title", \.title, .free(maximum: 200), required: true, example: "Example",
      "One line."),
    .items(
      "accessories", \.accessories, .nameOrPath, count: 1...most, required: true,
      example: "[nordic-nrf54l15-ipt]", "The accessories: shipped names, or paths from this file."),
    .items(
      "phones", \.phones, .nameOrPath, count: 1...most, example: "[iphone-ios27]",
      "The phones; defaults to iphone-ios27."),
    .items(
      "environments", \.environments, .nameOrPath, count: 1...most, example: "[line-of-sight]",
      "The radio environments; defaults to line-of-sight."),
    .integer(
      "seed", \.seed, 0...Int(Int32.max), example: "1", "The seed of all random numbers; defaults to 1."),
    .part("ranging", \.ranging, .init(), ranging, "What to range."),
    .part("checks", \.checks, .init(), checks, "What to check."),
    .integer(
      "minutes", \.minutes, Campaign.minutes, example: "60",
      "Minutes after which a run pauses until the next 'campaign run'; defaults to no limit."),
  ]

  static let schema = DocumentSchema(
    name: Campaign.schemaName,
    fields: all.described(by: Campaign(file: "", at: SourcePosition(file: ""))))

  private static let ranging: [Key<Campaign.Ranging>] = [
    .items(
      "distances_m", \.distances, .numberOrRange, count: 1...most, required: true, example: "[1, 2, 5:30:5]",
      "True distances, 0.1 to 149: numbers, and ranges as 5:30:5."),
    .items(
      "estimators", \.estimators, .free(maximum: 20), count: 1...most, example: "[ml]",
      "Distance estimators of the phone; defaults to the one of 'reflector range'."),
    .sections(
      "sweeps", \.sweeps, sweep, count: 0...2, example: "[{knob: tau, values: [1, 5, 10:40:10]}]",
      "Knobs and their values; two make a grid."
    ) { .init(position: $0) },
    .integer(
      "procedures", \.procedureCount, 1...1_000_000_000, required: true, example: "1000",
      "Number of procedures at each point."),
    .number(
      "until_p90_within_m", \.p90WithinMetres, 0.0001...10, .metres, example: "0.01",
      "A point ends early when P90 is known within this, with 95 % confidence."),
    Key(
      FieldRule(
        "smooth", .text(.free(maximum: 20)), example: "none",
        "Filter of the phone over the distances, as 'reflector range --smooth'; defaults to none.")
    ) {
      if let text = $0.text("smooth"), let position = $0.position("smooth") {
        $1.filter = Campaign.Item(text: text, position: position)
      }
    } text: {
      $0.filter?.text
    },
  ]

  private static let sweep: [Key<Campaign.Sweep>] = [
    .text(
      "knob", \.knob, .free(maximum: 60), required: true, example: "tau",
      "The knob; 'reflector list knobs' lists all."),
    .items(
      "values", \.values, .numberOrRange, count: 1...most, required: true, example: "[1, 5, 10:40:10]",
      "Its values: numbers, and ranges as 10:40:10."),
  ]

  private static let checks: [Key<Campaign.Checks>] = [
    .items(
      "requirements", \.requirements, .nameOrPath, count: 1...most, required: true,
      example: "[apple-ios27-cs]", "The requirement sets: shipped names, or paths from this file."),
    .number(
      "distance_m", \.distanceMetres, 0.1...149, .metres, example: "3", "The true distance; defaults to 3."),
    .integer(
      "seeds", \.seedCount, 1...100_000, example: "10",
      "Number of checks, each with the next seed; defaults to 1."),
  ]
}

extension Key {
  /// A list of scalars with their positions.
  fileprivate static func items(
    _ key: String, _ place: Place<[Campaign.Item]>, _ form: TextForm, count: ClosedRange<Int>,
    required: Bool = false, example: String, _ summary: String
  ) -> Key {
    let shape = Shape.list(.text(form), count: count)
    return Key(FieldRule(key, shape, required: required, example: example, summary)) {
      $1[keyPath: place] = zip($0.texts(key), $0.positions(key)).map(Campaign.Item.init)
    } text: {
      ScalarText.list($0[keyPath: place].map(\.text))
    }
  }
}

extension TextForm {
  /// `3` or `1:30:0.5`
  fileprivate static let numberOrRange = TextForm(
    "a number, or a range as 1:30:0.5", pattern: "^[-+0-9.eE]+(:[-+0-9.eE]+){0,2}$", isNumberToEditors: true
  ) { text in
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count <= 3 && parts.allSatisfy { ScalarText.number(String($0)) != nil }
  }
}
