import Foundation
import Testing

@Suite("Outputs that cannot be written")
struct OutputRefusalTests {
  private static let check = ["check", "nordic-nrf54l15-ipt"]

  @Test("a file where the capture folder should be is named, and stays")
  func fileInPlaceOfFolder() throws {
    let folder = try Folder()
    try folder.write("mine", "out")
    for captures in ["out", "out/deeper"] {
      let ended = try Tool.run(Self.check + ["--capture", captures, "--json", "a.json"], in: folder)
      #expect(ended.status == 2)
      #expect(ended.error.contains("cannot write into the folder \(captures): "), "\(ended.error)")
      #expect(ended.error.contains("--capture"))
      #expect(ended.error.split(separator: "\n").count == 1)
    }
    #expect(try folder.text("out") == "mine")
    #expect(!folder.exists("a.json"))
  }

  @Test(
    "a folder where a report should be is named before anything runs",
    arguments: ["--json", "--junit", "--html"])
  func folderInPlaceOfFile(option: String) throws {
    let folder = try Folder()
    let ended = try Tool.run(Self.check + [option, "Profiles", "--capture", "out"], in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.contains("cannot write Profiles: it is a folder"))
    #expect(!folder.exists("out"))
  }

  @Test("a folder that does not exist is made where that is asked for, and else named")
  func absentFolder() throws {
    let folder = try Folder()
    let commands = [
      Self.check + ["--capture", "deep/out"], Self.check + ["--json", "deep/a.json"],
      ["range", "reference", "--procedures", "1", "--csv", "deep/a.csv"],
      ["list", "--json", "deep/a.json"], ["profile", "new", "deep/a.yaml"],
      ["scenario", "two-thermometers", "--json", "deep/a.json"],
      ["profile", "validate", "reference", "--json", "deep/a.json"],
    ]
    for command in commands {
      let refused = try Tool.run(command, in: folder)
      #expect(refused.status == 2, "\(command)")
      #expect(refused.error.contains("there is no folder deep; make it, or let --make-folders"), "\(refused)")
      #expect(!folder.exists("deep"))
      #expect(try Tool.run(command + ["--make-folders"], in: folder).status == 0, "\(command)")
      try FileManager.default.removeItem(at: folder.url.appending(path: "deep"))
    }
    let late = try Tool.run(Self.check + ["--capture", "deep", "--json", "other/"], in: folder)
    #expect(late.status == 2 && late.error.contains("cannot write other/: it is a folder"), "\(late)")
    let other = try Tool.run(Self.check + ["--capture", "/deep", "--json", "deep/a.json"], in: folder)
    #expect(other.status == 2 && !folder.exists("deep"), "\(other)")
    _ = try Tool.shell("ln -s nowhere link; mkdir real; ln -s real other", in: folder)
    let dangling = try Tool.run(Self.check + ["--capture", "link"], in: folder)
    #expect(dangling.status == 2 && dangling.error.contains("link is a link to nothing"), "\(dangling)")
    let absolute = folder.url.appending(path: "c").path
    for (captures, report) in [
      ("a", "./a/r.json"), ("./b", "b/r.json"), (absolute, "c/r.json"), ("other/new", "real/new/r.json"),
    ] {
      let ended = try Tool.run(
        Self.check + ["--only", "CS-A01", "--capture", captures, "--json", report], in: folder)
      #expect(ended.status == 0 && folder.exists(report), "\(captures): \(ended)")
    }
  }

  @Test("a capture folder without permission is named")
  func lockedFolder() throws {
    let folder = try Folder()
    let locked = folder.url.appending(path: "locked")
    try FileManager.default.createDirectory(
      at: locked, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
    let ended = try Tool.runBound(Self.check + ["--capture", "locked"], in: folder)
    #expect(ended.status == 2)
    #expect(ended.error.contains("Permission denied"))
    #expect(try folder.names("locked") == [])
  }

  @Test("a capture that may grow to 750 KiB and no further leaves nothing behind")
  func fileLimit() throws {
    let folder = try Folder()
    let ended = try Tool.shell(
      "export LLVM_PROFILE_FILE=/dev/null; ulimit -f 1500; trap '' XFSZ; exec $REFLECTOR check nordic-nrf54l15-ipt --quiet --capture out 2>/dev/null",
      in: folder)
    #expect(ended.status == 2)
    #expect(try folder.names("out") == [])
  }

  @Test(
    "a full disk is named, and leaves nothing behind",
    .enabled(if: mayMount, "a small file system needs root"))
  func fullDisk() throws {
    let folder = try Folder()
    let mount = try Tool.shell("mkdir out && mount -t tmpfs -o size=4k,nr_inodes=8 tmpfs out", in: folder)
    try #require(mount.status == 0, "\(mount.error)")
    let fill = try Tool.shell("head -c 4096 /dev/zero > out/full", in: folder)
    #expect(fill.status == 0)
    let ended = try Tool.run(Self.check + ["--capture", "out"], in: folder)
    let names = try folder.names("out")
    #expect(try Tool.shell("umount out", in: folder).status == 0)
    #expect(ended.status == 2)
    #expect(ended.error.contains("No space left on device; free some space"), "\(ended.error)")
    #expect(names == ["full"])
  }

  static let mayMount: Bool = {
    guard getuid() == 0 else { return false }
    do {
      let folder = try Folder()
      let command = "mkdir m && mount -t tmpfs -o size=4k tmpfs m && umount m"
      return try Tool.shell(command, in: folder).status == 0
    } catch {
      return false
    }
  }()

  @Test(
    "a link to nothing stays, and the file is made where it leads",
    arguments: [
      "profile new link", "list sets --json link", "profile validate reference --json link",
    ])
  func linkToNothing(command: String) throws {
    let folder = try Folder()
    _ = try Tool.shell(
      "mkdir other; ln -s other/made link; ln -s missing/made far; ln -s a b; ln -s b a", in: folder)
    let ended = try Tool.shell("$REFLECTOR \(command) && readlink link", in: folder)
    #expect(ended.status == 0 && ended.output.hasSuffix("\nother/made\n"), "\(ended)")
    #expect(try !folder.text("other/made").isEmpty)
    let far = try Tool.shell("$REFLECTOR \(command.replacing("link", with: "far"))", in: folder)
    #expect(far.status == 2 && far.error.contains("there is no folder missing; make it"), "\(far)")
    let circle = try Tool.shell("$REFLECTOR \(command.replacing("link", with: "a"))", in: folder)
    #expect(circle.status == 2 && circle.error.contains("cannot write a: its links lead in a circle"))
    #expect(try Tool.shell("readlink far a b", in: folder).output == "missing/made\nb\na\n")
  }

  @Test("two outputs are one file where a link to nothing leads to the other")
  func outputsOfOneLink() throws {
    let folder = try Folder()
    let ended = try Tool.shell(
      "ln -s v.sarif link; $REFLECTOR profile validate reference --json link --sarif v.sarif", in: folder)
    #expect(ended.status == 2 && ended.error.contains("expected one report a file"), "\(ended)")
  }

  @Test(
    "standard output that takes nothing is bad input, not a success",
    arguments: [
      "list", "check nordic-nrf54l15-ipt --no-capture --json -", "profile validate reference",
      "wireshark install --folder home", "wireshark install --folder home --dry-run",
      "wireshark uninstall --folder home", "--help", "--version",
    ])
  func fullOutput(command: String) throws {
    let ended = try Tool.shell("$REFLECTOR \(command) > /dev/full", in: try Folder())
    #expect(ended.status == 2)
    #expect(ended.error.contains("cannot write standard output: No space left on device"))
  }
}
