internal import Glibc

/// Where Wireshark looks for what a user adds, as `tshark -G folders` tells.
struct WiresharkFolders {
  /// Scripts, in all versions from 4.0.
  let plugins: String
  /// Profiles and all other settings.
  let configuration: String
  /// Programs that capture; from 4.4 on Wireshark looks there unasked.
  let extcap: String
  /// Whether Wireshark 4.0 and 4.2 look for programs that capture there too.
  let isExtcapNamed: Bool

  /// The profile's folder.
  var profile: String { configuration + "/profiles/" + Self.profileName }
  /// What was installed, and how it was then.
  var manifest: String { configuration + "/reflector-installed" }

  /// The name of the profile.
  static let profileName = "Channel Sounding"

  /// - Parameter home: the home folder to use in place of the user's, whose other settings then do not count.
  init(home: String?) throws(BadInput) {
    func setting(_ name: String) -> String? { home == nil ? StandardStream.environment(name) : nil }
    guard let root = home ?? StandardStream.environment("HOME"), root.hasPrefix("/") || home != nil else {
      throw BadInput("found no home folder in HOME, expected one; name it with --folder.")
    }
    let base = root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root
    plugins = base + "/.local/lib/wireshark/plugins"
    let named = setting("WIRESHARK_EXTCAP_DIR")
    isExtcapNamed = named != nil
    extcap = named ?? base + "/.local/lib/wireshark/extcap"
    let usual = (setting("XDG_CONFIG_HOME") ?? base + "/.config") + "/wireshark"
    let old = base + "/.wireshark"
    configuration =
      setting("WIRESHARK_CONFIG_DIR") ?? (!Self.isFolder(usual) && Self.isFolder(old) ? old : usual)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
