import Foundation
import Testing

@Suite("--capture of commands that write one capture")
struct CapturePlaceTests {
  private static let check = ["check", "reference", "--only", "CS-A01,CS-A07", "-q", "--capture"]

  @Test("a name with the ending of captures is the file, and the octets are those of the file in a folder")
  func file() throws {
    let folder = try Folder()
    for name in ["out", "a.pcapng"] {
      #expect(try Tool.run(Self.check + [name, "--pcap", "--encrypted"], in: folder).status == 0)
    }
    #expect(try folder.names(".").filter { $0.hasPrefix("a.") } == ["a.keys", "a.pcap", "a.pcapng"])
    for ending in ["keys", "pcap", "pcapng"] {
      #expect(try folder.data("a.\(ending)") == folder.data("out/reference.\(ending)"), "\(ending)")
    }
    let again = try Tool.run(
      Self.check + ["deep/b.pcapng", "--json", "b.json", "--make-folders"], in: folder)
    #expect(again.status == 0, "\(again.error)")
    #expect(try folder.exists("deep/b.pcapng") && folder.text("b.json").contains("\"deep/b.pcapng\""))
  }

  @Test("a folder with such a name stays one, and takes several captures")
  func folderOfThatName() throws {
    let folder = try Folder()
    try folder.write("mine", "x.pcapng/notes")
    #expect(try Tool.run(Self.check + ["x.pcapng", "silabs-xg24"], in: folder).status != 2)
    #expect(
      try folder.names("x.pcapng") == ["notes", "reference.pcapng", "silabs-xg24.pcapng"])
  }

  @Test("several captures do not go to one file, nor one to a file that is read")
  func refused() throws {
    let folder = try Folder()
    let several = try Tool.run(Self.check + ["a.pcapng", "silabs-xg24"], in: folder)
    #expect(several.status == 2 && several.error.contains("for 2 captures, expected a folder"))
    #expect(!folder.exists("a.pcapng"))
    #expect(try Tool.run(Self.check + ["a.pcapng"], in: folder).status == 0)
    try folder.write(folder.text("Profiles/phones/iphone-ios27.yaml"), "p.pcapng")
    let kept = try Tool.run(Self.check + ["p.pcapng", "--phone", "./p.pcapng"], in: folder)
    #expect(kept.status == 2 && kept.error.contains("cannot write p.pcapng: this command reads it"))
    let report = try Tool.run(Self.check + ["a.pcapng", "--tap", "a.pcapng"], in: folder)
    #expect(report.status == 2 && report.error.contains("found a.pcapng for --tap, expected another name"))
  }

  @Test("a scenario and a lab name theirs, too")
  func otherCommands() throws {
    let folder = try Folder()
    #expect(
      try Tool.run(["scenario", "two-thermometers", "-q", "--capture", "s.pcapng"], in: folder).status == 0)
    try folder.write("#!/bin/sh\nkill -INT $PPID\n", "bin/xdg-open")
    let lab = try Tool.shell(
      "chmod +x bin/*; DISPLAY=:0 PATH=\"$PWD/bin:$PATH\" exec \"$REFLECTOR\" lab --capture lab.pcapng",
      in: folder)
    #expect(lab.status == 0 && lab.output.hasSuffix("The capture is in lab.pcapng\n"), "\(lab.error)")
    #expect(folder.exists("lab.pcapng") && folder.exists("s.pcapng") && !folder.exists("Captures"))
  }
}
