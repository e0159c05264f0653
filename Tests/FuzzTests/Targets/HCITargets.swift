import ChannelSounding
import CoreTypes
import HCI
import Wire

/// What comes over a host controller interface.
enum HCITargets {
  static func packet(_ octets: [UInt8]) {
    do {
      let packet = try HCIPacket(h4: octets)
      precondition(packet.h4Encoded == octets, "a packet comes back as it was")
      try parameters(of: packet)
    } catch {
      _ = "\(error)"
    }
  }

  private static func parameters(of packet: HCIPacket) throws(WireError) {
    switch packet {
    case .command(let command):
      guard let known = try command.decoded() else { return }
      precondition(known.encoded() == command.parameters, "\(command.opcode) comes back as it was")
      _ = known.listed()
    case .event(let event):
      guard let known = try HCIEventValue(event).event else { return }
      precondition(known.packet == packet, "\(event.eventCode) comes back as it was")
      _ = known.listed()
    case .acl, .sco, .iso: return
    }
  }

  /// The first octet says who writes, then come pieces as a transport may cut a stream.
  static func stream(_ octets: [UInt8]) {
    var input = FuzzInput(octets)
    var stream = H4Stream(from: input.octet() & 1 == 0 ? .host : .controller)
    var given: [UInt8] = []
    var taken: [UInt8] = []
    while !input.isEmpty {
      let piece = input.piece()
      given += piece
      stream.append(piece)
      while let element = stream.next() {
        switch element {
        case .packet(let packet): taken += packet.h4Encoded
        case .desynchronised(let octets), .passedOver(let octets): taken += octets
        }
      }
    }
    precondition(given.starts(with: taken), "every octet is told once and in order")
  }

  /// Two octets for the layout, then steps.
  static func steps(_ octets: [UInt8]) {
    var input = FuzzInput(octets)
    let first = input.octet()
    let layout = CSStepLayout(
      role: first & 1 == 0 ? .initiator : .reflector, rttType: .init(rawValue: first >> 1 & 7),
      numAntennaPaths: input.octet())
    read(input.remainder(), layout)
  }

  private static func read(_ octets: [UInt8], _ layout: CSStepLayout) {
    var reader = Reader(octets)
    do {
      while !reader.remaining.isEmpty {
        let before = reader.remaining
        let step = try CSStep(&reader, layout: layout)
        let taken = before.prefix(before.count - reader.remaining.count)
        precondition(step.encoded(layout: layout) == Array(taken), "a step comes back as it was")
        _ = step.frequencyOffset.hundredths
      }
    } catch {
      _ = "\(error)"
    }
  }

  /// Events, each with its length before it, joined into subevents whose steps are read.
  static func subevents(_ octets: [UInt8]) {
    var input = FuzzInput(octets)
    var accumulator = SubeventAccumulator()
    while !input.isEmpty {
      do {
        let isContinue = input.octet() & 1 == 1
        let piece = input.piece()
        let result =
          isContinue
          ? try accumulator.append(LECSSubeventResultContinueEvent(decoding: piece))
          : try accumulator.append(LECSSubeventResultEvent(decoding: piece))
        guard let result else { continue }
        for paths in UInt8(0)...4 {
          _ = try result.steps(CSStepLayout(role: .initiator, rttType: 1, numAntennaPaths: paths))
        }
      } catch {
        _ = "\(error)"
      }
    }
  }
}
