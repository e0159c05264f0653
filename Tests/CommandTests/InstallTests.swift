import Foundation
import ProjectFiles
import Testing

@Suite("An installed tool")
struct InstallTests {
  /// What `make install` makes, with the executable under test.
  private static func installed() throws -> Folder {
    let folder = try Folder()
    let script = ProjectFolder.url.appending(path: "Pipelines/prefix.sh").path
    let ended = try Tool.shell(
      "umask 077 && rm Profiles && bash '\(script)' \"$REFLECTOR\" \"$PWD/usr\"", in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    return folder
  }

  @Test("finds its files in share, in REFLECTOR_DATA, and within itself, wherever it is called")
  func data() throws {
    let folder = try Self.installed()
    let list = "mkdir -p empty && cd empty && ../usr/bin/reflector list profiles --names"
    let all = try Tool.shell(list, in: folder)
    #expect(all.output.contains("nordic-nrf54l15-ipt\n"), "\(all.error)")
    let moved = try Tool.shell(
      "mv usr/share/reflector data && mkdir data/none; cd empty; REFLECTOR_DATA=../data ../usr/bin/reflector profile"
        + " validate reference && REFLECTOR_DATA=../data/none ../usr/bin/reflector list profiles --names",
      in: folder)
    #expect(moved.output == "Profiles/accessories/reference.yaml: valid\n" + all.output, "\(moved.error)")
    let alone = try Tool.shell(
      "rm -r data && cp usr/bin/reflector alone && cd empty && ../alone check reference --only CS-A01 --no-capture"
        + " && ../alone scenario reboot --no-capture --quiet && ../alone wireshark install --dry-run",
      in: folder)
    #expect(alone.status == 0, "\(alone.error)")
    #expect(alone.output.contains("CS-A01  Bluetooth 6.3  PASS") && alone.output.contains("reflector.lua"))
  }

  @Test("has a manual page of every command, and completions of three shells that know the names")
  func manual() throws {
    let folder = try Self.installed()
    let page = try folder.text("usr/share/man/man1/reflector.1")
    for command in ["check", "serve", "profile new", "gate"] { #expect(page.contains(".SS \"\(command)\"")) }
    #expect(page.contains("\\fB\\-\\-only\\fR \\fIid\\fR") && page.contains(".SH ENVIRONMENT"))
    for file in ["bash-completion/completions/reflector", "zsh/site-functions/_reflector"] {
      #expect(try folder.text("usr/share/\(file)").contains("reflector list profiles --names"), "\(file)")
    }
    #expect(folder.exists("usr/share/fish/vendor_completions.d/reflector.fish"))
    #expect(try Tool.shell("bash -n usr/share/bash-completion/completions/reflector", in: folder).status == 0)
    #expect(try Tool.shell("find usr ! -perm -o+r", in: folder).output == "", "others cannot read these")
  }

  @Test("is a package of Debian, if one wants it")
  func package() throws {
    let folder = try Folder()
    let script = ProjectFolder.url.appending(path: "Pipelines/deb.sh").path
    let ended = try Tool.shell(
      "umask 077 && LEVEL=0 bash '\(script)' \"$REFLECTOR\" out && dpkg-deb --contents out/*.deb"
        + " && dpkg-deb --field out/*.deb Depends", in: folder)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(
      ended.output.contains("./usr/bin/reflector\n")
        && ended.output.contains("./usr/share/man/man1/reflector.1.gz"))
    #expect(ended.output.contains("libc6 (>= 2.35), libgcc-s1\n"))
    #expect(ended.output.contains("\ndrwxr-xr-x root/root") && !ended.output.contains("------ root/root"))
  }
}
