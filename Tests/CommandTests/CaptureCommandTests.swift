import Foundation
import ProjectFiles
import TestSupport
import Testing

@Suite("reflector capture")
struct CaptureCommandTests {
  @Test(
    "bad input gives one message, exit status 2 and no file",
    arguments: [
      ([], "found neither, expected --interface or --hci-from"),
      (["--interface", "bluetooth0"], "found no --out, expected a file"),
      (["--interface", "bluetooth0", "--hci-from", "tcp:127.0.0.1:1", "-o", "x.pcapng"], "found both"),
      (["--hci-from", "tcp:127.0.0.1:1", "-o", "x.pcapng"], "cannot be opened: Connection refused"),
      (["--hci-from", "usb:1", "-o", "x.pcapng"], "--hci-from: 'usb:1' is not a transport"),
      (
        ["--hci-from", "tcp:127.0.0.1:1", "--listen", "foo", "-o", "x.pcapng"],
        "--listen: 'foo' is not a transport"
      ),
      (
        ["--hci-from", "tcp:127.0.0.1:1", "--listen", "pty:", "-o", "x.pcapng"],
        "found --listen pty:, expected tcp:HOST:PORT or unix:PATH"
      ),
      (
        ["--hci-from", "unix:s1", "--listen", "unix:s1", "-o", "x.pcapng"],
        "found --hci-from unix:s1 and --listen unix:s1, expected a transport of its own for each."
      ),
      (["--hci-from", "tcp:127.0.0.1:1", "--seconds", "0", "-o", "x.pcapng"], "expected more than 0"),
      (["--hci-from", "tcp:127.0.0.1:1", "--frames", "0", "-o", "x.pcapng"], "expected 1 or more"),
      (["--interface", "bluetooth0", "--once", "-o", "x.pcapng"], "found --once without --hci-from"),
      (["--interface", "none0", "-o", "x.pcapng"], "--interface: "),
    ])
  func refused(arguments: [String], message: String) throws {
    let folder = try Folder()
    let ended = try Tool.run(["capture"] + arguments, in: folder)
    #expect(ended.status == 2 && ended.output.isEmpty)
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(!folder.exists("x.pcapng"))
  }
}
