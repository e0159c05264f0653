import Testing

@testable import HCITransport

@Suite struct TransportAddressTests {
  @Test(
    "an address is read and written alike",
    arguments: [
      ("tcp:127.0.0.1:9001", TransportAddress.tcp(.listening, host: "127.0.0.1", port: 9_001)),
      ("tcp:localhost:0", .tcp(.listening, host: "localhost", port: 0)),
      ("tcp:[::1]:9001", .tcp(.listening, host: "::1", port: 9_001)),
      ("tcp-client:192.0.2.7:65535", .tcp(.connecting, host: "192.0.2.7", port: 65_535)),
      ("unix:/run/a:b", .unix(.listening, path: "/run/a:b")),
      ("unix-client:hci.socket", .unix(.connecting, path: "hci.socket")),
      ("pty:", .pseudoTerminal(link: nil)), ("pty:/tmp/hci", .pseudoTerminal(link: "/tmp/hci")),
      ("serial:/dev/ttyACM0,115200", .serial(path: "/dev/ttyACM0", baud: 115_200, hasFlowControl: false)),
      (
        "serial:/dev/ttyUSB0,1000000,rtscts",
        .serial(path: "/dev/ttyUSB0", baud: 1_000_000, hasFlowControl: true)
      ),
    ])
  func addressRead(text: String, address: TransportAddress) throws {
    #expect(try TransportAddress(text) == address)
    #expect("\(address)" == text)
  }

  @Test("a serial line has a million baud unless told otherwise")
  func serialLine() throws {
    #expect(
      try TransportAddress("serial:/dev/ttyACM0")
        == .serial(path: "/dev/ttyACM0", baud: 1_000_000, hasFlowControl: false))
  }

  @Test(
    "what is no address is refused with what was expected",
    arguments: [
      ("tpc:127.0.0.1:1", "'tpc:127.0.0.1:1' is not a transport", "did you mean tcp:HOST:PORT?"),
      ("tcp_client:h:1", "is not a transport", "did you mean tcp-client:HOST:PORT?"),
      ("bluetooth:hci0", "expected tcp:HOST:PORT, tcp-client:HOST:PORT, unix:PATH", "rtscts"),
      ("", "'' is not a transport", "pty: or pty:PATH"),
      ("tcp", "'tcp' is incomplete", "expected tcp:HOST:PORT"),
      ("tcp:", "incomplete", "tcp:HOST:PORT"), ("tcp:9001", "incomplete", "tcp:HOST:PORT"),
      ("tcp::9001", "incomplete", "tcp:HOST:PORT"),
      ("tcp:::1:9001", "IPv6 address without brackets", "[::1]"),
      ("tcp:127.0.0.1:65536", "the port '65536'", "a number from 0 to 65535"),
      ("tcp:127.0.0.1:-1", "the port '-1'", "a number from 0 to 65535"),
      ("tcp:127.0.0.1:http", "the port 'http'", "a number from 0 to 65535"),
      ("tcp-client:127.0.0.1:0", "the port '0'", "a number from 1 to 65535"),
      ("unix:", "incomplete", "unix:PATH"),
      ("unix:/" + String(repeating: "x", count: 107), "108 octets", "at most 107"),
      ("serial:", "incomplete", "serial:PATH"), ("serial:,9600", "incomplete", "serial:PATH"),
      ("serial:/dev/ttyACM0,fast", "the speed 'fast'", "9600, 19200"),
      ("serial:/dev/ttyACM0,12345", "the speed '12345'", "1000000"),
      ("serial:/dev/ttyACM0,9600,xonxoff", "the option 'xonxoff'", "expected rtscts"),
      ("serial:/dev/ttyACM0,9600,rtscts,8n1", "the option 'rtscts,8n1'", "expected rtscts"),
    ])
  func addressRefused(
    text: String, found: String, expected: String
  ) throws {
    let error = try #require(throws: TransportError.self) { try TransportAddress(text) }
    #expect("\(error)".contains(found))
    #expect("\(error)".contains(expected))
  }

  @Test(
    "only loopback addresses are of this machine",
    arguments: [
      ("tcp:127.0.0.1:0", true), ("tcp:127.8.9.1:0", true), ("tcp:localhost:0", true), ("tcp:[::1]:0", true),
      ("unix:x", true), ("pty:", true), ("serial:/dev/ttyACM0", true), ("tcp:0.0.0.0:0", false),
      ("tcp:[::]:0", false), ("tcp:[::2]:0", false), ("tcp:128.0.0.1:0", false),
      ("tcp-client:192.0.2.7:1", false),
      ("tcp-client:127.0.0.1.example.com:1", false), ("tcp:[::ffff:127.0.0.1]:0", false),
    ])
  func loopbackAddresses(text: String, isLocal: Bool) throws {
    #expect(try TransportAddress(text).isLocal == isLocal)
  }

  @Test(
    "two addresses exclude each other if they are one place that this process opens",
    arguments: [
      ("unix:s1", "unix:s1", true), ("unix:s1", "unix:./s1", true), ("unix:s1", "unix-client:s1", true),
      ("tcp:127.0.0.1:9001", "tcp:127.0.0.1:9001", true), ("pty:a", "pty:a", true),
      ("serial:/dev/ttyACM0", "serial:/dev/ttyACM0,115200", true), ("unix:s1", "unix:s2", false),
      ("tcp:127.0.0.1:0", "tcp:127.0.0.1:0", false), ("pty:", "pty:", false), ("pty:a", "unix:a", false),
      ("tcp:127.0.0.1:9001", "tcp:127.0.0.1:9002", false),
      ("tcp-client:127.0.0.1:9001", "tcp-client:127.0.0.1:9001", false),
    ])
  func onePlace(one: String, other: String, isOne: Bool) throws {
    let (one, other) = (try TransportAddress(one), try TransportAddress(other))
    #expect(one.excludes(other) == isOne && other.excludes(one) == isOne)
  }
}
