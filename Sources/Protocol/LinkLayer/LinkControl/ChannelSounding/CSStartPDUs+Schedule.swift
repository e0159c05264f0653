internal import ChannelSounding

extension ScheduleOffer {
  /// What LL_CS_REQ offers.
  init(_ pdu: CSReq) {
    var schedule = CSSchedule()
    schedule.configID = pdu.configID
    schedule.connEventCount = pdu.connEventCount
    schedule.offset = pdu.offsetMin
    schedule.maxProcedureLen = pdu.maxProcedureLen
    schedule.eventInterval = pdu.eventInterval
    schedule.subeventsPerEvent = pdu.subeventsPerEvent
    schedule.subeventInterval = pdu.subeventInterval
    schedule.subeventLen = pdu.subeventLen
    schedule.procedureInterval = pdu.procedureInterval
    schedule.procedureCount = pdu.procedureCount
    schedule.aci = pdu.aci
    schedule.preferredPeerAntenna = pdu.preferredPeerAnt
    schedule.phy = pdu.phy
    schedule.powerDelta = pdu.pwrDelta
    schedule.txSNRInitiator = pdu.txSNRI
    schedule.txSNRReflector = pdu.txSNRR
    self.init(schedule: schedule, offsetMin: pdu.offsetMin, offsetMax: pdu.offsetMax)
  }

  /// What LL_CS_RSP leaves of the schedule that LL_CS_REQ offered.
  init(_ pdu: CSRsp, answering request: CSSchedule) {
    var schedule = request
    schedule.configID = pdu.configID
    schedule.connEventCount = pdu.connEventCount
    schedule.offset = pdu.offsetMin
    schedule.eventInterval = pdu.eventInterval
    schedule.subeventsPerEvent = pdu.subeventsPerEvent
    schedule.subeventInterval = pdu.subeventInterval
    schedule.subeventLen = pdu.subeventLen
    schedule.aci = pdu.aci
    schedule.phy = pdu.phy
    schedule.powerDelta = pdu.pwrDelta
    self.init(schedule: schedule, offsetMin: pdu.offsetMin, offsetMax: pdu.offsetMax)
  }
}

extension CSSchedule {
  /// What LL_CS_IND settles of the schedule that was offered.
  init(_ pdu: CSInd, answering offer: CSSchedule) {
    self = offer
    configID = pdu.configID
    connEventCount = pdu.connEventCount
    offset = pdu.offset
    eventInterval = pdu.eventInterval
    subeventsPerEvent = pdu.subeventsPerEvent
    subeventInterval = pdu.subeventInterval
    subeventLen = pdu.subeventLen
    aci = pdu.aci
    phy = pdu.phy
    powerDelta = pdu.pwrDelta
  }
}

extension CSReq {
  /// The request for `offer`.
  init(_ offer: ScheduleOffer) {
    let schedule = offer.schedule
    configID = schedule.configID
    connEventCount = schedule.connEventCount
    offsetMin = offer.offsetMin
    offsetMax = offer.offsetMax
    maxProcedureLen = schedule.maxProcedureLen
    eventInterval = schedule.eventInterval
    subeventsPerEvent = schedule.subeventsPerEvent
    subeventInterval = schedule.subeventInterval
    subeventLen = schedule.subeventLen
    procedureInterval = schedule.procedureInterval
    procedureCount = schedule.procedureCount
    aci = schedule.aci
    preferredPeerAnt = schedule.preferredPeerAntenna
    phy = schedule.phy
    pwrDelta = schedule.powerDelta
    txSNRI = schedule.txSNRInitiator
    txSNRR = schedule.txSNRReflector
  }
}

extension CSRsp {
  /// The response with `offer`.
  init(_ offer: ScheduleOffer) {
    let schedule = offer.schedule
    configID = schedule.configID
    connEventCount = schedule.connEventCount
    offsetMin = offer.offsetMin
    offsetMax = offer.offsetMax
    eventInterval = schedule.eventInterval
    subeventsPerEvent = schedule.subeventsPerEvent
    subeventInterval = schedule.subeventInterval
    subeventLen = schedule.subeventLen
    aci = schedule.aci
    phy = schedule.phy
    pwrDelta = schedule.powerDelta
  }
}

extension CSInd {
  /// The indication of `schedule`.
  init(_ schedule: CSSchedule) {
    configID = schedule.configID
    connEventCount = schedule.connEventCount
    offset = schedule.offset
    eventInterval = schedule.eventInterval
    subeventsPerEvent = schedule.subeventsPerEvent
    subeventInterval = schedule.subeventInterval
    subeventLen = schedule.subeventLen
    aci = schedule.aci
    phy = schedule.phy
    pwrDelta = schedule.powerDelta
  }
}
