internal import Foundation
internal import Glibc

/// A blocking TCP socket on loopback, as plain as a host's can be.
struct LoadSocket {
  /// The system does not do what a benchmark needs.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
  }

  let descriptor: Int32

  private init(_ descriptor: Int32, _ call: String) throws(Failure) {
    guard descriptor >= 0 else { throw Failure(call) }
    self.descriptor = descriptor
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Connects to `port`.
  static func connect(port: UInt16) throws(Failure) -> LoadSocket {
    let made = try LoadSocket(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), "socket")
    guard withAddress(port: port, { Glibc.connect(made.descriptor, $0, $1) }) == 0 else {
      throw Failure("connect")
    }
    return made
  }

  /// Listens on a port that the system chooses, and gives it.
  static func listen() throws(Failure) -> (socket: LoadSocket, port: UInt16) {
    let made = try LoadSocket(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), "socket")
    guard withAddress(port: 0, { bind(made.descriptor, $0, $1) }) == 0, Glibc.listen(made.descriptor, 1) == 0
    else { throw Failure("listen") }
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(made.descriptor, $0, &length) }
    }
    guard status == 0 else { throw Failure("getsockname") }
    return (made, UInt16(bigEndian: address.sin_port))
  }

  func accept() throws(Failure) -> LoadSocket {
    try LoadSocket(Glibc.accept(descriptor, nil, nil), "accept")
  }

  func close() { Glibc.close(descriptor) }

  /// Writes `request` and reads an answer of `answerCount` octets, `count` times over; false if the other
  /// side left.
  func pingPong(_ request: [UInt8], answerCount: Int, count: Int) -> Bool {
    var answer = [UInt8](repeating: 0, count: answerCount)
    for _ in 0..<count {
      guard write(descriptor, request, request.count) == request.count else { return false }
      var taken = 0
      while taken < answerCount {
        let more = answer.withUnsafeMutableBytes { bytes in
          read(descriptor, bytes.baseAddress?.advanced(by: taken), answerCount - taken)
        }
        guard more > 0 else { return false }
        taken += more
      }
    }
    return true
  }

  /// Answers every request with `answer` until the other side leaves.
  func answer(requestCount: Int, with answer: [UInt8]) {
    var request = [UInt8](repeating: 0, count: requestCount)
    while read(descriptor, &request, requestCount) > 0 {
      guard write(descriptor, answer, answer.count) == answer.count else { return }
    }
  }

  private static func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

/// A host in a thread of its own: one command after the other, each when the last is answered.
struct LoadGenerator {
  /// HCI_Read_BD_ADDR on a UART. [Vol 4, Part E, 7.4.6]
  static let request: [UInt8] = [1, 0x09, 0x10, 0]
  /// The octets of its HCI_Command_Complete.
  static let answerCount = 13

  private final class Outcome: @unchecked Sendable {
    let end = DispatchSemaphore(value: 0)
    var seconds: Double?
  }

  private let outcome = Outcome()

  /// Connects to `port` and sends commands: some to warm up, then `count` against the clock.
  init(port: UInt16, count: Int) throws(LoadSocket.Failure) {
    let socket = try LoadSocket.connect(port: port)
    Thread { [outcome] in
      defer {
        socket.close()
        outcome.end.signal()
      }
      let exchange = { (count: Int) in
        socket.pingPong(Self.request, answerCount: Self.answerCount, count: count)
      }
      guard exchange(count / 10) else { return }
      let start = ContinuousClock().now
      guard exchange(count) else { return }
      outcome.seconds = (ContinuousClock().now - start).inSeconds
    }.start()
  }

  /// Waits for the end and gives the time that the counted commands took; nil if the other side left.
  func seconds() -> Double? {
    outcome.end.wait()
    return outcome.seconds
  }
}
