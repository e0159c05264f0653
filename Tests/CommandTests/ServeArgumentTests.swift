import Foundation
import Glibc
import Testing

@Suite("Arguments of serve that make no sense")
struct ServeArgumentTests {
  private static let profile = ["nordic-nrf54l15-ipt"]
  private static let phone = ["--attach", "phone=unix:phone.socket"]
  private static let accessory = ["--attach", "accessory=unix:accessory.socket"]

  static let table: [(arguments: [String], message: String)] = [
    (profile, "found no --attach, expected one for accessory= or phone="),
    (accessory, "Missing expected argument '<profile>'"),
    (profile + ["--attach", "accessory"], "expected accessory=TRANSPORT or phone=TRANSPORT"),
    (profile + ["--attach", "watch=unix:watch.socket"], "found --attach watch=unix:watch.socket"),
    (profile + accessory + accessory, "that device has a transport already; give each one once"),
    (
      profile + ["--attach", "accessory=unix:s1", "--attach", "phone=unix:s1"],
      "found --attach accessory=unix:s1 and --attach phone=unix:s1, expected a transport of its own for each."
    ),
    (profile + ["--attach", "accessory=tpc:127.0.0.1:0"], "did you mean tcp:HOST:PORT?"),
    (profile + ["--attach", "phone=serail:/dev/null"], "did you mean serial:PATH or serial:PATH,BAUD"),
    (profile + ["--attach", "phone=tcp:127.0.0.1"], "expected tcp:HOST:PORT"),
    (profile + ["--attach", "phone=tcp:127.0.0.1:65536"], "expected a number from 0 to 65535"),
    (profile + ["--attach", "phone=serial:/dev/null,9601"], "expected one of 9600, 19200"),
    (profile + ["--attach", "phone=serial:/dev/null"], "Inappropriate ioctl"),
    (profile + ["--attach", "accessory=tcp:0.0.0.0:0"], "so other addresses need --allow-remote"),
    (profile + ["--attach", "phone=unix:Profiles"], "a file has this path; remove it"),
    (profile + accessory + ["--capture", "Profiles"], "cannot write Profiles: it is a folder"),
    (profile + accessory + ["--capture", "/dev/null/air.pcapng"], "cannot write into the folder /dev/null"),
    (profile + accessory + ["--encrypted"], "found --encrypted without --capture, expected both"),
    (profile + accessory + ["--capture", "-", "--encrypted"], "found --encrypted with --capture -"),
    (profile + accessory + ["--capture", ""], "found an empty name for --capture"),
    (["no-such-chip"] + accessory, "found no profile 'no-such-chip'; expected one of"),
    (["no.yaml"] + accessory, "no.yaml:1:1: cannot be read: No such file"),
    (profile + accessory + ["--phone", "nokia-3310"], "found no phone 'nokia-3310'; expected one of"),
    (profile + accessory + ["--fault", "tfcs-100-refuse"], "did you mean tfcs-100-refused?"),
    (
      profile + accessory + ["--set", "channel_sounding.t_sw_us=3"],
      "--set:1:1: channel_sounding.t_sw_us: found 3, expected one of"
    ),
    (profile + accessory + ["--environment", "moon"], "found no environment 'moon'; expected one of"),
    (profile + accessory + ["--distance", "150"], "found --distance 150.0, expected 0.1 to 149 metres"),
    (profile + accessory + ["--distance", "0"], "found --distance 0.0, expected 0.1 to 149 metres"),
    (profile + accessory + ["--procedures", "0"], "found --procedures 0, expected 1 or more"),
    (profile + accessory + ["--seed", "one"], "invalid for '--seed <n>'"),
  ]

  @Test("give one message, exit status 2 and no file", arguments: table)
  func refused(arguments: [String], message: String) throws {
    try expectRefusal(arguments, message, in: try Folder())
  }

  @Test("a value that --set gives is named")
  func changed() throws {
    let change = "radio.tx_power_dbm=4"
    let ended = try Tool.run(
      ["serve"] + Self.profile + Self.accessory + ["--set", change, "--timeout", "0.1"], in: try Folder())
    #expect(ended.status == 0 && ended.error.hasPrefix("--set \(change)\n"), "\(ended.error)")
  }

  @Test("so does a TCP port that somebody listens on, though the other device's transport is free")
  func portInUse() throws {
    let listener = try Listener()
    try expectRefusal(
      Self.profile + Self.phone + ["--attach", "accessory=tcp:127.0.0.1:\(listener.port)"],
      "tcp:127.0.0.1:\(listener.port) cannot be opened: Address already in use", in: try Folder())
  }

  @Test("so does a port where nobody listens, for who is to connect there")
  func nobodyListens() throws {
    let port = try Listener().port
    try expectRefusal(
      Self.profile + Self.phone + ["--attach", "accessory=tcp-client:127.0.0.1:\(port)"],
      "tcp-client:127.0.0.1:\(port) cannot be opened: Connection refused", in: try Folder())
  }

  @Test("so does a capture that may not be written")
  func lockedCapture() throws {
    let folder = try Folder()
    try folder.write("", "locked.pcapng")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o400], ofItemAtPath: folder.url.appending(path: "locked.pcapng").path)
    let ended = try Tool.runBound(
      ["serve"] + Self.profile + Self.accessory + ["--capture", "locked.pcapng"], in: folder)
    #expect(ended.status == 2)
    #expect(
      ended.error
        == "Error: cannot create locked.pcapng: Permission denied; choose a writable folder\n")
  }

  /// Expects a message that begins with `Error:`, at most the usage after it, and nothing in the folder.
  private func expectRefusal(
    _ arguments: [String], _ message: String, in folder: Folder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let ended = try Tool.run(["serve"] + arguments, in: folder)
    #expect(ended.status == 2, sourceLocation: sourceLocation)
    #expect(ended.output == "", sourceLocation: sourceLocation)
    let lines = ended.error.split(separator: "\n").filter {
      !$0.hasPrefix("Usage: ") && !$0.hasPrefix("  See ") && !$0.hasPrefix("Help: ")
    }
    #expect(lines.count == 1, "\(ended.error)", sourceLocation: sourceLocation)
    #expect(ended.error.contains(message), "\(ended.error)", sourceLocation: sourceLocation)
    #expect(try folder.names(".") == ["Profiles"], sourceLocation: sourceLocation)
  }
}

/// A TCP port of this machine that is taken.
private final class Listener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(isListening)
  }

  deinit { close(descriptor) }
}
