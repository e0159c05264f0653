internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Notation
internal import Wire

/// The steps of a subevent's result, each as a packet with fields. [Vol 4, Part E, 7.7.65.44]
enum StepLayers {
  /// A layer for each step, up to the first that cannot be read.
  static func layers(_ octets: [UInt8], _ layout: CSStepLayout) -> [FrameExplanation.Layer] {
    var reader = Reader(octets)
    var layers: [FrameExplanation.Layer] = []
    while !reader.remaining.isEmpty {
      do throws(WireError) {
        let step = try CSStep(&reader, layout: layout)
        layers.append(
          .init(
            name:
              "step \(layers.count + 1): mode-\(step.mode) on channel \(step.channel), \(2402 + Int(step.channel)) MHz",
            fields: fields(step)))
      } catch {
        layers.append(.init(name: "step \(layers.count + 1) cannot be read: \(error)", fields: []))
        return layers
      }
    }
    return layers
  }

  /// Which end reports, by the length of the first mode-0 step; nil where there is none.
  static func impliedRole(_ octets: [UInt8]) -> CSRole? {
    guard octets.count > 2, octets[0] == 0 else { return nil }
    return octets[2] == 5 ? .initiator : octets[2] == 3 ? .reflector : nil
  }

  private static func fields(_ step: CSStep) -> [FrameExplanation.Field] {
    switch step.data {
    case .mode0(let packet, _):
      var fields = Self.fields(packet)
      if let offset = step.frequencyOffset {
        fields.append(
          field("Measured_Freq_Offset", "\(offset)", "\(ChannelSoundingWords.hundredths(offset)) ppm"))
      }
      return fields
    case .mode1(let roundTrip): return Self.fields(roundTrip)
    case .mode2(let exchange): return Self.fields(exchange)
    case .mode3(let roundTrip, let exchange): return Self.fields(roundTrip) + Self.fields(exchange)
    case .opaque(_, let octets): return octets.isEmpty ? [] : [field("Step_Data", octets.hex(), nil)]
    }
  }

  private static func fields(_ packet: CSStep.Packet) -> [FrameExplanation.Field] {
    let errors = packet.quality >> 4
    let quality =
      packet.isFound
      ? "access address found" + (errors > 0 ? ", \(errors) bits wrong" : "") : "access address not found"
    return [
      field("Packet_Quality", "\(packet.quality)", quality),
      field("Packet_RSSI", "\(packet.rssi)", packet.rssi == 127 ? "not available" : "dBm"),
      field("Packet_Antenna", "\(packet.antenna)", nil),
    ]
  }

  private static func fields(_ roundTrip: CSStep.RoundTrip) -> [FrameExplanation.Field] {
    let time = roundTrip.timeDifference
    return fields(roundTrip.packet) + [
      field("Packet_NADM", "\(roundTrip.nadm)", roundTrip.nadm == NADM.unknown ? "not known" : nil),
      field("Time_Difference", "\(time)", time == .min ? "not available" : "in 0.5 ns"),
    ]
  }

  private static func fields(_ exchange: CSStep.ToneExchange) -> [FrameExplanation.Field] {
    [field("Antenna_Permutation_Index", "\(exchange.antennaPermutationIndex)", nil)]
      + exchange.tones.enumerated().map { index, tone in
        let isExtension = index == exchange.tones.count - 1
        return field(
          isExtension ? "Tone_PCT extension slot" : "Tone_PCT \(index + 1)", "\(tone.i) + \(tone.q)i",
          note(tone))
      }
  }

  /// Length and angle of a tone, and how well it was received.
  private static func note(_ tone: CSTone) -> String {
    let quality = tone.quality.map { "\($0) quality" } ?? "quality without meaning"
    guard tone.i != 0 || tone.q != 0 else { return quality }
    let angle = PortableMath.atan2(Double(tone.q), Double(tone.i)) * 180 / .pi
    return "\(Int(angle.rounded())) degrees, \(quality)"
  }

  private static func field(_ name: String, _ value: String, _ note: String?) -> FrameExplanation.Field {
    .init(name: name, value: value, note: note)
  }
}
