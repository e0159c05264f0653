import Capture
import CoreTypes
import HCI
import HostStack
import SimulationKernel
import Wire

/// The HCI of a phone, made packet by packet.
struct PhoneRecording {
  static let handle: ConnectionHandle = 0x40

  private let log = CaptureLog()
  private var time = Instant.start

  /// The file.
  func octets() throws -> [UInt8] {
    var sink = OctetSink()
    try PcapngWriter(application: "test").write(log, to: &sink)
    return sink.octets
  }

  /// Appends a packet, and gives the number of its frame.
  @discardableResult
  mutating func add(_ packet: HCIPacket, fromHost: Bool) -> Int {
    time = time + .microseconds(100)
    _ = log.append(
      HCIFrame(
        time: time, role: .initiator, direction: fromHost ? .hostToController : .controllerToHost,
        packet: packet.h4Encoded))
    return log.count
  }

  /// Lets so much time pass that what follows is another event.
  mutating func pause() { time = time + .seconds(2) }

  @discardableResult
  mutating func command(_ command: some HCICommand) -> Int { add(command.packet, fromHost: true) }

  @discardableResult
  mutating func event(_ event: some HCIEvent) -> Int { add(event.packet, fromHost: false) }

  @discardableResult
  mutating func say(_ frame: L2CAPFrame, fromHost: Bool) -> Int {
    let data = ACLPacket(
      handle: Self.handle, packetBoundary: fromHost ? .firstNonFlushable : .firstFlushable,
      data: frame.encoded())
    return add(.acl(data), fromHost: fromHost)
  }

  @discardableResult
  mutating func pair(_ pdu: SMPPDU, fromHost: Bool) -> Int {
    say(L2CAPFrame(.securityManager, pdu.encoded()), fromHost: fromHost)
  }

  /// Connects, as central, with a random address of its own.
  mutating func connect(as own: DeviceAddress, to peer: DeviceAddress) {
    command(LESetRandomAddressCommand { $0.randomAddress = own.bdAddr })
    command(LECreateConnectionCommand { $0.ownAddressType = 1 })
    event(
      LEConnectionCompleteEvent {
        $0.connectionHandle = Self.handle
        $0.peerAddress = peer
        $0.parameters.interval = 24
      })
  }

  /// Disconnects.
  mutating func disconnect(_ reason: ErrorCode) {
    event(
      DisconnectionCompleteEvent {
        $0.connectionHandle = Self.handle
        $0.reason = reason
      })
  }
}
