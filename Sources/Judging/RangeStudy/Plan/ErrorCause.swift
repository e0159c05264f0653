internal import ChannelSounding
internal import Profiles
internal import RadioModel

/// What makes distances worse than the noise of the tones does.
package enum ErrorCause: String, Sendable, CaseIterable {
  /// Echoes, the ground, and what stands in the direct path.
  case reflections
  /// Others that send in the band.
  case interference
  /// Somebody who delays or imitates what is sent.
  case attack
  /// Devices that do not rest.
  case motion
  /// Oscillators that have not settled when a tone begins.
  case settling
  /// What mode-0 leaves of the carrier offset.
  case mode0 = "mode-0"
  /// Procedures that are split.
  case subevents
  /// Delays that no calibration took out.
  case delays
  /// Times of arrival of CS_SYNC.
  case times
  /// Front ends, rounding, and tones that are missing or wrong, of the accessory.
  case tones
  /// The phone's oscillator, front end and delays.
  case phone

  /// The point without the cause; nil where the cause is not there.
  func removed(from point: StudyPoint) -> StudyPoint? {
    var point = point
    let before = (point.environment, point.accessory.radio, point.phone)
    let isMoving = point.speedMetresPerSecond != 0
    switch self {
    case .reflections:
      let place = point.environment
      point.environment = place.inFreeSight
      (point.environment.interference, point.environment.motion) = (place.interference, place.motion)
      point.environment.attack = place.attack
    case .interference: point.environment.interference = []
    case .attack: point.environment.attack = nil
    case .motion:
      point.environment.motion = .still
      point.speedMetresPerSecond = 0
    case .settling:
      point.accessory.radio.removeSettling()
      point.phone.radio.removeSettling()
    case .mode0:
      point.phone.radio.frequencyNoisePpm = 0
      point.accessory.radio.carrierDriftPpmPerSecond = 0
    case .subevents: point.phone.procedures.maxSubeventLen = .longest
    case .delays: point.accessory.radio.removeDelays()
    case .times:
      point.accessory.radio.removeTimeErrors()
      point.phone.radio.removeTimeErrors()
    case .tones: point.accessory.radio.removeToneErrors()
    case .phone:
      point.phone.radio.removeToneErrors()
      point.phone.radio.removeDelays()
      point.phone.radio.phaseNoiseRadians = 0
      point.phone.radio.linewidthHertz = 0
    }
    let isOther =
      before.0 != point.environment || before.1 != point.accessory.radio || before.2 != point.phone
      || isMoving && point.speedMetresPerSecond == 0
    return isOther ? point : nil
  }
}

extension RadioDescription {
  fileprivate mutating func removeSettling() {
    (parameters.pllSettlingTauMicroseconds, parameters.settlingNoiseDegrees) = (0, 0)
  }

  fileprivate mutating func removeDelays() {
    (parameters.fixedDelayNanoseconds, parameters.inlinePCTDelayNanoseconds) = (0, 0)
    parameters.pathDelaysNanoseconds = []
  }

  fileprivate mutating func removeTimeErrors() {
    (parameters.timingNoiseNanoseconds, parameters.turnaroundErrorNanoseconds) = (0, 0)
  }

  fileprivate mutating func removeToneErrors() {
    (missingToneFraction, wrongToneFraction) = (0, 0)
    let usual = RadioParameters()
    (parameters.iqGainDecibels, parameters.iqPhaseDegrees) = (0, 0)
    (parameters.agcStepDegrees, parameters.antennaSwitchTauMicroseconds) = (0, 0)
    (parameters.toneOffsetKilohertz, parameters.dcOffsetDecibelsCarrier) = (0, usual.dcOffsetDecibelsCarrier)
    (parameters.pctBits, parameters.toneAmplitudeLSB) = (usual.pctBits, usual.toneAmplitudeLSB)
  }
}
