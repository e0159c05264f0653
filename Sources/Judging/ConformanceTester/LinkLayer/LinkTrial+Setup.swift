package import ChannelSounding
package import CoreTypes
internal import HCI
package import LinkLayer
internal import VirtualController
package import VirtualHost

/// The preconditions of a link layer case: capabilities, roles, configurations, CS security.
extension LinkTrial {
  /// Exchanges capabilities and lets both sides take their roles.
  package func prepareConfigurations() throws(TesterStop) { try tester.exchangeCapabilities(link) }

  /// Starts CS security, which the central does.
  package func secure() throws(TesterStop) {
    let status = try tester.prepare("CS security", run(byIUT: side.link == .central) { $0.startSecurity() })
    if status != .success { throw tester.notReached("CS security", "\(status)") }
  }

  /// Mode-2 on all channels, as the lower tester holds it.
  package func configuration(id: ConfigID = 0, mode: CSMode = .mode2) -> CSConfiguration {
    var configuration = CSConfiguration()
    configuration.id = id
    configuration.mainMode = mode
    configuration.role = side.role.peer
    return configuration
  }

  /// LL_FEATURE_REQ of the lower tester.
  package var featureRequest: FeatureReq {
    var request = FeatureReq()
    request.featureSet = controller.description.identity.features.page0
    return request
  }

  /// LL_CS_CAPABILITIES_REQ of the lower tester.
  package var capabilitiesRequest: CSCapabilitiesReq {
    CSCapabilitiesReq(
      controller.description.identity.csCapabilities, layout: interpretations.capabilityLayout)
  }

  /// LL_CS_CONFIG_REQ as the lower tester would send it; times are the mandatory ones.
  package func request(
    for configuration: CSConfiguration, action: CSConfigAction = .create,
    _ change: (inout CSConfigReq) -> Void = { _ in }
  ) -> ControlPDU {
    var pdu = CSConfigReq(configuration, action: action, interpretations: interpretations)
    change(&pdu)
    return .csConfigReq(pdu)
  }

  /// Has the lower tester's host create a configuration on both sides. Returns the configuration with the times
  /// agreed, as the lower tester holds it.
  @discardableResult
  package func configure(
    _ configuration: CSConfiguration, onTrial step: String? = nil
  ) throws(TesterStop) -> CSConfiguration {
    func agree() throws(HostError) -> CSConfiguration {
      try run(byIUT: false) { $0.configure(configuration) }.agreed()
    }
    guard let step else { return try tester.prepare("configuration", agree()) }
    return try tester.attempt(
      step, agree(), required: "accepted",
      frames: tester.exchangeFrames(of: self, .csConfigReq, .csConfigRsp))
  }

  /// Lets the lower tester offer other times and features from now on.
  package func offer(_ change: (inout CSCapabilities) -> Void) { controller.offer(change) }

  /// The procedure count of cases that do not judge it: two, or one where no more are claimed.
  package var aFew: ProcedureCount { declared.maxConsecutiveProcedures == 1 ? 1 : 2 }

  /// LL_CS_REQ for procedures of configuration `id`: one subevent of 10 ms in every fourth connection event.
  package func startRequest(id: ConfigID = 0, _ change: (inout CSReq) -> Void = { _ in }) -> ControlPDU {
    var schedule = CSSchedule()
    schedule.configID = id
    schedule.connEventCount = (controller.eventCounter(of: link.peerHandle) ?? 0) + 12
    schedule.offset = 2500
    schedule.maxProcedureLen = 160
    schedule.subeventLen = 10_000
    schedule.procedureInterval = 4
    schedule.procedureCount = aFew
    var pdu = CSReq(ScheduleOffer(schedule: schedule, offsetMax: 10_000))
    change(&pdu)
    return .csReq(pdu)
  }
}

extension Tester {
  /// The frames of the last request of either side and of its answer or refusal.
  package func exchangeFrames(of trial: LinkTrial, _ request: ControlOpcode, _ answer: ControlOpcode) -> [Int]
  {
    let asked = recorder.controlPDUs.last { $0.pdu.has(request) }
    let answered = recorder.controlPDUs.last { $0.pdu.has(answer) || $0.pdu.refuses(request) }
    return [asked, answered].compactMap { $0?.frame }
  }
}

extension DataChannelMap {
  /// Every second data channel.
  package static let half = DataChannelMap(rawValue: 0x15_5555_5555)
}

/// Updates of a link by the host of the central: the host of the lower tester, or the host under test.
extension LinkTrial {
  /// Leaves data channels out.
  package func useChannels(_ map: DataChannelMap, byIUT: Bool = false) throws(HostError) {
    _ = try host(byIUT: byIUT).driver.complete(
      LESetHostChannelClassificationCommand { $0.channelMap = map })
  }

  /// Changes the connection interval.
  package func changeInterval(to interval: ConnectionInterval, byIUT: Bool = false) throws(HostError) {
    let (driver, handle) = host(byIUT: byIUT)
    _ = try driver.begin(
      LEConnectionUpdateCommand {
        $0.connectionHandle = handle
        $0.parameters = ConnectionParameterRange(interval: interval, timeout: 500)
      })
  }

  /// Asks for LE 2M in both directions.
  package func askFor2M(byIUT: Bool = false) throws(HostError) {
    let (driver, handle) = host(byIUT: byIUT)
    _ = try driver.begin(
      LESetPHYCommand {
        ($0.connectionHandle, $0.txPHYs, $0.rxPHYs) = (handle, .le2M, .le2M)
      })
  }

  /// The host of one side, with its handle of the link.
  func host(byIUT: Bool) -> (driver: HCIDriver, handle: ConnectionHandle) {
    byIUT ? (iut, link.iutHandle) : (lowerTester, link.peerHandle)
  }
}
