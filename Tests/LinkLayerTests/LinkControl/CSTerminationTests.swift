import ChannelSounding
import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Channel Sounding termination and channel map")
struct CSTerminationTests {
  @Test(
    "LL/CS/CEN/INI/BV-26-C and BV-33-C: either side ends a series, and the configuration stays usable",
    arguments: LinkRole.allCases)
  func termination(role: LinkRole) {
    var link = TestLink.at(.running)
    link.run(events: 10)
    for _ in 0..<3 {
      #expect(link.request(.disableCSProcedures(configID: 0), on: role) == .success)
      #expect(link.request(.disableCSProcedures(configID: 0), on: role) == .commandDisallowed)
      link.run(events: 4)
      for side in [link.central, link.peripheral] {
        #expect(side.actions.contains(.stopCSProcedures(configID: 0)))
        #expect(side.control.csSchedule(0) == nil)
      }
      #expect(link.request(.disableCSProcedures(configID: 0), on: role) == .commandDisallowed)
      #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .success)
      link.run(events: 12)
      #expect(link.central.control.csSchedule(0) != nil)
    }
  }

  @Test("both sides may end it at once")
  func crossing() {
    var link = TestLink.at(.running)
    link.request(.disableCSProcedures(configID: 0), on: .central)
    link.request(.disableCSProcedures(configID: 0), on: .peripheral)
    link.run(events: 5)
    for side in [link.central, link.peripheral] {
      #expect(side.actions.count { $0 == .stopCSProcedures(configID: 0) } == 1)
      #expect(side.control.csSchedule(0) == nil)
      #expect(side.control.responseDeadline == nil)
    }
  }

  @Test("LL_CS_TERMINATE_REQ carries the count and code 0")
  func fields() {
    var link = TestLink.at(.running)
    link.run(events: 20)
    link.central.control.csProcedureCounted(0x1234)
    link.request(.disableCSProcedures(configID: 0), on: .central)
    guard case .csTerminateReq(let pdu)? = link.central.sent.first else {
      Issue.record("no LL_CS_TERMINATE_REQ")
      return
    }
    #expect(pdu.procCount == 0x1234 && pdu.errorCode == 0 && pdu.configID == 0)
  }

  @Test(
    "the side that has begun fewer procedures counts on to the other's number", arguments: LinkRole.allCases)
  func catchesUp(role: LinkRole) {
    var link = TestLink.at(.running)
    link[role].control.csProcedureCounted(0xFFFE)
    var pdu = CSTerminateReq()
    pdu.procCount = 2
    _ = link.inject(.csTerminateReq(pdu), into: role)
    #expect(link[role].actions.contains(.skipCSProcedures(count: 2)))
    var other = TestLink.at(.running)
    other[role].control.csProcedureCounted(3)
    _ = other.inject(.csTerminateReq(pdu), into: role)
    #expect(!other[role].actions.contains(.skipCSProcedures(count: 2)))
  }

