internal import Capture
internal import ChannelSounding
internal import CoreTypes
internal import Initiator
internal import LinkLayer
internal import Ranging
internal import Session
internal import SimulationKernel
internal import VirtualController

/// One meeting of phone and accessory: they find each other, pair, agree, and run procedures as fast as the
/// machine can.
struct StudySession {
  /// The virtual time without a procedure after which the phone gives up.
  private static let timeout = Picoseconds.seconds(30)

  /// What was agreed; nil if it never came to that.
  private(set) var link: AgreedLink?
  /// In order; fewer than were asked for if the phone gave up.
  private(set) var outcomes: [ProcedureOutcome] = []
  /// What went wrong last; nil if nothing did.
  private(set) var failure: String?

  /// When procedures ran; nil if there are fewer than two.
  var schedule: Walk.Schedule? {
    guard outcomes.count > 1 else { return nil }
    let times = outcomes.prefix(2).map { ($0.time - .start).inSeconds }
    return Walk.Schedule(first: times[0], interval: times[1] - times[0], duration: outcomes[0].spanSeconds)
  }

  /// Runs a session of `procedureCount` procedures.
  ///
  /// - Parameters:
  ///   - walk: how the phone moves; nil leaves that to the environment.
  ///   - log: takes every packet and frame; nil for none.
  init(_ point: StudyPoint, procedureCount: Int, walk: Walk? = nil, seed: UInt64, log: CaptureLog? = nil) {
    var watch: ProcedureWatch?
    let world = StudyWorld(point, walk: walk, seed: seed) { controller, role in
      controller.hciTap = { [unowned controller] packet, isFromHost in
        let now = controller.simulation.now
        log?.append(HCIFrame(packet, role: role, isFromHost: isFromHost, at: now))
        if !isFromHost { watch?.see(packet, from: role, at: now) }
      }
    }
    if let log { world.record(to: log) }
    let seen = ProcedureWatch(point, in: world.environment)
    watch = seen
    seen.describe = { [unowned world] in world.truth($0, aci: $1) }
    let phone = VirtualInitiator(world.phoneController)
    let session = PhoneSession(phone, profile: point.phone)
    var deadline = world.simulation.now + Self.timeout
    phone.procedureSink = { [unowned phone, unowned simulation = world.simulation] procedure in
      if seen.outcomes.count < procedureCount {
        seen.take(procedure, isReadOverLink: phone.readsRangingService)
      }
      deadline = simulation.now + Self.timeout
    }
    phone.rangedSink = { _, reflector in
      if seen.outcomes.count < procedureCount { seen.take(readOverLink: reflector) }
    }
    var failure: String?
    session.run(
      while: { seen.outcomes.count < procedureCount && world.simulation.now < deadline },
      report: { failure = "\($0)" })
    world.close()
    link = seen.link
    outcomes = seen.outcomes
    if outcomes.count < procedureCount {
      self.failure =
        failure ?? (link == nil ? "the phone does not discover the accessory" : "procedures stop")
    }
  }
}

extension StudyWorld {
  /// What is true and known under a configuration.
  fileprivate func truth(
    _ configuration: CSConfiguration, aci: AntennaConfiguration
  ) -> ProcedureWatch.Truth {
    let (phone, accessory) = (phoneController.description, accessoryController.description)
    let timing = StepTiming(
      configuration: configuration, aci: aci, initiator: phone.identity.csCapabilities,
      reflector: accessory.identity.csCapabilities, interpretations: phone.identity.interpretations)
    let noise = TruePhaseNoise(
      phone: phone.radio, accessory: accessory.radio, environment: nominalEnvironment,
      configuration: configuration, timing: timing)
    let classes = [phone, accessory].compactMap {
      $0.identity.csCapabilities.rttClaim(configuration.rttType, on2M: configuration.csSyncPHY != .le1M)
    }
    let options = classes.map(\.nanoseconds).max().map(RangingEstimator.Options.init) ?? .init()
    return (timing, noise, options)
  }
}
