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
            fields: fields(step, layout.role)))
      } catch {
        layers.append(.init(name: "step \(layers.count + 1) cannot be read: \(error)", fields: []))
        return layers
      }
    }
    return layers
  }

  private static func fields(_ step: CSStep, _ role: CSRole) -> [FrameExplanation.Field] {
    switch step.data {
    case .mode0(let packet, _):
      var fields = Self.fields(packet)
      if let offset = step.frequencyOffset.hundredths {
        fields.append(
          field("Measured_Freq_Offset", "\(offset)", "\(ChannelSoundingWords.hundredths(offset)) ppm"))
      }
      return fields
    case .mode1(let roundTrip): return Self.fields(roundTrip, role)
    case .mode2(let exchange): return Self.fields(exchange)
    case .mode3(let roundTrip, let exchange): return Self.fields(roundTrip, role) + Self.fields(exchange)
    case .opaque(_, let octets): return octets.isEmpty ? [] : [field("Step_Data", octets.hex(), nil)]
    }
  }

  private static func fields(_ packet: CSStep.Packet) -> [FrameExplanation.Field] {
    [
      field("Packet_Quality", "\(packet.quality)", words(packet.quality)),
      field("Packet_RSSI", "\(packet.rssi)", packet.rssi == .unavailable ? "not available" : "dBm"),
      field("Packet_Antenna", "\(packet.antenna)", nil),
    ]
  }

  private static func words(_ quality: PacketQuality) -> String {
    let errors = quality.bitErrors
    let counted = errors > 0 ? ", \(FieldNotes.counted(errors, "bit error"))" : ""
    return switch quality.accessAddress {
    case .withoutErrors: "access address found" + counted
    case .withErrors: "access address found" + (errors > 0 ? counted : ", with bit errors")
    case .notFound: "access address not found"
    case nil: "reserved"
    }
  }

  private static func fields(_ roundTrip: CSStep.RoundTrip, _ role: CSRole) -> [FrameExplanation.Field] {
    let time = roundTrip.timeDifference
    return fields(roundTrip.packet) + [
      field("Packet_NADM", "\(roundTrip.nadm)", roundTrip.nadm == .unknown ? "unknown" : nil),
      field(
        role == .initiator ? "ToA_ToD_Initiator" : "ToD_ToA_Reflector", "\(time)",
        time == .notAvailable ? "not available" : "in 0.5 ns"),
    ] + packetPCT("Packet_PCT1", roundTrip.pct1) + packetPCT("Packet_PCT2", roundTrip.pct2)
  }

  private static func packetPCT(_ name: String, _ pct: PacketPCT) -> [FrameExplanation.Field] {
    pct.term.map { [field(name, complex($0), angle($0))] } ?? []
  }

  private static func fields(_ exchange: CSStep.ToneExchange) -> [FrameExplanation.Field] {
    [field("Antenna_Permutation_Index", "\(exchange.antennaPermutationIndex)", nil)]
      + exchange.tones.enumerated().map { index, tone in
        let isExtension = index == exchange.tones.count - 1
        return field(
          isExtension ? "Tone_PCT extension slot" : "Tone_PCT \(index + 1)",
          complex(tone.pct), note(tone))
      }
  }

  private static func complex(_ pct: PhaseCorrectionTerm) -> String {
    "\(pct.i) \(pct.q < 0 ? "-" : "+") \(pct.q.magnitude)i"
  }

  /// The angle; nil of 0, which has none.
  private static func angle(_ pct: PhaseCorrectionTerm) -> String? {
    guard !pct.isZero else { return nil }
    return "\(Int((PortableMath.atan2(Double(pct.q), Double(pct.i)) * 180 / .pi).rounded())) degrees"
  }

  /// The angle of a tone, and how well it was received.
  private static func note(_ tone: CSTone) -> String {
    let quality =
      switch tone.quality {
      case .high: "high quality"
      case .medium: "medium quality"
      case .low: "low quality"
      case .unavailable: "quality not available"
      default: "reserved quality"
      }
    return angle(tone.pct).map { "\($0), \(quality)" } ?? quality
  }

  private static func field(_ name: String, _ value: String, _ note: String?) -> FrameExplanation.Field {
    .init(name: name, value: value, note: note)
  }
}
