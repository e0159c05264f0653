import CoreTypes
import LinkLayer
import SimulationKernel

@testable import VirtualController

/// Writes down everything on the air.
final class AirLog: AirTap {
  private(set) var frames: [AirFrame] = []
  private(set) var subevents: [ObservedSubevent] = []
  private(set) var encryptionStarts: [EncryptionStart] = []

  func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) { frames.append(frame) }

  func encryptionStarts(_ start: EncryptionStart) { encryptionStarts.append(start) }

  func subeventEnded(_ subevent: ObservedSubevent) { subevents.append(subevent) }

  func forget() {
    frames.removeAll()
    subevents.removeAll()
  }

  /// The frames of links, without those of a jammer.
  var linkFrames: [AirFrame] {
    frames.filter { !$0.direction.isAdvertising && $0.accessAddress != Jammer.accessAddress }
  }

  /// The link frames of each connection event, the central's first.
  var connectionEvents: [[AirFrame]] {
    var events: [[AirFrame]] = []
    for frame in linkFrames {
      let isNext = events.last?.last.map { frame.start - $0.end < .microseconds(200) } ?? false
      if isNext { events[events.count - 1].append(frame) } else { events.append([frame]) }
    }
    return events
  }

  /// The first control PDU of `opcode`, and the number of the connection event it was first sent in.
  func control(_ opcode: ControlOpcode) throws -> (pdu: ControlPDU, frame: AirFrame, event: Int)? {
    for (number, event) in connectionEvents.enumerated() {
      for frame in event {
        let octets = frame.plaintext ?? frame.octets
        guard LLID(header: octets[0]) == .control, octets.count > 2, octets[2] == opcode.rawValue else {
          continue
        }
        return (try ControlPDU(decoding: Array(octets[2...])), frame, number)
      }
    }
    return nil
  }

  /// The last advertising PDU that `select` takes.
  func advertising<Value>(_ select: (AdvertisingPDU) -> Value?) throws -> (value: Value, frame: AirFrame)? {
    for frame in frames.reversed() where frame.direction.isAdvertising {
      if let value = select(try AdvertisingPDU(decoding: frame.octets)) { return (value, frame) }
    }
    return nil
  }
}

extension AirFrame {
  var isFromCentral: Bool { direction == .centralToPeripheral }
  var llid: LLID { LLID(header: octets[0]) }
  var nesn: UInt8 { octets[0] >> 2 & 1 }
  var sn: UInt8 { octets[0] >> 3 & 1 }
  var hasMoreData: Bool { octets[0] >> 4 & 1 == 1 }
  var payload: [UInt8] { Array(octets.dropFirst(2)) }
}

/// A station that spoils the frames that the test names, by talking into them.
final class Jammer: AirTap, AirStation {
  static let accessAddress: AccessAddress = 0x1234_5678

  let listening: Listening? = nil
  let sensitivityDbm = -90.0
  var spoils: (AirFrame) -> Bool = { _ in false }
  private(set) var spoiled: [AirFrame] = []
  private unowned let air: Air

  init(air: Air) { self.air = air }

  func receive(_ frame: AirFrame, rssi: ReceivedPowerLevel, isCRCValid: Bool) {}

  func subeventEnded(_ subevent: ObservedSubevent) {}

  func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {
    guard frame.accessAddress != Self.accessAddress, spoils(frame) else { return }
    spoiled.append(frame)
    air.simulation.schedule(after: .microseconds(8)) { [self] in
      air.transmit(
        AirFrame(
          start: air.simulation.now, channel: frame.channel, phy: .le1M, accessAddress: Self.accessAddress,
          crcInit: 0, octets: [0], plaintext: nil, direction: frame.direction, powerDbm: 0),
        from: self)
    }
  }
}
