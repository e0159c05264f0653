internal import ChannelSounding
internal import Documents

/// The keys of Channel Sounding that accessories and phones have alike.
extension Key {
  /// A list of times; the mandatory time need not be listed.
  static func times<List>(
    _ key: String, _ place: Place<CSTimes<List>>, atLeast least: Int = 0, required: Bool = false,
    example: String, _ summary: String
  ) -> Key {
    let times = CSTime<List>.all.map(\.microseconds)
    let shape = Shape.list(.choice(times, .microseconds), count: least...times.count)
    return Key(FieldRule(key, shape, required: required, example: example, summary)) {
      $1[keyPath: place] = CSTimes(microseconds: $0.integers(key))
    } text: {
      ScalarText.list($0[keyPath: place].times.map { "\($0.microseconds)" })
    }
  }

  /// The antenna of CS_SYNC packets.
  static func syncAntenna(_ place: Place<CSSyncAntennaSelection>) -> Key {
    let (key, repetitive) = ("sync_antenna", "repetitive")
    let rule = FieldRule(
      key, .either(repetitive, .integer(1...4)), example: "1",
      "The antenna of CS_SYNC packets that the host selects; repetitive cycles through all antennas; "
        + "defaults to no recommendation."
    )
    return Key(rule) {
      $1[keyPath: place] = $0.integer(key).map { .init(rawValue: UInt8($0)) } ?? .repetitive
    } text: {
      switch $0[keyPath: place] {
      case .noRecommendation: nil
      case .repetitive: repetitive
      case let antenna: "\(antenna.rawValue)"
      }
    }
  }
}
