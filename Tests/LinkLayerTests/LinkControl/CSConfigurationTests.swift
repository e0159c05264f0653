import ChannelSounding
import CoreTypes
import Testing

@testable import LinkLayer

@Suite("Channel Sounding configuration")
struct CSConfigurationTests {
  static func create(_ configuration: CSConfiguration) -> LinkRequest {
    .createCSConfig(configuration, createContextOnPeer: true)
  }

  /// What the central sends for the inline PCT configuration.
  static func configReq(_ change: (inout CSConfigReq) -> Void = { _ in }) -> ControlPDU {
    var configuration = LinkFixtures.inlinePCT
    configuration.selectShortestTimes(
      initiator: LinkFixtures.initiatorCapabilities, reflector: LinkFixtures.reflectorCapabilities)
    var pdu = CSConfigReq(
      configuration, action: .create, interpretations: Interpretations())
    change(&pdu)
    return .csConfigReq(pdu)
  }

  @Test("both sides hold it, each in its own role, with the shortest common times and inline PCT")
  func creation() throws {
    var link = TestLink.at(.capable)
    #expect(link.request(Self.create(LinkFixtures.inlinePCT), on: .central) == .success)
    link.run()
    let central = try #require(link.central.control.csConfiguration(0))
    let peripheral = try #require(link.peripheral.control.csConfiguration(0))
    #expect(central.role == .initiator && peripheral.role == .reflector)
    var mirrored = peripheral
    mirrored.role = .initiator
    #expect(mirrored == central)
    #expect(central.usesInlinePCT)
    // The times that two public devices settled on: T_IP1 30, T_IP2 20, T_FCS 60, T_PM 10 us.
    #expect(central.tIP1.microseconds == 30 && central.tIP2.microseconds == 20)
    #expect(central.tFCS.microseconds == 60 && central.tPM.microseconds == 10)
    #expect(link.central.notifications == [.csConfigComplete(.success, isCreated: true, central)])
    #expect(link.peripheral.notifications == [.csConfigComplete(.success, isCreated: true, peripheral)])
  }

  @Test("the peripheral may begin, as initiator or reflector", arguments: CSRole.allCases)
  func byPeripheral(role: CSRole) throws {
    var link = TestLink.at(.capable, central: LinkFixtures.allRounder, peripheral: LinkFixtures.allRounder)
    var configuration = LinkFixtures.inlinePCT
    configuration.id = 2
    configuration.role = role
    #expect(link.request(Self.create(configuration), on: .peripheral) == .success)
    link.run()
    #expect(link.peripheral.control.csConfiguration(2)?.role == role)
    #expect(link.central.control.csConfiguration(2)?.role == role.peer)
  }

  @Test(
    "LL/CS/CEN/INI/BV-05-C: every Config_ID is accepted, and accepted again", arguments: ConfigID.defined
  )
  func acceptance(id: ConfigID) {
    var link = TestLink.at(.capable)
    for _ in 0..<2 {
      let answer = link.inject(
        Self.configReq {
          $0.configID = id
          $0.configuration.ch3cJump = 0
        }, into: .peripheral)
      #expect(answer == [.csConfigRsp(CSConfigRsp(configID: id))])
    }
    #expect(link.peripheral.notifications.count == 2)
  }

  @Test("a context for this side only needs no air")
  func localOnly() {
    var link = TestLink.at(.capable)
    let request = LinkRequest.createCSConfig(LinkFixtures.inlinePCT, createContextOnPeer: false)
    #expect(link.request(request, on: .central) == .success)
    #expect(link.central.sent.isEmpty)
    #expect(link.central.notifications.count == 1)
    #expect(link.central.control.csConfiguration(0) != nil)
  }

