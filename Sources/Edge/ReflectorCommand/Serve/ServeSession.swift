internal import Capture
internal import CoreTypes
internal import HCI
internal import HCITransport
internal import Initiator
internal import Profiles
internal import Reflector
internal import Session
internal import SimulationKernel
internal import VirtualController
internal import VirtualHost

/// Two devices in one air with real hosts above, from the opening of the ports to the end.
final class ServeSession {
  private final class Progress {
    var procedureCount = 0
    var hasLostHost = false
    var isTimeOver = false
  }

  private static let farewell = Picoseconds.milliseconds(100)
  /// How long the end waits for the reader of a capture, in milliseconds.
  private static let lastWrites: Int32 = 1_000

  private let plan: ServePlan
  private let options: ServeOptions
  private let loop: PacedLoop
  private let narrator: Narrator
  private let ports: ServePorts
  private let recorder: LiveRecorder?
  private let trace: PacketTrace?
  private let progress = Progress()
  private let world: AirWorld
  private let monitor: SessionMonitor

  /// Opens the ports and the capture, and makes the devices.
  init(_ plan: ServePlan, _ options: ServeOptions, loop: PacedLoop) throws(BadInput) {
    self.plan = plan
    self.options = options
    self.loop = loop
    let narrator = Narrator(
      isQuiet: options.quiet, results: options.takesStandardOutput ? .error : .output)
    self.narrator = narrator
    if let notice = plan.world.accessory.faultNotice { narrator.say(notice) }
    for notice in options.changes.notices { narrator.say(notice) }
    ports = try ServePorts(plan, on: loop, allowRemote: options.allowRemote, narrator)
    recorder = try Self.recorder(options, loop, narrator)
    trace = options.trace.text.map(PacketTrace.init)
    let monitor = SessionMonitor { [progress] event in
      narrator.tell(event, truth: options.place.distance)
      if case .procedure(let procedure) = event, procedure.isComplete { progress.procedureCount += 1 }
    }
    self.monitor = monitor
    world = AirWorld(
      plan.world, phonePort: ports.phone, accessoryPort: ports.accessory,
      watch: { [recorder, trace] controller, role in
        controller.hciTap = { [unowned controller] packet, isFromHost in
          trace?.hciPacket(packet, role: role, isFromHost: isFromHost, at: controller.simulation.now)
          recorder?.hciPacket(packet, role: role, isFromHost: isFromHost, at: controller.simulation.now)
          if !isFromHost { monitor.take(packet, from: role) }
        }
      },
      note: { [progress, recorder] event, role in
        switch event {
        case .detached: progress.hasLostHost = true
        case .desynchronised(let octets), .passedOver(let octets): recorder?.garbage(octets, role: role)
        case .attached, .packet: break
        }
      })
    world.simulation.driver = loop
    if let recorder { record(to: recorder) }
    if let trace { world.air.add(trace) }
  }

  private static func recorder(
    _ options: ServeOptions, _ loop: PacedLoop, _ narrator: Narrator
  ) throws(BadInput) -> LiveRecorder? {
    guard let path = options.capture else { return nil }
    if path == "-", StandardStream.output.isTerminal {
      throw BadInput("found --capture - with a terminal for standard output, expected a pipe or a file.")
    }
    if path != "-" {
      try options.folders.checkFile(path, option: "--capture")
    }
    let writer = PcapngWriter(
      application: ReflectorTool.signature,
      comments: [
        "profile \(options.profile), phone \(options.place.phone), environment \(options.place.environment)",
        "distance \(options.place.distance) m, seed \(options.place.seed)",
      ] + options.changes.notices)
    let start = ContinuousClock.now
    var isTold = false
    do throws(CaptureError) {
      return LiveRecorder(
        try LiveCapture(
          at: path, writer, keepsSteps: options.content.steps,
          keysAt: options.content.encrypted ? KeyFile.path(beside: path) : nil,
          limit: options.captureSize.map { $0 << 20 },
          whileUnread: {
            if !isTold { narrator.say("waiting for a reader of \(path)") }
            isTold = true
            let isLate = options.timeout.map { ContinuousClock.now - start > .seconds($0) } ?? false
            return !loop.isStopped && !isLate
          }))
    } catch {
      throw BadInput(error, option: "--capture")
    }
  }

  private func record(to recorder: LiveRecorder) {
    recorder.clock = world.simulation
    world.air.add(recorder)
  }

  // MARK: Running

  /// Why the accessory refused what the phone could not do; empty if the failure is another one.
  private func cause(of error: HostError) -> String {
    guard let refusal = world.accessoryController?.lastRefusal, refusal.code == error.code else { return "" }
    return ": the accessory refused, because \(refusal.reason)"
  }

  private var goesOn: Bool {
    !loop.isStopped && !progress.isTimeOver && !(options.once && progress.hasLostHost) && !hasAll
      && recorder?.failure == nil && narrator.failure == nil
  }

  /// Whether the procedures that are to come have come; without a number of them that is never so.
  private var hasAll: Bool { options.procedures.map { progress.procedureCount >= $0 } ?? false }

  /// Runs to the end; false if fewer procedures ended than `--procedures` requires.
  func run() throws(BadInput) -> Bool {
    ports.announce(to: narrator)
    if let timeout = options.timeout {
      world.simulation.schedule(after: .milliseconds(Int(timeout * 1000))) { [progress] in
        progress.isTimeOver = true
      }
    }
    world.simulation.run(until: .distantFuture) { goesOn && !ports.areAttached }
    world.accessory?.powerOn()
    if ports.phone == nil {
      let phone = VirtualInitiator(world.phoneController)
      phone.rangedSink = { [monitor] in monitor.take($0, reflector: $1) }
      monitor.phoneReadsResults = { [unowned phone] in phone.readsRangingService }
      PhoneSession(phone, profile: plan.world.phone).run(
        while: { goesOn }, report: { narrator.say("phone: \($0)\(cause(of: $0)); trying again") },
        seriesEnded: { narrator.say("phone: the accessory ended the series; starting another") })
    } else {
      world.simulation.run(until: .distantFuture) { goesOn }
    }
    // What was counted last has yet to reach the hosts.
    world.simulation.run(until: world.simulation.now + Self.farewell) { !loop.isStopped }
    ports.close()
    recorder?.finish(within: Self.lastWrites)
    if let failure = recorder?.failure { throw BadInput(failure) }
    if let failure = narrator.failure { throw failure }
    if let lost = recorder?.lostCount, lost > 0 {
      narrator.say("\(lost) packets are not in the capture: its reader was too slow")
    }
    let asked = options.procedures.map { " of \($0)" } ?? ""
    narrator.say("\(progress.procedureCount)\(asked) procedures")
    return options.procedures == nil || hasAll
  }
}
