internal import Glibc
internal import HCI

/// Stands between a host and a controller, passes every octet on as it is, and tells what went by.
///
/// The controller is met at once; hosts come and go, one at a time. It is used from one thread.
package final class HCITap {
  /// Who said something.
  package enum Side: Hashable, Sendable {
    case host
    case controller
  }

  package enum Event {
    case hostCame
    /// Another host connected while one was attached, and was disconnected.
    case hostRefused(String)
    case hostLeft
    /// The controller left, which ends the tap.
    case controllerLeft
    /// Octets went by: a packet with its H4 indicator, or octets that are none.
    case octets([UInt8], from: Side)
  }

  /// Octets that one side sent and the other did not take yet.
  private struct Flow {
    var stream: H4Stream
    var waiting: [UInt8] = []
  }

  private static let pieceLength = 16_384
  /// Nobody is read whose octets the other side does not take.
  private static let longestWait = 65_536
  /// POLLRDHUP of Linux, which poll.h declares only for GNU programs: the peer sends nothing more.
  private static let peerClosed: Int16 = 0x2000

  /// Where a host attaches, with the port that the system chose.
  package let place: TransportAddress
  private let listener: Int32
  private let controller: Int32
  private var host: Int32 = -1
  private var fromHost = Flow(stream: H4Stream(from: .host))
  private var fromController = Flow(stream: H4Stream(from: .controller))
  private var piece = [UInt8](repeating: 0, count: HCITap.pieceLength)

  /// Meets the controller, and listens for hosts, from beyond this machine too if `allowRemote`.
  package init(
    host: TransportAddress, controller: TransportAddress, allowRemote: Bool = false
  ) throws(TransportError) {
    guard allowRemote || host.isLocal else { throw .remote(host) }
    self.controller = try PlainEnd.meet(controller)
    do throws(TransportError) {
      (listener, place) = try PlainEnd.listen(host)
    } catch {
      close(self.controller)
      throw error
    }
    _ = fcntl(self.controller, F_SETFL, O_RDWR | O_NONBLOCK)
  }

  deinit {
    for descriptor in [listener, controller, host] where descriptor >= 0 { close(descriptor) }
    if case .unix(_, let path) = place { unlink(path) }
  }

  /// Waits for something to happen and passes on what came.
  ///
  /// - Parameters:
  ///   - stop: a descriptor that becomes readable when the wait is to end.
  ///   - milliseconds: the longest wait; negative for any.
  ///   - tell: called for each event, in order.
  /// - Returns: whether the controller is still there.
  package func pass(
    until stop: Int32, milliseconds: Int32, _ tell: (Event) throws -> Void
  ) rethrows -> Bool {
    // The listener stands before the host: a host that left before another called is seen to have left.
    var waits = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      wait(controller, toRead: fromController, toWrite: fromHost),
      pollfd(fd: listener, events: isHostRead ? Int16(POLLIN) : 0, revents: 0),
      wait(host, toRead: fromHost, toWrite: fromController),
    ]
    if isHostRead { waits[3].events |= Self.peerClosed }
    guard poll(&waits, nfds_t(waits.count), milliseconds) > 0 else { return true }
    if try waits[3].revents != 0 && !serve(host, .host, waits[3].revents, tell) {
      try dismiss(tell)
    }
    // What a host that is leaving has sent is read before another is admitted.
    if waits[2].revents != 0, host < 0 || waits[3].revents & Self.peerClosed == 0 { try admit(tell) }
    guard waits[1].revents != 0 else { return true }
    guard try serve(controller, .controller, waits[1].revents, tell) else {
      try tell(.controllerLeft)
      return false
    }
    return true
  }

  private func wait(_ descriptor: Int32, toRead: Flow, toWrite: Flow) -> pollfd {
    let reads = toRead.waiting.count < Self.longestWait ? Int16(POLLIN) : 0
    let writes = toWrite.waiting.isEmpty ? 0 : Int16(POLLOUT)
    return pollfd(fd: descriptor, events: reads | writes, revents: 0)
  }

  /// Whether the octets of the attached host are read; true while there is none.
  private var isHostRead: Bool { host < 0 || fromHost.waiting.count < Self.longestWait }

  private func admit(_ tell: (Event) throws -> Void) rethrows {
    guard let (descriptor, visitor) = PlainEnd.accept(listener) else { return }
    guard host < 0 else {
      close(descriptor)
      return try tell(.hostRefused(visitor))
    }
    _ = fcntl(descriptor, F_SETFL, O_RDWR | O_NONBLOCK)
    host = descriptor
    fromHost = Flow(stream: H4Stream(from: .host))
    fromController.waiting = []
    try tell(.hostCame)
  }

  private func dismiss(_ tell: (Event) throws -> Void) rethrows {
    close(host)
    host = -1
    try tell(.hostLeft)
  }

  /// Reads of a side and writes to it; false when it left.
  private func serve(
    _ descriptor: Int32, _ side: Side, _ events: Int16, _ tell: (Event) throws -> Void
  ) rethrows -> Bool {
    if events & Int16(POLLOUT) != 0 {
      let isThere =
        side == .host ? Self.write(&fromController, descriptor) : Self.write(&fromHost, descriptor)
      guard isThere else { return false }
    }
    guard events & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { return true }
    let count = read(descriptor, &piece, Self.pieceLength)
    guard count != 0 else { return false }
    guard count > 0 else { return errno == EAGAIN || errno == EINTR }
    try take(Array(piece[..<count]), from: side, tell)
    return true
  }

  private func take(_ octets: [UInt8], from side: Side, _ tell: (Event) throws -> Void) rethrows {
    switch side {
    case .host:
      fromHost.waiting += octets
      _ = Self.write(&fromHost, controller)
      try Self.tell(of: octets, &fromHost, side, tell)
    case .controller:
      // What comes while nobody is there is reported, and goes nowhere.
      if host >= 0 {
        fromController.waiting += octets
        _ = Self.write(&fromController, host)
      }
      try Self.tell(of: octets, &fromController, side, tell)
    }
  }

  private static func tell(
    of octets: [UInt8], _ flow: inout Flow, _ side: Side, _ tell: (Event) throws -> Void
  ) rethrows {
    flow.stream.append(octets)
    while let element = flow.stream.next() {
      switch element {
      case .packet(let packet): try tell(.octets(packet.h4Encoded, from: side))
      case .desynchronised(let octets), .passedOver(let octets): try tell(.octets(octets, from: side))
      }
    }
  }

  /// Writes what a side takes at once; false when it left.
  private static func write(_ flow: inout Flow, _ descriptor: Int32) -> Bool {
    while !flow.waiting.isEmpty {
      let count = send(descriptor, flow.waiting)
      guard count > 0 else { return errno == EAGAIN || errno == EINTR }
      flow.waiting.removeFirst(count)
    }
    return true
  }

  private static func send(_ descriptor: Int32, _ octets: [UInt8]) -> Int {
    // A serial line is no socket; whoever left a socket must not end the program.
    let count = Glibc.send(descriptor, octets, octets.count, Int32(MSG_NOSIGNAL))
    return count < 0 && errno == ENOTSOCK ? Glibc.write(descriptor, octets, octets.count) : count
  }
}
