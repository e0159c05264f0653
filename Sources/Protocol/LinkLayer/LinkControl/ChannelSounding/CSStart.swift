internal import ChannelSounding
internal import CoreTypes
internal import Faults

/// What is on offer while a series starts.
struct CSNegotiation: Hashable, Sendable {
  /// The configuration that was in force when the start began.
  var configuration = CSConfiguration()
  /// The last LL_CS_REQ or LL_CS_RSP, whoever sent it.
  var offer = ScheduleOffer(schedule: CSSchedule(), offsetMax: 500)
}

/// The Channel Sounding start procedure.
///
/// LL_CS_REQ, LL_CS_RSP and LL_CS_IND where the central begins; LL_CS_REQ and LL_CS_IND where the peripheral
/// does. [Vol 6, Part B, 5.1.26]
extension LinkControl {
  func csStartRefusal(configID: ConfigID) -> ErrorCode? {
    guard let configuration = cs.configuration(configID) else { return .invalidHCICommandParameters }
    if let refusal = csRefusal { return refusal }
    if faults.contains(.ownStartRefused), configuration.role == .reflector { return .commandDisallowed }
    guard cs.parameters[configID.index] != nil, cs.runningSeries(configID) == nil,
      local?.kind != .csStart(id: configID), peer?.kind != .csStart(id: configID),
      !queue.contains(.enableCSProcedures(configID: configID))
    else { return .commandDisallowed }
    if let refusal = csEncryptionRefusal { return refusal }
    guard cs.isSecured else { return .insufficientSecurity }
    guard !cs.hasSeries else { return .limitedResources }
    guard hasEnoughChannels(configuration, at: nextSafeInstant) else { return .insufficientChannels }
    return makeOffer(configuration) == nil ? .limitedResources : nil
  }

  mutating func beginCSStart(configID: ConfigID) {
    guard let configuration = cs.configuration(configID), let offer = makeOffer(configuration) else { return }
    cs.negotiation = CSNegotiation(configuration: configuration, offer: offer)
    open(
      .enableCSProcedures(configID: configID), as: .csStart(id: configID), with: .csReq(CSReq(offer)))
  }

  /// What this side asks for; nil if it does not fit between two connection events.
  private func makeOffer(_ configuration: CSConfiguration) -> ScheduleOffer? {
    guard var parameters = cs.parameters[configuration.id.index] else { return nil }
    let paths = parameters.toneAntennaConfigSelection.pathCount
    parameters.preferredPeerAntenna = parameters.preferredPeerAntenna.lowestBits(paths)
    let own = identity.csCapabilities
    let peer = cs.remoteCapabilities ?? own
    let isInitiator = configuration.role == .initiator
    let timing = StepTiming(
      configuration: configuration, aci: parameters.toneAntennaConfigSelection,
      initiator: isInitiator ? own : peer, reflector: isInitiator ? peer : own,
      interpretations: identity.interpretations)
    return ScheduleOffer(
      for: parameters, configuration: configuration,
      channelMap: csChannelMap(for: configuration, at: moment.eventCounter), timing: timing,
      connectionIntervalMicroseconds: moment.interval.microseconds, connEventCount: nextSafeInstant,
      interpretations: identity.interpretations)
  }

  mutating func receiveCSReq(_ pdu: CSReq) {
    let offer = pdu.received
    let id = offer.schedule.configID
    guard admits(.csStart(id: id), begunBy: .csReq) else { return }
    guard let configuration = cs.configuration(id) else {
      return reject(.csReq, .invalidLLParameters)
    }
    if let refusal = refusal(of: offer, under: configuration) {
      return refusal == .insufficientSecurity
        ? reject(.csReq, LinkRefusal(code: refusal, reason: "CS security has not been started"))
        : reject(.csReq, refusal)
    }
    cs.negotiation = CSNegotiation(configuration: configuration, offer: offer)
    if role == .central { return indicateStart() }
    let asked = offer.schedule.connEventCount
    cs.negotiation.offer.schedule.connEventCount =
      faults.contains(.answerNamesEarlierEvent) ? nextSafeInstant : later(asked, nextSafeInstant)
    answer(.csRsp(CSRsp(cs.negotiation.offer)), awaiting: .csStart(id: id))
  }

