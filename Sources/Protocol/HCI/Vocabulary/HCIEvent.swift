public import Wire

/// The parameters of one HCI event; those of an LE meta event begin after Subevent_Code. [Vol 4, Part E, 7.7]
public protocol HCIEvent: HCIParameters {
  /// The number of the event.
  static var code: EventCode { get }
  /// How many octets of parameters most of these events have; a matter of speed alone.
  static var expectedLength: Int { get }
}

extension HCIEvent {
  /// Those of most events.
  public static var expectedLength: Int { 32 }

  /// The event as a controller sends it.
  public var packet: HCIPacket {
    let code = Self.code
    let parameters = encoded(after: code.subevent, reservingCapacity: Self.expectedLength)
    return .event(EventPacket(code: code.code, parameters: parameters))
  }

  /// Reads the parameters of `packet`.
  ///
  /// - Throws: `WireError.invalid` if `packet` is another event, else as `init(decoding:)` does.
  public init(_ packet: EventPacket) throws(WireError) {
    guard packet.eventCode == Self.code else {
      throw .invalid(field: "Event_Code", value: UInt64(packet.code))
    }
    // Subevent_Code is the first parameter of an LE meta event.
    try self.init(decoding: packet.parameters, from: Self.code.subevent == nil ? 0 : 1)
  }
}
