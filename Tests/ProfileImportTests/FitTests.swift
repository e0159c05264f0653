import AccessoryProfile
import Analysis
import CoreTypes
import ProfileImport
import TestSupport
import Testing

@Suite("Knobs of a radio, fitted")
struct FitTests {
  /// What a check of endless procedures tells of a radio.
  static func fit(
    _ profile: String = "silabs-xg24", seed: UInt64, distance: Double? = nil,
    _ change: (inout AccessoryProfile) -> Void = { _ in }
  ) throws -> RadioFit {
    var request = try Shipped.request(profile, seed: seed, distanceMetres: 3, only: ["CS-A12"])
    change(&request.profile)
    return try RoundTrip.accessory(try RoundTrip.Checked(request).captures, distanceMetres: distance).fit
  }

  @Test("lie within their confidence of the truth", arguments: UInt64(1)...8)
  func truth(seed: UInt64) throws {
    let noise = [0.02, 0.044, 0.1, 0.2][Int(seed) % 4]
    let fit = try Self.fit(seed: seed, distance: 3) { profile in
      profile.radio.phaseNoiseRadians = noise
      profile.radio.carrierOffsetPpm = 3 * Double(seed) - 12
      profile.radio.missingToneFraction = 0.02 * Double(seed % 3)
      profile.radio.toneAmplitudeLSB = 100 + 50 * Double(seed)
      profile.radio.fixedDelayNanoseconds = 0.5 * Double(seed) - 2
      profile.radio.pctBits = 12 - Int(seed % 3)
    }
    #expect(try #require(fit.phaseNoiseRadians).interval.contains(noise))
    #expect(try #require(fit.carrierOffsetPpm).interval.contains(3 * Double(seed) - 12))
    // The phone is 1.5 ppm slow.
    #expect(abs(try #require(fit.carrierOffsetPpm).value - 1.5 - (3 * Double(seed) - 12)) < 0.2)
    #expect(try #require(fit.missingTones).interval.contains(0.02 * Double(seed % 3)))
    #expect(try #require(fit.toneAmplitudeLSB).interval.contains(100 + 50 * Double(seed)))
    #expect(try #require(fit.fixedDelayNanoseconds).interval.contains(0.5 * Double(seed) - 2))
    #expect(try #require(fit.pctBits).value == Double(12 - seed % 3))
  }

  @Test("tell drift of the crystal", arguments: [-1.5, 0, 0.8])
  func drift(ppmPerSecond: Double) throws {
    let fit = try Self.fit(seed: 3) { $0.radio.carrierDriftPpmPerSecond = ppmPerSecond }
    let knob = try #require(fit.carrierDriftPpmPerSecond)
    #expect(knob.interval.contains(ppmPerSecond) && abs(knob.value - ppmPerSecond) < 0.2)
  }

  @Test("tell what inline PCT adds, from procedures with it and without", arguments: UInt64(1)...4)
  func inlinePCT(seed: UInt64) throws {
    let degrees = 2 * Double(seed)
    let profile = "nordic-nrf54l15-ipt"
    var fit = try Self.fit(profile, seed: seed, distance: 3) { profile in
      profile.radio.inlinePCTErrorDegrees = degrees
      profile.radio.inlinePCTDelayNanoseconds = 0.5 * Double(seed)
    }
    #expect(fit.inlinePCTErrorDegrees == nil && fit.inlinePCTDelayNanoseconds == nil)
    fit.add(
      try Self.fit(profile, seed: seed, distance: 3) { profile in
        profile.csCapabilities.subfeatures.remove(.inlinePCT)
        (profile.csCapabilities.tIP2IPT, profile.csCapabilities.tSWIPT) = (0, 0)
      })
    #expect(try #require(fit.inlinePCTErrorDegrees).interval.contains(degrees))
    #expect(try #require(fit.inlinePCTDelayNanoseconds).interval.contains(0.5 * Double(seed)))
  }

  @Test("are not made of nothing")
  func nothing() {
    let fit = RadioFit()
    #expect(fit.phaseNoiseRadians == nil && fit.carrierOffsetPpm == nil && fit.missingTones == nil)
    #expect(fit.toneAmplitudeLSB == nil && fit.pctBits == nil && fit.fixedDelayNanoseconds == nil)
    #expect(fit.timingNoiseNanoseconds == nil && fit.turnaroundJitterNanoseconds == nil)
    #expect(fit.carrierDriftPpmPerSecond == nil && fit.qualityText == nil)
  }
}
