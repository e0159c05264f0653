internal import Capture
internal import CoreTypes
internal import HCI
internal import HCITransport
internal import Initiator
internal import Reflector
internal import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// Two devices in one air with real hosts above, from the opening of the ports to the end.
final class ServeSession {
  private let options: ServeOptions
  private let loop: PacedLoop
  private let narrator: Narrator
  private let recorder: LiveRecorder?
  private let ports: [(name: String, port: TransportPort)]
  private let world: AirWorld
  private let monitor: SessionMonitor
  private let progress: Progress
  private let isPhoneOurs: Bool
  private let phoneProfile: ServePlan

  /// How far the session is.
  private final class Progress {
    var procedureCount = 0
    var hasLostHost = false
  }

  /// Opens the ports and the capture, and makes the devices.
  init(_ plan: ServePlan, _ options: ServeOptions, loop: PacedLoop) throws(BadInput) {
    self.options = options
    self.loop = loop
    phoneProfile = plan
    let narrator = Narrator(isQuiet: options.quiet)
    self.narrator = narrator
    isPhoneOurs = plan.phone == nil
    let progress = Progress()
    self.progress = progress
    let phonePort = try Self.open(plan.phone, "phone", loop, options, narrator)
    let accessoryPort = try Self.open(plan.accessory, "accessory", loop, options, narrator)
    ports = [("phone", phonePort), ("accessory", accessoryPort)].compactMap { name, port in
      port.map { (name, $0) }
    }
    let recorder = try Self.recorder(plan, options)
    self.recorder = recorder
    let monitor = SessionMonitor { event in
      narrator.tell(event, truth: options.distance)
      if case .procedure = event { progress.procedureCount += 1 }
    }
    self.monitor = monitor
    world = AirWorld(
      plan.world, phonePort: phonePort, accessoryPort: accessoryPort,
      watch: { controller, role in
        controller.hciTap = { [weak controller] packet, isFromHost in
          if let controller {
            recorder?.hciPacket(packet, role: role, isFromHost: isFromHost, at: controller.simulation.now)
          }
          if !isFromHost { monitor.take(packet, from: role) }
        }
      },
      note: { event, role in
        if case .detached = event { progress.hasLostHost = true }
        if case .desynchronised(let octets) = event { recorder?.garbage(octets, role: role) }
      })
    if let recorder {
      recorder.clock = world.simulation
      world.air.add(recorder)
      for (name, port) in ports {
        let role: CSRole = name == "phone" ? .initiator : .reflector
        port.passedOver = { [weak recorder] in recorder?.garbage($0, role: role) }
      }
    }
    world.simulation.driver = loop
  }

  private static func open(
    _ address: TransportAddress?, _ name: String, _ loop: PacedLoop, _ options: ServeOptions,
    _ narrator: Narrator
  ) throws(BadInput) -> TransportPort? {
    guard let address else { return nil }
    do throws(TransportError) {
      return try TransportPort(
        address, on: loop, allowRemote: options.allowRemote, log: { narrator.say("\(name): \($0)") })
    } catch {
      throw BadInput("--controller \(name)=\(address): \(error)")
    }
  }

  private static func recorder(_ plan: ServePlan, _ options: ServeOptions) throws(BadInput) -> LiveRecorder? {
    guard let path = options.capture else { return nil }
    let writer = PcapngWriter(
      application: ReflectorTool.signature,
      comments: [
        "profile \(options.profile), phone \(options.phone), environment \(options.environment)",
        "distance \(options.distance) m, seed \(options.seed)",
      ])
    do throws(CaptureError) {
      return LiveRecorder(try LiveCapture(at: path, writer))
    } catch {
      throw BadInput(error)
    }
  }

  // MARK: Running

  private var goesOn: Bool {
    !loop.isStopped && !(options.once && progress.hasLostHost)
      && options.procedures.map { progress.procedureCount < $0 } ?? true && recorder?.failure == nil
  }

  /// Runs to the end.
  func run() throws(BadInput) {
    for (name, port) in ports {
      let place = port.terminalPath.map { "\(port.address), which is \($0)" } ?? "\(port.address)"
      narrator.say("\(name): a host can attach at \(place)")
    }
    let simulation = world.simulation
    simulation.run(until: .distantFuture) { goesOn && !ports.allSatisfy { $0.port.isAttached } }
    world.accessory?.powerOn()
    if isPhoneOurs {
      let phone = VirtualInitiator(world.phoneController)
      PhoneSession(phone, controller: world.phoneController, profile: phoneProfile.world.phone).run(
        while: { goesOn },
        report: { error in narrator.say("phone: \(error); trying again") })
    } else {
      simulation.run(until: .distantFuture) { goesOn }
    }
    for (_, port) in ports { port.close() }
    if let failure = recorder?.failure { throw BadInput(failure) }
    narrator.say("\(progress.procedureCount) procedures")
  }
}
