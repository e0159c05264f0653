internal import Capture
internal import CoreTypes
internal import Dissection
internal import HCI
internal import Reports
internal import Session
internal import VirtualController

/// Prints the packets of an air, and those between controllers and hosts.
final class PacketTrace: AirTap {
  private let text: TraceText
  private var explainer = RunningExplainer()

  init(_ text: TraceText) { self.text = text }

  /// Prints a packet between a host and its controller.
  func hciPacket(_ packet: HCIPacket, role: CSRole, isFromHost: Bool, at time: Instant) {
    let log = CaptureLog()
    log.append(HCIFrame(packet, role: role, isFromHost: isFromHost, at: time))
    print(log)
  }

  func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {
    let log = CaptureLog()
    log.append(LinkFrame(frame, rssi: rssi))
    print(log)
  }

  /// Steps are no packets.
  func subeventEnded(_ subevent: ObservedSubevent) {}

  /// Prints a log that follows those before it.
  private func print(_ log: CaptureLog) {
    StandardError.write(explainer.explain(log).compactMap(text.text).joined())
  }
}
