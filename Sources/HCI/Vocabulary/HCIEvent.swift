public import Wire

/// The parameters of one HCI event; those of an LE meta event begin after Subevent_Code. [Vol 4, Part E, 7.7]
public protocol HCIEvent: HCIParameters {
  /// The number of the event.
  static var code: EventCode { get }
}

extension HCIEvent {
  /// The event as a controller sends it.
  public var packet: HCIPacket {
    var parameters = encoded()
    if let subevent = Self.code.subevent { parameters.insert(subevent, at: 0) }
    return .event(EventPacket(code: Self.code.code, parameters: parameters))
  }

  /// Reads the parameters of `packet`.
  ///
  /// - Throws: `WireError.invalid` if `packet` is another event, else as `init(decoding:)` does.
  public init(_ packet: EventPacket) throws(WireError) {
    guard packet.eventCode == Self.code else {
      throw .invalid(field: "Event_Code", value: UInt64(packet.code))
    }
    let isLE = Self.code.subevent != nil
    try self.init(decoding: isLE ? Array(packet.parameters.dropFirst()) : packet.parameters)
  }
}
