import CoreTypes
import Testing

@testable import LinkLayer

@Suite("LE ping and the authenticated payload timeout")
struct PingTests {
  /// Lets `span` pass since the timer of a side was reset.
  private static func elapse(_ span: Picoseconds, on role: LinkRole, of link: inout TestLink) throws {
    link.now = try #require(link[role].control.payloadTimer.start) + span
    link.perform(link[role].control.payloadTimeElapsed(at: link.moment(role)), on: role)
  }

  @Test("a link without MIC for 30 s, less six intervals, is pinged", arguments: LinkRole.allCases)
  func due(role: LinkRole) throws {
    var link = TestLink.at(.encrypted)
    try Self.elapse(.milliseconds(29_699), on: role, of: &link)
    #expect(link[role].sent.isEmpty)
    let start = try #require(link[role].control.payloadTimer.start)
    #expect(link[role].control.payloadDeadline == start + .milliseconds(29_700))
    try Self.elapse(.milliseconds(29_700), on: role, of: &link)
    #expect(link[role].sent == [.pingReq(PingReq())])
    #expect(link[role].control.payloadDeadline == start + .seconds(30))
    link.run(events: 3)
    #expect(link[role.peer].sent == [.pingRsp(PingRsp())])
    #expect(link[role].control.local == nil && link[role].notifications.isEmpty)
    link[role].control.authenticatedPayloadReceived(at: link.now)
    #expect(link[role].control.payloadDeadline == link.now + .milliseconds(29_700))
  }

  @Test("a peer that may skip events has more of them to answer in")
  func latency() throws {
    var link = TestLink.at(.encrypted)
    link.central.control.connection.latency = 4
    let start = try #require(link.central.control.payloadTimer.start)
    #expect(link.central.control.payloadDeadline == start + .milliseconds(29_500))
  }

  @Test("at the timeout the host learns of it, and the timer starts anew")
  func expiry() throws {
    var link = TestLink.at(.encrypted)
    try Self.elapse(.milliseconds(29_700), on: .central, of: &link)
    try Self.elapse(.seconds(30), on: .central, of: &link)
    #expect(link.central.notifications == [.authenticatedPayloadTimeoutExpired])
    #expect(link.central.control.payloadDeadline == link.now + .milliseconds(29_700))
    #expect(link.central.disconnection == nil)
  }

  @Test("a ping waits for the procedure under way, and falls away if a packet with a MIC comes")
  func waiting() throws {
    for isReset in [false, true] {
      var link = TestLink.at(.encrypted)
      link.request(.readRemoteVersion, on: .central)
      try Self.elapse(.milliseconds(29_700), on: .central, of: &link)
      #expect(link.central.sent.map(\.opcode) == [0x0C])
      if isReset { link.central.control.authenticatedPayloadReceived(at: link.now) }
      link.run(events: 5)
      #expect(link.central.sent.map(\.opcode) == (isReset ? [0x0C] : [0x0C, 0x12]))
    }
  }

  @Test("no ping begins while encryption pauses, and the new start resets the timer")
  func pause() throws {
    var link = TestLink.at(.encrypted)
    link.request(LinkFixtures.encryptRequest(), on: .central)
    try Self.elapse(.milliseconds(29_700), on: .central, of: &link)
    link.run()
    #expect(link.central.control.isEncrypted && !link.central.sent.contains(.pingReq(PingReq())))
    let start = try #require(link.central.control.payloadTimer.start)
    #expect(start < link.now && link.now - start < .seconds(1))
  }

  @Test("a peer without LE Ping answers with LL_UNKNOWN_RSP, which ends the procedure")
  func unknown() throws {
    var identity = LinkFixtures.reflector
    identity.features[.lePing] = false
    var link = TestLink.at(.encrypted, peripheral: identity)
    #expect(link.peripheral.control.payloadDeadline == nil)
    try Self.elapse(.milliseconds(29_700), on: .central, of: &link)
    link.run(events: 3)
    #expect(link.peripheral.sent == [.unknownRsp(UnknownRsp(unknownType: 0x12))])
    #expect(link.central.control.local == nil && link.central.notifications.isEmpty)
  }

  @Test("a ping without an answer ends the link after 40 s")
  func unanswered() throws {
    var link = TestLink.at(.encrypted)
    try Self.elapse(.milliseconds(29_700), on: .central, of: &link)
    link.now = link.now + .seconds(40)
    link.perform(link.central.control.timeElapsed(at: link.moment(.central)), on: .central)
    #expect(link.central.disconnection == .llResponseTimeout && link.central.notifications.isEmpty)
  }

  @Test("no timer runs on a link that is not encrypted, or that ends")
  func idle() {
    var link = TestLink.at(.connected)
    #expect(link.central.control.payloadDeadline == nil)
    link = TestLink.at(.encrypted)
    #expect(link.central.control.payloadDeadline != nil)
    link.request(.terminate(.remoteUserTerminatedConnection), on: .central)
    #expect(link.central.control.payloadDeadline == nil)
  }

  @Test(
    "a timeout has at least the events that a peer may skip; a new one resets the timer",
    arguments: [
      (0, 0, false), (4, 0, false), (5, 0, true), (9, 1, false), (10, 1, true), (65_535, 0, true),
    ] as [(AuthenticatedPayloadTimeout, UInt16, Bool)])
  func written(timeout: AuthenticatedPayloadTimeout, latency: UInt16, isTaken: Bool) {
    var link = TestLink.at(.encrypted)
    link.central.control.connection.latency = latency
    link.now = link.now + .seconds(1)
    let status = link.central.control.setAuthenticatedPayloadTimeout(timeout, at: link.moment(.central))
    #expect(status == (isTaken ? .success : .invalidHCICommandParameters))
    #expect(link.central.control.authenticatedPayloadTimeout == (isTaken ? timeout : 3_000))
    guard isTaken else { return }
    #expect(link.central.control.payloadTimer.start == link.now)
    // A short timeout is halved.
    let lead = min(50 * (6 + Int(latency)), 5 * Int(timeout.rawValue))
    #expect(
      link.central.control.payloadDeadline == link.now + timeout.time - .milliseconds(lead))
  }
}