  @Test("LL/CS/PER/REF/BV-36-C: removal frees the id on both sides")
  func removal() {
    var link = TestLink.at(.running, procedureCount: 2)
    link.run(events: 40)
    link.clearRecords()
    #expect(link.request(.removeCSConfig(id: 0), on: .peripheral) == .success)
    link.run()
    guard case .csConfigReq(let pdu)? = link.peripheral.sent.first else {
      Issue.record("no LL_CS_CONFIG_REQ")
      return
    }
    #expect(pdu.action == .remove)
    for side in [link.central, link.peripheral] {
      #expect(side.control.csConfiguration(0) == nil)
      guard case .csConfigComplete(.success, false, _)? = side.notifications.first else {
        Issue.record("not told: \(side.notifications)")
        return
      }
    }
    #expect(link.request(.removeCSConfig(id: 0), on: .central) == .invalidHCICommandParameters)
    #expect(
      link.inject(.csConfigReq(pdu), into: .central) == [.reject(.csConfigReq, .invalidLLParameters)])
  }

  static let outOfRange: [(String, @Sendable (inout CSConfigReq) -> Void)] = [
    ("Config_ID", { $0.configID = 4 }), ("Action", { $0.action = 2 }),
    ("Main_Mode 0", { $0.configuration.mainMode = 0 }),
    ("Main_Mode 4", { $0.configuration.mainMode = 4 }), ("Sub_Mode 0", { $0.configuration.subMode = 0 }),
    ("Sub_Mode pair", { ($0.configuration.mainMode, $0.configuration.subMode) = (1, 2) }),
    ("CS_SYNC_PHY", { $0.configuration.csSyncPHY = 0 }),
    ("Role", { $0.configuration.role = 2 }),
    ("ChM_Repetition", { $0.configuration.channelMapRepetition = 0 }),
    ("Main_Mode_Repetition", { $0.configuration.mainModeRepetition = 4 }),
    ("Mode_0_Steps 0", { $0.configuration.mode0Steps = 0 }),
    ("Mode_0_Steps 4", { $0.configuration.mode0Steps = 4 }),
    ("ChSel", { $0.configuration.channelSelection = 2 }),
    ("RTT_Type", { $0.configuration.rttType = 7 }), ("T_IP1", { $0.configuration.tIP1 = TIP(index: 8) }),
    ("T_IP2", { $0.configuration.tIP2 = TIP(index: 8) }),
    ("T_FCS", { $0.configuration.tFCS = TFCS(index: 10) }),
    ("T_PM", { $0.configuration.tPM = TPM(index: 3) }),
    ("ChM", { $0.configuration.channelMap = CSChannelMap(octets: [0xFC, 0x3F] + .zeros(8)) }),
  ]

  @Test("LL/CS/PER/REF/BI-05-C: a field out of range is refused with 0x20", arguments: outOfRange.indices)
  func fieldOutOfRange(index: Int) {
    var link = TestLink.at(.capable)
    let answer = link.inject(Self.configReq(Self.outOfRange[index].1), into: .peripheral)
    #expect(answer == [.reject(.csConfigReq, .unsupportedLLParameterValue)], "\(Self.outOfRange[index].0)")
    #expect(link.peripheral.notifications.isEmpty)
  }

  static let unsupported: [(String, @Sendable (inout CSConfigReq) -> Void)] = [
    ("T_IP1 10 us", { $0.configuration.tIP1 = TIP(index: 0) }),
    ("T_IP2 10 us", { $0.configuration.tIP2 = TIP(index: 0) }),
    ("T_FCS 15 us", { $0.configuration.tFCS = TFCS(index: 0) }),
    ("mode 3", { $0.configuration.mainMode = 3 }), ("sub mode 3", { $0.configuration.subMode = 3 }),
    ("RTT sounding", { ($0.configuration.mainMode, $0.configuration.rttType) = (1, 1) }),
    ("#3c", { $0.configuration.channelSelection = 1 }),
    ("LE 2M 2BT", { $0.configuration.csSyncPHY = 3 }),
    ("the role of initiator", { $0.configuration.role = 1 }),
  ]

  @Test("LL/CS/PER/REF/BI-07-C: what is not declared is refused", arguments: unsupported.indices)
  func undeclared(index: Int) {
    var link = TestLink.at(.capable)
    let answer = link.inject(Self.configReq(Self.unsupported[index].1), into: .peripheral)
    #expect(answer == [.reject(.csConfigReq, .unsupportedLLParameterValue)], "\(Self.unsupported[index].0)")
  }

  @Test("the code that refuses is a reading")
  func refusalCode() {
    var identity = LinkFixtures.reflector
    identity.interpretations.configRefusal = .unsupportedFeatureOrParameterValue
    var link = TestLink.at(.capable, peripheral: identity)
    let answer = link.inject(Self.configReq { $0.configuration.mode0Steps = 0 }, into: .peripheral)
    #expect(answer == [.reject(.csConfigReq, .unsupportedFeatureOrParameterValue)])
  }

  @Test("inline PCT needs a reflector that declared it")
  func inlinePCTUndeclared() {
    var identity = LinkFixtures.reflector
    identity.csCapabilities.subfeatures = [.noFAE]
    var link = TestLink.at(.capable, peripheral: identity)
    #expect(
      link.request(Self.create(LinkFixtures.inlinePCT), on: .central) == .unsupportedFeatureOrParameterValue)
    #expect(
      link.inject(Self.configReq(), into: .peripheral)
        == [.reject(.csConfigReq, .unsupportedLLParameterValue)])
  }

  @Test("without an octet for enhancements both sides hold the same configuration, without inline PCT")
  func noEnhancementOctet() throws {
    var (initiator, reflector) = (LinkFixtures.initiator, LinkFixtures.reflector)
    initiator.interpretations.enhancementOctet = .absent
    reflector.interpretations.enhancementOctet = .absent
    reflector.csCapabilities.tail.tIP2IPT = .all
    reflector.csCapabilities.tIP2 = []
    var link = TestLink.at(.capable, central: initiator, peripheral: reflector)
    #expect(link.request(Self.create(LinkFixtures.inlinePCT), on: .central) == .success)
    link.run()
    let central = try #require(link.central.control.csConfiguration(0))
    #expect(!central.usesInlinePCT && central.tIP2.microseconds == 145)
    #expect(link.peripheral.control.csConfiguration(0) == central.seenByPeer)
  }

  @Test("reserved bits of the octet for enhancements are ignored")
  func reservedEnhancements() {
    var link = TestLink.at(.capable)
    let answer = link.inject(
      Self.configReq { $0.configuration.enhancements = CSEnhancements(rawValue: 0xFF) }, into: .peripheral)
    #expect(answer == [.csConfigRsp(CSConfigRsp(configID: 0))])
    #expect(link.peripheral.control.csConfiguration(0)?.enhancements == .inlinePCT)
  }

  @Test("the number of configurations is limited: 0x0D")
  func noPlace() {
    var identity = LinkFixtures.reflector
    identity.csCapabilities.numConfigs = 1
    var link = TestLink.at(.configured, peripheral: identity)
    let answer = link.inject(Self.configReq { $0.configID = 1 }, into: .peripheral)
    #expect(answer == [.reject(.csConfigReq, .limitedResources)])
    var second = LinkFixtures.inlinePCT
    second.id = 1
    #expect(link.request(Self.create(second), on: .central) == .limitedResources)
    #expect(link.request(Self.create(LinkFixtures.inlinePCT), on: .central) == .success)
  }

  @Test("LL/CS/CEN/INI/BI-09-C: a configuration in use is left alone: 0x0C")
  func inUse() {
    var link = TestLink.at(.running)
    #expect(link.inject(Self.configReq(), into: .peripheral) == [.reject(.csConfigReq, .commandDisallowed)])
    #expect(link.request(Self.create(LinkFixtures.inlinePCT), on: .central) == .commandDisallowed)
    #expect(link.request(.removeCSConfig(id: 0), on: .central) == .commandDisallowed)
    #expect(link.peripheral.control.csSchedule(0) != nil)
  }

  @Test("LL/CS/CEN/INI/BI-04-C: a refused configuration completes with the code and cannot be started")
  func refusedByPeer() {
    var link = TestLink.at(.capable)
    link.request(Self.create(LinkFixtures.inlinePCT), on: .central)
    _ = link.inject(.reject(.csConfigReq, .invalidLLParameters), into: .central)
    #expect(
      link.central.notifications
        == [.csConfigComplete(.invalidLLParameters, isCreated: true, LinkFixtures.inlinePCT)])
    #expect(
      link.inject(.csReq(CSReq()), into: .central) == [.reject(.csReq, .invalidLLParameters)])
  }

  @Test(
    "LL/CS/CEN/INI/BV-29-C, PER/REF/BV-28-C: of two requests at once the central's is carried out",
    arguments: [true, false])
  func collision(sameID: Bool) {
    var link = TestLink.at(.capable, central: LinkFixtures.allRounder, peripheral: LinkFixtures.allRounder)
    var other = CSConfiguration()
    other.id = sameID ? 0 : 1
    other.role = .reflector
    link.request(Self.create(other), on: .peripheral)
    link.request(Self.create(LinkFixtures.inlinePCT), on: .central)
    link.run()
    #expect(link.central.sent.contains(.reject(.csConfigReq, .llProcedureCollision)))
    guard case .csConfigComplete(.success, true, let configuration)? = link.central.notifications.last,
      case .csConfigComplete(let code, true, _)? = link.peripheral.notifications.first
    else {
      Issue.record("\(link.central.notifications) \(link.peripheral.notifications)")
      return
    }
    #expect(configuration.id == 0 && configuration.usesInlinePCT)
    #expect(code == .llProcedureCollision)
    #expect(link.peripheral.notifications.count == 2)
    #expect(link.peripheral.control.csConfiguration(0)?.usesInlinePCT == true)
  }
}
