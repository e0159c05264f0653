internal import Capture
internal import CoreTypes
internal import Glibc
internal import HCITransport
internal import Initiator
internal import Reflector
internal import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// A phone and an accessory that range in step with the clock on the wall, while Wireshark reads along.
final class ExtcapSession {
  /// How long the end waits for the reader, in milliseconds.
  private static let lastWrites: Int32 = 500

  private let description: AirWorld.Description
  private let loop: PacedLoop
  private let recorder: LiveRecorder
  private let world: AirWorld

  /// Opens the pipe, which waits until somebody reads, and makes the devices.
  init(
    _ description: AirWorld.Description, _ options: ExtcapOptions, fifo: String, loop: PacedLoop
  ) throws(BadInput) {
    self.description = description
    self.loop = loop
    let writer = PcapngWriter(
      application: ReflectorTool.signature,
      comments: [
        "profile \(options.accessory), phone \(options.air.phone),"
          + " environment \(options.air.environment)",
        "distance \(options.distance) m, seed \(options.air.seed)",
      ])
    let capture = try BadInput.of { () throws(CaptureError) in
      try LiveCapture(at: fifo, writer, keepsSteps: options.steps, whileUnread: { !loop.isStopped })
    }
    recorder = LiveRecorder(capture)
    world = AirWorld(
      description, phonePort: nil, accessoryPort: nil,
      watch: { [recorder] controller, role in
        controller.hciTap = { [unowned controller] packet, isFromHost in
          recorder.hciPacket(packet, role: role, isFromHost: isFromHost, at: controller.simulation.now)
        }
      }, note: { _, _ in })
    world.simulation.driver = loop
    world.air.add(recorder)
    recorder.clock = world.simulation
  }

  /// Ranges until it has to stop, or until nobody reads any more.
  func run() throws(BadInput) {
    world.accessory?.powerOn()
    let phone = VirtualInitiator(world.phoneController)
    PhoneSession(phone, profile: description.phone).run(
      while: { !loop.isStopped && recorder.failure == nil },
      report: { StandardError.write("phone: \($0); trying again\n") })
    recorder.finish(within: Self.lastWrites)
    guard let failure = recorder.failure, !Self.isFarewell(failure) else { return }
    throw BadInput(failure)
  }

  /// Whether the reader has closed its end, as Wireshark does to stop a capture.
  private static func isFarewell(_ failure: CaptureError) -> Bool {
    if case .cannotWrite(_, let reason) = failure { reason.code == EPIPE } else { false }
  }
}
