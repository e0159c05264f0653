package import Capture
package import CoreTypes
package import HCI
internal import LinkLayer
package import SimulationKernel
package import VirtualController

/// Writes everything that happens in an air to a live capture.
package final class LiveRecorder: AirTap {
  /// Tells the time of what has no time of its own.
  package weak var clock: Simulation?
  private let capture: LiveCapture

  /// Records to `capture`.
  package init(_ capture: LiveCapture) { self.capture = capture }

  /// Why no more can be written; nil while all is well.
  package var failure: CaptureError? { capture.failure }

  /// The files that have the frames, the older one first.
  package var paths: [String] { capture.paths }

  /// The packets that were lost since the reader of a pipe did not take them.
  package var lostCount: Int { capture.lostCount }

  /// Writes what a reader has not taken yet, for so many milliseconds at most.
  package func finish(within milliseconds: Int32) { capture.finish(within: milliseconds) }

  /// Records a frame of the air.
  package func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {
    capture.append(LinkFrame(frame, rssi: rssi, isEncrypted: capture.isEncrypted))
  }

  /// Records the keys of a link.
  package func encryptionStarts(_ start: EncryptionStart) { capture.append(CapturedKeys(start)) }

  /// Whether the capture has the steps.
  package var watchesSteps: Bool { capture.keepsSteps }

  /// Records the steps of a subevent, each when its time comes.
  package func subeventBegan(_ steps: ObservedSteps) { capture.queue(StepFrame.frames(of: steps)) }

  /// Records the steps that are left.
  package func subeventEnded(_ subevent: ObservedSubevent) { capture.appendSteps(by: .distantFuture) }

  /// Records a packet between a host and its controller.
  package func hciPacket(_ packet: HCIPacket, role: CSRole, isFromHost: Bool, at time: Instant) {
    capture.append(HCIFrame(packet, role: role, isFromHost: isFromHost, at: time))
  }

  /// Records octets of a host that are no packet.
  package func garbage(_ octets: [UInt8], role: CSRole) {
    guard let clock else { return }
    capture.append(HCIFrame(time: clock.now, role: role, direction: .hostToController, packet: octets))
  }
}

extension LinkFrame {
  /// A frame of the virtual air, as received at `rssi`.
  ///
  /// - Parameter isEncrypted: whether an encrypted payload stays as it was on the air.
  package init(_ frame: AirFrame, rssi: ReceivedPowerLevel, isEncrypted: Bool = false) {
    let plaintext = isEncrypted ? nil : frame.plaintext
    self.init(
      time: frame.start, rfChannel: frame.channel.rfChannel, phy: frame.phy,
      accessAddress: frame.accessAddress, pdu: plaintext ?? frame.octets, crc: frame.crc,
      direction: Direction(frame.direction), auxiliaryPDU: AuxiliaryPDU(frame.direction),
      isDecrypted: plaintext != nil, signalDbm: rssi.rawValue)
  }
}

extension HCIFrame {
  /// A packet between a host and its controller.
  package init(_ packet: HCIPacket, role: CSRole, isFromHost: Bool, at time: Instant) {
    self.init(
      time: time, role: role, direction: isFromHost ? .hostToController : .controllerToHost,
      packet: packet.h4Encoded)
  }
}

extension CapturedKeys {
  /// The keys of a link of the virtual air.
  package init(_ start: EncryptionStart) {
    self.init(
      time: start.time, accessAddress: start.accessAddress, longTermKey: start.keys.longTermKey,
      diversifier: start.keys.diversifier, iv: start.keys.iv, sessionKey: start.keys.sessionKey)
  }
}

extension LinkFrame.Direction {
  fileprivate init(_ direction: AirFrame.Direction) {
    switch direction {
    case .advertising: self = .advertising
    case .auxiliary: self = .auxiliaryAdvertising
    case .centralToPeripheral: self = .centralToPeripheral
    case .peripheralToCentral: self = .peripheralToCentral
    }
  }
}

extension LinkFrame.AuxiliaryPDU {
  fileprivate init(_ direction: AirFrame.Direction) {
    switch direction {
    case .auxiliary(.chainInd): self = .chainInd
    case .auxiliary(.scanRsp): self = .scanRsp
    case .auxiliary(.advInd), .auxiliary(.other), .advertising, .centralToPeripheral, .peripheralToCentral:
      self = .advInd
    }
  }
}
