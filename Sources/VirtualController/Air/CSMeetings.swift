internal import ChannelSounding
internal import CoreTypes
internal import RadioModel
internal import SimulationKernel

/// What both ends of a link really sent in one CS subevent, as a receiver with the true time sees it.
public struct ObservedSubevent: Sendable {
  /// The access address of the link.
  public let accessAddress: UInt32
  /// The transmissions of both ends.
  public let timeline: ExchangeTimeline
}

/// Brings the two ends of a link together when a CS subevent starts.
///
/// Nothing here compares what the ends planned: the steps run, and who is on another channel hears noise.
final class CSMeetings {
  /// The two ends may expect the start this far apart and still meet.
  private static let tolerance = Picoseconds.milliseconds(1)

  private final class Appointment {
    let end: CSEnd
    let ended: () -> Void

    init(_ end: CSEnd, ended: @escaping () -> Void) {
      self.end = end
      self.ended = ended
    }
  }

  /// The air of one series of procedures of one link.
  private final class Meeting {
    var waiting: Appointment?
    var exchange: SubeventExchange?
    var series: [Int] = []
  }

  private let simulation: Simulation
  private let environment: Environment
  private var meetings: [UInt32: Meeting] = [:]
  private var exchangeCount = 0
  var observers: [(ObservedSubevent) -> Void] = []

  init(simulation: Simulation, environment: Environment) {
    self.simulation = simulation
    self.environment = environment
  }

  /// Has `end` take part in a subevent of the link from `end.start` on; `ended` runs when the subevent is over.
  func meet(_ end: CSEnd, on accessAddress: UInt32, ended: @escaping () -> Void) {
    let meeting = meetings[accessAddress] ?? Meeting()
    meetings[accessAddress] = meeting
    let appointment = Appointment(end, ended: ended)
    if let other = meeting.waiting, other.end.role != end.role,
      (max(other.end.start, end.start) - min(other.end.start, end.start)) < Self.tolerance
    {
      meeting.waiting = nil
      let isInitiator = end.role == .initiator
      let (initiator, reflector) = isInitiator ? (appointment, other) : (other, appointment)
      simulation.schedule(at: max(simulation.now, initiator.end.start)) { [self] in
        run(meeting, initiator, reflector, accessAddress)
      }
      return
    }
    meeting.waiting = appointment
    simulation.schedule(at: max(simulation.now, end.start + Self.tolerance)) { [self] in
      guard meeting.waiting === appointment else { return }
      meeting.waiting = nil
      reportAlone(appointment)
    }
  }

  private func run(
    _ meeting: Meeting, _ initiator: Appointment, _ reflector: Appointment, _ accessAddress: UInt32
  ) {
    let (initiatorEnd, reflectorEnd) = (initiator.end, reflector.end)
    if meeting.series != [initiatorEnd.series, reflectorEnd.series] {
      meeting.series = [initiatorEnd.series, reflectorEnd.series]
      meeting.exchange = nil
    }
    var exchange = meeting.exchange ?? makeExchange(initiatorEnd, reflectorEnd)
    meeting.exchange = nil
    exchange.recordsTimeline = !observers.isEmpty
    exchange.run(
      initiatorPlan: initiatorEnd.plan, reflectorPlan: reflectorEnd.plan, start: initiatorEnd.start,
      reflectorStart: reflectorEnd.start, initiatorResult: &initiatorEnd.result,
      reflectorResult: &reflectorEnd.result)
    meeting.exchange = exchange
    let duration = max(initiatorEnd.plan.duration, reflectorEnd.plan.duration)
    simulation.schedule(after: .microseconds(Int(duration))) { [self] in
      for observer in observers {
        observer(ObservedSubevent(accessAddress: accessAddress, timeline: exchange.timeline))
      }
      initiator.ended()
      reflector.ended()
    }
  }

  private func makeExchange(_ initiator: CSEnd, _ reflector: CSEnd) -> SubeventExchange {
    exchangeCount += 1
    var exchange = SubeventExchange(
      initiator: initiator.exchangeEnd, reflector: reflector.exchangeEnd, environment: environment,
      aci: initiator.aci, usesInlinePCT: reflector.usesInlinePCT, behaviour: reflector.behaviour,
      random: simulation.random, link: "cs-exchange.\(exchangeCount)")
    exchange.knownFAEPpm = initiator.knownFAEPpm
    return exchange
  }

  /// The other end never came: no CS_SYNC was received.
  private func reportAlone(_ appointment: Appointment) {
    let end = appointment.end
    end.result.removeAllSteps()
    end.result.numAntennaPaths = 0
    end.result.frequencyCompensation = SubeventResult.unavailableFrequency
    end.result.subeventDone = .aborted
    end.result.subeventAbortReason = .noSyncReceived
    appointment.ended()
  }
}
