internal import Capture
internal import CoreTypes
internal import HCI
internal import LinkLayer
internal import VirtualController
internal import Wire

/// Sees every frame and packet of a run, numbers them as the capture does, and keeps what a case may point to.
final class FrameRecorder: AirTap {
  /// A control PDU seen on the air.
  struct ObservedPDU {
    let frame: Int
    let isFromCentral: Bool
    let isEncrypted: Bool
    let pdu: ControlPDU
  }

  private let log: CaptureLog
  /// The control PDUs in order.
  private(set) var controlPDUs: [ObservedPDU] = []
  /// Frame numbers of what the initiator's controller sent to its host, in order.
  private(set) var initiatorEvents: [Int] = []
  /// Frame numbers of what the accessory's controller sent to its host, in order.
  private(set) var accessoryEvents: [Int] = []
  /// The CS subevents, each as both ends really sent it.
  private(set) var subevents: [ObservedSubevent] = []
  /// The last frame or packet of any kind; 0 before the first.
  private(set) var lastFrame = 0

  init(log: CaptureLog) { self.log = log }

  /// Drops the CS subevents seen so far; the capture stays.
  func forgetSubevents() { subevents.removeAll(keepingCapacity: true) }

  func frameBegins(_ frame: AirFrame, rssiDbm: Int8) {
    let isEncrypted = frame.plaintext != nil
    let number = log.append(
      LinkFrame(
        time: frame.start, rfChannel: frame.channel.rfChannel, phy: frame.phy,
        accessAddress: frame.accessAddress, pdu: frame.plaintext ?? frame.octets, crc: frame.crc,
        direction: Self.direction(frame.direction), auxiliaryPDU: Self.auxiliaryPDU(frame.direction),
        isDecrypted: isEncrypted, signalDbm: rssiDbm))
    lastFrame = number
    observe(frame, number)
  }

  private static func direction(_ direction: AirFrame.Direction) -> LinkFrame.Direction {
    switch direction {
    case .advertising: .advertising
    case .auxiliary: .auxiliaryAdvertising
    case .centralToPeripheral: .centralToPeripheral
    case .peripheralToCentral: .peripheralToCentral
    }
  }

  private static func auxiliaryPDU(_ direction: AirFrame.Direction) -> LinkFrame.AuxiliaryPDU {
    switch direction {
    case .auxiliary(.chainInd): .chainInd
    case .auxiliary(.scanRsp): .scanRsp
    case .auxiliary(.advInd), .auxiliary(.other), .advertising, .centralToPeripheral, .peripheralToCentral:
      .advInd
    }
  }

  private func observe(_ frame: AirFrame, _ number: Int) {
    let octets = frame.plaintext ?? frame.octets
    guard !frame.direction.isAdvertising, octets.count > 2, octets[0] & 3 == DataPDU.control else { return }
    do {
      controlPDUs.append(
        ObservedPDU(
          frame: number, isFromCentral: frame.direction == .centralToPeripheral,
          isEncrypted: frame.plaintext != nil, pdu: try ControlPDU(decoding: Array(octets[2...]))))
    } catch {
      // A control PDU without an opcode tells nothing to point to; the frame is in the capture.
      return
    }
  }

  func subeventEnded(_ subevent: ObservedSubevent) { subevents.append(subevent) }

  /// Records a packet between a host and its controller.
  func hciPacket(_ packet: HCIPacket, role: CSRole, isFromHost: Bool, at time: Instant) {
    let number = log.append(
      HCIFrame(
        time: time, role: role, direction: isFromHost ? .hostToController : .controllerToHost,
        packet: packet.h4Encoded))
    lastFrame = number
    guard !isFromHost else { return }
    if role == .initiator { initiatorEvents.append(number) } else { accessoryEvents.append(number) }
  }

  /// The last control PDU that `select` takes.
  func last(fromCentral: Bool, where select: (ControlPDU) -> Bool) -> ObservedPDU? {
    controlPDUs.last { $0.isFromCentral == fromCentral && select($0.pdu) }
  }
}