  /// Why the peer's start is refused; nil if it is not.
  ///
  /// Interpretation: a start before CS security meets 0x2F; one public source answers 0x06. A second series
  /// beside a running one meets 0x0D.
  private func refusal(of offer: ScheduleOffer, under configuration: CSConfiguration) -> ErrorCode? {
    let schedule = offer.schedule
    guard cs.isSecured || faults.contains(.startsWithoutCSSecurity) else { return .insufficientSecurity }
    if cs.runningSeries(configuration.id) != nil { return .commandDisallowed }
    if cs.hasSeries { return .limitedResources }
    let problems = ScheduleRules.problems(
      inRequest: offer, connectionIntervalMicroseconds: moment.interval.microseconds,
      interpretations: identity.interpretations)
    guard problems.isEmpty, allowsPaths(aci: schedule.aci, role: configuration.role),
      identity.csCapabilities.maxConsecutiveProcedures.allows(schedule.procedureCount)
    else {
      return faults.contains(.wrongRejectCode) ? .unsupportedLLParameterValue : .invalidLLParameters
    }
    if faults.contains(.restartRefused), cs.hasTerminatedSeries { return .limitedResources }
    if faults.contains(.rateChangeRefused), let first = cs.firstProcedureInterval,
      schedule.procedureInterval > first
    {
      return .unsupportedLLParameterValue
    }
    let hasChannels = hasEnoughChannels(configuration, at: schedule.connEventCount)
    return hasChannels || faults.contains(.tooFewChannelsStarted) ? nil : .insufficientChannels
  }

  mutating func receiveCSRsp(_ pdu: CSRsp) {
    var response = pdu.offer
    guard case .csStart(let id) = local?.kind, isOpen(.csStart(id: id)), response.schedule.configID == id
    else { return }
    response.schedule.complete(from: cs.negotiation.offer.schedule)
    let problems = ScheduleRules.problems(
      inResponse: response, to: cs.negotiation.offer,
      connectionIntervalMicroseconds: moment.interval.microseconds,
      interpretations: identity.interpretations)
    let code: ErrorCode? =
      if !problems.isEmpty {
        .invalidLLParameters
      } else if !hasEnoughChannels(cs.negotiation.configuration, at: response.schedule.connEventCount) {
        .insufficientChannels
      } else {
        nil
      }
    guard let request = closeLocal(.csStart(id: id)) else { return }
    if let code {
      reject(.csRsp, code)
      return fail(request, code)
    }
    cs.negotiation.offer = response
    indicateStart()
  }

  /// The central settles the schedule: as early in the offered window as there is room, in the first
  /// connection event that the peripheral can still prepare for.
  private mutating func indicateStart() {
    var schedule = cs.negotiation.offer.schedule
    schedule.connEventCount = later(schedule.connEventCount, nextSafeInstant)
    send(.csInd(CSInd(schedule)))
    start(schedule)
    cs.unreported = schedule
  }

  mutating func receiveCSInd(_ pdu: CSInd) {
    var schedule = pdu.schedule
    let kind = ProcedureKind.csStart(id: schedule.configID)
    guard isOpen(kind) || peer?.kind == kind else { return }
    let offer = cs.negotiation.offer
    schedule.complete(from: offer.schedule)
    var problems = ScheduleRules.problems(
      inIndication: schedule, to: offer, interpretations: identity.interpretations)
    if faults.contains(.offsetUnchecked) { problems.removeAll { $0.field == .offset } }
    let code: ErrorCode? =
      if !problems.isEmpty {
        .invalidLLParameters
      } else if !faults.contains(.csIndInThePastAccepted), isTooLate(schedule.connEventCount) {
        .instantPassed
      } else {
        nil
      }
    closePeer(kind)
    _ = closeLocal(kind)
    if let code {
      reject(.csInd, code)
      return notifyNotStarted(schedule.configID, code)
    }
    start(schedule)
    notify(.csProceduresStarted(.success, schedule))
  }

  /// Whether procedures can no longer start at a connection event.
  ///
  /// Interpretation: the event under way, in which LL_CS_IND came, counts as passed: its first subevent may have begun
  /// before. The alternative is to start in it.
  private func isTooLate(_ event: ConnEventCounter) -> Bool {
    event == moment.eventCounter || event.isPassed(at: moment.eventCounter)
  }

