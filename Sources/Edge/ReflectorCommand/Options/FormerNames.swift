/// The command line as users of the version before wrote it. These names are taken for one version more.
enum FormerNames {
  /// By command: an option as it was called, and as it is; nil where its value now stands alone.
  private static let options: [String: [(former: String, now: String?)]] = [
    "check": [("--iut", "--under-test"), ("--profile", nil), ("--captures", "--capture")],
    "serve": [("--controller", "--attach"), ("--profile", nil)],
    "scenario": [("--captures", "--capture")],
    "lab": [("--captures", "--capture")],
    "range": [("--filter", "--smooth")],
    "import": [("--output", "--out")],
    "capture": [("--output", "--out")],
  ]

  /// The arguments with the names of this version, and a line about each that was another.
  static func renamed(_ arguments: [String]) -> (arguments: [String], notices: [String]) {
    guard let names = arguments.first.flatMap({ options[$0] }) else { return (arguments, []) }
    var result: [String] = []
    var notices: [String] = []
    for (index, argument) in arguments.enumerated() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard !arguments[..<index].contains("--"), let found = names.first(where: { $0.former == parts[0] })
      else {
        result.append(argument)
        continue
      }
      let value = parts.dropFirst().map(String.init)
      result += found.now.map { [([$0] + value).joined(separator: "=")] } ?? value
      notices.append(
        found.now.map { "\(found.former) is now \($0)" }
          ?? "\(found.former) is gone: the value stands alone, as 'reflector \(arguments[0]) VALUE'")
    }
    return (result, notices)
  }
}
