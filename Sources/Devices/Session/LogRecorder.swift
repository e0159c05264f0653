public import Capture
public import CoreTypes
public import HCI
internal import SimulationKernel
public import VirtualController

/// Records an air, and the packets between a controller and its host, to a capture in memory.
public final class LogRecorder: AirTap {
  /// What was recorded.
  public let log: CaptureLog

  /// Records to `log`.
  public init(_ log: CaptureLog) { self.log = log }

  /// Records what passes between a controller and its host.
  public func watch(_ controller: any HCIController, as role: CSRole) {
    // The tap belongs to the controller, which is there whenever it calls it.
    controller.hciTap = { [weak self, unowned controller] packet, isFromHost in
      guard let self else { return }
      log.append(HCIFrame(packet, role: role, isFromHost: isFromHost, at: controller.simulation.now))
    }
  }

  /// Records a frame of the air.
  public func frameBegins(_ frame: AirFrame, rssiDbm: Int8) {
    log.append(LinkFrame(frame, rssiDbm: rssiDbm, isEncrypted: log.isEncrypted))
  }

  /// Records the keys of a link.
  public func encryptionStarts(_ start: EncryptionStart) { log.append(CapturedKeys(start)) }

  /// Whether the capture has the steps of Channel Sounding.
  public var watchesSteps: Bool { log.wantedSteps > 0 }

  /// Records the steps of a subevent, each when its time comes.
  public func subeventBegan(_ steps: ObservedSteps) {
    log.queue(StepFrame.frames(of: steps, first: log.wantedSteps))
  }

  /// Records the steps that are left.
  public func subeventEnded(_ subevent: ObservedSubevent) { log.appendSteps(by: .distantFuture) }
}
