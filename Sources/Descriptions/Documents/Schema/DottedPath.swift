/// Places in a document: keys joined by dots, as `radio.pll_settling_tau_us`.
enum DottedPath {
  /// Whether a path leads to `section`, or to something below it.
  static func leads(_ path: String, into section: String) -> Bool {
    path == section || path.hasPrefix(section + ".")
  }

  /// Paths, each after the sections that it leads through.
  static func allLeading(to paths: [String]) -> [String] {
    paths.flatMap { path in path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) } + [path] }
  }
}
