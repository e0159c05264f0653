import Foundation
import Glibc
import Testing

@Suite("Arguments of lab that make no sense")
struct LabCommandTests {
  static let table: [(arguments: [String], message: String)] = [
    (["no-such-chip"], "found no profile 'no-such-chip'; expected one of"),
    (["no.yaml"], "no.yaml:1:1: cannot be read: No such file"),
    (["--phone", "nokia-3310"], "found no phone 'nokia-3310'; expected one of"),
    (["--environment", "moon"], "found no environment 'moon'; expected one of"),
    (["--requirements", "moon"], "found no requirement set 'moon'; expected one of"),
    (["--estimator", "guess"], "found 'guess', expected one of mmse, ml,"),
    (["--distance", "150"], "found --distance 150.0, expected 0.1 to 149 metres"),
    (["--port", "65536"], "'65536' is invalid for '--port <n>'"),
    (["--capture", ""], "found an empty name for --capture"),
    (["--capture", "Profiles/phones/android16.yaml"], "is a file, expected a folder"),
  ]

  @Test("are refused before anything is served", arguments: table.indices)
  func refused(index: Int) throws {
    let (arguments, message) = Self.table[index]
    let ended = try Tool.run(["lab", "--no-open"] + arguments, in: try Folder())
    #expect(ended.status == 2)
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(ended.output == "")
  }

  @Test("a port that is taken is one of them")
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
    let ended = try Tool.run(["lab", "reference", "--no-open", "--port", port], in: try Folder())
    #expect(ended.status == 2)
    #expect(
      ended.error
        == "Error: found port \(port): Address already in use, expected a port to listen on; choose another"
        + " with --port.\n")
    #expect(ended.output == "")
  }
}
