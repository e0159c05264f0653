import ChannelSounding
import CoreTypes
import Faults
import Testing
import Wire

@testable import LinkLayer

@Suite("Channel Sounding start")
struct CSStartTests {
  /// The LL_CS_REQ with which the central of a link at `.parametrised` would start.
  static func request(_ change: (inout ScheduleOffer) -> Void = { _ in }) -> CSReq {
    var link = TestLink.at(.parametrised)
    link.request(.enableCSProcedures(configID: 0), on: .central)
    guard case .csReq(var pdu)? = link.central.sent.first else { return CSReq() }
    change(&pdu.offer)
    return pdu
  }

  @Test("by the central: LL_CS_REQ, RSP, IND; both sides run the same schedule")
  func byCentral() throws {
    var link = TestLink.at(.parametrised)
    #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .success)
    link.run(events: 12)
    #expect(link.central.sent.map(\.opcode) == [0x32, 0x34])
    #expect(link.peripheral.sent.map(\.opcode) == [0x33])
    let schedule = try #require(link.central.control.csSchedule(0))
    #expect(link.peripheral.control.csSchedule(0) == schedule)
    for side in [link.central, link.peripheral] {
      #expect(side.notifications == [.csProceduresStarted(.success, schedule)])
    }
    guard case .csReq(let request)? = link.central.sent.first else { return }
    #expect((request.offer.offsetMin...request.offer.offsetMax).contains(schedule.offset))
    #expect(schedule.procedureInterval == 5)
  }

  @Test("LL/CS/CEN/INI/BV-18-C: by the peripheral: LL_CS_REQ, IND; the central keeps what was asked")
  func byPeripheral() throws {
    var link = TestLink.at(.secured)
    link.request(.setCSProcedureParameters(LinkFixtures.procedureParameters), on: .peripheral)
    #expect(link.request(.enableCSProcedures(configID: 0), on: .peripheral) == .success)
    link.run(events: 5)
    #expect(link.peripheral.sent.map(\.opcode) == [0x32])
    #expect(link.central.sent.map(\.opcode) == [0x34])
    let schedule = try #require(link.central.control.csSchedule(0))
    #expect(link.peripheral.control.csSchedule(0) == schedule)
    guard case .csReq(let request)? = link.peripheral.sent.first else { return }
    let asked = request.offer.schedule
    #expect(schedule.subeventLen == asked.subeventLen)
    #expect(schedule.procedureCount == asked.procedureCount)
    #expect(schedule.procedureInterval == asked.procedureInterval)
    #expect(schedule.phy == asked.phy)
    #expect(link.central.notifications == [.csProceduresStarted(.success, schedule)])
  }

  @Test("LL/CS/CEN/INI/BV-01-C: the central's host is told once LL_CS_IND was sent")
  func notificationAfterIndication() {
    var link = TestLink.at(.parametrised)
    link.request(.enableCSProcedures(configID: 0), on: .central)
    link.run(events: 1)
    #expect(link.central.sent.last?.opcode == 0x34)
    #expect(link.central.notifications.isEmpty)
    link.run(events: 1)
    #expect(link.central.notifications.count == 1)
  }

  @Test("the first procedure leaves both sides time to hear of it")
  func leadTime() {
    var link = TestLink.at(.parametrised)
    link.delivery = 100
    link.request(.enableCSProcedures(configID: 0), on: .central)
    link.run(events: 4)
    while link.central.control.csSchedule(0) == nil, link.eventCounter.rawValue < 500 { link.run(events: 1) }
    let lead = (link.central.control.csSchedule(0)?.connEventCount ?? 0).events(since: link.eventCounter)
    #expect((5...40).contains(lead))
  }

  @Test("LL/CS/CEN/INI/BV-20-C: a refusal by the peer reaches the host and nothing runs")
  func refusedByPeer() {
    var link = TestLink.at(.parametrised)
    link.request(.enableCSProcedures(configID: 0), on: .central)
    _ = link.inject(.reject(.csReq, .limitedResources), into: .central)
    #expect(link.central.notifications == [.csProceduresStarted(.limitedResources, CSSchedule())])
    #expect(link.central.control.csSchedule(0) == nil)
    #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .success)
  }

