internal import ChannelSounding
internal import CoreTypes
internal import RadioModel

/// Tones as a receiver measured them, side by side.
struct MeasuredTones {
  /// Before quantising, in PCT units.
  var re: RealLanes
  var im: RealLanes

  /// The unit phasors of their phases; (1, 0) for a tone of no strength.
  @inline(__always)
  var phasor: (re: RealLanes, im: RealLanes) {
    let power = re * re + im * im
    let scale = RealLanes(all: 1) / power.squareRoot()
    let isNone = power .== 0
    return (
      (re * scale).replacing(with: RealLanes(all: 1), where: isNone),
      (im * scale).replacing(with: RealLanes(all: 0), where: isNone)
    )
  }
}

extension SubeventExchange {
  /// Measures the slots that wait, and writes what both ends report of them.
  mutating func measureTones(_ air: inout StepAir) {
    let reportsAmplitude = usesInlinePCT && !behaviour.reportsQuadrature
    for first in stride(from: 0, to: air.tones.count, by: RealLanes.scalarCount) {
      let there = air.tones.reflector[first]
      var heard = reflector.measured(there, rotation: nil)
      if behaviour.wrongToneFraction > 0 { guess(&heard, air.tones, from: first) }
      let rotation = rotation(heard, air.tones, from: first)
      let back = air.tones.initiator[first]
      let returned = initiator.measured(back, rotation: rotation)
      let reflectorTerms = reflector.terms(heard, overlap: there.overlap, amplitudeOnly: reportsAmplitude)
      let initiatorTerms = initiator.terms(returned, overlap: back.overlap, amplitudeOnly: false)
      let last = min(first &+ RealLanes.scalarCount, air.tones.count)
      for index in first..<last {
        let (slot, lane) = (air.tones[index], index &- first)
        if slot.reflectorOffset >= 0 {
          let term = slot.isUnheard ? Self.unheard(reflectorTerms[lane]) : reflectorTerms[lane]
          air.reflectorWriter.tone(term, kind: slot.reflectorKind, at: slot.reflectorOffset)
        }
        if slot.initiatorOffset >= 0 {
          air.initiatorWriter.tone(initiatorTerms[lane], kind: slot.initiatorKind, at: slot.initiatorOffset)
        }
      }
      if recordsTimeline {
        recordTones(first..<last, heard: heard, returned: returned, rotation: rotation)
      }
    }
    air.tones.removeAll()
    if recordsTimeline { toneNotes.removeAll(keepingCapacity: true) }
  }

  /// What the reflector turns its tones by after it measured `heard`.
  @inline(__always)
  private func rotation(
    _ heard: MeasuredTones, _ tones: ToneColumns, from first: Int
  ) -> (re: RealLanes, im: RealLanes) {
    var returns = SIMDMask<SIMD4<Int64>>(repeating: false)
    for lane in 0..<RealLanes.scalarCount { returns[lane] = tones[first &+ lane].returnsPhase }
    let turned = returnedPhase.rotation(heard)
    return (
      RealLanes(all: 1).replacing(with: turned.re, where: returns),
      RealLanes(all: 0).replacing(with: turned.im, where: returns)
    )
  }

  /// Puts the phases that the reflector guesses in the place of those that it heard.
  @inline(never)
  private func guess(_ heard: inout MeasuredTones, _ tones: ToneColumns, from first: Int) {
    for lane in 0..<RealLanes.scalarCount {
      guard let turns = tones[first &+ lane].guessedTurns else { continue }
      let (sin, cos) = PortableMath.sinCos(turns: turns)
      let (re, im) = (heard.re[lane], heard.im[lane])
      let size = (re * re + im * im).squareRoot()
      (heard.re[lane], heard.im[lane]) = (size * cos, size * sin)
    }
  }

  /// A term of which the reflector says that it heard no tone.
  private static func unheard(_ term: UInt32) -> UInt32 {
    term & 0xFF_FFFF | UInt32(ToneQualityIndicator.low.rawValue) << 24
  }
}

extension RunningEnd {
  /// Measures tones: what came by their ways is turned, passes the front end, and gains noise.
  ///
  /// - Parameter rotation: unit phasors that turn them besides.
  @inline(__always)
  fileprivate func measured(
    _ tones: ArrivingTones, rotation: (re: RealLanes, im: RealLanes)?
  ) -> MeasuredTones {
    let power = tones.way.re * tones.way.re + tones.way.im * tones.way.im
    let (sin, cos) = PortableMath.sinCos(turns: tones.turns + frontEnd.gainTurns(power: power))
    let (re, im) = (tones.way.re * tones.size, tones.way.im * tones.size)
    var turned = (re: re * cos - im * sin, im: re * sin + im * cos)
    if let rotation {
      turned = (
        turned.re * rotation.re - turned.im * rotation.im, turned.re * rotation.im + turned.im * rotation.re
      )
    }
    let passed = frontEnd.passed(re: turned.re, im: turned.im)
    let noise = PortableMath.normalPair(tones.chance.0, tones.chance.1)
    return MeasuredTones(re: passed.re + tones.noise * noise.0, im: passed.im + tones.noise * noise.1)
  }

  /// The phase correction terms that are reported in bits 0 to 23, their quality in bits 24 to 27. A reflector with
  /// inline PCT reports the size alone, in I.
  @inline(__always)
  fileprivate func terms(
    _ tones: MeasuredTones, overlap: RealLanes, amplitudeOnly: Bool
  ) -> SIMD4<UInt32> {
    let (i, q) = (quantiser.part(tones.re), quantiser.part(tones.im))
    let power = i * i + q * q
    let packed =
      amplitudeOnly
      ? PCTQuantiser.packed(i: quantiser.part(power.squareRoot()), q: RealLanes(all: 0))
      : PCTQuantiser.packed(i: i, q: q)
    return packed | ratings(power: power, overlap: overlap) &<< SIMD4(repeating: 24)
  }

  /// Tone quality, bits 0 to 3; `overlap` is the part of the window that the tone filled.
  @inline(__always)
  private func ratings(power: RealLanes, overlap: RealLanes) -> SIMD4<UInt32> {
    func lanes(_ rating: ToneQualityIndicator) -> SIMD4<Int64> { SIMD4(repeating: Int64(rating.rawValue)) }
    guard reportsToneQuality else {
      return SIMD4(repeating: UInt32(ToneQualityIndicator.unavailable.rawValue))
    }
    let isHigh = (overlap .>= 0.9) .& (power .>= highPower)
    let isLow = (overlap .< 0.5) .| (power .< mediumPower)
    let rating = lanes(.medium).replacing(with: lanes(.high), where: isHigh)
      .replacing(with: lanes(.low), where: isLow)
    return SIMD4<UInt32>(truncatingIfNeeded: rating)
  }
}

extension ReflectorBehaviour.ReturnedPhase {
  /// The unit phasors that the tones are turned by after measuring `tones`.
  @inline(__always)
  fileprivate func rotation(_ tones: MeasuredTones) -> (re: RealLanes, im: RealLanes) {
    if self == .none { return (RealLanes(all: 1), RealLanes(all: 0)) }
    let (re, im) = tones.phasor
    switch self {
    case .negated: return (re, -im)
    case .doubled: return (re * re - im * im, RealLanes(all: 2) * re * im)
    case .measured, .none: return (re, im)
    }
  }
}
