public import ChannelSounding
internal import CoreTypes
internal import HCI
public import Ranging

extension ProcedureResult {
  /// What the procedure leaves for ranging, antennas being switched in no time.
  ///
  /// - Parameters:
  ///   - configuration: as either end holds it.
  ///   - reflector: what the reflector reported; nil under inline PCT, where the initiator's tones hold both ways.
  ///   - schedule: when subevents come; nil if that is not known, and tones have no times.
  public func measurement(
    _ configuration: CSConfiguration, reflector: ProcedureResult?, schedule: MeasurementReader.Schedule? = nil
  ) -> RangingMeasurement {
    var configuration = configuration
    configuration.enhancements = reflector == nil ? 1 : 0
    let pathCount = Int(subevents.first { $0.numAntennaPaths > 0 }?.numAntennaPaths ?? 0)
    guard (1...4).contains(pathCount) else { return RangingMeasurement() }
    var reader = MeasurementReader(
      configuration, timing: StepTiming(configuration: configuration, antennaPaths: pathCount, tSW: 0),
      schedule: schedule)
    return reader.measurement(subevents, reflector: reflector?.subevents)
  }
}
