internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

/// What an end reports of a CS_SYNC packet that it found. [Vol 4, Part E, 7.7.65.44]
struct TimedPacket {
  /// Bits of the access address that were wrong.
  let errors: Int
  let rssi: ReceivedPowerLevel
  /// The nominal interval taken off.
  let time: TimeDifference
  let nadm: NADM
}

extension SubeventExchange {
  /// One of the two packets of a step, on its way.
  private struct Packet {
    /// When it is sent, in microseconds of true time.
    let sent: Double
    /// When the receiver takes its first bit for there.
    let arrival: Double
    /// When the receiver expects it.
    let expected: Double
    /// The ratio of signal to noise that the sender leaves.
    let outputSNR: Double
    let place: PacketPlace
    let step: Int
    let isAnswer: Bool
  }

  /// The two CS_SYNC of mode-1 or mode-3 and the times both ends take of them.
  mutating func exchangePackets(_ air: inout StepAir, step: Int, mode: UInt8) {
    let channel = air.initiatorPlan.steps[step].channel
    let place = packetPlace(channel: channel)
    let start = Double(air.initiatorPlan.steps[step].start)
    let peerStart = Double(air.reflectorPlan.steps[step].start)
    let firstPoint = Double(initiator.timing.tFCSMicroseconds)
    let secondPoint = Double(reflector.timing.reflectorSync(mode: mode))
    let initiatorSecondPoint = Double(initiator.timing.reflectorSync(mode: mode))
    // Drawn before the packets are made: a draw within the call would have the whole exchange copied.
    let outputSNRs = (initiator.outputSNR(), reflector.outputSNR())
    let first = packet(
      sent: initiator.time(start + firstPoint),
      expected: reflector.time(peerStart + Double(reflector.timing.tFCSMicroseconds)),
      outputSNR: outputSNRs.0, place: place, step: step, isAnswer: false)
    let jitter = reflector.packets.chance() * reflector.radio.turnaroundJitterNanoseconds * 1e-3
    let second = packet(
      sent: reflector.time(peerStart + secondPoint) + jitter,
      expected: initiator.time(start + initiatorSecondPoint),
      outputSNR: outputSNRs.1, place: place, step: step, isAnswer: true)

    let turnaround = (second.sent - first.arrival) / reflector.rate
    let nominalTurnaround = secondPoint - Double(reflector.timing.tFCSMicroseconds)
    let heard = receive(
      first, air,
      reported: (turnaround - nominalTurnaround) * 1e3 - reflector.radio.turnaroundErrorNanoseconds)
    air.reflectorWriter.timedPacket(heard, antenna: reflector.antenna, hasSounding: reflector.hasSounding)

    let roundTrip = (second.arrival - first.sent) / initiator.rate
    let correction =
      initiator.radio.delayNanoseconds(path: place.path) + reflector.radio.delayNanoseconds(path: place.path)
      - initiator.radio.roundTripErrorNanoseconds
    let returned = receive(
      second, air, reported: (roundTrip - (initiatorSecondPoint - firstPoint)) * 1e3 + correction)
    air.initiatorWriter.timedPacket(returned, antenna: initiator.antenna, hasSounding: initiator.hasSounding)
  }

  private func packet(
    sent: Double, expected: Double, outputSNR: Double, place: PacketPlace, step: Int, isAnswer: Bool
  ) -> Packet {
    let late =
      channel.groupDelayNanoseconds(path: place.path, channel: Int(place.channel))
      - impairments.packetAdvanceNanoseconds
    return Packet(
      sent: sent, arrival: sent + channel.flightMicroseconds(path: place.path, at: sent) + late * 1e-3,
      expected: expected, outputSNR: outputSNR, place: place, step: step, isAnswer: isAnswer)
  }

  /// What the receiver of a packet reports; nil where it does not find it.
  private mutating func receive(
    _ packet: Packet, _ air: StepAir, reported nanoseconds: Double
  ) -> TimedPacket? {
    if hasSilentPackets { return nil }
    return packet.isAnswer
      ? Self.receive(
        packet, &initiator, own: air.initiatorPlan, peer: air.reflectorPlan, nanoseconds,
        advance: impairments.packetAdvanceNanoseconds)
      : Self.receive(
        packet, &reflector, own: air.reflectorPlan, peer: air.initiatorPlan, nanoseconds,
        advance: impairments.packetAdvanceNanoseconds)
  }

  private static func receive(
    _ packet: Packet, _ end: inout RunningEnd, own: SubeventPlan, peer: SubeventPlan,
    _ nanoseconds: Double, advance: Double
  ) -> TimedPacket? {
    guard end.finds(arrival: packet.arrival, expected: packet.expected, at: packet.place) else { return nil }
    let snr = end.packets.bitSNR(
      receivedDbm: end.strength(packet.place), outputSNR: packet.outputSNR, interference: end.interference)
    let step = packet.step
    let addresses =
      packet.isAnswer
      ? (peer.steps[step].reflectorAccessAddress, own.steps[step].reflectorAccessAddress)
      : (peer.steps[step].initiatorAccessAddress, own.steps[step].initiatorAccessAddress)
    let errors = end.packets.errors(sent: addresses.0, expected: addresses.1, bitSNR: snr)
    guard errors <= PacketReceiver.toleratedErrors else { return nil }
    var nadm = NADM.unknown
    let (sent, expected) = (Int(peer.steps[step].sequenceIndex), Int(own.steps[step].sequenceIndex))
    if sent >= 0, expected >= 0 {
      let offset = packet.isAnswer ? 1 : 0
      nadm = end.packets.nadm(
        sent: peer.sequences[sent + offset], expected: own.sequences[expected + offset], bitSNR: snr,
        advanceNanoseconds: advance)
    }
    return TimedPacket(
      errors: errors, rssi: end.rssi(packet.place),
      time: end.packets.timeDifference(nanoseconds, bitSNR: snr), nadm: nadm)
  }
}
