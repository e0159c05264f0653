/// How far an input came in what reads recordings, so that a campaign can say that its inputs are no mere noise.
struct Reach: OptionSet {
  let rawValue: Int

  /// The recording was read to its end without damage.
  static let whole = Reach(rawValue: 1 << 0)
  /// It has a procedure.
  static let procedure = Reach(rawValue: 1 << 1)
  /// It has a distance.
  static let distance = Reach(rawValue: 1 << 2)
  /// It settles a requirement.
  static let settled = Reach(rawValue: 1 << 3)
  /// It became a profile.
  static let imported = Reach(rawValue: 1 << 4)
  /// The profile was checked.
  static let checked = Reach(rawValue: 1 << 5)
  /// A frame of it was reported in words.
  static let explained = Reach(rawValue: 1 << 6)

  /// Each step with what a summary calls it.
  static let words: [(reach: Reach, word: String)] = [
    (.whole, "read whole"), (.procedure, "with procedures"), (.distance, "with distances"),
    (.settled, "settling requirements"), (.imported, "imported"), (.checked, "checked"),
    (.explained, "explained"),
  ]
}
