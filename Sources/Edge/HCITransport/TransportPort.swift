package import CoreTypes
package import HCI
internal import NIOCore
internal import NIOPosix

/// A port at a transport address; the connected peer sends H4. [Vol 4, Part A, 2]
///
/// One visitor at a time. A listening port waits for the next when one has left; a connecting port, and a
/// serial line, have had their only one then. Events are reported and logged inside a run of the loop.
package final class TransportPort: HCIPort, @unchecked Sendable {
  /// Where the port is, with the TCP port that the system chose.
  package internal(set) var address: TransportAddress
  /// The path of the terminal that a host opens; nil unless this is a pseudo-terminal.
  package internal(set) var terminalPath: String?
  package var receiver: ((HCIPortEvent) -> Void)?
  /// Whether a peer is attached, as reported to the receiver.
  package var isAttached: Bool { attached != nil }

  /// How long a host may be silent within a packet; nil for no limit, where no other host can attach.
  let halfPacketLimit: Picoseconds?
  let loop: PacedLoop
  let log: (String) -> Void
  let sender: H4Stream.Sender
  /// Whoever the receiver knows of.
  private var attached: Visit?
  private var passedOverCount = 0

  /// Whoever is there or was until a moment ago, and whose events are not all reported. Of the loop's thread alone.
  private var visits: [Visit] = []
  /// Who came in vain. Of the loop's thread alone.
  private var refused: [String] = []
  var channel: (any Channel)?
  var relay: TerminalRelay?
  /// Removes what the address left in the file system.
  var cleanUp: () -> Void = {}

  /// Opens `address`; to be called outside a run.
  ///
  /// - Parameters:
  ///   - visitor: who comes: a host to be served, or a controller to be driven.
  ///   - allowRemote: whether an address may be beyond this machine.
  ///   - halfPacketLimit: how long a host may be silent within a packet, where another host may attach.
  ///   - log: takes a line about everything but packets that happens at the port.
  /// - Throws: `TransportError` if the address must not or cannot be opened.
  package init(
    _ address: TransportAddress, on loop: PacedLoop, for visitor: H4Stream.Sender = .host,
    allowRemote: Bool = false, halfPacketLimit: Picoseconds = .seconds(10),
    log: @escaping (String) -> Void = { _ in }
  ) throws(TransportError) {
    guard allowRemote || address.isLocal else { throw .remote(address) }
    self.halfPacketLimit = address.isVisited ? halfPacketLimit : nil
    self.address = address
    self.loop = loop
    self.log = log
    sender = visitor
    try open()
    loop.add(self)
  }

  /// Sends a packet; without effect while nobody is there.
  package func send(_ packet: HCIPacket) {
    guard let attached else { return }
    if loop.isCurrent { attached.send(packet) } else { loop.enqueue { attached.send(packet) } }
  }

  /// Ends the visit, if there is one, and frees the address. Nothing is reported any more.
  package func close() {
    loop.remove(self)
    loop.onLoop {
      receiver = nil
      attached = nil
      for visit in visits { visit.leave("closed here") }
      visits = []
      channel?.close(promise: nil)
    }
    relay?.close()
    cleanUp()
    cleanUp = {}
    relay = nil
  }
}

// MARK: News

extension TransportPort {
  private static let longestRefusedList = 16
  private static let mostNewsAtATime = 64

  /// Admits `visit`, unless a peer is attached.
  func admit(_ visit: Visit) {
    if isFree { return welcome(visit) }
    // Of a host that hangs up and calls again the call may be heard first.
    loop.afterSockets { self.isFree ? self.welcome(visit) : self.refuse(visit) }
  }

  private var isFree: Bool { visits.last?.end != nil || visits.isEmpty }

  private func welcome(_ visit: Visit) {
    // Whoever came and went between two runs was never there, or those who do it again and again would add
    // up.
    visits.removeAll { !$0.isTold }
    visits.append(visit)
    newsCame()
  }

  private func refuse(_ visit: Visit) {
    if refused.count < Self.longestRefusedList { refused.append(visit.name) }
    visit.leave("refused")
  }

  /// Called by a visit at which something happened.
  func newsCame() { loop.newsCame(to: self) }

  /// Tells the receiver what happened, for as long as the run goes on and others need not wait.
  func tellNews() {
    var left = Self.mostNewsAtATime
    while loop.catchUp(), tellNext() {
      left -= 1
      if left == 0 { return loop.newsRemains() }
    }
  }

  /// Tells the next thing that happened; false if there is none.
  private func tellNext() -> Bool {
    if !refused.isEmpty {
      log("\(address): \(TransportAddress.refusal(of: refused.removeFirst()))")
      return true
    }
    guard let visit = visits.first else { return false }
    guard visit.isTold else {
      visit.isTold = true
      attached = visit
      passedOverCount = 0
      log("\(address): \(visit.name) attached")
      receiver?(.attached(visit.name))
      return true
    }
    if let element = visit.next() {
      tell(element, of: visit)
      return true
    }
    guard let end = visit.end else { return false }
    visits.removeFirst()
    attached = nil
    log("\(address): \(visit.name) detached: \(end)")
    receiver?(.detached(end))
    return true
  }

  private func tell(_ element: H4Stream.Element, of visit: Visit) {
    switch element {
    case .packet(let packet):
      if passedOverCount > 0 {
        log("\(address): \(visit.name) sends HCI again after \(passedOverCount) octets")
        passedOverCount = 0
      }
      receiver?(.packet(packet))
    case .desynchronised(let octets):
      passedOverCount = octets.count
      let awaited = sender == .host ? "HCI_Reset" : "answer to HCI_Reset"
      log(
        "\(address): \(visit.name) sent \(octets.count) octets without a packet; waiting for its \(awaited)"
      )
      receiver?(.desynchronised(octets))
    case .passedOver(let octets):
      passedOverCount += octets.count
      receiver?(.passedOver(octets))
    }
  }
}
