internal import Foundation
internal import Glibc

/// Carries octets between a terminal and one end of a socket pair, whose other end a port serves like any
/// socket.
///
/// An event loop does not get on with the hang-up of a terminal, which comes and goes as hosts open and
/// close it; so a thread that sleeps in `poll` stands between.
///
/// Of a pseudo-terminal nobody can see that a host has opened it: a host has come when its first octet
/// does. That all have closed it is seen when a read finds nothing more and fails, but not if the next host
/// opens it before that read: then both are one visit.
///
/// The system keeps what hosts wrote, whoever of them closed the terminal since, so no octet is lost there.
/// But a port takes one visitor at a time. So the relay begins no visit before the port has ended the last.
final class TerminalRelay: @unchecked Sendable {
  private let terminal: Int32
  private let pseudoTerminal: PseudoTerminal?
  private let came: (Int32) -> Void
  /// A pipe into which an octet goes when the relay is to end.
  private let bell: [Int32]
  private let ended = DispatchSemaphore(value: 0)

  /// Starts to relay.
  ///
  /// - Parameters:
  ///   - terminal: an open terminal, which the relay closes in the end.
  ///   - pseudoTerminal: says that hosts come and go; without it somebody is there from the start until the
  ///     terminal fails.
  ///   - came: takes the socket that leads to whoever came. It is called on the relay's thread.
  init(_ terminal: Int32, of pseudoTerminal: PseudoTerminal?, came: @escaping @Sendable (Int32) -> Void) {
    self.terminal = terminal
    self.pseudoTerminal = pseudoTerminal
    self.came = came
    var bell: [Int32] = [-1, -1]
    pipe(&bell)
    for end in bell { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.bell = bell
    let thread = Thread { self.work() }
    thread.name = "terminal relay"
    thread.start()
  }

  /// Ends the relay and closes the terminal.
  func close() {
    _ = Glibc.write(bell[1], [0], 1)
    ended.wait()
    for end in bell { Glibc.close(end) }
  }

  private func work() {
    repeat {
      guard pseudoTerminal == nil || waitForHost() else { break }
      var pair: [Int32] = [-1, -1]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { break }
      came(pair[1])
      let isClosed = carry(pair[0]) || seeOff(pair[0])
      Glibc.close(pair[0])
      if isClosed { break }
    } while pseudoTerminal != nil
    Glibc.close(terminal)
    ended.signal()
  }

  /// Waits for the first octet of a host; false if the relay is to end.
  private func waitForHost() -> Bool {
    let held = pseudoTerminal?.hold() ?? -1
    defer { if held >= 0 { Glibc.close(held) } }
    var waits = [
      pollfd(fd: terminal, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell[0], events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&waits, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        return false
      }
      if waits[1].revents != 0 { return false }
      if waits[0].revents & Int16(POLLIN) != 0 { return true }
      if waits[0].revents != 0 { return false }
    }
  }

  /// Ends a visit at `socket` and waits until the port has ended it too. What the port still sends is lost:
  /// nobody is there to read it.
  ///
  /// - Returns: whether the relay is to end.
  private func seeOff(_ socket: Int32) -> Bool {
    shutdown(socket, Int32(SHUT_WR))
    var waits = [
      pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell[0], events: Int16(POLLIN), revents: 0),
    ]
    var lost = RelayedOctets(source: socket, target: -1)
    repeat {
      lost.clear()
      guard poll(&waits, 2, -1) >= 0 || errno == EINTR else { return true }
      if waits[1].revents != 0 { return true }
    } while lost.read()
    return false
  }

  /// Carries octets both ways until one side is gone; true if the relay is to end.
  private func carry(_ socket: Int32) -> Bool {
    var inward = RelayedOctets(source: terminal, target: socket)
    var outward = RelayedOctets(source: socket, target: terminal)
    while true {
      // A descriptor of which nothing is wanted is left out: its hang-up would not let poll sleep.
      let wantedOfTerminal = inward.wantedOfSource | outward.wantedOfTarget
      let wantedOfSocket = outward.wantedOfSource | inward.wantedOfTarget
      var waits = [
        pollfd(fd: wantedOfTerminal == 0 ? -1 : terminal, events: wantedOfTerminal, revents: 0),
        pollfd(fd: wantedOfSocket == 0 ? -1 : socket, events: wantedOfSocket, revents: 0),
        pollfd(fd: bell[0], events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waits, 3, -1) >= 0 || errno == EINTR else { return true }
      if waits[2].revents != 0 { return true }
      // What cannot be written to a terminal is lost, but what it still has to be read is not.
      if !outward.write() { outward.clear() }
      guard inward.write(), inward.read(), outward.read() else { return false }
    }
  }
}

/// One direction of a relay: what was read from one descriptor and not yet written to the other.
private struct RelayedOctets {
  let source: Int32
  let target: Int32
  var octets = [UInt8](repeating: 0, count: 4_096)
  var pending = 0..<0

  /// What to ask `poll` of the source: octets, unless some are still to be written.
  var wantedOfSource: Int16 { pending.isEmpty ? Int16(POLLIN) : 0 }

  /// What to ask `poll` of the target.
  var wantedOfTarget: Int16 { pending.isEmpty ? 0 : Int16(POLLOUT) }

  /// Reads, if nothing is pending; false if the source is gone.
  mutating func read() -> Bool {
    guard pending.isEmpty else { return true }
    let count = Glibc.read(source, &octets, octets.count)
    if count > 0 { pending = 0..<count }
    return count > 0 || count < 0 && Self.isMomentary
  }

  /// Writes what is pending, as far as it goes; false if the target is gone.
  mutating func write() -> Bool {
    guard !pending.isEmpty else { return true }
    let count = octets.withUnsafeBytes {
      Glibc.write(target, $0.baseAddress?.advanced(by: pending.lowerBound), pending.count)
    }
    if count > 0 { pending = pending.lowerBound + count..<pending.upperBound }
    return count > 0 || Self.isMomentary
  }

  mutating func clear() { pending = 0..<0 }

  private static var isMomentary: Bool { errno == EAGAIN || errno == EINTR }
}
