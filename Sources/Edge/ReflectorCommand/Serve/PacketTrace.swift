internal import ArgumentParser
internal import Capture
internal import CoreTypes
internal import Dissection
internal import HCI
internal import Reports
internal import Session
internal import VirtualController

/// The option that prints the packets of a run.
struct TraceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Print the packets on standard error as they come, a line each: hci, ll or all.", valueName: "layer"),
    transform: TraceOptions.layer)
  var trace: TraceText.Layer?

  private static func layer(_ name: String) throws -> TraceText.Layer {
    guard let layer = TraceText.Layer(rawValue: name) else {
      let names = TraceText.Layer.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("found '\(name)', expected one of \(names).")
    }
    return layer
  }

  /// Writes the packets that were asked for; nil if none were.
  var text: TraceText? {
    trace.map {
      TraceText($0, width: StandardStream.error.isTerminal ? StandardStream.error.style.width : nil)
    }
  }
}

/// Prints the packets of an air, and those between controllers and hosts.
final class PacketTrace: AirTap {
  private let text: TraceText
  private var explainer = RunningExplainer()

  init(_ text: TraceText) { self.text = text }

  /// Prints a packet between a host and its controller.
  func hciPacket(_ packet: HCIPacket, role: CSRole, isFromHost: Bool, at time: Instant) {
    let log = CaptureLog()
    log.append(
      HCIFrame(
        time: time, role: role, direction: isFromHost ? .hostToController : .controllerToHost,
        packet: packet.h4Encoded))
    print(log)
  }

  /// Prints a packet of the air.
  func frameBegins(_ frame: AirFrame, rssiDbm: Int8) {
    let log = CaptureLog()
    log.append(LinkFrame(frame, rssiDbm: rssiDbm))
    print(log)
  }

  /// Steps are no packets.
  func subeventEnded(_ subevent: ObservedSubevent) {}

  /// Prints what a log has beyond those before it.
  func print(_ log: CaptureLog) {
    StandardStream.error.write(explainer.explain(log).compactMap(text.text).joined())
  }
}
