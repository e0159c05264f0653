/// Places in a document: keys joined by dots, as `radio.pll_settling_tau_us`.
enum DottedPath {
  /// Whether a path leads to `section`, or to something below it.
  static func leads(_ path: String, into section: String) -> Bool {
    path == section || path.hasPrefix(section + ".")
  }
}
