public import ChannelSounding
public import CoreTypes

/// What the control procedures of a link ask of the controller that runs the link. The order matters.
public enum LinkAction: Hashable, Sendable {
  /// Queue a control PDU; it is encrypted if `startTransmittingEncrypted` came before.
  case send(ControlPDU)
  /// Tell the host.
  case notify(LinkNotification)
  /// Hop, window and time out by these parameters from this connection event on.
  case useConnectionParameters(ConnectionUpdateInd)
  /// Hop over these data channels from this connection event on.
  case useChannelMap(DataChannelMap)
  /// Change the PHYs from this connection event on.
  case usePHY(centralToPeripheral: PHY, peripheralToCentral: PHY)
  /// Send data PDUs of up to this many octets of payload, 27 to 251.
  case useTransmitLength(octets: Int)
  /// Hold data PDUs back (true) or let them go on (false) while encryption starts or pauses.
  case pauseData(Bool)
  /// Ask the host for the key of this link.
  case requestLongTermKey(rand: UInt64, ediv: UInt16)
  /// Decrypt what arrives from now on, with packet counters at 0.
  case startReceivingEncrypted(LinkKeys)
  /// Encrypt what is queued from now on, with packet counters at 0.
  case startTransmittingEncrypted(LinkKeys)
  /// Take what arrives from now on as unencrypted: encryption pauses. [Vol 6, Part B, 5.1.3.2]
  case stopReceivingEncrypted
  /// Send what is queued from now on unencrypted: encryption pauses. [Vol 6, Part B, 5.1.3.2]
  case stopTransmittingEncrypted
  /// Both vectors of CS security are known: make a fresh DRBG.
  case useCSSecurity(CSSecurityVectors)
  /// Run the CS procedures of this schedule.
  case startCSProcedures(CSConfiguration, CSSchedule)
  /// Finish the running CS procedure of this configuration and begin no further one.
  case stopCSProcedures(configID: UInt8)
  /// Count as if `count` procedures had begun since CS security was started, if fewer have: the peer began
  /// some without this side, and the DRBG of each procedure follows from the one before.
  case skipCSProcedures(count: UInt16)
  /// Abort the running CS procedure of this configuration; the series goes on.
  case abortCSProcedure(configID: UInt8, reason: ProcedureAbortReason)
  /// Drop the link at once.
  case disconnect(ErrorCode)
}
