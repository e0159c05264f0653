public import CoreTypes

/// What a host asks of the procedures of a configuration. [Vol 4, Part E, 7.8.140]
public struct CSProcedureParameters: Hashable, Sendable {
  /// The configuration.
  public var configID: ConfigID = 0
  /// How long a procedure may take.
  public var maxProcedureLen = MaxProcedureLength.longest
  /// In connection events.
  public var minProcedureInterval: UInt16 = 1
  /// In connection events.
  public var maxProcedureInterval: UInt16 = 1
  public var maxProcedureCount = ProcedureCount.endless
  public var minSubeventLen = SubeventLen.shortest
  public var maxSubeventLen = SubeventLen.longest
  /// The antennas of both sides.
  public var toneAntennaConfigSelection: AntennaConfiguration = 0
  /// To which `txPowerDelta` refers.
  public var phy = PowerControlPHY.le1M
  public var txPowerDelta = PowerChange.notRecommended
  /// Bits 0 to 3, the peer's antennas in its order.
  public var preferredPeerAntenna: UInt8 = 1
  /// Of the initiator's packets.
  public var snrControlInitiator = OutputSNR.uncontrolled
  /// Of the reflector's packets.
  public var snrControlReflector = OutputSNR.uncontrolled

  /// Endless procedures, one each connection event.
  public init() {}
}

/// When the procedures of a series run, as LL_CS_REQ, RSP and IND settled it. [Vol 6, Part B, 2.4.2.48]
public struct CSSchedule: Hashable, Sendable {
  /// The configuration.
  public var configID: ConfigID = 0
  /// The connection event on whose anchor point the first CS event hangs.
  public var connEventCount: ConnEventCounter = 0
  /// From that anchor to the first subevent, in microseconds.
  public var offset: UInt32 = 500
  /// How long a procedure may take.
  public var maxProcedureLen = MaxProcedureLength.longest
  /// Connection intervals between CS events.
  public var eventInterval: UInt16 = 1
  /// 1 to 32.
  public var subeventsPerEvent: UInt8 = 1
  /// From one subevent of a CS event to the next.
  public var subeventInterval = SubeventInterval.oneSubevent
  public var subeventLen: SubeventLen = 2500
  /// Connection intervals between procedures.
  public var procedureInterval: UInt16 = 1
  public var procedureCount = ProcedureCount.endless
  /// The antennas of both sides.
  public var aci: AntennaConfiguration = 0
  /// Bits 0 to 3.
  public var preferredPeerAntenna: UInt8 = 1
  /// To which `powerDelta` refers.
  public var phy = PowerControlPHY.le1M
  public var powerDelta: PowerChange = 0
  /// Of the initiator's packets.
  public var txSNRInitiator = OutputSNR.uncontrolled
  /// Of the reflector's packets.
  public var txSNRReflector = OutputSNR.uncontrolled

  /// One short subevent a connection event.
  public init() {}
}