  static let badRequests: [(String, @Sendable (inout ScheduleOffer) -> Void)] = [
    ("Offset_Min 499 us", { $0.offsetMin = 499 }), ("Offset_Min 4 s", { $0.offsetMin = 4_000_000 }),
    ("Offset_Max below Offset_Min", { $0.offsetMax = $0.offsetMin - 1 }),
    ("Offset_Max at the interval", { $0.offsetMax = 50_000 }),
    ("Event_Interval", { $0.schedule.eventInterval = 0 }),
    ("Subevents_Per_Event 0", { $0.schedule.subeventsPerEvent = 0 }),
    ("Subevent_Len 1249", { $0.schedule.subeventLen = 1249 }),
    ("Subevent_Len 4 s", { $0.schedule.subeventLen = 4_000_000 }),
    ("no Subevent_Interval", { ($0.schedule.subeventsPerEvent, $0.schedule.subeventInterval) = (2, 0) }),
    (
      "Subevent_Interval too short",
      { ($0.schedule.subeventsPerEvent, $0.schedule.subeventInterval) = (2, 1) }
    ),
    ("ACI 8", { $0.schedule.aci = 8 }), ("ACI beyond the antennas", { $0.schedule.aci = 7 }),
    ("no preferred antenna", { $0.schedule.preferredPeerAntenna = 0 }),
    ("Config_ID", { $0.schedule.configID = 3 }),
    ("Max_Procedure_Len", { $0.schedule.maxProcedureLen = 0 }), ("SNR", { $0.schedule.txSNRInitiator = 5 }),
  ]

