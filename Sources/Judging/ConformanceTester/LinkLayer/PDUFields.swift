internal import ChannelSounding
internal import CoreTypes
package import LinkLayer
internal import Wire

/// The legal values of the fields of a PDU. [Vol 6, Part B, 2.3.3, 2.4.2]
package enum PDUFields {
  /// The illegal fields of a control PDU.
  package static func problems(in pdu: ControlPDU) -> [String] {
    let reserved = pdu.ctrData.listed().filter { $0.name == "RFU" && $0.value != "0" }
      .map { "RFU is \($0.value)" }
    return (reserved + values(of: pdu)).map { "\(pdu.name): \($0)" }
  }

  /// The illegal fields of a CONNECT_IND.
  package static func problems(in request: ConnectInd) -> [String] {
    let data = request.llData
    let parameters = data.parameters
    var problems = Problems()
    problems.check(data.accessAddress.isLegal(), "Access Address breaks the rules of 2.1.2")
    problems.check("Hop", Int(data.hop), 5...16)
    problems.check("Interval", parameters.interval)
    problems.check("Latency", Int(parameters.latency), 0...499)
    problems.check("Timeout", parameters.timeout)
    problems.check(
      "WinSize", Int(data.winSize.rawValue), 1...max(1, min(8, Int(parameters.interval.rawValue) - 1)))
    problems.check("WinOffset", Int(data.winOffset.rawValue), 0...Int(parameters.interval.rawValue))
    problems.check("channels in ChM", data.channelMap.usedChannels.count, 2...37)
    problems.check("RFU of ChM", Int(data.rfuChannelMap), 0...0)
    problems.check("SCA", Int(data.sca.rawValue), 0...7)
    return problems.found
  }

  private static func values(of pdu: ControlPDU) -> [String] {
    var problems = Problems()
    switch pdu {
    case .unknown: problems.check(false, "unknown opcode or wrong length")
    case .phyReq(let pdu), .phyRsp(let pdu):
      problems.check("TX_PHYS", Int(pdu.txPHYs.rawValue), 1...7)
      problems.check("RX_PHYS", Int(pdu.rxPHYs.rawValue), 1...7)
    case .lengthReq(let pdu), .lengthRsp(let pdu):
      let (rx, tx) = (pdu.lengths.rx, pdu.lengths.tx)
      problems.check("MaxRxOctets", Int(rx.octets), DataLength.legalOctets)
      problems.check("MaxTxOctets", Int(tx.octets), DataLength.legalOctets)
      problems.check("MaxRxTime", Int(rx.microseconds), DataLength.legalMicroseconds)
      problems.check("MaxTxTime", Int(tx.microseconds), DataLength.legalMicroseconds)
    case .connectionParamReq(let pdu), .connectionParamRsp(let pdu):
      let parameters = pdu.parameters
      problems.check("Interval_Max", parameters.intervalMax)
      let least = ConnectionInterval.legal.lowerBound
      problems.check("Interval_Min", parameters.intervalMin, least...max(least, parameters.intervalMax))
      problems.check("Latency", Int(parameters.latency), 0...499)
      problems.check("Timeout", parameters.timeout)
    case .clockAccuracyReq(let pdu), .clockAccuracyRsp(let pdu):
      problems.check("SCA", Int(pdu.sca.rawValue), 0...7)
    case .powerControlRsp(let pdu): problems.check(power: pdu.txPower)
    case .powerChangeInd(let pdu): problems.check(power: pdu.txPower)
    case .terminateInd(let pdu): problems.check("ErrorCode", Int(pdu.errorCode.rawValue), 1...0xFF)
    case .rejectInd(let pdu): problems.check("ErrorCode", Int(pdu.errorCode.rawValue), 1...0xFF)
    case .rejectExtInd(let pdu): problems.check("ErrorCode", Int(pdu.errorCode.rawValue), 1...0xFF)
    case .csTerminateReq(let pdu), .csTerminateRsp(let pdu):
      problems.check("Config_ID", pdu.configID.index, 0...3)
    case .csRsp(let pdu):
      let schedule = pdu.offer.schedule
      problems.check("Config_ID", schedule.configID.index, 0...3)
      problems.check("Offset_Min", Int(pdu.offer.offsetMin), 500...4_000_000)
      problems.check("Offset_Max", Int(pdu.offer.offsetMax), Int(max(500, pdu.offer.offsetMin))...4_000_000)
      problems.check("Event_Interval", Int(schedule.eventInterval), 1...0xFFFF)
      problems.check("Subevents_Per_Event", Int(schedule.subeventsPerEvent), 1...32)
      problems.check("Subevent_Len", schedule.subeventLen.microseconds, SubeventLen.legalMicroseconds)
      problems.check("ACI", Int(schedule.aci.rawValue), 0...7)
    default: break
    }
    return problems.found
  }
}

/// Collects illegal fields.
private struct Problems {
  private(set) var found: [String] = []

  mutating func check(_ isRight: Bool, _ words: String) {
    if !isRight { found.append(words) }
  }

  mutating func check(power: TransmitPowerLevel) {
    check(power.isDefined, "TxPower is \(power), legal: -127 to 20, 126, 127")
  }

  mutating func check<Time: CountedTime>(
    _ name: String, _ value: Time, _ legal: ClosedRange<Time> = Time.legal
  ) {
    check(
      name, Int(value.rawValue), Int(legal.lowerBound.rawValue)...Int(legal.upperBound.rawValue))
  }

  mutating func check(_ name: String, _ value: Int, _ legal: ClosedRange<Int>) {
    let words = legal.count == 1 ? "\(legal.lowerBound)" : "\(legal.lowerBound) to \(legal.upperBound)"
    check(legal.contains(value), "\(name) is \(value), legal: \(words)")
  }
}
