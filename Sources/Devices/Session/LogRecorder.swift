package import Capture
package import CoreTypes
package import HCI
internal import SimulationKernel
package import VirtualController

/// Records an air, and the packets between a controller and its host, to a capture in memory.
package final class LogRecorder: AirTap {
  /// What was recorded.
  package let log: CaptureLog

  /// Records to `log`.
  package init(_ log: CaptureLog) { self.log = log }

  /// Records what passes between a controller and its host.
  package func watch(_ controller: any HCIController, as role: CSRole) {
    // The tap belongs to the controller, which is there whenever it calls it.
    controller.hciTap = { [weak self, unowned controller] packet, isFromHost in
      guard let self else { return }
      log.append(HCIFrame(packet, role: role, isFromHost: isFromHost, at: controller.simulation.now))
    }
  }

  /// Records a frame of the air.
  package func frameBegins(_ frame: AirFrame, rssi: ReceivedPowerLevel) {
    log.append(LinkFrame(frame, rssi: rssi, isEncrypted: log.isEncrypted))
  }

  /// Records the keys of a link.
  package func encryptionStarts(_ start: EncryptionStart) { log.append(CapturedKeys(start)) }

  /// Whether the capture has the steps of Channel Sounding.
  package var watchesSteps: Bool { log.wantedSteps > 0 }

  /// Records the steps of a subevent, each when its time comes.
  package func subeventBegan(_ steps: ObservedSteps) {
    log.queue(StepFrame.frames(of: steps, first: log.wantedSteps))
  }

  /// Records the steps that are left.
  package func subeventEnded(_ subevent: ObservedSubevent) { log.appendSteps(by: .distantFuture) }
}
