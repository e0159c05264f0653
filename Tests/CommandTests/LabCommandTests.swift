import Foundation
import Glibc
import Testing

@Suite("The command line of lab")
struct LabCommandTests {
  static let table: [(arguments: [String], message: String)] = [
    (["no-such-chip"], "found no profile 'no-such-chip'; expected one of"),
    (["no.yaml"], "no.yaml:1:1: cannot be read: No such file"),
    (["--phone", "nokia-3310"], "found no phone 'nokia-3310'; expected one of"),
    (["--environment", "moon"], "found no environment 'moon'; expected one of"),
    (["--requirements", "moon"], "found no requirement set 'moon'; expected one of"),
    (["--estimator", "guess"], "found 'guess', expected one of mmse, ml,"),
    (["--distance", "150"], "found --distance 150.0, expected 0.1 to 149 metres"),
    (["--port", "65536"], "found '65536', expected 0 to 65535."),
    (["--port", "-1"], "found '-1', expected 0 to 65535."),
    (["--capture", ""], "found an empty name for --capture"),
    (["--capture", "Profiles/phones/android16.yaml"], "is a file, expected a folder"),
  ]

  @Test("arguments that make no sense are refused before anything is served", arguments: table.indices)
  func refused(index: Int) throws {
    let (arguments, message) = Self.table[index]
    let ended = try Tool.run(["lab", "--no-open"] + arguments, in: try Folder())
    #expect(ended.status == 2)
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(ended.output == "")
  }

  @Test("opens the page in the user's browser, and says where the capture is in the end")
  func browser() throws {
    let folder = try Folder()
    // The browser that it opens ends the lab.
    try folder.write("#!/bin/sh\necho \"$1\" > opened\nkill -INT $PPID\n", "bin/xdg-open")
    let ended = try Tool.shell(
      "chmod +x bin/*; DISPLAY=:0 PATH=\"$PWD/bin:$PATH\" exec \"$REFLECTOR\" lab reference", in: folder)
    #expect(ended.status == 0 && ended.error == "", "\(ended.error)")
    let lines = ended.output.split(separator: "\n")
    #expect(try lines.first == "The lab is at \(folder.text("opened").dropLast())")
    #expect(lines.last == "The capture is in Captures/reference.lab.pcapng")
    #expect(try folder.names("Captures") == ["reference.lab.pcapng"])
  }

  @Test("reports why no browser was opened, and serves the page")
  func noBrowser() throws {
    let ended = try Tool.shell(
      """
      mkfifo errors
      mkdir bin; printf '#!/bin/sh\nexit 3\n' > bin/xdg-open; chmod +x bin/xdg-open
      DISPLAY=:0 PATH="$PWD/bin:$PATH" "$REFLECTOR" lab reference --quiet 2> errors &
      read -r note < errors; echo "$note"; kill -INT $!; wait $!
      """, in: try Folder())
    #expect(
      ended.output.contains(
        "note: no browser was opened: xdg-open ended with status 3; open the address yourself"))
    #expect(ended.status == 0, "\(ended.error)")
  }

  @Test("is refused on a screen where nothing opens a browser")
  func noOpener() throws {
    let folder = try Folder()
    let ended = try Tool.shell("DISPLAY=:0 PATH=\"$PWD\" \"$REFLECTOR\" lab reference", in: folder)
    #expect(ended.status == 2 && ended.output == "")
    #expect(
      ended.error
        == "Error: found no xdg-open in PATH, expected it to open a browser; install it, or give --no-open and open"
        + " the address yourself.\n")
    #expect(try folder.names(".") == ["Profiles"])
  }

  @Test("a lab whose address cannot be printed ends at once")
  func fullOutput() throws {
    let ended = try Tool.shell(
      "timeout 60 \"$REFLECTOR\" lab reference --no-open > /dev/full", in: try Folder())
    #expect(ended.status == 2)
    #expect(ended.error.contains("cannot write standard output: No space left on device"), "\(ended.error)")
  }

  @Test("a capture that another run writes is refused, and stays as it is")
  func captureInUse() throws {
    let folder = try Folder()
    let capture = "Captures/reference.lab.pcapng"
    try folder.write("of another lab", capture)
    let other = open(folder.url.appending(path: capture).path, O_RDONLY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    let ended = try Tool.run(["lab", "reference", "--no-open"], in: folder)
    #expect(ended.status == 2 && ended.output == "")
    #expect(
      ended.error
        == "Error: found a capture under way in \(capture), expected a file that no other run writes; choose another"
        + " with --capture.\n")
    #expect(try folder.text(capture) == "of another lab")
  }

  @Test("a port that is taken is refused, and the capture stays as it is")
  func port() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0)
        #expect(getsockname(descriptor, $0, &length) == 0)
      }
    }
    let port = "\(UInt16(bigEndian: address.sin_port))"
    let folder = try Folder()
    try folder.write("of another lab", "Captures/reference.lab.pcapng")
    let ended = try Tool.run(["lab", "reference", "--no-open", "--port", port], in: folder)
    #expect(ended.status == 2)
    #expect(
      ended.error
        == "Error: found port \(port): Address already in use, expected a port to listen on; choose another"
        + " with --port.\n")
    #expect(ended.output == "")
    #expect(try folder.text("Captures/reference.lab.pcapng") == "of another lab")
  }
}
