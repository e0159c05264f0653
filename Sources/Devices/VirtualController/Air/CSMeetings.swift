internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

/// Brings the two ends of a link together when a CS subevent starts.
///
/// Nothing here compares what the ends planned: the steps run, and who is on another channel hears noise.
final class CSMeetings {
  /// The two ends may expect the start this far apart and still meet.
  private static let tolerance = Picoseconds.milliseconds(1)

  /// Where two ends look for each other.
  enum Place: Hashable {
    case link(accessAddress: AccessAddress)
    /// Without a link: whose tests draw from the same nonce, with the same antennas.
    case test(nonce: UInt16, aci: AntennaConfiguration)

    /// The access address of the link; 0 without a link.
    var accessAddress: AccessAddress {
      if case .link(let address) = self { address } else { 0 }
    }
  }

  /// One end that is to take part in a subevent.
  final class Appointment {
    fileprivate let end: CSEnd
    /// Held until the subevent ends: the owner of a device releases its controller when the power goes off.
    private let controller: VirtualController
    fileprivate let isPatient: Bool
    fileprivate let ended: () -> Void
    /// Whether the subevent has begun, so that its end will come.
    fileprivate(set) var hasBegun = false
    private var isWithdrawn = false

    /// Whether the end does not take part: the appointment was cancelled, or the device has no power.
    var isCancelled: Bool { isWithdrawn || !controller.isPowered }

    fileprivate init(_ end: CSEnd, isPatient: Bool, ended: @escaping () -> Void) {
      self.end = end
      controller = end.controller
      self.isPatient = isPatient
      self.ended = ended
    }

    /// Leaves before the subevent begins; nothing is reported.
    func cancel() { isWithdrawn = true }
  }

  /// The air of one series of procedures of one link.
  private final class Meeting {
    var waiting: [Appointment] = []
    var exchange: SubeventExchange?
    var series: [Int] = []
    /// The change of the air's environment that `exchange` has followed.
    var environmentChangeCount = 0
  }

  private let simulation: Simulation
  private var meetings: [Place: Meeting] = [:]
  private var exchangeCount = 0
  var observers: [(ObservedSubevent) -> Void] = []
  var stepObservers: [(ObservedSteps) -> Void] = []
  var loneObservers: [(LoneSubevent) -> Void] = []
  /// Whether observers are not called for subevents that both ends come to.
  var hidesSteps = false

  init(simulation: Simulation) { self.simulation = simulation }

  /// Has `end` take part in a subevent from `end.start` on; `ended` runs when the subevent is over.
  ///
  /// - Parameter isPatient: `end` has no start of its own and waits for the other one's as long as it takes.
  @discardableResult
  func meet(
    _ end: CSEnd, at place: Place, isPatient: Bool = false, ended: @escaping () -> Void
  ) -> Appointment {
    let appointment = Appointment(end, isPatient: isPatient, ended: ended)
    arrange(appointment, at: place)
    return appointment
  }

  /// Forgets a place that nobody waits at.
  func leave(_ place: Place) {
    if meetings[place]?.waiting.allSatisfy(\.isCancelled) ?? true { meetings[place] = nil }
  }

  /// Brings an end together with one that waits for it, or has it wait.
  private func arrange(_ appointment: Appointment, at place: Place) {
    let meeting = meetings[place] ?? Meeting()
    meetings[place] = meeting
    meeting.waiting.removeAll(where: \.isCancelled)
    let end = appointment.end
    if let index = meeting.waiting.firstIndex(where: { agree(appointment, $0) }) {
      let other = meeting.waiting.remove(at: index)
      if appointment.isPatient { end.start = other.end.start }
      if other.isPatient { other.end.start = end.start }
      let isInitiator = end.role == .initiator
      let (initiator, reflector) = isInitiator ? (appointment, other) : (other, appointment)
      simulation.schedule(at: max(simulation.now, initiator.end.start)) { [self] in
        run(meeting, initiator, reflector, place)
      }
      return
    }
    meeting.waiting.append(appointment)
    if appointment.isPatient { return }
    simulation.schedule(at: max(simulation.now, end.start + Self.tolerance)) { [self] in
      guard let index = meeting.waiting.firstIndex(where: { $0 === appointment }) else { return }
      meeting.waiting.remove(at: index)
      if !appointment.isCancelled { reportAlone(appointment, at: place) }
    }
  }

  /// Whether two ends expect the subevent at the same time.
  private func agree(_ one: Appointment, _ other: Appointment) -> Bool {
    if one.end.role == other.end.role { return false }
    if other.isPatient { return !one.isPatient }
    if one.isPatient { return other.end.start >= simulation.now }
    return max(other.end.start, one.end.start) - min(other.end.start, one.end.start) < Self.tolerance
  }

  /// The other of two ends that had met left before the subevent began, or one of them is not there.
  private func part(_ remaining: Appointment, at place: Place) {
    if remaining.isCancelled { return }
    if remaining.isPatient { arrange(remaining, at: place) } else { reportAlone(remaining, at: place) }
  }

