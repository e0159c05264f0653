import HCI
import LinkLayer
import VirtualController

/// What passes through the controller under test in one run, so that defects are tried where there is something.
final class WireWatch {
  /// What was seen at a place.
  struct Sight {
    /// The most octets behind the code.
    var length = 0
    /// How often something passed.
    var count = 0
  }

  /// The places where something passed.
  private(set) var sights: [WireDefect.Place: Sight] = [:]

  /// Notes what a controller sends and hears from now on.
  func watch(_ controller: VirtualController) {
    let probe = LinkProbe()
    probe.outgoing = { pdu in
      self.note(.sent(pdu.opcode), pdu.encoded.count - 1)
      return [pdu]
    }
    probe.admits = { pdu in
      self.note(.heard(pdu.opcode), 0)
      return true
    }
    probe.fromHost = { packet in
      if let place = WireTraffic.place(ofHost: packet) { self.note(place, WireTraffic.length(of: packet)) }
      return [packet]
    }
    probe.toHost = { packet in
      if let place = WireTraffic.place(toHost: packet) { self.note(place, WireTraffic.length(of: packet)) }
      return [packet]
    }
    controller.linkProbe = probe
  }

  private func note(_ place: WireDefect.Place, _ length: Int) {
    var sight = sights[place] ?? Sight()
    sight.count += 1
    sight.length = max(length, sight.length)
    sights[place] = sight
  }
}

/// Where packets of HCI have what a defect changes.
enum WireTraffic {
  /// The place of a packet on its way to the host.
  static func place(toHost packet: HCIPacket) -> WireDefect.Place? {
    switch packet {
    case .acl(let data) where data.packetBoundary.isStart && data.data.count > 4:
      return .heardMessage(channel: data.data[2], code: data.data[4])
    case .event(let event):
      switch event.code {
      case EventCode.commandComplete.code where event.parameters.count > 2:
        return returned(event.parameters, 1)
      case EventCode.commandStatus.code where event.parameters.count > 3: return returned(event.parameters, 2)
      default: return .event(event.eventCode)
      }
    default: return nil
    }
  }

  private static func returned(_ octets: [UInt8], _ start: Int) -> WireDefect.Place {
    .returned(Opcode(rawValue: UInt16(octets[start]) | UInt16(octets[start + 1]) << 8))
  }

  /// The place of a packet of the host.
  static func place(ofHost packet: HCIPacket) -> WireDefect.Place? {
    switch packet {
    case .acl(let data) where data.packetBoundary.isStart && data.data.count > 4:
      .message(channel: data.data[2], code: data.data[4])
    case .command(let command): .command(command.opcode)
    default: nil
    }
  }

  /// The same answer to a command as the other of the two events for answers. [Vol 4, Part E, 7.7.14, 7.7.15]
  static func otherAnswer(_ event: EventPacket) -> EventPacket {
    let octets = event.parameters
    if event.code == EventCode.commandComplete.code {
      return EventPacket(
        code: EventCode.commandStatus.code, parameters: [octets[3], octets[0], octets[1], octets[2]])
    }
    return EventPacket(
      code: EventCode.commandComplete.code, parameters: [octets[1], octets[2], octets[3], octets[0]])
  }

  /// The octets before those that a defect counts: of Command Status there is the status alone.
  static func start(in event: EventPacket) -> Int {
    switch event.code {
    case EventCode.commandComplete.code: 3
    case EventCode.leMeta: 1
    default: 0
    }
  }

  /// The octets that a defect can change.
  static func length(of packet: HCIPacket) -> Int {
    switch packet {
    case .acl(let data): max(0, data.data.count - 5)
    case .event(let event): max(0, event.parameters.count - start(in: event))
    case .command(let command): command.parameters.count
    default: 0
    }
  }
}
