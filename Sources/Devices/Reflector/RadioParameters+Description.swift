internal import ChannelSounding
public import Profiles
public import RadioModel

extension RadioParameters {
  /// The dB against a tone below which a constant beside it counts as none.
  private static let noDCOffset = -100.0

  /// The analogue side of a device.
  ///
  /// - Parameter faeTable: 72 entries of 1/32 ppm; empty for none.
  public init(_ description: RadioDescription, faeTable: [Int8] = []) {
    self.init()
    setOscillator(description)
    setPackets(description)
    delayNanoseconds = description.fixedDelayNanoseconds
    pathDelaysNanoseconds = description.pathDelaysNanoseconds
    switchMicroseconds = description.antennaSwitchTauMicroseconds
    txPowerDbm = description.txPowerDbm
    noiseFloorDbm = description.noiseFloorDbm
    pctBits = description.pctBits
    pctAmplitude = description.toneAmplitudeLSB
    inlinePCTErrorRadians = description.inlinePCTErrorDegrees.radians
    inlinePCTDelayNanoseconds = description.inlinePCTDelayNanoseconds
    receiver.iqGainDecibels = description.iqGainDecibels
    receiver.iqPhaseRadians = description.iqPhaseDegrees.radians
    let constant = description.dcOffsetDecibelsCarrier
    receiver.dcOffsetDecibels = constant > Self.noDCOffset ? constant : nil
    receiver.agcStepDecibels = description.agcStepDecibels
    receiver.agcStepRadians = description.agcStepDegrees.radians
    if faeTable.contains(where: { $0 != 0 }) { mode0FAEPpm = FAETable(faeTable).ppmByChannel }
  }

  private mutating func setOscillator(_ description: RadioDescription) {
    phaseNoiseRadians = description.phaseNoiseRadians
    linewidthHertz = description.linewidthHertz
    settlingMicroseconds = description.pllSettlingTauMicroseconds
    settlingNoise.radians = description.settlingNoiseDegrees.radians
    settlingNoise.microseconds = description.settlingNoiseTauMicroseconds
    toneOffsetHertz = description.toneOffsetKilohertz * 1e3
    frequencyNoisePpm = description.frequencyNoisePpm
  }

  private mutating func setPackets(_ description: RadioDescription) {
    sensitivityDbm = description.sensitivityDbm
    timingNoiseNanoseconds = description.timingNoiseNanoseconds
    turnaroundJitterNanoseconds = description.turnaroundJitterNanoseconds
    turnaroundErrorNanoseconds = description.turnaroundErrorNanoseconds
    snrOutputErrorDecibels = description.snrOutputErrorDecibels
    snrOutputSpreadDecibels = description.snrOutputSpreadDecibels
  }
}

extension Double {
  /// Of a number of degrees.
  fileprivate var radians: Double { self * .pi / 180 }
}