  @Test("LL/CS/PER/REF/BI-08-C: a bad LL_CS_REQ meets 0x1E", arguments: badRequests.indices)
  func badRequest(index: Int) {
    let pdu = Self.request(Self.badRequests[index].1)
    for role in LinkRole.allCases {
      var link = TestLink.at(.parametrised)
      // A central may have two antennas.
      if role == .central, Self.badRequests[index].0 == "ACI beyond the antennas" { continue }
      #expect(
        link.inject(.csReq(pdu), into: role) == [.reject(.csReq, .invalidLLParameters)],
        "\(Self.badRequests[index].0)")
      #expect(link[role].control.csSchedule(0) == nil)
    }
  }

  static let badResponses: [(String, @Sendable (inout ScheduleOffer) -> Void)] = [
    ("earlier", { $0.schedule.connEventCount -= 1 }), ("Offset_Min below", { $0.offsetMin -= 1 }),
    ("offsets crossed", { ($0.offsetMin, $0.offsetMax) = (3000, 2999) }),
    ("longer subevents", { $0.schedule.subeventLen.rawValue += 1 }),
    ("more subevents", { $0.schedule.subeventsPerEvent += 1 }),
    ("more antennas", { $0.schedule.aci = 1 }), ("Event_Interval 0", { $0.schedule.eventInterval = 0 }),
  ]

  @Test(
    "LL/CS/CEN/INI/BI-01-C: a bad LL_CS_RSP meets 0x1E, without LL_CS_IND", arguments: badResponses.indices)
  func badResponse(index: Int) {
    var link = TestLink.at(.parametrised)
    link.request(.enableCSProcedures(configID: 0), on: .central)
    guard case .csReq(let request)? = link.central.sent.first else { return }
    var pdu = CSRsp(request.offer)
    Self.badResponses[index].1(&pdu.offer)
    #expect(
      link.inject(.csRsp(pdu), into: .central) == [.reject(.csRsp, .invalidLLParameters)],
      "\(Self.badResponses[index].0)")
    #expect(link.central.notifications == [.csProceduresStarted(.invalidLLParameters, CSSchedule())])
  }

  static let badIndications: [(String, @Sendable (inout CSSchedule) -> Void)] = [
    ("earlier", { $0.connEventCount -= 1 }), ("Offset below", { $0.offset -= 1 }),
    ("Offset above", { $0.offset = 49_999 }), ("Event_Interval 0", { $0.eventInterval = 0 }),
    ("no subevents", { $0.subeventsPerEvent = 0 }), ("longer subevents", { $0.subeventLen.rawValue += 1 }),
  ]

  @Test(
    "LL/CS/PER/REF/BI-03-C: a bad LL_CS_IND meets 0x1E", arguments: badIndications.indices, [true, false])
  func badIndication(index: Int, byPeripheral: Bool) {
    var link = TestLink.at(.secured)
    link.request(.setCSProcedureParameters(LinkFixtures.procedureParameters), on: .peripheral)
    let offer: ScheduleOffer
    if byPeripheral {
      link.request(.enableCSProcedures(configID: 0), on: .peripheral)
      guard case .csReq(let request)? = link.peripheral.sent.first else { return }
      offer = request.offer
    } else {
      let request = Self.request()
      guard case .csRsp(let response)? = link.inject(.csReq(request), into: .peripheral).first else { return }
      offer = response.offer
    }
    var pdu = CSInd(offer.schedule)
    Self.badIndications[index].1(&pdu.schedule)
    #expect(
      link.inject(.csInd(pdu), into: .peripheral) == [.reject(.csInd, .invalidLLParameters)],
      "\(Self.badIndications[index].0)")
    #expect(link.peripheral.notifications == [.csProceduresStarted(.invalidLLParameters, CSSchedule())])
    #expect(link.peripheral.control.csSchedule(0) == nil)
  }

  @Test("LL_CS_IND in or after the event that it names meets 0x28", arguments: [0, 1] as [UInt16])
  func lateIndication(eventsAfter: UInt16) {
    var link = TestLink.at(.parametrised)
    guard case .csRsp(let response)? = link.inject(.csReq(Self.request()), into: .peripheral).first else {
      Issue.record("no LL_CS_RSP")
      return
    }
    let pdu = CSInd(response.offer.schedule)
    link.eventCounter = pdu.schedule.connEventCount + eventsAfter
    #expect(link.inject(.csInd(pdu), into: .peripheral) == [.reject(.csInd, .instantPassed)])
    #expect(link.peripheral.control.csSchedule(0) == nil)
  }

  @Test("a central whose LL_CS_IND is refused stops what it had started")
  func indicationRefused() {
    var link = TestLink.at(.parametrised)
    link.request(.enableCSProcedures(configID: 0), on: .central)
    link.run(events: 1)
    _ = link.inject(.reject(.csInd, .invalidLLParameters), into: .central)
    #expect(link.central.actions.last == .notify(.csProceduresStarted(.invalidLLParameters, CSSchedule())))
    #expect(link.central.actions.contains(.stopCSProcedures(configID: 0)))
    #expect(link.central.control.csSchedule(0) == nil)
  }

  @Test("before CS security both sides refuse: 0x2F")
  func notSecured() {
    var link = TestLink.at(.configured)
    link.request(.setCSProcedureParameters(LinkFixtures.procedureParameters), on: .central)
    #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .insufficientSecurity)
    #expect(
      link.inject(.csReq(Self.request()), into: .peripheral) == [.reject(.csReq, .insufficientSecurity)])
  }

  @Test("the host's refusals: 0x12 without configuration, 0x0C without parameters or while running")
  func hostRefusals() {
    var link = TestLink.at(.secured)
    #expect(link.request(.enableCSProcedures(configID: 1), on: .central) == .invalidHCICommandParameters)
    #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .commandDisallowed)
    link = TestLink.at(.running)
    #expect(link.request(.enableCSProcedures(configID: 0), on: .central) == .commandDisallowed)
    let parameters = LinkRequest.setCSProcedureParameters(LinkFixtures.procedureParameters)
    #expect(link.request(parameters, on: .central) == .commandDisallowed)
  }

  @Test("a start that the peripheral asks for later is indicated for no earlier event")
  func laterStart() {
    var link = TestLink.at(.parametrised)
    let pdu = Self.request { $0.schedule.connEventCount += 100 }
    guard case .csInd(let indication)? = link.inject(.csReq(pdu), into: .central).first else {
      Issue.record("no LL_CS_IND")
      return
    }
    #expect(indication.schedule.connEventCount == pdu.offer.schedule.connEventCount)
    guard case .csRsp(let response)? = link.inject(.csReq(pdu), into: .peripheral).first else {
      Issue.record("no LL_CS_RSP")
      return
    }
    #expect(response.offer.schedule.connEventCount == pdu.offer.schedule.connEventCount)
  }

  @Test("the reserved half of the octet PHY is ignored")
  func reservedPHYBits() {
    var link = TestLink.at(.parametrised)
    let pdu = Self.request { $0.schedule.phy.rawValue |= 0xF0 }
    guard case .csRsp(let response)? = link.inject(.csReq(pdu), into: .peripheral).first else {
      Issue.record("no LL_CS_RSP")
      return
    }
    #expect(response.offer.schedule.phy.rawValue == pdu.offer.schedule.phy.rawValue & 0xF)
  }

  @Test("an answer holds what its PDU has room for; the request completes it")
  func completion() throws {
    var offer = Self.request { $0.schedule.procedureCount = 7 }.offer
    offer.schedule.offset += 100
    let response = CSRsp(offer)
    #expect(try CSRsp(decoding: response.encoded()) == response)
    #expect(response.offer != offer)
    let indication = CSInd(offer.schedule)
    #expect(try CSInd(decoding: indication.encoded()) == indication)
    var completed = [response.offer.schedule, indication.schedule]
    for index in completed.indices { completed[index].complete(from: Self.request().offer.schedule) }
    offer.schedule.procedureCount = Self.request().offer.schedule.procedureCount
    #expect(completed == [offer.schedule, offer.schedule])
  }

  @Test("defect: no second start after a termination")
  func refusedRestart() {
    var identity = LinkFixtures.reflector
    identity.faults.insert(.restartRefused)
    var link = TestLink.at(.running, peripheral: identity)
    #expect(link.central.control.csSchedule(0) != nil)
    link.request(.disableCSProcedures(configID: 0), on: .central)
    link.run()
    link.clearRecords()
    link.request(.enableCSProcedures(configID: 0), on: .central)
    link.run()
    #expect(link.central.notifications == [.csProceduresStarted(.limitedResources, CSSchedule())])
  }
}
