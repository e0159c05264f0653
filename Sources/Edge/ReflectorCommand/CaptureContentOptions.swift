internal import ArgumentParser

/// The options for the content of captures, shared by `check` and `serve`.
struct CaptureContentOptions: ParsableArguments {
  @Flag(help: "Show every CS step in captures; Wireshark needs 'reflector wireshark install' for that.")
  var steps = false

  @Flag(
    help:
      "Leave encrypted links in captures as they are on the air, and write their keys beside, in NAME.keys.")
  var encrypted = false

  /// The options given.
  var names: [String] { (steps ? ["--steps"] : []) + (encrypted ? ["--encrypted"] : []) }
}
