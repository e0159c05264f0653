internal import ChannelSounding

/// The key `sync_antenna` of phones and accessories: the antenna of CS_SYNC packets.
enum SyncAntennaRule {
  static let key = "sync_antenna"
  private static let repetitive = "repetitive"

  /// The rule for the key.
  static let rule = FieldRule(
    key, .either(repetitive, .integer(1...4)), example: "1",
    "The antenna of CS_SYNC packets; repetitive for all in turn, no recommendation of the host unless given.")

  /// The selection in a section.
  static func selection(_ section: Section) -> CSSyncAntennaSelection {
    if section.text(key) == repetitive { return .repetitive }
    return section.integer(key).map { CSSyncAntennaSelection(rawValue: UInt8($0)) } ?? .noRecommendation
  }

  /// The value of the key for a selection; nil if the key is left out.
  static func text(_ selection: CSSyncAntennaSelection) -> String? {
    switch selection {
    case .noRecommendation: nil
    case .repetitive: repetitive
    default: "\(selection.rawValue)"
    }
  }
}
