internal import ChannelSounding
internal import CoreTypes

/// One end of the CS subevents of a link: what it planned, on which clock and radio, and what it measured.
final class CSEnd {
  /// Whose end it is.
  unowned let controller: VirtualController
  /// Tells one series of procedures from another, for the air between the ends.
  let series: Int
  let configuration: CSConfiguration
  /// Clock, radio and the times of the steps.
  let exchangeEnd: ExchangeEnd
  /// The antenna configuration index.
  let aci: AntennaConfiguration
  /// What the reflector does with the tones it hears; unused in the initiator.
  let behaviour: ReflectorBehaviour
  /// The reflector's FAE table as the initiator read it, in ppm by channel index; empty if it did not.
  let knownFAEPpm: [Double]
  var plan = SubeventPlan()
  var result = SubeventResult()
  /// CSProcCount of the procedure that `plan` is of.
  var procedureCounter: UInt16 = 0
  /// The place of the planned subevent in its procedure, from 0.
  var subeventIndex = 0
  /// True time at which this end expects the next subevent to begin.
  var start = Instant.start

  var role: CSRole { configuration.role }

  init(
    of controller: VirtualController, series: Int, configuration: CSConfiguration, exchangeEnd: ExchangeEnd,
    aci: AntennaConfiguration, knownFAEPpm: [Double] = []
  ) {
    self.controller = controller
    self.series = series
    self.configuration = configuration
    self.exchangeEnd = exchangeEnd
    self.aci = aci
    behaviour = controller.description.reflectorBehaviour
    self.knownFAEPpm = knownFAEPpm
  }

  /// The same end without a plan or a result.
  func renewed() -> CSEnd {
    CSEnd(
      of: controller, series: series, configuration: configuration, exchangeEnd: exchangeEnd, aci: aci,
      knownFAEPpm: knownFAEPpm)
  }
}
