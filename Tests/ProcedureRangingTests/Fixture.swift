import ChannelSounding
import CoreTypes
import HCI

@testable import ProcedureRanging

/// Subevents and procedures made by hand.
enum Fixture {
  /// A step of mode-2 with these tones, the last of which is the extension slot.
  static func step(_ channel: UInt8, _ tones: [CSTone], permutation: UInt8 = 0) -> CSStep {
    var exchange = CSStep.ToneExchange()
    exchange.antennaPermutationIndex = permutation
    exchange.tones = CSTones(tones)
    return CSStep(channel: channel, data: .mode2(exchange))
  }

  static func subevent(
    _ steps: [CSStep], role: CSRole = .initiator, paths: UInt8 = 1, counter: UInt16 = 0,
    done: SubeventResult.Done = .complete
  ) -> SubeventResult {
    var result = SubeventResult()
    result.procedureCounter = counter
    result.procedureDone = done
    result.numAntennaPaths = paths
    for step in steps { result.append(step, layout: CSStepLayout(role: role, numAntennaPaths: paths)) }
    return result
  }

  static func procedure(_ subevents: [SubeventResult]) -> ProcedureResult {
    ProcedureResult(counter: 0, subevents: subevents, packetIndices: 0...0)
  }

  static func events(_ subevent: SubeventResult) throws -> [HCIEventValue] {
    try subevent.packets(connectionHandle: 1).compactMap { packet in
      if case .event(let event) = packet { return try HCIEventValue(event) }
      return nil
    }
  }
}
