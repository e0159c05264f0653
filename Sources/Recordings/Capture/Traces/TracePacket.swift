internal import HCI
internal import HostStack
internal import Wire

/// A packet that a line of a trace stands for.
struct TracePacket {
  var packet: HCIPacket
  var direction: RecordedDirection

  /// A command of the host.
  init(_ command: some HCICommand) {
    packet = command.packet
    direction = .hostToController
  }

  /// An event of the controller.
  init(_ event: some HCIEvent) {
    packet = event.packet
    direction = .controllerToHost
  }

  /// What the controller answers to a command.
  init(answer: HCIPacket) {
    packet = answer
    direction = .controllerToHost
  }

  /// An ATT PDU on a connection, whole in one packet.
  init(_ pdu: ATTPDU, on connection: UInt8, _ direction: RecordedDirection) {
    let frame = L2CAPFrame(.attribute, pdu.encoded())
    packet = .acl(
      ACLPacket(
        handle: UInt16(connection), packetBoundary: direction == .hostToController ? 0 : 2,
        data: frame.encoded()))
    self.direction = direction
  }

  var indicator: HCIPacketIndicator? { HCIPacketIndicator(rawValue: packet.h4Type) }
}
