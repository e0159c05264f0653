internal import Analysis
internal import ChannelSounding
internal import CoreTypes
internal import Documents
internal import Profiles
internal import RadioModel

extension ProfileImporter {
  private typealias Place = any WritableKeyPath<RadioDescription, Double> & Sendable

  private static let knobs: [(String, Place, @Sendable (RadioFit) -> RadioFit.Knob?)] = [
    ("phase_noise_rad", \.phaseNoiseRadians, \.phaseNoiseRadians),
    ("inline_pct_error_deg", \.inlinePCTErrorDegrees, \.inlinePCTErrorDegrees),
    ("carrier_offset_ppm", \.carrierOffsetPpm, \.carrierOffsetPpm),
    ("carrier_drift_ppm_per_s", \.carrierDriftPpmPerSecond, \.carrierDriftPpmPerSecond),
    ("missing_tones", \.missingToneFraction, \.missingTones),
    ("tone_amplitude_lsb", \.toneAmplitudeLSB, \.toneAmplitudeLSB),
    ("fixed_delay_ns", \.fixedDelayNanoseconds, \.fixedDelayNanoseconds),
    ("inline_pct_delay_ns", \.inlinePCTDelayNanoseconds, \.inlinePCTDelayNanoseconds),
    ("timing_noise_ns", \.timingNoiseNanoseconds, \.timingNoiseNanoseconds),
    ("turnaround_jitter_ns", \.turnaroundJitterNanoseconds, \.turnaroundJitterNanoseconds),
    ("turnaround_error_ns", \.turnaroundErrorNanoseconds, \.turnaroundErrorNanoseconds),
  ]

  /// Sets what procedures tell of the radio.
  mutating func fitRadio() {
    if let quality = accessory.fit.qualityText { draft.heading.append("Tones by quality: \(quality).") }
    for (key, place, knob) in Self.knobs {
      guard let knob = knob(accessory.fit) else { continue }
      let value = Rounding.significant(options.fitted.value(of: knob))
      guard AccessoryProfile.knobs.contains(where: { $0.key == key && $0.accepts(value) }) else {
        remarks.append("radio.\(key): fitted \(Rounding.text(value)), which a profile cannot have")
        continue
      }
      draft.profile.radio[keyPath: place] = value
      note(key, knob)
    }
    if let bits = accessory.fit.pctBits {
      draft.profile.radio.pctBits = Int(bits.value)
      note("pct_bits", bits)
    }
    if draft.isSeen("radio.fixed_delay_ns"), draft.isSeen("channel_sounding.antenna_paths"),
      draft.profile.csCapabilities.maxAntennaPaths == 1
    {
      draft.leaveOut("radio.path_delays_ns")
    }
  }

  private mutating func note(_ key: String, _ knob: RadioFit.Knob) {
    let (low, high) = (Rounding.text(knob.interval.lowerBound), Rounding.text(knob.interval.upperBound))
    let range = low == high ? "" : "\(low) to \(high); "
    let unit = knob.count == 1 ? String(knob.unit.dropLast()) : knob.unit
    let note = range + "\(knob.count) \(unit)" + (knob.remark.map { "; \($0)" } ?? "")
    let place = "\(accessory.files), fitted to \(knob.count) \(unit)"
    let source = draft.cite(
      "FIT", low == high ? place : ValueSource.citation(place, interval: low, high))
    draft.see("radio.\(key)", source, note: note)
    fitted.append("radio.\(key) \(draft.text(at: "radio.\(key)") ?? ""): \(note)")
  }
}

extension ProfileImporter.Fitted {
  fileprivate func value(of knob: RadioFit.Knob) -> Double {
    switch self {
    case .estimate: knob.value
    case .least: knob.interval.lowerBound
    case .most: knob.interval.upperBound
    }
  }
}

/// Numbers with as many digits as a measurement has.
enum Rounding {
  /// To three digits that mean something, and to no more than six behind the point.
  static func significant(_ value: Double) -> Double {
    guard value.isFinite, value != 0 else { return 0 }
    var scale = 1.0
    while value.magnitude * scale < 100, scale < 1e6 { scale *= 10 }
    return (value * scale).rounded() / scale
  }

  /// The same as text.
  static func text(_ value: Double) -> String {
    let rounded = significant(value)
    return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? String(Int(rounded)) : String(rounded)
  }
}

extension ProfileImporter {
  /// Puts what complete procedures prove in the place of defaults, where no report has more.
  ///
  /// It is the least that the accessory can do, so it stays unknown unless it is assumed.
  ///
  /// - Returns: the keys and sections whose values are proven.
  mutating func readProcedures() -> [String] {
    let (proof, features, antennas) = (accessory.proof, features, accessory.usedAntennaCount)
    guard proof.count > 0 else { return [] }
    var paths: [String] = []
    func prove(_ path: String, _ change: (inout AccessoryProfile) -> Void) {
      guard !draft.knows(path) else { return }
      change(&draft.profile)
      paths.append(path)
    }
    prove("core.version") { $0.version.core = proof.usesInlinePCT ? .v6_3 : .v6_0 }
    prove("features") { $0.features = features }
    prove("channel_sounding") {
      $0.csCapabilities = proof.capabilities(antennas: antennas)
      $0.radio.pllSettlingTauMicroseconds = RadioDescription.settlingTau(for: $0.csCapabilities)
    }
    // No procedure starts on a link that is not encrypted.
    prove("security.bonding") { $0.security.bonds = true }
    return paths
  }

  private var features: FeatureSet {
    var features = FeatureSet([.leEncryption, .channelSounding, .channelSoundingHostSupport])
    if accessory.proof.usesInlinePCT {
      features[.extendedFeatureSet] = true
      features[.channelSoundingEnhancement1] = true
    }
    features[.channelSoundingToneQualityIndication] = accessory.proof.ratesTones
    features[.le2MPHY] = accessory.usesLE2M
    return features
  }
}
