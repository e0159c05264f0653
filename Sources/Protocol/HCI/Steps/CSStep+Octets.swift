internal import ChannelSounding
internal import CoreTypes
public import Wire

extension CSStep.Packet {
  mutating func qualityField(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Packet_Quality", &quality)
  }

  mutating func rssiField(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.i8("Packet_RSSI", &rssi)
  }

  mutating func antennaField(_ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Packet_Antenna", &antenna)
  }
}

extension CSStep.RoundTrip {
  mutating func fields(_ layout: CSStepLayout, _ visitor: inout some FieldVisitor) throws(WireError) {
    try packet.qualityField(&visitor)
    try visitor.u8("Packet_NADM", &nadm)
    try packet.rssiField(&visitor)
    try visitor.i16(layout.role == .initiator ? "ToA_ToD_Initiator" : "ToD_ToA_Reflector", &timeDifference)
    try packet.antennaField(&visitor)
    guard layout.hasPacketPCT else { return }
    try visitor.u32("Packet_PCT1", &pct1)
    try visitor.u32("Packet_PCT2", &pct2)
  }
}

extension CSStep.ToneExchange {
  mutating func fields(count: Int, _ visitor: inout some FieldVisitor) throws(WireError) {
    try visitor.u8("Antenna_Permutation_Index", &antennaPermutationIndex)
    try tones.fields(count: count, &visitor)
  }
}

extension CSStep {
  /// Reads the next step, Step_Mode first.
  ///
  /// - Throws: `WireError.truncated` if the octets end inside the step, `.invalid` if a known mode has data
  ///   of a length that `layout` does not give it.
  public init(_ reader: inout Reader, layout: CSStepLayout) throws(WireError) {
    var (mode, channel, length) = (UInt8(0), UInt8(0), UInt8(0))
    try Self.headerFields(&mode, &channel, &length, &reader)
    guard length > 0, mode <= 3 else {
      var octets: [UInt8] = []
      try reader.octets(Int(length), "Step_Data", &octets)
      self.init(channel: channel, data: .opaque(mode: mode, octets))
      return
    }
    guard let toneCount = layout.toneCount(mode: mode, length: Int(length)) else {
      throw .invalid(field: "Step_Data_Length", value: UInt64(length))
    }
    self.init(channel: channel, data: Self.empty(mode: mode))
    try dataFields(layout, toneCount: toneCount, &reader)
  }

  /// The step as it stands in a subevent result, Step_Mode first. A number of tones other than N_AP + 1 is a
  /// bug of the caller.
  public func encoded(layout: CSStepLayout) -> [UInt8] {
    var copy = self
    var (mode, channel, length) = (mode, channel, UInt8(dataLength(layout)))
    var writer = Writer(reservingCapacity: 3 + Int(length))
    do {
      try Self.headerFields(&mode, &channel, &length, &writer)
      try copy.dataFields(layout, toneCount: copy.toneCount, &writer)
    } catch {
      preconditionFailure("a step cannot be laid out: \(error)")
    }
    return writer.octets
  }

  private static func headerFields(
    _ mode: inout UInt8, _ channel: inout UInt8, _ length: inout UInt8, _ visitor: inout some FieldVisitor
  ) throws(WireError) {
    try visitor.u8("Step_Mode", &mode)
    try visitor.u8("Step_Channel", &channel)
    try visitor.u8("Step_Data_Length", &length)
  }

  private func dataLength(_ layout: CSStepLayout) -> Int {
    if case .opaque(_, let octets) = data { return octets.count }
    let length = (layout.fixedLength(mode: mode) ?? 0) + 4 * toneCount
    precondition(layout.toneCount(mode: mode, length: length) != nil, "a step has the wrong number of tones")
    return length
  }

  private static func empty(mode: UInt8) -> Data {
    switch mode {
    case 0: .mode0(Packet(), measuredFreqOffset: .notAvailable)
    case 1: .mode1(RoundTrip())
    case 2: .mode2(ToneExchange())
    default: .mode3(RoundTrip(), ToneExchange())
    }
  }

  private var toneCount: Int {
    switch data {
    case .mode2(let exchange), .mode3(_, let exchange): exchange.tones.count
    case .mode0, .mode1, .opaque: 0
    }
  }

  private mutating func dataFields(
    _ layout: CSStepLayout, toneCount: Int, _ visitor: inout some FieldVisitor
  ) throws(WireError) {
    switch data {
    case .mode0(var packet, var offset):
      try packet.qualityField(&visitor)
      try packet.rssiField(&visitor)
      try packet.antennaField(&visitor)
      if layout.role == .initiator { try visitor.u16("Measured_Freq_Offset", &offset) }
      data = .mode0(packet, measuredFreqOffset: offset)
    case .mode1(var roundTrip):
      try roundTrip.fields(layout, &visitor)
      data = .mode1(roundTrip)
    case .mode2(var exchange):
      try exchange.fields(count: toneCount, &visitor)
      data = .mode2(exchange)
    case .mode3(var roundTrip, var exchange):
      try roundTrip.fields(layout, &visitor)
      try exchange.fields(count: toneCount, &visitor)
      data = .mode3(roundTrip, exchange)
    case .opaque(let mode, var octets):
      try visitor.rest("Step_Data", &octets)
      data = .opaque(mode: mode, octets)
    }
  }
}