  private func run(_ meeting: Meeting, _ initiator: Appointment, _ reflector: Appointment, _ place: Place) {
    guard !initiator.isCancelled, !reflector.isCancelled else {
      return part(initiator.isCancelled ? reflector : initiator, at: place)
    }
    guard [initiator, reflector].allSatisfy({ $0.end.controller.air.isPresent($0.end.controller) }) else {
      part(initiator, at: place)
      return part(reflector, at: place)
    }
    initiator.hasBegun = true
    reflector.hasBegun = true
    let (initiatorEnd, reflectorEnd) = (initiator.end, reflector.end)
    if meeting.series != [initiatorEnd.series, reflectorEnd.series] {
      meeting.series = [initiatorEnd.series, reflectorEnd.series]
      meeting.exchange = nil
    }
    prepareExchange(of: meeting, initiatorEnd, reflectorEnd)
    let isWatched = !observers.isEmpty && !hidesSteps
    meeting.exchange?.recordsTimeline = isWatched
    // In its place: a copy would cost as much as many steps.
    meeting.exchange?.run(
      initiatorPlan: initiatorEnd.plan, reflectorPlan: reflectorEnd.plan, start: initiatorEnd.start,
      reflectorStart: reflectorEnd.start, initiatorResult: &initiatorEnd.result,
      reflectorResult: &reflectorEnd.result)
    let timeline = isWatched ? meeting.exchange?.timeline : nil
    if let timeline, !stepObservers.isEmpty {
      let steps = ObservedSteps(
        accessAddress: place.accessAddress, timeline: timeline, initiator: initiatorEnd,
        reflector: reflectorEnd)
      for observer in stepObservers { observer(steps) }
    }
    let duration = max(initiatorEnd.plan.duration, reflectorEnd.plan.duration)
    let subeventIndex = initiatorEnd.subeventIndex
    let terms = (
      initiator: ObservedSubevent.Terms(initiatorEnd), reflector: ObservedSubevent.Terms(reflectorEnd)
    )
    simulation.schedule(after: .microseconds(Int(duration))) { [self] in
      if let timeline {
        let subevent = ObservedSubevent(
          accessAddress: place.accessAddress, subeventIndex: subeventIndex, timeline: timeline,
          initiator: terms.initiator, reflector: terms.reflector)
        for observer in observers { observer(subevent) }
      }
      initiator.ended()
      reflector.ended()
    }
  }

  /// Makes the exchange of a series, or has it follow a change of the environment when a procedure begins.
  private func prepareExchange(of meeting: Meeting, _ initiator: CSEnd, _ reflector: CSEnd) {
    let air = initiator.controller.air
    let count = air.environmentChangeCount
    if meeting.exchange == nil {
      meeting.exchange = makeExchange(initiator, reflector)
    } else if count != meeting.environmentChangeCount, initiator.plan.firstStep == 0 {
      let environment = air.environment(between: initiator.controller, and: reflector.controller)
      meeting.exchange?.change(to: environment, random: simulation.random)
    } else {
      return
    }
    meeting.environmentChangeCount = count
  }

  private func makeExchange(_ initiator: CSEnd, _ reflector: CSEnd) -> SubeventExchange {
    exchangeCount += 1
    let controller = initiator.controller
    var exchange = SubeventExchange(
      initiator: initiator.exchangeEnd, reflector: reflector.exchangeEnd,
      environment: controller.air.environment(between: controller, and: reflector.controller),
      aci: initiator.aci, usesInlinePCT: reflector.configuration.usesInlinePCT,
      behaviour: reflector.behaviour, random: simulation.random, link: "cs-exchange.\(exchangeCount)",
      place: "place.\(Self.placeName(controller)).\(Self.placeName(reflector.controller))")
    exchange.knownFAEPpm = initiator.knownFAEPpm
    return exchange
  }

  /// What a device is called in the name of a place: in a scene, controllers may have the same name.
  private static func placeName(_ controller: VirtualController) -> String {
    controller.air.device(controller)?.name ?? controller.description.name
  }

  /// Keeps `end` from a subevent that its radio has no time for; `ended` runs when the subevent is over.
  func sitOut(_ end: CSEnd, ended: @escaping () -> Void) {
    let time = max(simulation.now, end.start + .microseconds(Int(end.plan.duration)))
    simulation.schedule(at: time) { [controller = end.controller] in
      guard controller.isPowered else { return }
      Self.report(end, lostOver: .schedulingConflict)
      ended()
    }
  }

  /// The other end never came: no CS_SYNC was received.
  private func reportAlone(_ appointment: Appointment, at place: Place) {
    let end = appointment.end
    Self.report(end, lostOver: .noSyncReceived)
    let lone = LoneSubevent(
      accessAddress: place.accessAddress, role: end.role, start: end.start,
      procedureCounter: end.procedureCounter, subeventIndex: end.subeventIndex)
    for observer in loneObservers { observer(lone) }
    appointment.ended()
  }

  private static func report(_ end: CSEnd, lostOver reason: SubeventAbortReason) {
    end.result.removeAllSteps()
    end.result.numAntennaPaths = 0
    end.result.frequencyCompensation = .notAvailable
    end.result.subeventDone = .aborted
    end.result.subeventAbortReason = reason
  }
}