  @Test("without a series it meets 0x0C, from the peer and from the host")
  func noSeries() {
    var link = TestLink.at(.parametrised)
    #expect(
      link.inject(.csTerminateReq(CSTerminateReq()), into: .peripheral)
        == [.reject(.csTerminateReq, .commandDisallowed)])
    #expect(link.request(.disableCSProcedures(configID: 0), on: .central) == .commandDisallowed)
    #expect(link.request(.disableCSProcedures(configID: 2), on: .central) == .invalidHCICommandParameters)
  }

  @Test("a series that ran out needs no termination")
  func runsOut() {
    var link = TestLink.at(.running, procedureCount: 2)
    link.run(events: 30)
    for side in [link.central, link.peripheral] { #expect(side.control.csSchedule(0) == nil) }
    #expect(link.central.sent.isEmpty)
  }

  static let odd = CSChannelMap(channels: CSChannelMap.allowed.channels.filter { $0 % 2 == 1 })

  @Test(
    "LL/CS/CEN/REF/BV-24-C: a classification reaches the peer and counts from its Instant on",
    arguments: LinkRole.allCases)
  func classification(role: LinkRole) throws {
    var link = TestLink.at(.parametrised)
    #expect(link.request(.setCSChannelClassification(Self.odd), on: role) == .success)
    guard case .csChannelMapInd(let pdu)? = link[role].sent.first else {
      Issue.record("no LL_CS_CHANNEL_MAP_IND")
      return
    }
    #expect(pdu.channelMap == Self.odd.octets)
    #expect(pdu.instant.events(since: link.eventCounter) >= 6)
    link.run(events: 2)
    let configuration = try #require(link.central.control.csConfiguration(0))
    for side in [link.central, link.peripheral] {
      #expect(side.control.csChannelMap(for: configuration, at: pdu.instant - 1) == .allowed)
      #expect(side.control.csChannelMap(for: configuration, at: pdu.instant) == Self.odd)
    }
    link.run(events: 20)
    #expect(link.peripheral.control.csChannelMap(for: configuration, at: link.eventCounter) == Self.odd)
  }

  @Test("the classifications of both sides count together with the configuration's map")
  func intersection() throws {
    var link = TestLink.at(.parametrised)
    let low = CSChannelMap(channels: CSChannelMap.allowed.channels.filter { $0 < 50 })
    link.request(.setCSChannelClassification(Self.odd), on: .central)
    link.request(.setCSChannelClassification(low), on: .peripheral)
    link.run()
    let configuration = try #require(link.central.control.csConfiguration(0))
    let expected = Self.odd.intersection(low)
    #expect(link.central.control.csChannelMap(for: configuration, at: link.eventCounter) == expected)
    #expect(link.peripheral.control.csChannelMap(for: configuration, at: link.eventCounter) == expected)
  }

  @Test("a classification given before there is a configuration is sent once there is one")
  func early() {
    var link = TestLink.at(.capable)
    link.request(.setCSChannelClassification(Self.odd), on: .peripheral)
    link.run()
    #expect(link.peripheral.sent.isEmpty)
    link.request(.createCSConfig(LinkFixtures.inlinePCT, createContextOnPeer: true), on: .central)
    link.run()
    #expect(link.peripheral.sent.map(\.opcode) == [0x31, 0x38])
  }

  @Test("classifications are 1 s apart and leave 15 legal channels")
  func spacing() {
    var link = TestLink.at(.parametrised)
    let request = LinkRequest.setCSChannelClassification(Self.odd)
    #expect(link.request(request, on: .central) == .success)
    link.now = link.now + .milliseconds(999)
    #expect(link.request(request, on: .central) == .commandDisallowed)
    link.now = link.now + .milliseconds(1)
    #expect(link.request(request, on: .central) == .success)
    link.now = link.now + .seconds(1)
    let few = CSChannelMap(channels: 2..<16)
    #expect(
      link.request(.setCSChannelClassification(few), on: .central) == .invalidHCICommandParameters)
    let reserved = CSChannelMap(channels: 0..<40)
    #expect(
      link.request(.setCSChannelClassification(reserved), on: .central) == .invalidHCICommandParameters)
  }

  @Test("a map whose Instant has passed aborts the running procedure with reason 3 and keeps the link")
  func instantPassed() {
    var link = TestLink.at(.running)
    var pdu = CSChannelMapInd()
    pdu.channelMap = Self.odd.octets
    pdu.instant = link.eventCounter - 1
    #expect(link.inject(.csChannelMapInd(pdu), into: .peripheral).isEmpty)
    #expect(link.peripheral.actions == [.abortCSProcedure(configID: 0, reason: .channelMapInstantPassed)])
    #expect(link.peripheral.disconnection == nil)
  }

  @Test(
    "a host's start counts the channels of the connection event in which it can begin",
    arguments: [6, 7] as [UInt16])
  func channelsAtStart(lead: UInt16) {
    var link = TestLink.at(.parametrised)
    var pdu = CSChannelMapInd()
    pdu.channelMap = CSChannelMap(channels: 2..<16).octets
    pdu.instant = link.eventCounter + lead
    _ = link.inject(.csChannelMapInd(pdu), into: .central)
    let status = link.request(.enableCSProcedures(configID: 0), on: .central)
    #expect(status == (lead == 6 ? .insufficientChannels : .success))
  }

  @Test("LL/CS/CEN/INI/BI-08-C: with fewer than 15 channels left a start meets 0x48")
  func tooFewChannels() {
    var link = TestLink.at(.parametrised)
    let request = CSStartTests.request()
    var pdu = CSChannelMapInd()
    pdu.channelMap = CSChannelMap(channels: 2..<16).octets
    pdu.instant = link.eventCounter
    for role in LinkRole.allCases {
      _ = link.inject(.csChannelMapInd(pdu), into: role)
      #expect(
        link.inject(.csReq(request), into: role) == [.reject(.csReq, .insufficientChannels)])
      link.request(.setCSProcedureParameters(LinkFixtures.procedureParameters), on: role)
    }
    #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .insufficientChannels)
    let parameters = LinkRequest.setCSProcedureParameters(LinkFixtures.procedureParameters)
    #expect(link.request(parameters, on: .central) == .insufficientChannels)
  }
}
