internal import Glibc

/// A file that Wireshark is given.
struct WiresharkPart {
  /// What it is, for people.
  let noun: String
  /// Where it goes.
  let path: String
  let octets: [UInt8]
  /// Whether it is a program.
  var isExecutable = false

  /// The name of the program that Wireshark calls to capture.
  static let extcapName = "reflector-extcap"
  private static let limit = 1 << 20
  private static let source = "Wireshark"

  /// All of them: the dissector, the profile, and the program that lets Wireshark capture a running simulation.
  static func all(in folders: WiresharkFolders) throws(BadInput) -> [WiresharkPart] {
    guard let root = DataLibrary.folder(source, holding: "reflector.lua") else {
      throw BadInput(
        "found no folder \(source) here or beside the executable, expected the one of this tool.")
    }
    var parts = [
      WiresharkPart(
        noun: "dissector", path: folders.plugins + "/reflector.lua",
        octets: try InputFile.octets(root + "/reflector.lua", limit: limit))
    ]
    for name in ["preferences", "colorfilters", "dfilter_buttons"] {
      parts.append(
        WiresharkPart(
          noun: "profile", path: folders.profile + "/" + name,
          octets: try InputFile.octets(root + "/profile/" + name, limit: limit)))
    }
    parts.append(
      WiresharkPart(
        noun: "extcap", path: folders.extcap + "/" + extcapName, octets: Array(try wrapper().utf8),
        isExecutable: true))
    return parts
  }

  /// A script that calls this executable, wherever it stands.
  private static func wrapper() throws(BadInput) -> String {
    guard let resolved = realpath("/proc/self/exe", nil) else {
      throw BadInput("cannot tell where this executable stands: \(String(cString: strerror(errno)))")
    }
    defer { free(resolved) }
    let executable = String(cString: resolved).replacing("'", with: "'\\''")
    return """
      #!/bin/sh
      # From 'reflector wireshark install': lets Wireshark capture a running simulation.
      exec '\(executable)' extcap "$@"

      """
  }
}
