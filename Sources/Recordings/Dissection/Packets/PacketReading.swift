internal import Capture
internal import HCI
internal import Wire

/// What a packet is, as far as one look at it and at those before it tells.
struct PacketReading {
  /// What is inside, whose fields are listed when they are asked for.
  enum Part {
    /// A packet with its name.
    case packet(String, any PDU)
    /// The steps of a subevent's result, one after the other.
    case steps([UInt8], CSStepLayout)

    var layers: [FrameExplanation.Layer] {
      switch self {
      case .packet(let name, let packet): [.init(name, packet)]
      case .steps(let octets, let layout): StepLayers.layers(octets, layout)
      }
    }
  }

  /// As `LL_CS_CONFIG_REQ`.
  var name: String
  /// What it is for, then what it says.
  var sentences: [String] = []
  /// Outermost first.
  var parts: [Part] = []
  /// What it asks; an answer names the same question.
  var asks: [Question] = []
  /// What it answers, the likeliest question first.
  var answers: [Question] = []
  /// The forward direction of the link that begins or ends with it: nothing from before belongs to what comes after.
  var boundary: PacketStream?
  /// Which way it went, where the recording does not tell and the packet does.
  var direction: RecordedDirection?
}

extension FrameExplanation.Layer {
  /// The fields of a packet.
  init(_ name: String, _ packet: any PDU) {
    self.name = name
    fields = packet.listed().map { field in
      FrameExplanation.Field(
        name: field.name, value: FieldNotes.value(field), note: FieldNotes.note(field))
    }
  }
}
