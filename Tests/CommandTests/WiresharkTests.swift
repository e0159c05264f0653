import Foundation
import ProjectFiles
import Testing

@Suite("reflector wireshark")
struct WiresharkTests {
  private static let files = [
    ".config/wireshark/profiles/Channel Sounding/colorfilters",
    ".config/wireshark/profiles/Channel Sounding/dfilter_buttons",
    ".config/wireshark/profiles/Channel Sounding/preferences",
    ".config/wireshark/reflector-installed",
    ".local/lib/wireshark/extcap/reflector-extcap",
    ".local/lib/wireshark/plugins/reflector.lua",
  ]
  private static let colours = files[0]

  private func run(_ action: String, _ options: String..., in folder: Folder) throws -> Tool.Ended {
    try Tool.run(["wireshark", action, "--folder", "home"] + options, in: folder)
  }

  private func home(_ folder: Folder) throws -> [String] {
    let root = folder.url.appending(path: "home")
    guard let names = FileManager.default.enumerator(atPath: root.path) else { return [] }
    return names.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      let path = root.appending(path: name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  @Test("puts each file in its place, says where, and takes it away again")
  func installs() throws {
    let folder = try Folder()
    let installed = try run("install", in: folder)
    #expect(installed.status == 0 && installed.error.isEmpty)
    #expect(try home(folder) == Self.files)
    for file in Self.files where !file.hasSuffix("installed") {
      #expect(installed.output.contains("home/" + file))
    }
    #expect(installed.output.contains("Channel Sounding reflector (virtual)"))
    let script = try String(
      contentsOf: ProjectFolder.url.appending(path: "Wireshark/reflector.lua"), encoding: .utf8)
    #expect(try folder.text("home/" + Self.files[5]) == script)
    let removed = try run("uninstall", in: folder)
    #expect(removed.status == 0)
    #expect(try home(folder).isEmpty)
  }

  @Test("changes nothing the second time, and nothing at all in a dry run")
  func again() throws {
    let folder = try Folder()
    let dry = try run("install", "--dry-run", in: folder)
    #expect(dry.status == 0 && dry.output.contains("would be written"))
    #expect(try home(folder).isEmpty)
    _ = try run("install", in: folder)
    let second = try run("install", in: folder)
    #expect(second.output.contains("unchanged") && !second.output.contains("written"))
    let removal = try run("uninstall", "--dry-run", in: folder)
    #expect(removal.output.contains("would be removed"))
    #expect(try home(folder) == Self.files)
  }

  @Test("keeps what the user changed, and says so")
  func keeps() throws {
    let folder = try Folder()
    _ = try run("install", in: folder)
    try folder.write("my own colours\n", "home/" + Self.colours)
    let again = try run("install", in: folder)
    #expect(again.output.contains("profile    kept      home/" + Self.colours))
    #expect(again.output.contains("--force"))
    #expect(try folder.text("home/" + Self.colours) == "my own colours\n")
    _ = try run("uninstall", in: folder)
    #expect(try home(folder) == [Self.colours, Self.files[3]])
  }

  @Test("replaces it with --force, and keeps it beside")
  func forced() throws {
    let folder = try Folder()
    try folder.write("colours of before\n", "home/" + Self.colours)
    #expect(try run("install", in: folder).output.contains("kept"))
    for count in 1...2 {
      try folder.write("colours \(count)\n", "home/" + Self.colours)
      #expect(try run("install", "--force", in: folder).output.contains("replaced"))
    }
    #expect(try folder.text("home/\(Self.colours).before-reflector") == "colours 1\n")
    #expect(try folder.text("home/\(Self.colours).before-reflector-2") == "colours 2\n")
    #expect(try folder.text("home/" + Self.colours).contains("csstep"))
  }

  /// Leaves the colours as an older version would have: other octets, and known to the list.
  ///
  /// - Parameter path: how that version named the file, by a pattern.
  private func age(_ folder: Folder, path: String = "\\1") throws {
    try folder.write("colours of an older version\n", "home/" + Self.colours)
    let note = """
      sum=$(sha256sum < 'home/\(Self.colours)' | cut -d ' ' -f 1)
      sed -i "s|^[0-9a-f]* \\(.*colorfilters\\)|$sum \(path)|" 'home/\(Self.files[3])'
      """
    #expect(try Tool.shell(note, in: folder).status == 0)
  }

  @Test("replaces what an older version installed", arguments: ["\\1", "/home/ada/\\1"])
  func upgrade(path: String) throws {
    let folder = try Folder()
    _ = try run("install", in: folder)
    try age(folder, path: path)
    let upgraded = try run("install", in: folder)
    #expect(upgraded.output.contains("profile    replaced  home/" + Self.colours))
    #expect(try home(folder) == Self.files)
  }

  @Test(
    "knows its files by every name of the home folder", arguments: ["./home", "home//", "$PWD/home", "link"])
  func names(home name: String) throws {
    let folder = try Folder()
    _ = try run("install", in: folder)
    try age(folder)
    let upgraded = try Tool.shell(
      "ln -s home link; $REFLECTOR wireshark install --folder \(name)", in: folder)
    #expect(upgraded.output.contains("profile    replaced"), "\(upgraded.output)")
    try age(folder)
    _ = try Tool.shell("$REFLECTOR wireshark uninstall --folder \(name)", in: folder)
    #expect(try home(folder).isEmpty)
  }

  @Test("prints a path of the capture program that holds in every folder")
  func absolutePath() throws {
    let folder = try Folder()
    let output = try run("install", in: folder).output
    let line = try #require(output.firstMatch(of: /WIRESHARK_EXTCAP_DIR=(.*) before you start it/))
    #expect(line.1.hasPrefix("/") && line.1.hasSuffix("/home/.local/lib/wireshark/extcap"), "\(output)")
    #expect(FileManager.default.isExecutableFile(atPath: line.1 + "/reflector-extcap"))
  }

  @Test("makes the capture program executable again")
  func permissions() throws {
    let folder = try Folder()
    _ = try run("install", in: folder)
    let program = "home/" + Self.files[4]
    _ = try Tool.shell("chmod -x \(program)", in: folder)
    #expect(try run("install", in: folder).output.contains("extcap     replaced  \(program)"))
    #expect(FileManager.default.isExecutableFile(atPath: folder.url.appending(path: program).path))
    #expect(try run("install", in: folder).output.contains("extcap     unchanged \(program)"))
  }

  @Test(
    "refuses a pipe in the place of a file, without waiting for a writer",
    arguments: ["install", "uninstall"])
  func pipe(action: String) throws {
    let place = "home/" + Self.files[5]
    let ended = try Tool.shell(
      """
      mkdir -p home/.local/lib/wireshark/plugins; mkfifo \(place)
      timeout 60 $REFLECTOR wireshark \(action) --folder home
      """, in: try Folder())
    #expect(ended.status == 2)
    #expect(ended.error.contains("pipe or device in the place of \(place), expected a file; move it away"))
  }

  @Test("installs where a link to nothing leads, and keeps the link")
  func link() throws {
    let folder = try Folder()
    let place = "home/" + Self.files[5]
    let ended = try Tool.shell(
      """
      mkdir -p home/.local/lib/wireshark/plugins; ln -s ../mine.lua \(place)
      $REFLECTOR wireshark install --folder home; readlink \(place)
      """, in: folder)
    #expect(ended.output.hasSuffix("\n../mine.lua\n"), "\(ended)")
    #expect(folder.exists("home/.local/lib/wireshark/mine.lua"))
  }

  @Test("removes what it wrote where a link leads, and keeps the link")
  func linkedRemoval() throws {
    let folder = try Folder()
    let place = "home/" + Self.files[5]
    let ended = try Tool.shell(
      """
      mkdir -p home/.local/lib/wireshark/plugins; ln -s ../mine.lua \(place)
      $REFLECTOR wireshark install --folder home
      $REFLECTOR wireshark install --folder home
      $REFLECTOR wireshark uninstall --folder home; readlink \(place)
      """, in: folder)
    #expect(ended.output.hasSuffix("\n../mine.lua\n"), "\(ended)")
    #expect(!folder.exists("home/.local/lib/wireshark/mine.lua"))
  }

  @Test("keeps what a link of the user led to before, though it is as it would be installed")
  func ownLink() throws {
    let folder = try Folder()
    let place = "home/" + Self.files[5]
    let script = ProjectFolder.url.appending(path: "Wireshark/reflector.lua").path
    let ended = try Tool.shell(
      """
      mkdir -p home/.local/lib/wireshark/plugins; cp '\(script)' mine.lua; ln -s "$PWD/mine.lua" \(place)
      $REFLECTOR wireshark install --folder home
      $REFLECTOR wireshark uninstall --folder home; readlink \(place)
      """, in: folder)
    #expect(ended.output.contains("dissector  kept      \(place)\n"), "\(ended)")
    #expect(ended.output.hasSuffix("/mine.lua\n"), "\(ended)")
    #expect(folder.exists("mine.lua"))
  }

  @Test("lets the installed program answer as Wireshark asks")
  func program() throws {
    let folder = try Folder()
    _ = try run("install", in: folder)
    let program = "home/" + Self.files[4]
    let interfaces = try Tool.shell("./\(program) --extcap-interfaces --extcap-version=4.6", in: folder)
    #expect(interfaces.status == 0)
    #expect(
      interfaces.output.contains(
        "interface {value=reflector}{display=Channel Sounding reflector (virtual)}\n"))
    let types = try Tool.shell("./\(program) --extcap-interface=reflector --extcap-dlts", in: folder)
    #expect(types.output.hasPrefix("dlt {number=256}{name=BLUETOOTH_LE_LL_WITH_PHDR}"))
    let options = try Tool.shell("./\(program) --extcap-interface reflector --extcap-config", in: folder)
    for call in [
      "--profile", "--own-profile", "--distance", "--t-fcs", "--noise", "--seed", "--phone", "--environment",
    ] {
      #expect(options.output.contains("{call=\(call)}"), "\(call)")
    }
    #expect(options.output.contains("value {arg=0}{value=silabs-xg24}"))
    let help = try Tool.run(["extcap", "--help"], in: folder)
    for line in options.output.split(separator: "\n") {
      guard let call = line.firstMatch(of: /\{call=([a-z-]+)\}/)?.1 else { continue }
      #expect(help.output.contains(call), "\(call)")
    }
  }

  @Test(
    "says what is wrong with the arguments of a capture",
    arguments: [
      (["--capture"], "--fifo"), (["--capture", "--fifo", "x", "--distance", "0"], "0.1 to 149"),
      (["--capture", "--fifo", "x", "--t-fcs", "99"], "15, 20, 30"),
      (["--capture", "--fifo", "x", "--noise", "61"], "0 to 60"),
      (["--extcap-interface", "eth0", "--extcap-dlts"], "expected reflector"),
      (["--extcap-version=4.6"], "nothing to do"),
      (["--capture", "--fifo", "x", "--profile", "none"], "found no profile 'none'"),
      (["--capture", "--fifo", "x"], "found no x, expected the pipe that Wireshark makes"),
      (["--capture", "--fifo", "x", "--distance", "-5"], "0.1 to 149"),
    ])
  func badArguments(arguments: [String], message: String) throws {
    let ended = try Tool.run(arguments, in: try Folder())
    #expect(ended.status == 2)
    #expect(ended.error.contains(message), "\(ended.error)")
  }
}