  private mutating func start(_ schedule: CSSchedule) {
    cs.series[schedule.configID.index] = CSSeries(schedule: schedule)
    cs.firstProcedureInterval = cs.firstProcedureInterval ?? schedule.procedureInterval
    actions.append(.startCSProcedures(cs.negotiation.configuration, schedule))
  }

  /// Tells the central's host of the start once the peer knows of it, or the first procedure begins.
  mutating func reportStartedSeries(isIndicationDelivered: Bool = false) {
    guard let schedule = cs.unreported,
      isIndicationDelivered || !moment.eventCounter.isPassed(at: schedule.connEventCount)
    else { return }
    cs.unreported = nil
    notify(.csProceduresStarted(.success, schedule))
  }

  /// The peripheral refused LL_CS_IND.
  mutating func seriesRefused(_ code: ErrorCode) {
    let id = cs.negotiation.configuration.id
    guard role == .central, cs.runningSeries(id) != nil else { return }
    cs.unreported = nil
    cs.series[id.index] = nil
    actions.append(.stopCSProcedures(configID: id))
    notifyNotStarted(id, code)
  }

  mutating func notifyNotStarted(_ id: ConfigID, _ code: ErrorCode) {
    if faults.contains(.failedStartNotReported) { return }
    var schedule = CSSchedule()
    schedule.configID = id
    notify(.csProceduresStarted(code, schedule))
  }

  private func later(_ a: ConnEventCounter, _ b: ConnEventCounter) -> ConnEventCounter {
    a.distance(from: b) >= 0 ? a : b
  }
}

extension UInt8 {
  /// The lowest `count` bits set; bit 0 if none is.
  fileprivate func lowestBits(_ count: Int) -> UInt8 {
    guard self != 0 else { return 1 }
    var result = self
    while result.nonzeroBitCount > count { result &= ~(1 << (7 - UInt8(result.leadingZeroBitCount))) }
    return result
  }
}

extension LinkControl {
  /// The status of LE CS Set Procedure Parameters. [Vol 4, Part E, 7.8.140]
  func procedureParametersRefusal(_ parameters: CSProcedureParameters) -> ErrorCode? {
    guard let configuration = cs.configuration(parameters.configID), parameters.isLegal else {
      return .invalidHCICommandParameters
    }
    if cs.runningSeries(parameters.configID) != nil { return .commandDisallowed }
    let isWithinCapabilities =
      allowsPaths(aci: parameters.toneAntennaConfigSelection, role: configuration.role)
      && identity.csCapabilities.maxConsecutiveProcedures.allows(parameters.maxProcedureCount)
      && cs.remoteCapabilities?.maxConsecutiveProcedures.allows(parameters.maxProcedureCount) ?? true
    guard isWithinCapabilities else { return .limitedResources }
    return hasEnoughChannels(configuration, at: moment.eventCounter) ? nil : .insufficientChannels
  }

  /// Whether the antennas of configuration `antennas` exist, with this side in `role`.
  private func allowsPaths(aci antennas: AntennaConfiguration, role: CSRole) -> Bool {
    guard antennas.isDefined else { return false }
    let own = identity.csCapabilities
    let peer = cs.remoteCapabilities
    let (ownCount, peerCount) =
      role == .initiator
      ? (antennas.initiatorAntennas, antennas.reflectorAntennas)
      : (antennas.reflectorAntennas, antennas.initiatorAntennas)
    return ownCount <= Int(own.numAntennas) && antennas.pathCount <= Int(own.maxAntennaPaths)
      && peerCount <= Int(peer?.numAntennas ?? 4) && antennas.pathCount <= Int(peer?.maxAntennaPaths ?? 4)
  }

  /// Whether enough channels are left for a procedure starting at connection event `event`.
  private func hasEnoughChannels(_ configuration: CSConfiguration, at event: ConnEventCounter) -> Bool {
    csChannelMap(for: configuration, at: event).count >= CSChannelMap.minimumChannelCount
  }
}

extension CSProcedureParameters {
  /// Whether every value is in its range.
  fileprivate var isLegal: Bool {
    maxProcedureLen.isLegal && 1 <= minProcedureInterval && minProcedureInterval <= maxProcedureInterval
      && minSubeventLen.isLegal && maxSubeventLen.isLegal
      && minSubeventLen <= maxSubeventLen && toneAntennaConfigSelection.isDefined && phy.isDefined
      && preferredPeerAntenna <= 0xF
      && snrControlInitiator.isDefined && snrControlReflector.isDefined
  }
}
