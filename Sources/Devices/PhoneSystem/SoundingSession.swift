internal import ChannelSounding
internal import CoreTypes
internal import HCI
internal import Initiator
internal import ProcedureRanging
internal import Ranging
internal import Session

/// Why a Channel Sounding session gives no more distances.
package enum SoundingFailure: Hashable, Sendable {
  /// The phone refused it, or the accessory refused capabilities, table, configuration or security.
  case configuration
  /// The accessory refused the series, or ended it.
  case procedure
  /// The connection ended, for a reason unless the app asked for that.
  case connection(ConnectionFailure?)
}

/// A client's Channel Sounding session with an accessory: what has been agreed, and what runs.
///
/// The phone is asked for one thing at a time. When that is done, `PhoneSystem.advance` compares what runs with what is
/// wanted, and asks for the next.
final class SoundingSession {
  /// Nil once the client has given its part in the link up.
  private(set) var client: CentralClient?
  let accessory: KnownAccessory
  let link: PhoneLink
  /// What both ends agreed on; nil before.
  var agreement: ProcedureAgreement?
  /// By how much the interval of the series that runs is longer than the phone's usual one; nil where none runs.
  var activeLoad: Int?
  /// Whether the phone is on the way to another state.
  var isChanging = false
  /// Whether the client has cancelled.
  private(set) var isCancelled = false
  private var schedule: MeasurementReader.Schedule
  private var estimator = RangingEstimator(.usual)

  init(_ client: CentralClient, _ accessory: KnownAccessory, _ link: PhoneLink) {
    (self.client, self.accessory, self.link) = (client, accessory, link)
    schedule = MeasurementReader.Schedule(
      connectionIntervalMicroseconds: link.connectionInterval.inMicroseconds)
  }

  /// The client wants no more distances.
  func cancel() { isCancelled = true }

  /// The client's part in the link is over, and the client gets no more events of the session.
  func abandon() { (client, isCancelled) = (nil, true) }

  /// Follows the intervals of the link and of its series.
  func take(_ event: HCIEventValue) {
    if event.connectionHandle == link.handle { schedule.take(event) }
  }

  /// The distance in metres that a finished procedure tells; nil if it tells none.
  ///
  /// - Parameter reflector: what was read of the accessory; nil under inline PCT.
  func metres(_ own: ProcedureResult, reflector: ProcedureResult?) -> Double? {
    guard let configuration = agreement?.configuration else { return nil }
    let estimate = estimator.estimate(
      own.measurement(configuration, reflector: reflector, schedule: schedule))
    return estimate?.peakMetres
  }
}
