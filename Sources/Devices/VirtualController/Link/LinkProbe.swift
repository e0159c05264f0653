public import ChannelSounding
public import CoreTypes
public import HCI
public import LinkLayer

/// What a lower tester does to what its own controller sends, hears and plans, so that a peer or a host meets what no
/// conforming device does. A controller without a probe pays nothing for it.
public final class LinkProbe {
  /// What goes out in place of a control PDU that the control procedures send, in order; empty to hold it back.
  public var outgoing: (ControlPDU) -> [ControlPDU] = { [$0] }
  /// Whether a control PDU of the peer reaches the control procedures.
  public var admits: (ControlPDU) -> Bool = { _ in true }
  /// What reaches the host in place of a packet, in order; empty to hold it back.
  public var toHost: (HCIPacket) -> [HCIPacket] = { [$0] }
  /// What the controller takes in place of a packet of the host, in order; empty to hold it back.
  public var fromHost: (HCIPacket) -> [HCIPacket] = { [$0] }
  /// Changes the steps planned for a subevent, which is counted from 0 in its procedure.
  public var replan: (inout SubeventPlan, _ subevent: Int) -> Void = { _, _ in }
  /// Whether the radio is free for the subevents of the procedure with that number.
  public var takesPart: (UInt16) -> Bool = { _ in true }

  public init() {}

  /// Whether a decrypted control PDU, opcode first, reaches the control procedures.
  func admits(_ payload: [UInt8]) -> Bool {
    do {
      return admits(try ControlPDU(decoding: payload))
    } catch {
      // Without an opcode there is nothing to choose by.
      return true
    }
  }
}

extension VirtualController {
  /// Sends a control PDU on a link whatever the control procedures are at, encrypted if the link is.
  public func inject(_ pdu: ControlPDU, on handle: ConnectionHandle) { connections[handle]?.inject(pdu) }

  /// Leaves a link without a word to the peer or to the host, as a device out of reach does.
  public func vanish(from handle: ConnectionHandle) {
    guard let connection = connections[handle] else { return }
    forget(connection)
  }

  /// The connEventCounter of a link; nil if there is no such link.
  public func eventCounter(of handle: ConnectionHandle) -> ConnEventCounter? {
    connections[handle]?.eventCounter
  }
}
